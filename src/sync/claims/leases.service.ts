import { Injectable } from '@nestjs/common';

import { DatabaseClock } from '../../database/connection/database-clock.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { delayAfter, onLeaseEnded } from '../steps/decide-transition.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { OpenItemsRepository } from '../groups/open-items.repository.js';
import { SyncQueue } from '../steps/sync-queue.js';
import { keyOf } from '../items/sync.repository.js';
import { ClaimsRepository } from '../items/claims.repository.js';
import { HeldClaims } from './held-claims.js';
import { inSeconds } from './hand-out.js';

/** Prolongs and ends the leases of connectors, as they ask for it. */
@Injectable()
export class LeasesService {
  constructor(
    private readonly held: HeldClaims,
    private readonly claims: ClaimsRepository,
    private readonly openItems: OpenItemsRepository,
    private readonly queue: SyncQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Prolongs a lease, from now on.
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {LeaseLost} when the lease has ended
   */
  async extend(scope: Scope, claimId: string, leaseSeconds: number): Promise<SyncClaim> {
    await this.clock.demand();
    return this.unitOfWork.run(async (transaction) => {
      const { claim } = await this.held.demand(scope, transaction, claimId);
      const leaseUntil = inSeconds(scope, leaseSeconds);
      await this.openItems.extend(scope, transaction, claim, leaseUntil);
      await this.claims.extend(scope, transaction, claimId, leaseUntil);
      return { ...claim, leaseUntil };
    });
  }

  /**
   * Gives an item back: it is queued again at its position, and handed out after the delay; after too many attempts it
   * has failed.
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {LeaseLost} when the lease has ended
   */
  async release(
    scope: Scope,
    claimId: string,
    {
      delaySeconds,
      lastError,
    }: { readonly delaySeconds?: number | null; readonly lastError?: string | null },
  ): Promise<{ item: SyncItem; notBefore: Date | null }> {
    await this.clock.demand();
    const released = await this.unitOfWork.run(async (transaction) => {
      const { claim, item } = await this.held.demand(scope, transaction, claimId);
      const attempts = item.attempts - (await this.attemptsBefore(scope, transaction, claim));
      const isExhausted = attempts >= scope.tenant.syncMaxAttempts;
      const transition = onLeaseEnded(item, { cause: 'released', lastError: lastError ?? null, isExhausted });
      const notBefore = inSeconds(scope, delaySeconds ?? delayAfter(attempts));
      const step = { item, transition, notBefore, outcome: 'released' } as const;
      const [done] = await this.queue.applyAll(scope, transaction, [step]);
      this.faults.reach('release:written');
      return { item: done?.item ?? item, notBefore: isExhausted ? null : notBefore };
    });
    this.faults.reach('release:committed');
    return released;
  }

  private async attemptsBefore(scope: Scope, transaction: Transaction, claim: SyncClaim): Promise<number> {
    const open = await this.openItems.find(scope, transaction, [claim.submissionId]);
    return open.find((one) => keyOf(one) === keyOf(claim))?.attemptsBefore ?? 0;
  }
}
