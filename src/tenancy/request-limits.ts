import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { RateLimited } from '../errors/request.errors.js';
import type { Credential } from './credential.entity.js';
import { RateWindows } from './rate-windows/rate-windows.js';
import type { Limit } from './rate-windows/window-store.js';
import type { TenantSettings } from './tenant-settings.js';

type Limited = Pick<Credential, 'apiKey' | 'tenantId' | 'rateLimit'>;

/** The tenant's comes last, as all its credentials share it. */
function limitsOf(
  { apiKey, tenantId, rateLimit: own }: Limited,
  { rateLimit: ofTenant }: Pick<TenantSettings, 'rateLimit'>,
): Limit[] {
  return [
    ...(own === null ? [] : [{ subject: `credential:${apiKey}`, limit: own }]),
    ...(ofTenant === null ? [] : [{ subject: `tenant:${tenantId}`, limit: ofTenant }]),
  ];
}

/**
 * Requests a minute, of each credential that has a limit, and of all credentials of a tenant together where that has one. What is
 * refused is counted nowhere, so that no credential uses up what belongs to others.
 */
@Injectable()
export class RequestLimits {
  private overLimit = 0;

  constructor(private readonly windows: RateWindows) {}

  /** How many were over a limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /** Puts the `RateLimit-*` headers of the tighter limit on the answer. @throws {RateLimited} */
  async count(
    credential: Limited,
    tenant: Pick<TenantSettings, 'rateLimit'>,
    response: Response,
  ): Promise<void> {
    const limits = limitsOf(credential, tenant);
    if (limits.length === 0) return;
    const { isAdmitted, limit, remaining, msLeft } = await this.windows.take(limits);
    const seconds = Math.max(1, Math.ceil(msLeft / 1000));
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(seconds),
    });
    if (isAdmitted) return;
    this.overLimit += 1;
    throw new RateLimited(seconds);
  }
}
