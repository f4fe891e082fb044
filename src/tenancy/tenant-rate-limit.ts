import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { RateLimited } from '../errors/request.errors.js';
import type { Credential } from './credential.entity.js';

const WINDOW_SECONDS = 60;

function headersOf(limit: number, state: RateLimiterRes): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
    'RateLimit-Reset': String(Math.ceil(state.msBeforeNext / 1000)),
  };
}

/** Requests a minute, counted for the tenant against the limit of the credential in use; off unless that one sets a limit. */
@Injectable()
export class TenantRateLimit {
  private readonly limiters = new Map<number, RateLimiterMemory>();

  /** Puts the `RateLimit-*` headers on the answer. @throws {RateLimited} */
  async count(credential: Credential, response: Response): Promise<void> {
    const limit = credential.rateLimit;
    if (limit === null) return;
    try {
      response.set(headersOf(limit, await this.limiterFor(limit).consume(credential.tenantId)));
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      throw new RateLimited(Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000)), headersOf(limit, exceeded));
    }
  }

  private limiterFor(limit: number): RateLimiterMemory {
    const known = this.limiters.get(limit);
    if (known !== undefined) return known;
    const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
    this.limiters.set(limit, limiter);
    return limiter;
  }
}
