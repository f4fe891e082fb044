import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

import { Background } from '../background/background.js';
import type { Task } from '../background/task.js';
import { Waiter } from '../concurrency/waiter.js';
import { ChangeStampsRepository } from '../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../tenancy/scope.js';
import { FeedSignal } from './feed-signal.js';

/**
 * Commits of this process wake the readers of a tenant at most so often; later ones are seen when the stamps are looked
 * at. A nightly upload commits many times a second.
 */
const REST_MS = 250;

/** The readers of a tenant who wait in this process. */
interface OfTenant {
  readonly readers: Set<Waiter>;
  /** The last stamp that they were called for; 0 when none is known. */
  stamp: number;
  calledAt: number;
}

/**
 * Readers who wait for the next event. What this process commits wakes them at once. For what other processes commit,
 * one query for all tenants looks twice a second, however many wait.
 */
@Injectable()
export class FeedWaiters implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, OfTenant>();
  private readonly work: Task;

  constructor(
    background: Background,
    private readonly stamps: ChangeStampsRepository,
    signal: FeedSignal,
  ) {
    this.work = background.each('waiting-readers', {
      run: () => this.look([...this.waiting.keys()]),
      ofTenant: (tenantId) => this.look([tenantId]),
    });
    signal.listen((tenantId) => {
      const known = this.waiting.get(tenantId);
      if (known !== undefined && performance.now() - known.calledAt >= REST_MS) this.call(known);
    });
  }

  /** How many readers wait in this process. */
  get count(): number {
    return [...this.waiting.values()].reduce((sum, { readers }) => sum + readers.size, 0);
  }

  get isStopping(): boolean {
    return this.work.isStopping;
  }

  /** Those who wait are answered, so that they do not delay the end of the process. */
  beforeApplicationShutdown(): void {
    for (const known of this.waiting.values()) this.call(known);
  }

  /** Registers a reader before it reads, so that it misses no event that is committed meanwhile. */
  begin({ tenantId }: Scope): Waiter {
    const waiter = new Waiter();
    const known = this.waiting.get(tenantId) ?? { readers: new Set(), stamp: 0, calledAt: -Infinity };
    known.readers.add(waiter);
    this.waiting.set(tenantId, known);
    return waiter;
  }

  end({ tenantId }: Scope, waiter: Waiter): void {
    this.waiting.get(tenantId)?.readers.delete(waiter);
  }

  private async look(tenantIds: readonly string[]): Promise<void> {
    // A reader who has got an answer mostly comes again at once: with the stamp it is not woken for nothing.
    for (const [tenantId, { readers }] of this.waiting) if (readers.size === 0) this.waiting.delete(tenantId);
    for (const [tenantId, stamp] of await this.stamps.lastOf(tenantIds)) {
      const known = this.waiting.get(tenantId);
      if (known === undefined || known.stamp === stamp) continue;
      known.stamp = stamp;
      this.call(known);
    }
  }

  private call(known: OfTenant): void {
    known.calledAt = performance.now();
    for (const reader of known.readers) reader.call();
  }
}
