import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { explain } from '../../database/transaction/database-errors.js';
import { RateLimited } from '../../errors/request.errors.js';
import { networkOf } from '../../http/server/client-address.js';
import { type Admission, RateWindows } from '../rate-windows/rate-windows.js';
import type { Limit } from '../rate-windows/window-store.js';
import type { LogLine } from '../../log-lines/log-fields.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** How long a refusal waits for its count. */
const COUNT_TIMEOUT_MS = 2000;
const WARNING_INTERVAL_MS = 60_000;

/**
 * Slows guessing down: failed authentications are counted per client (with IPv6 per /64) and per key. The failures of
 * others never stop a caller with the right secret.
 */
@Injectable()
export class AuthFailures {
  private readonly logger = new LineLogger(AuthFailures.name);
  private overLimit = 0;
  private warnedAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly windows: RateWindows,
  ) {}

  /** How many failures were over the limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /**
   * Resolves when the failure is counted, or when counting failed or took too long: a store of counts that is away must
   * not keep callers from their answer.
   * @throws {RateLimited} when the client or the key has failed too often within a minute
   */
  async record(address: string, apiKey: string): Promise<void> {
    const limit = this.config.authFailuresPerMinute;
    const limits = [
      { subject: `address:${networkOf(address)}`, limit },
      { subject: `key:${apiKey}`, limit },
    ];
    const refused = this.knownRefusal(limits) ?? (await this.countInTime(limits));
    if (refused === undefined) return;
    this.overLimit += 1;
    throw RateLimited.forMs(refused.msLeft);
  }

  /** The refusal by a limit that is known to be used up; the other limit is not checked then. */
  private knownRefusal(limits: readonly Limit[]): Admission | undefined {
    return limits.map((limit) => this.windows.known([limit])).find((refusal) => refusal !== undefined);
  }

  private async countInTime(limits: readonly Limit[]): Promise<Admission | undefined> {
    const timeout = new AbortController();
    const late = delay(COUNT_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
      () => {
        this.warn({ reason: 'no answer in time' });
        return undefined;
      },
      () => undefined,
    );
    const counted = this.count(limits).catch((error: unknown) => {
      this.warn(explain(error));
      return undefined;
    });
    const refused = await Promise.race([counted, late]);
    timeout.abort();
    return refused;
  }

  /**
   * Counts each limit by itself, so that failures of one client with many keys share one count.
   * @returns the first refusal
   */
  private async count(limits: readonly Limit[]): Promise<Admission | undefined> {
    for (const limit of limits) {
      const admission = await this.windows.take([limit]);
      if (!admission.isAdmitted) return admission;
    }
    return undefined;
  }

  private warn(why: Omit<LogLine, 'msg'>): void {
    if (performance.now() - this.warnedAt < WARNING_INTERVAL_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ msg: 'failed authentications could not be counted', ...why });
  }
}
