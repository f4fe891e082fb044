import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';

const POLL_MS = 100;
/** Long after the end of the benchmark. */
const LATER_DAYS = 1;

interface Progress {
  readonly state: 'erasing' | 'checking' | 'finished';
}

/** Erases people as an administrator does: asks for the plan, and sends its token. */
export class Erasures {
  constructor(
    private readonly address: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly databaseUrl: string,
  ) {}

  async begin(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) {
      const { token } = await this.call<{ token: string }>('POST', id, { dryRun: true });
      await this.call('POST', id, { token });
    }
  }

  async stateOf(userId: string): Promise<Progress['state']> {
    return (await this.call<Progress>('GET', userId)).state;
  }

  /**
   * Resolves when the first pass of each is done, and puts off the second one, which would come a minute later, beside
   * posts that are measured alone.
   */
  async firstPassDone(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) while ((await this.stateOf(id)) === 'erasing') await sleep(POLL_MS);
    const connection = await createConnection({ ...parseDatabaseUrl(this.databaseUrl), timezone: 'Z' });
    await connection.query(
      "UPDATE `erasures` SET `dueAt` = `dueAt` + INTERVAL ? DAY WHERE `state` = 'checking' AND `userId` IN (?)",
      [LATER_DAYS, userIds],
    );
    await connection.end();
  }

  private async call<T>(method: string, userId: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.address}/api/v1/admin/users/${userId}/erase`, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, message } = (await answer.json()) as { data: T; message?: string };
    if (!answer.ok)
      throw new Error(`The erasure of ${userId} was answered with ${answer.status}: ${message ?? ''}`);
    return data;
  }
}
