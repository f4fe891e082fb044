import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import { DatabaseClock } from '../../database/connection/database-clock.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ClaimNotFound, LeaseLost } from '../../errors/sync.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { delayAfter, onLeaseEnded } from '../decide-transition.js';
import type { SyncClaim } from '../entities/sync-claim.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { OpenItemsRepository } from '../groups/open-items.repository.js';
import { WaitingTotalsRepository } from '../groups/waiting-totals.repository.js';
import { SyncQueue } from '../sync-queue.js';
import { keyOf, SyncRepository } from '../sync.repository.js';
import { ClaimCounts } from './claim-counts.js';
import { isOut } from './claim-reports.js';
import { ClaimWaiters, type Waiter } from './claim-waiters.js';
import { ClaimsRepository } from './claims.repository.js';
import {
  type ClaimedItem,
  type ClaimJob,
  type ClaimWish,
  type HandedOut,
  HandOut,
  inSeconds,
  keyOfClaim,
} from './hand-out.js';

/** How often a waiting claim asks whether its key still works, which is known from another process after 4 seconds. */
const READMITTED_MS = 1000;

/** Hands out queued items to connectors, each with a lease (contract, section 8). */
@Injectable()
export class ClaimsService {
  /** Claims of one tenant go one after the other: at once they would look for the same items. */
  private readonly batcher = new CallBatcher<ClaimJob, HandedOut>(async (jobs) => {
    const results: HandedOut[] = [];
    for (const job of jobs) results.push(await this.hands.handOut(job));
    return results;
  }, 1);

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly items: SyncRepository,
    private readonly openItems: OpenItemsRepository,
    private readonly totals: WaitingTotalsRepository,
    private readonly queue: SyncQueue,
    private readonly hands: HandOut,
    private readonly waiters: ClaimWaiters,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: ClaimCounts,
    private readonly faults: FaultPoints,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Hands out what fits, longest queued first; waits for something as long as the caller wishes.
   * @param idempotencyKey the same key gives those of its claims that are still open
   * @param gone aborted when the caller has hung up
   * @returns the items, how many more are queued that fit, and the target systems of the claim that are paused
   * @throws {IdempotencyConflict} when the key was used with another body
   * @throws {ClockDiffers} when this process would not know when a lease ends
   */
  async claim(
    scope: Scope,
    wish: ClaimWish,
    { idempotencyKey, gone }: { readonly idempotencyKey: string | undefined; readonly gone: AbortSignal },
  ): Promise<{ items: readonly ClaimedItem[]; waiting: number; paused: readonly string[] }> {
    const key = idempotencyKey === undefined ? undefined : keyOfClaim(scope, idempotencyKey, wish);
    const job = { scope, wish, key };
    const handed = wish.waitSeconds === 0 ? await this.tryOnce(job) : await this.tryUntilThere(job, gone);
    const { items, paused } = handed;
    // Only now, when this claim waits no more: it would be woken itself.
    if (items.length > 0 && !handed.isRepeated) this.waiters.call(scope.tenantId);
    return { items, waiting: await this.totals.count(scope, wish), paused };
  }

  /**
   * Prolongs a lease, from now on.
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {LeaseLost} when the lease has ended
   */
  async extend(scope: Scope, claimId: string, leaseSeconds: number): Promise<SyncClaim> {
    await this.clock.demand();
    return this.unitOfWork.run(async (transaction) => {
      const { claim } = await this.lockHeld(scope, transaction, claimId);
      const leaseUntil = inSeconds(scope, leaseSeconds);
      await this.openItems.extend(scope, transaction, claim, leaseUntil);
      await this.claims.extend(scope, transaction, claimId, leaseUntil);
      return { ...claim, leaseUntil };
    });
  }

  /**
   * Gives an item back: it is queued again at its place, and handed out after the delay; after too many attempts it has
   * failed.
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
      const { claim, item } = await this.lockHeld(scope, transaction, claimId);
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

  /** Until something is there, the caller is gone, the process ends or the time is over. */
  private async tryUntilThere(job: ClaimJob, gone: AbortSignal): Promise<HandedOut> {
    const { scope, wish } = job;
    const deadline = performance.now() + wish.waitSeconds * 1000;
    const waiter = this.waiters.begin(scope, wish);
    try {
      for (;;) {
        const handed = await this.tryOnce(job);
        const left = deadline - performance.now();
        const isOver = handed.items.length > 0 || handed.isRepeated || left <= 0;
        if (isOver || this.waiters.isStopping) return handed;
        await this.sleep(waiter, deadline, gone);
        if (gone.aborted) return handed;
      }
    } finally {
      this.waiters.end(waiter);
    }
  }

  /**
   * Until something may be there, the caller is gone or the time is over.
   * @throws the refusal of a new call, once the caller is no longer admitted
   */
  private async sleep(waiter: Waiter, deadline: number, gone: AbortSignal): Promise<void> {
    let isCalled = false;
    try {
      for (let left = deadline - performance.now(); !isCalled && left > 0 && !gone.aborted;) {
        isCalled = await waiter.sleep(Math.min(left, READMITTED_MS), gone);
        await waiter.scope.readmit?.();
        left = deadline - performance.now();
      }
    } catch (error) {
      this.waiters.end(waiter);
      // What this claim was woken for is for another one.
      if (isCalled) this.waiters.call(waiter.scope.tenantId);
      throw error;
    }
  }

  private async tryOnce(job: ClaimJob): Promise<HandedOut> {
    const { tenantId } = job.scope;
    await this.clock.demand();
    const handed = await this.batcher.add(tenantId, job);
    if (!handed.isRepeated) this.counts.count(job.scope, 'claimed', handed.items.length);
    return handed;
  }

  /** A claim whose lease is out, with its item, which is locked. */
  private async lockHeld(
    scope: Scope,
    transaction: Transaction,
    claimId: string,
  ): Promise<{ claim: SyncClaim; item: SyncItem }> {
    const [named] = await this.claims.find(scope, transaction, [claimId]);
    if (named === undefined) throw new ClaimNotFound();
    const items = await this.items.lock(scope, transaction, [named.submissionId]);
    // Under the lock it changes no more.
    const [claim = named] = await this.claims.find(scope, transaction, [claimId]);
    const item = items.find((one) => keyOf(one) === keyOf(claim));
    if (item !== undefined && isOut(claim, item, nowOf(scope))) return { claim, item };
    this.counts.count(scope, 'lost');
    throw new LeaseLost();
  }

  private async attemptsBefore(scope: Scope, transaction: Transaction, claim: SyncClaim): Promise<number> {
    const places = await this.openItems.find(scope, transaction, [claim.submissionId]);
    return places.find((place) => keyOf(place) === keyOf(claim))?.attemptsBefore ?? 0;
  }
}
