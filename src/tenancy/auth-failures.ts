import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { RateLimited } from '../errors/request.errors.js';

/**
 * Slows guessing down: failed authentications are counted per client address and per key. Who presents the right secret
 * is never stopped by somebody else's failures.
 */
@Injectable()
export class AuthFailures {
  private readonly limiter: RateLimiterMemory;

  constructor(@Inject(CONFIG) config: Config) {
    this.limiter = new RateLimiterMemory({ points: config.authFailuresPerMinute, duration: 60 });
  }

  /** @throws {RateLimited} once the address or the key has failed too often within a minute */
  async record(address: string, apiKey: string): Promise<void> {
    try {
      await this.limiter.consume(`address:${address}`);
      await this.limiter.consume(`key:${apiKey.slice(0, 64)}`);
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      throw new RateLimited(Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)));
    }
  }
}
