import { Inject, Injectable } from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { RateLimited } from '../errors/request.errors.js';
import { RateWindows } from './rate-windows/rate-windows.js';

/**
 * Slows guessing down: failed authentications are counted per client address and per key. Who presents the right secret
 * is never stopped by somebody else's failures.
 */
@Injectable()
export class AuthFailures {
  private refusals = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly windows: RateWindows,
  ) {}

  /** How many were refused since the process started. */
  get refused(): number {
    return this.refusals;
  }

  /** @throws {RateLimited} once the address or the key has failed too often within a minute */
  async record(address: string, apiKey: string): Promise<void> {
    await this.count(`address:${address}`);
    await this.count(`key:${apiKey}`);
  }

  private async count(subject: string): Promise<void> {
    const limit = this.config.authFailuresPerMinute;
    const { place, msLeft } = await this.windows.take(subject, limit);
    if (place <= limit) return;
    this.refusals += 1;
    throw new RateLimited(Math.max(1, Math.ceil(msLeft / 1000)));
  }
}
