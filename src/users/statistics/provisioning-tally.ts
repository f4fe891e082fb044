import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { WaitingCounts } from '../../database/connection/waiting-counts.js';
import { addDays, type Day, dayIn } from '../../tenancy/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { Outcome } from '../model/outcome.js';
import type { ProvisioningDay } from './provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './provisioning-days.repository.js';

const FLUSH_MS = 5000;

type Kind = Outcome['kind'];

/** The outcomes of the people who were posted on one day. */
export type DayCounts = Omit<ProvisioningDay, 'tenantId'>;

function nothingOn(day: Day): DayCounts {
  return { day, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
}

function addTo(counts: ProvisioningDay, { inserted, updated, unchanged, failed }: ProvisioningDay): void {
  counts.inserted += inserted;
  counts.updated += updated;
  counts.unchanged += unchanged;
  counts.failed += failed;
}

/** Counts the outcomes of posted people, by day of the tenant's calendar; see {@link WaitingCounts}. */
@Injectable()
export class ProvisioningTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ProvisioningTally.name);
  private readonly counts: WaitingCounts<ProvisioningDay>;

  constructor(private readonly days: ProvisioningDaysRepository) {
    this.counts = new WaitingCounts(
      (rows) => days.add(rows),
      addTo,
      (error) => {
        this.logger.warn({ msg: 'provisioning counts wait for the database', ...explain(error) });
      },
    );
  }

  onApplicationBootstrap(): void {
    this.counts.start(FLUSH_MS);
  }

  /** Runs after the last request has ended and before the connections are closed. */
  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  count(scope: Scope, kinds: readonly Kind[]): void {
    const { tenantId } = scope;
    const day = dayIn(scope.tenant.timeZone, nowOf(scope));
    const counts = this.counts.of(`${tenantId} ${day}`, () => ({ tenantId, ...nothingOn(day) }));
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
  }

  /**
   * Writes the counts to the database.
   * @throws {QueryFailedError} when that failed; the counts are kept
   */
  flush(): Promise<void> {
    return this.counts.flush();
  }

  /**
   * The last `days` days, the oldest first, including days without a count. Counts of the last seconds may be missing.
   */
  async daysOf(scope: Scope, days: number): Promise<DayCounts[]> {
    const today = dayIn(scope.tenant.timeZone, nowOf(scope));
    const stored = await this.days.between(scope, addDays(today, 1 - days), today);
    const counts = new Map(stored.map((row) => [row.day, row]));
    return Array.from({ length: days }, (_, index) => addDays(today, 1 - days + index)).map(
      (day) => counts.get(day) ?? nothingOn(day),
    );
  }
}
