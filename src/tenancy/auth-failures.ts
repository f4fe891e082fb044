import { Inject, Injectable } from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { RateLimited } from '../errors/request.errors.js';
import { type Place, RateWindows } from './rate-windows/rate-windows.js';

/**
 * Slows guessing down: failed authentications are counted per client address and per key. Who presents the right secret
 * is never stopped by somebody else's failures.
 */
@Injectable()
export class AuthFailures {
  private overLimit = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly windows: RateWindows,
  ) {}

  /** How many were over the limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /** @throws {RateLimited} once the address or the key has failed too often within a minute */
  async record(address: string, apiKey: string): Promise<void> {
    const limit = this.config.authFailuresPerMinute;
    const subjects = [`address:${address}`, `key:${apiKey}`];
    // Where one of the two is over already, the other is not asked for.
    for (const subject of subjects) this.admit(this.windows.known(subject, limit));
    for (const subject of subjects) this.admit(await this.windows.take(subject, limit));
  }

  private admit(found: Place | undefined): void {
    if (found === undefined || found.place <= this.config.authFailuresPerMinute) return;
    this.overLimit += 1;
    throw new RateLimited(Math.max(1, Math.ceil(found.msLeft / 1000)));
  }
}
