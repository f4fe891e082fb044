import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection } from 'mysql2/promise';

import type { Connections } from '../support/load.js';

const POLL_MS = 100;
/** Long after the end of the benchmark. */
const LATER_DAYS = 1;

interface Progress {
  readonly state: 'erasing' | 'checking' | 'finished';
}

const pathOf = (userId: string): string => `/api/v1/admin/users/${userId}/erase`;

/** Erases people as an administrator does: asks for the plan, and sends its token. */
export class Erasures {
  constructor(
    private readonly administrator: Connections,
    private readonly database: Connection,
  ) {}

  async begin(userIds: readonly string[]): Promise<void> {
    for (const path of userIds.map(pathOf)) {
      const { token } = await this.administrator.data<{ token: string }>('POST', path, { dryRun: true });
      await this.administrator.data('POST', path, { token });
    }
  }

  async stateOf(userId: string): Promise<Progress['state']> {
    return (await this.administrator.data<Progress>('GET', pathOf(userId))).state;
  }

  /**
   * Resolves when the first pass of each is done, and puts off the second one, which would come a minute later, beside
   * posts that are measured alone.
   */
  async firstPassDone(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) while ((await this.stateOf(id)) === 'erasing') await sleep(POLL_MS);
    await this.database.query(
      "UPDATE `erasures` SET `dueAt` = `dueAt` + INTERVAL ? DAY WHERE `state` = 'checking' AND `userId` IN (?)",
      [LATER_DAYS, userIds],
    );
  }
}
