import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { RateLimited } from '../errors/request.errors.js';
import type { Credential } from './credential.entity.js';
import { RateWindows } from './rate-windows/rate-windows.js';
import type { TenantSettings } from './tenant-settings.js';

/**
 * Requests a minute, counted for the tenant over all its limited credentials, against the limit of the one in use, else
 * the tenant's own; off unless one of the two is set.
 */
@Injectable()
export class TenantRateLimit {
  private overLimit = 0;

  constructor(private readonly windows: RateWindows) {}

  /** How many were over the limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /** Puts the `RateLimit-*` headers on the answer. @throws {RateLimited} */
  async count(
    credential: Pick<Credential, 'tenantId' | 'rateLimit'>,
    tenant: Pick<TenantSettings, 'rateLimit'>,
    response: Response,
  ): Promise<void> {
    const limit = credential.rateLimit ?? tenant.rateLimit;
    if (limit === null) return;
    const { place, msLeft } = await this.windows.take(`tenant:${credential.tenantId}`, limit);
    const seconds = Math.max(1, Math.ceil(msLeft / 1000));
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - place)),
      'RateLimit-Reset': String(seconds),
    });
    if (place <= limit) return;
    this.overLimit += 1;
    throw new RateLimited(seconds);
  }
}
