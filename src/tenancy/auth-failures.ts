import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable, Logger } from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { explain } from '../database/transaction/database-errors.js';
import { RateLimited } from '../errors/request.errors.js';
import { networkOf } from '../http/server/client-address.js';
import { type Admission, RateWindows } from './rate-windows/rate-windows.js';
import type { Limit } from './rate-windows/window-store.js';

/** A refusal waits no longer than this for its count. */
const COUNTED_WITHIN_MS = 2000;
const WARNING_STEP_MS = 60_000;

/**
 * Slows guessing down: failed authentications are counted per client (with IPv6 a whole /64) and per key. A caller who presents the
 * right secret is never stopped by the failures of others.
 */
@Injectable()
export class AuthFailures {
  private readonly logger = new Logger(AuthFailures.name);
  private overLimit = 0;
  private warnedAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly windows: RateWindows,
  ) {}

  /** How many were over the limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /**
   * Resolves when the failure is counted, or when it cannot be: a store of counts that is away or silent must not keep callers from
   * their answer.
   * @throws {RateLimited} once the client or the key has failed too often within a minute
   */
  async record(address: string, apiKey: string): Promise<void> {
    const limit = this.config.authFailuresPerMinute;
    const limits = [
      { subject: `address:${networkOf(address)}`, limit },
      { subject: `key:${apiKey}`, limit },
    ];
    const refused = this.refusalKnownOf(limits) ?? (await this.countInTime(limits));
    if (refused === undefined) return;
    this.overLimit += 1;
    throw new RateLimited(Math.max(1, Math.ceil(refused.msLeft / 1000)));
  }

  /** Where one of the two is over already, the other is not asked for. */
  private refusalKnownOf(limits: readonly Limit[]): Admission | undefined {
    return limits.map((limit) => this.windows.known([limit])).find((refusal) => refusal !== undefined);
  }

  private async countInTime(limits: readonly Limit[]): Promise<Admission | undefined> {
    const patience = new AbortController();
    const late = delay(COUNTED_WITHIN_MS, undefined, { signal: patience.signal }).then(
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
    patience.abort();
    return refused;
  }

  /** Apart, as failures of one client at many keys are then counted together. @returns the first refusal */
  private async count(limits: readonly Limit[]): Promise<Admission | undefined> {
    for (const limit of limits) {
      const admission = await this.windows.take([limit]);
      if (!admission.isAdmitted) return admission;
    }
    return undefined;
  }

  private warn(why: object): void {
    if (performance.now() - this.warnedAt < WARNING_STEP_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ msg: 'failed authentications could not be counted', ...why });
  }
}
