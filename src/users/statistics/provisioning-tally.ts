import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { addDays, type Day, dayIn } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Outcome } from '../model/outcome.js';
import type { ProvisioningDay } from './provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './provisioning-days.repository.js';

type Kind = Outcome['kind'];

/** The outcomes of the people who were posted on one day. */
export type DayCounts = Omit<ProvisioningDay, 'tenantId'>;

function nothingOn(day: Day): DayCounts {
  return { day, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
}

function addTo(
  counts: ProvisioningDay,
  { inserted, updated, unchanged, failed }: ProvisioningDay,
): ProvisioningDay {
  counts.inserted += inserted;
  counts.updated += updated;
  counts.unchanged += unchanged;
  counts.failed += failed;
  return counts;
}

/** Counts the outcomes of posted people, by day of the tenant's calendar; see {@link WriteBehind}. */
@Injectable()
export class ProvisioningTally {
  private readonly counts: WriteBehind<ProvisioningDay>;

  constructor(
    background: Background,
    private readonly days: ProvisioningDaysRepository,
  ) {
    this.counts = background.buffer('provisioning-days', {
      store: (transaction, rows) => days.add(transaction, rows),
      merge: addTo,
    });
  }

  count(scope: Scope, kinds: readonly Kind[]): void {
    const { tenantId } = scope;
    const day = dayIn(scope.tenant.timeZone, nowOf(scope));
    const counts = this.counts.of(`${tenantId} ${day}`, () => ({ tenantId, ...nothingOn(day) }));
    for (const kind of kinds) counts[kind === 'refused' ? 'failed' : kind] += 1;
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
