import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { Waiter } from '../../concurrency/waiter.js';
import type { Scope } from '../../tenancy/scope.js';
import type { ClaimFilter } from '../groups/open-items.repository.js';
import { ReadySignal } from '../groups/ready-signal.js';
import { Candidates } from './candidates.js';

/** A claim that waits. */
export class WaitingClaim extends Waiter {
  /** Those with the same name want the same. */
  readonly name: string;

  constructor(
    readonly scope: Scope,
    readonly filter: ClaimFilter,
  ) {
    super();
    this.name = JSON.stringify([filter.targetSystem, filter.formTypes]);
  }
}

/**
 * Claims that wait until something may be handed out. What this process queues wakes them at once; for the rest, one
 * query for each tenant and filter looks twice a second, however many wait. Of those who wait for the same, the one
 * that has waited longest is woken: who got something wakes the next.
 */
@Injectable()
export class ClaimWaiters implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Set<WaitingClaim>>();
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly candidates: Candidates,
    signal: ReadySignal,
  ) {
    this.work = background.each('waiting-claims', {
      run: () => this.look([...this.waiting.keys()]),
      ofTenant: (tenantId) => this.look([tenantId]),
    });
    signal.listen((tenantId) => {
      this.call(tenantId);
    });
  }

  /** How many claims wait in this process. */
  get count(): number {
    return [...this.waiting.values()].reduce((sum, waiters) => sum + waiters.size, 0);
  }

  get isStopping(): boolean {
    return this.work.isStopping;
  }

  /** Those who wait are answered, so that they do not delay the end of the process. */
  beforeApplicationShutdown(): void {
    for (const waiters of this.waiting.values()) for (const waiter of waiters) waiter.call();
  }

  /** Registers a claim before it looks for items, so that it misses none that is queued meanwhile. */
  begin(scope: Scope, filter: ClaimFilter): WaitingClaim {
    const waiter = new WaitingClaim(scope, filter);
    const waiters = this.waiting.get(scope.tenantId) ?? new Set();
    this.waiting.set(scope.tenantId, waiters.add(waiter));
    return waiter;
  }

  end(waiter: WaitingClaim): void {
    const { tenantId } = waiter.scope;
    const waiters = this.waiting.get(tenantId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.waiting.delete(tenantId);
  }

  /** Calls one of those who wait for each filter. */
  call(tenantId: string): void {
    for (const waiter of this.firstOfEachFilter(tenantId)) waiter.call();
  }

  private firstOfEachFilter(tenantId: string): WaitingClaim[] {
    const first = new Map<string, WaitingClaim>();
    for (const waiter of this.waiting.get(tenantId) ?? [])
      if (!first.has(waiter.name)) first.set(waiter.name, waiter);
    return [...first.values()];
  }

  private async look(tenantIds: readonly string[]): Promise<void> {
    for (const tenantId of tenantIds)
      for (const waiter of this.firstOfEachFilter(tenantId)) if (await this.isReady(waiter)) waiter.call();
  }

  private async isReady({ scope, filter }: WaitingClaim): Promise<boolean> {
    const { candidates } = await this.candidates.find(scope, filter, 1);
    return candidates.length > 0;
  }
}
