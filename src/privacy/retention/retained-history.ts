import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { Retained } from '../../tenancy/retention/retained.js';
import { type OldEntry, UserChangesRepository } from '../../users/history/user-changes.repository.js';
import { LegalHolds } from '../legal-hold/legal-holds.service.js';

const AT_ONCE = 1000;

/** Former values of people. The present ones are in the people themselves and stay. */
@Injectable()
export class RetainedHistory extends Retained {
  constructor(
    private readonly changes: UserChangesRepository,
    private readonly legalHolds: LegalHolds,
  ) {
    super('history', 'historyDays');
  }

  async *steps(scope: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    let last: OldEntry | undefined;
    for (;;) {
      const entries = await this.changes.olderThan(scope, before, last, AT_ONCE);
      const people = [...new Set(entries.map(({ userId }) => userId))];
      const held = await this.legalHolds.heldAmong(scope, people);
      const free = entries.filter(({ userId }) => !held.has(userId)).map(({ id }) => id);
      if (!isDryRun) await this.changes.remove(scope, free);
      yield free.length;
      if (entries.length < AT_ONCE) return;
      last = entries.at(-1);
    }
  }
}
