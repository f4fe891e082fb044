import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import type { FinishedRequest } from '../../http/server/finished-request.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import type { KeyAddress } from './key-address.entity.js';
import type { KeyDay } from './key-day.entity.js';
import { KeyUseRepository } from './key-use.repository.js';

const KEY = 'key:';

type Counter = Pick<KeyDay, 'calls' | 'errors' | 'wrongSecrets'>;

function addDay(counts: KeyDay, { calls, errors, wrongSecrets }: Counter): KeyDay {
  counts.calls += calls;
  counts.errors += errors;
  counts.wrongSecrets += wrongSecrets;
  return counts;
}

function addAddress(counts: KeyAddress, { calls, lastUsedAt }: KeyAddress): KeyAddress {
  counts.calls += calls;
  if (lastUsedAt > counts.lastUsedAt) counts.lastUsedAt = lastUsedAt;
  return counts;
}

/**
 * Counts the calls of each key by day and by address, in memory: a request costs two look-ups in a map, and the
 * database a statement or two every five seconds.
 */
@Injectable()
export class KeyUseTally {
  private readonly days: WriteBehind<KeyDay>;
  private readonly addresses: WriteBehind<KeyAddress>;

  constructor(background: Background, uses: KeyUseRepository) {
    this.days = background.buffer('key-days', {
      store: (transaction, rows) => uses.addDays(transaction, rows),
      merge: addDay,
    });
    this.addresses = background.buffer('key-addresses', {
      store: (transaction, rows) => uses.addAddresses(transaction, rows),
      merge: addAddress,
    });
  }

  note({ request, at, status }: FinishedRequest): void {
    const { caller, wronglyNamed, clientAddress: address } = request;
    if (caller?.actor.startsWith(KEY)) {
      const { tenantId, actor, timeZone = 'UTC' } = caller;
      const apiKey = actor.slice(KEY.length);
      const day = this.dayOf(tenantId, apiKey, dayIn(timeZone, at));
      day.calls += 1;
      if (status >= 400) day.errors += 1;
      const used = this.addresses.of(`${apiKey} ${address}`, () => ({
        tenantId,
        apiKey,
        address,
        lastUsedAt: at,
        calls: 0,
      }));
      addAddress(used, { ...used, calls: 1, lastUsedAt: at });
    } else if (wronglyNamed !== undefined) {
      const { tenantId, actor, timeZone = 'UTC' } = wronglyNamed;
      this.dayOf(tenantId, actor.slice(KEY.length), dayIn(timeZone, at)).wrongSecrets += 1;
    }
  }

  private dayOf(tenantId: string, apiKey: string, day: string): KeyDay {
    return this.days.of(`${apiKey} ${day}`, () => ({
      tenantId,
      apiKey,
      day,
      calls: 0,
      errors: 0,
      wrongSecrets: 0,
    }));
  }
}
