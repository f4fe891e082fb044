import { Injectable } from '@nestjs/common';

import { FaultPoints } from '../../database/transaction/fault-points.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { onLeaseEnded } from '../steps/decide-transition.js';
import { type GroupKey, OpenItemsRepository } from '../groups/open-items.repository.js';
import { QueueOrder } from '../groups/queue-order.js';
import type { Step } from '../steps/step.js';
import { SyncQueue } from '../steps/sync-queue.js';
import { keyOf } from '../items/sync.repository.js';
import { ClaimCounts } from './claim-counts.js';
import { HeldClaims } from './held-claims.js';

/** Ends leases and delays of one tenant that are over. */
@Injectable()
export class LeaseEnds {
  constructor(
    private readonly held: HeldClaims,
    private readonly openItems: OpenItemsRepository,
    private readonly order: QueueOrder,
    private readonly queue: SyncQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: ClaimCounts,
    private readonly faults: FaultPoints,
  ) {}

  /** Queues the items of these claims again, those whose lease has run out. */
  async endLeases(scope: Scope, claimIds: readonly string[]): Promise<void> {
    const ended = await this.unitOfWork.run((transaction) => this.end(scope, transaction, claimIds));
    this.counts.count(scope, 'expired', ended);
    this.faults.reach('sweep:committed');
  }

  /** Works out again what of these groups may be handed out. */
  endDelays(scope: Scope, groups: readonly GroupKey[]): Promise<void> {
    return this.unitOfWork.run((transaction) => this.order.reorder(scope, transaction, groups));
  }

  /** @returns how many leases it ended */
  private async end(scope: Scope, transaction: Transaction, claimIds: readonly string[]): Promise<number> {
    const locked = await this.held.lock(scope, transaction, claimIds);
    const ids = locked.map(({ item }) => item.submissionId);
    const now = nowOf(scope);
    const open = await this.openItems.find(scope, transaction, ids);
    const expired = new Map(
      open
        .filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now)
        .map((one) => [keyOf(one), one]),
    );
    const steps = locked.flatMap(({ item }): Step[] => {
      const one = expired.get(keyOf(item));
      if (one === undefined || item.syncStatus !== 'processing') return [];
      const isExhausted = item.attempts - one.attemptsBefore >= scope.tenant.syncMaxAttempts;
      const transition = onLeaseEnded(item, { cause: 'lease_expired', lastError: null, isExhausted });
      return [{ item, transition, outcome: 'expired' }];
    });
    const ended = await this.queue.applyAll(scope, transaction, steps);
    this.faults.reach('sweep:written');
    return ended.length;
  }
}
