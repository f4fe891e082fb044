import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { WaitingCounts } from '../../database/connection/waiting-counts.js';
import { explain } from '../../database/transaction/database-errors.js';
import type { FinishedRequest } from '../../http/server/request-log.js';
import { dayIn } from '../../tenancy/calendar.js';
import type { KeyAddress } from './key-address.entity.js';
import type { KeyDay } from './key-day.entity.js';
import { KeyUseRepository } from './key-use.repository.js';

const FLUSH_MS = 5000;
const KEY = 'key:';

type Counter = Pick<KeyDay, 'calls' | 'errors' | 'wrongSecrets'>;

function addDay(counts: KeyDay, { calls, errors, wrongSecrets }: Counter): void {
  counts.calls += calls;
  counts.errors += errors;
  counts.wrongSecrets += wrongSecrets;
}

function addAddress(counts: KeyAddress, { calls, lastUsedAt }: KeyAddress): void {
  counts.calls += calls;
  if (lastUsedAt > counts.lastUsedAt) counts.lastUsedAt = lastUsedAt;
}

/**
 * Counts the calls of each key by day and by address, in memory: a request costs two look-ups in a map, and the
 * database a statement or two every five seconds.
 */
@Injectable()
export class KeyUseTally implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyUseTally.name);
  private readonly days: WaitingCounts<KeyDay>;
  private readonly addresses: WaitingCounts<KeyAddress>;

  constructor(uses: KeyUseRepository) {
    const failed = (error: unknown): void => {
      this.logger.warn({ msg: 'counts of keys wait for the database', ...explain(error) });
    };
    this.days = new WaitingCounts((rows) => uses.addDays(rows), addDay, failed);
    this.addresses = new WaitingCounts((rows) => uses.addAddresses(rows), addAddress, failed);
  }

  onApplicationBootstrap(): void {
    this.days.start(FLUSH_MS);
    this.addresses.start(FLUSH_MS);
  }

  /** Runs after the last request has ended and before the connections are closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.days.stop();
    await this.addresses.stop();
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

  /**
   * Writes the counts to the database.
   * @throws {QueryFailedError} when that failed; the counts are kept
   */
  async flush(): Promise<void> {
    await this.days.flush();
    await this.addresses.flush();
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
