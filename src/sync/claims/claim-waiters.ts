import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { type ClaimFilter, OpenItemsRepository } from '../groups/open-items.repository.js';
import { ReadySignal } from '../groups/ready-signal.js';
import { WaitingTotalsRepository } from '../groups/waiting-totals.repository.js';

/** How often it is asked whether another process has queued something. */
const LOOK_MS = 500;

interface Waiter {
  readonly scope: Scope;
  readonly filter: ClaimFilter;
  readonly filterName: string;
  readonly wake: () => void;
}

/**
 * Claims that wait until something may be handed out. What this process queues wakes them at once; for the rest, one
 * query for each tenant and filter looks twice a second, however many wait. Of those who wait for the same, one is woken
 * at a time, the one that has waited longest: who got something wakes the next.
 */
@Injectable()
export class ClaimWaiters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ClaimWaiters.name);
  private readonly waiting = new Map<string, Set<Waiter>>();
  private readonly looking = new PeriodicTask(
    () => this.look(),
    (error) => {
      if (!isDatabaseAway(error))
        this.logger.error({ msg: 'the queue could not be looked at for waiting claims', ...explain(error) });
    },
  );

  constructor(
    private readonly items: OpenItemsRepository,
    private readonly totals: WaitingTotalsRepository,
    private readonly unitOfWork: UnitOfWork,
    signal: ReadySignal,
  ) {
    signal.listen((tenantId) => {
      this.wake(tenantId);
    });
  }

  /** How many claims wait in this process. */
  get count(): number {
    return [...this.waiting.values()].reduce((sum, waiters) => sum + waiters.size, 0);
  }

  get isStopping(): boolean {
    return this.looking.isStopping;
  }

  onApplicationBootstrap(): void {
    this.looking.start(LOOK_MS);
  }

  /** Those who wait are answered, so that they do not delay the end of the process. */
  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.looking.stop();
    for (const waiters of this.waiting.values()) for (const { wake } of waiters) wake();
    await stopped;
  }

  /**
   * Resolves when something may be handed out, after so many milliseconds, when the caller is gone, or when the process
   * ends.
   */
  async wait(scope: Scope, filter: ClaimFilter, ms: number, gone: AbortSignal): Promise<void> {
    if (this.isStopping || gone.aborted) return;
    const waiters = this.waiting.get(scope.tenantId) ?? new Set();
    this.waiting.set(scope.tenantId, waiters);
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', wake);
        waiters.delete(waiter);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const filterName = JSON.stringify([filter.targetSystem, filter.formTypes]);
      const waiter = { scope, filter, filterName, wake };
      waiters.add(waiter);
      gone.addEventListener('abort', wake);
    });
    if (waiters.size === 0 && this.waiting.get(scope.tenantId) === waiters)
      this.waiting.delete(scope.tenantId);
  }

  /** Wakes one of those who wait for each filter. */
  wake(tenantId: string): void {
    for (const { wake } of this.firstOfEachFilter(tenantId)) wake();
  }

  private firstOfEachFilter(tenantId: string): Waiter[] {
    const first = new Map<string, Waiter>();
    for (const waiter of this.waiting.get(tenantId) ?? [])
      if (!first.has(waiter.filterName)) first.set(waiter.filterName, waiter);
    return [...first.values()];
  }

  private async look(): Promise<void> {
    for (const tenantId of [...this.waiting.keys()])
      for (const waiter of this.firstOfEachFilter(tenantId)) if (await this.isReady(waiter)) waiter.wake();
  }

  private async isReady({ scope, filter }: Waiter): Promise<boolean> {
    const targets =
      filter.formTypes === undefined ? [] : await this.totals.systemsOf(scope, filter.formTypes);
    const found = await this.items.candidates(scope, this.unitOfWork.single, filter, { targets, limit: 1 });
    return found.length > 0;
  }
}
