import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

import { RateLimited } from '../errors/request.errors.js';
import type { Credential } from './credential.entity.js';
import type { TenantSettings } from './tenant-settings.js';

const WINDOW_SECONDS = 60;

function headersOf(limit: number, { consumedPoints, msBeforeNext }: RateLimiterRes): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(Math.max(0, limit - consumedPoints)),
    'RateLimit-Reset': String(secondsOf(msBeforeNext)),
  };
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/**
 * Requests a minute, counted for the tenant over all its limited credentials, against the limit of the one in use, else
 * the tenant's own; off unless one of the two is set.
 */
@Injectable()
export class TenantRateLimit {
  /** Only counts; each credential brings its own limit. */
  private readonly counter = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });

  /** Puts the `RateLimit-*` headers on the answer. @throws {RateLimited} */
  async count(
    credential: Pick<Credential, 'tenantId' | 'rateLimit'>,
    tenant: Pick<TenantSettings, 'rateLimit'>,
    response: Response,
  ): Promise<void> {
    const limit = credential.rateLimit ?? tenant.rateLimit;
    if (limit === null) return;
    const state = await this.counter.consume(credential.tenantId);
    response.set(headersOf(limit, state));
    if (state.consumedPoints > limit) throw new RateLimited(secondsOf(state.msBeforeNext));
  }
}
