import { Injectable } from '@nestjs/common';

import { addDays, dayIn } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { KeyAddress } from './key-address.entity.js';
import type { KeyDay } from './key-day.entity.js';
import { KeyUseRepository, type LastUse } from './key-use.repository.js';

const DAYS = 30;
const MOST_ADDRESSES = 20;

/** A day of a key, of the tenant's calendar. */
export type KeyDayCounts = Pick<KeyDay, 'day' | 'calls' | 'errors' | 'wrongSecrets'>;

/** How a key was used; the last five seconds may be missing. */
export interface KeyUse {
  /** The last 30 days, the oldest first, days without a call included. */
  readonly days: readonly KeyDayCounts[];
  /** The 20 addresses that used it last, of the last 90 days, the latest first. */
  readonly addresses: readonly KeyAddress[];
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
    const byDay = new Map(stored.map((row) => [row.day, row]));
    const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index)).map((day) => {
      const { calls = 0, errors = 0, wrongSecrets = 0 } = byDay.get(day) ?? {};
      return { day, calls, errors, wrongSecrets };
    });
    return { days, addresses };
  }

  /** The latest use of each of these keys; a key that was not used for 90 days is not in the map. */
  lastUses(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, LastUse>> {
    return this.uses.lastUses(scope, apiKeys);
  }
}
