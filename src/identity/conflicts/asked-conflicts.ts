import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { eventOf } from './conflict-events.js';
import { ConflictsRepository } from './conflicts.repository.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

/** Puts questions into the inbox, with events of those that are open since; asking one again is no event. */
@Injectable()
export class AskedConflicts {
  constructor(
    private readonly conflicts: ConflictsRepository,
    private readonly feed: ChangeFeed,
  ) {}

  /** @param asked at most one entry of an ID, in the order of their IDs, so that batches do not deadlock */
  async ask(scope: Scope, transaction: Transaction, asked: readonly IdentityConflictEntry[]): Promise<void> {
    if (asked.length === 0) return;
    const ids = asked.map(({ id }) => id);
    const before = await this.conflicts.statesOf(scope, transaction, ids);
    await this.conflicts.ask(transaction, asked);
    const after = await this.conflicts.statesOf(scope, transaction, ids);
    const opened = asked.filter(({ id, count }) => {
      const [was, is] = [before.get(id), after.get(id)];
      // Another batch may have inserted it between the two reads, and then counts in it.
      return was === undefined ? is?.count === count : was.status !== 'open' && is?.status === 'open';
    });
    this.feed.add(scope, transaction, opened.map(eventOf));
  }
}
