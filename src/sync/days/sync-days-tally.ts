import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { SyncDay } from '../entities/sync-day.entity.js';
import { added, dayChangesOf, type ItemChange } from './item-of-day.js';
import { SyncDaysRepository } from './sync-days.repository.js';

/**
 * Counts by day what becomes of items, in memory and after the commit, so that no step of the queue waits for it. A
 * process that is killed loses the counts of five seconds.
 */
@Injectable()
export class SyncDaysTally {
  private readonly days: WriteBehind<SyncDay>;

  constructor(background: Background, repository: SyncDaysRepository) {
    this.days = background.buffer('sync-days', {
      store: (transaction, rows) => repository.add(transaction, rows),
      merge: added,
    });
  }

  /** Counts when the transaction commits. */
  add(scope: Scope, transaction: Transaction, items: readonly ItemChange[], at: Date = nowOf(scope)): void {
    const changes = items.flatMap((item) => dayChangesOf(item, at));
    if (changes.length === 0) return;
    const { tenantId, tenant } = scope;
    transaction.onCommit(() => {
      const day = dayIn(tenant.timeZone, at);
      for (const change of changes) {
        const { targetSystem } = change;
        const nothing = { sent: 0, failed: 0, longestWaitMs: 0, oldestQueuedAt: null };
        const key = `${tenantId} ${day} ${targetSystem}`;
        added(
          this.days.of(key, () => ({ tenantId, day, targetSystem, ...nothing })),
          change,
        );
      }
    });
  }
}
