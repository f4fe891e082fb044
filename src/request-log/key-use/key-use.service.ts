import { Injectable } from '@nestjs/common';

import { addDays, type Day, dayIn } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { KeyAddress } from './key-address.entity.js';
import type { KeyDay } from './key-day.entity.js';
import { KeyUseRepository, type LastUse } from './key-use.repository.js';

const DAYS = 30;
const MOST_ADDRESSES = 20;
/** More of them cannot be distinguished by their colours. */
const MOST_KEYS = 6;

/** A day of a key, of the tenant's calendar. */
export type KeyDayCounts = Pick<KeyDay, 'day' | 'calls' | 'errors' | 'wrongSecrets'>;

/** How a key was used; the last five seconds may be missing. */
export interface KeyUse {
  /** The last 30 days, the oldest first, days without a call included. */
  readonly days: readonly KeyDayCounts[];
  /** The 20 addresses that used it last, of the last 90 days, the latest first. */
  readonly addresses: readonly KeyAddress[];
}

/** How keys are used, day by day. */
export interface KeyTrend {
  readonly days: readonly Day[];
  /** Each with those days; without a key, those of all others. */
  readonly keys: readonly { readonly apiKey: string | undefined; readonly days: readonly KeyDayCounts[] }[];
}

function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** These days, with zeros where nothing is stored. */
function filled(days: readonly Day[], stored: readonly KeyDayCounts[]): KeyDayCounts[] {
  const byDay = new Map(stored.map((row) => [row.day, row]));
  return days.map((day) => {
    const { calls = 0, errors = 0, wrongSecrets = 0 } = byDay.get(day) ?? {};
    return { day, calls, errors, wrongSecrets };
  });
}

/** Shows how keys are used. */
@Injectable()
export class KeyUseService {
  constructor(private readonly uses: KeyUseRepository) {}

  async of(scope: Scope, apiKey: string): Promise<KeyUse> {
    const today = dayIn(scope.tenant.timeZone, nowOf(scope));
    const first = addDays(today, 1 - DAYS);
    const [stored, addresses] = await Promise.all([
      this.uses.daysBetween(scope, apiKey, first, today),
      this.uses.addressesOf(scope, apiKey, MOST_ADDRESSES),
    ]);
    return { days: filled(daysFrom(first, DAYS), stored), addresses };
  }

  /** The days of the six keys that were called most, and those of all others together, if there are any. */
  async trend(scope: Scope, count: number): Promise<KeyTrend> {
    const today = dayIn(scope.tenant.timeZone, nowOf(scope));
    const span = { from: addDays(today, 1 - count), to: today };
    const days = daysFrom(span.from, count);
    const apiKeys = await this.uses.busiest(scope, span, MOST_KEYS);
    const keys = await Promise.all(
      apiKeys.map(async (apiKey) => {
        const stored = await this.uses.daysBetween(scope, apiKey, span.from, span.to);
        return { apiKey, days: filled(days, stored) };
      }),
    );
    const others = await this.uses.daysOfOthers(scope, span, apiKeys);
    return {
      days,
      keys: [...keys, ...(others.length === 0 ? [] : [{ apiKey: undefined, days: filled(days, others) }])],
    };
  }

  /** The latest use of each of these keys; a key that was not used for 90 days is not in the map. */
  lastUses(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, LastUse>> {
    return this.uses.lastUses(scope, apiKeys);
  }
}
