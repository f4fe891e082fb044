import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import { DatabaseClock } from '../../database/connection/database-clock.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { CountersRepository } from '../counters/counters.repository.js';
import { ClaimCounts } from './claim-counts.js';
import { ClaimWaiters, type WaitingClaim } from './claim-waiters.js';
import {
  type ClaimedItem,
  type ClaimJob,
  type ClaimInput,
  type HandedOut,
  HandOut,
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
    private readonly hands: HandOut,
    private readonly waiters: ClaimWaiters,
    private readonly counters: CountersRepository,
    private readonly counts: ClaimCounts,
    private readonly clock: DatabaseClock,
    private readonly disclosures: DisclosureLog,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * Hands out what fits, longest queued first; waits for something as long as the caller inputs.
   * @param idempotencyKey the same key gives those of its claims that are still open
   * @param gone aborted when the caller has hung up
   * @returns the items, how many more are queued that fit, and the target systems of the claim that are paused
   * @throws {IdempotencyConflict} when the key was used with another body
   * @throws {ClockDiffers} when this process would not know when a lease ends
   */
  async claim(
    scope: Scope,
    input: ClaimInput,
    { idempotencyKey, gone }: { readonly idempotencyKey: string | undefined; readonly gone: AbortSignal },
  ): Promise<{ items: readonly ClaimedItem[]; waiting: number; paused: readonly string[] }> {
    const key = idempotencyKey === undefined ? undefined : keyOfClaim(scope, idempotencyKey, input);
    this.contacts.note(scope, input.targetSystem ?? '');
    const job = { scope, input, key };
    const handed = input.waitSeconds === 0 ? await this.tryOnce(job) : await this.tryUntilThere(job, gone);
    const { items, paused } = handed;
    // Only now, when this claim waits no more: it would be woken itself.
    if (items.length > 0 && !handed.isRepeated) this.waiters.call(scope.tenantId);
    return { items, waiting: await this.counters.queued(scope, input), paused };
  }

  /** Until something is there, the caller is gone, the process ends or the time is over. */
  private async tryUntilThere(job: ClaimJob, gone: AbortSignal): Promise<HandedOut> {
    const { scope, input } = job;
    const deadline = performance.now() + input.waitSeconds * 1000;
    const waiter = this.waiters.begin(scope, input);
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
  private async sleep(waiter: WaitingClaim, deadline: number, gone: AbortSignal): Promise<void> {
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
    const { scope } = job;
    await this.clock.demand();
    const handed = await this.batcher.add(scope.tenantId, job);
    const students = handed.items.map(({ studentId }) => studentId);
    this.disclosures.note(scope, 'envelope', students);
    if (!handed.isRepeated) this.counts.count(scope, 'claimed', handed.items.length);
    return handed;
  }
}
