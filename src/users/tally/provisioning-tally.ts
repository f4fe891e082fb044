import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { explain } from '../../database/database-errors.js';
import { addDays, type Day, dayIn } from '../../tenancy/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../plan.js';
import type { ProvisioningDay } from './provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './provisioning-days.repository.js';

const FLUSH_MS = 5000;
/** Tenants times days that may wait for a database that is away; beyond it the oldest are given up. */
const MOST_WAITING = 10_000;

type Kind = Outcome['kind'];

/** What became of the people that were posted on one day. */
export type DayCounts = Omit<ProvisioningDay, 'tenantId'>;

function nothingOn(day: Day): DayCounts {
  return { day, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
}

/**
 * Counts what becomes of posted people, by day of the tenant's calendar. An unchanged person must not cost a write, so
 * the counts wait in memory and are written every few seconds and when the process stops; one that is killed loses those
 * of its last seconds.
 */
@Injectable()
export class ProvisioningTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ProvisioningTally.name);
  private waiting = new Map<string, ProvisioningDay>();
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly days: ProvisioningDaysRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flushQuietly(), FLUSH_MS).unref();
  }

  /** After the last request has ended, and before the connections are closed. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flushQuietly();
  }

  count(scope: Scope, kinds: readonly Kind[]): void {
    const day = dayIn(scope.tenant.timeZone, new Date());
    const counts = this.waitingOf(scope.tenantId, day);
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
  }

  /**
   * Writes what was counted until now; it is kept, and written the next time, when that fails.
   * @throws what the database answered
   */
  async flush(): Promise<void> {
    const written = this.writing.then(() => this.write());
    this.writing = written.catch(() => undefined);
    await written;
  }

  /** The last `days` days up to today, the oldest first, each of them. What was counted in the last seconds is missing. */
  async daysOf(scope: Scope, days: number): Promise<DayCounts[]> {
    const today = dayIn(scope.tenant.timeZone, new Date());
    const stored = await this.days.between(scope, addDays(today, 1 - days), today);
    const counts = new Map(stored.map((row) => [row.day, row]));
    return Array.from({ length: days }, (_, index) => addDays(today, 1 - days + index)).map(
      (day) => counts.get(day) ?? nothingOn(day),
    );
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const rows = [...this.waiting.entries()];
    this.waiting = new Map();
    // In one order, so that two processes never wait in a circle.
    rows.sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      await this.days.add(rows.map(([, row]) => row));
    } catch (error) {
      for (const [, row] of rows) this.putBack(row);
      throw error;
    }
  }

  private async flushQuietly(): Promise<void> {
    await this.flush().catch((error: unknown) => {
      this.logger.warn({ msg: 'provisioning counts wait for the database', ...explain(error) });
    });
  }

  private putBack({ tenantId, day, inserted, updated, unchanged, failed }: ProvisioningDay): void {
    const counts = this.waitingOf(tenantId, day);
    counts.inserted += inserted;
    counts.updated += updated;
    counts.unchanged += unchanged;
    counts.failed += failed;
  }

  private waitingOf(tenantId: string, day: Day): ProvisioningDay {
    const key = `${tenantId} ${day}`;
    let counts = this.waiting.get(key);
    if (counts === undefined) {
      const [oldest] = this.waiting.keys();
      if (this.waiting.size >= MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
      counts = { tenantId, ...nothingOn(day) };
      this.waiting.set(key, counts);
    }
    return counts;
  }
}
