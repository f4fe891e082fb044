import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { RateLimited } from '../../errors/request.errors.js';
import type { Credential } from '../credentials/credential.entity.js';
import { RateWindows } from '../rate-windows/rate-windows.js';
import type { Limit } from '../rate-windows/window-store.js';
import type { TenantContext } from '../tenants/tenant-context.js';
import { isSandboxId } from '../credentials/secrets.js';
import { nowOf } from '../time/tenant-clock.js';

const MINUTE_MS = 60_000;

type Limited = Pick<Credential, 'apiKey' | 'tenantId' | 'rateLimit'>;

/** The limits of a request; the tenant's comes last, as all its credentials share it. */
function limitsOf(
  { apiKey, tenantId, rateLimit: own }: Limited,
  tenant: Pick<TenantContext, 'rateLimit' | 'clock'>,
): Limit[] {
  const { rateLimit: ofTenant, clock } = tenant;
  // Windows last for a minute of the world. In a sandbox whose clock moves, another minute has windows of its own.
  const minute = clock === null ? '' : ` ${Math.floor(nowOf({ tenant }).getTime() / MINUTE_MS)}`;
  return [
    ...(own === null ? [] : [{ subject: `credential:${apiKey}${minute}`, limit: own }]),
    ...(ofTenant === null ? [] : [{ subject: `tenant:${tenantId}${minute}`, limit: ofTenant }]),
  ];
}

/**
 * Limits the requests a minute of each credential that has a limit, and of all credentials of a tenant that has one. A
 * refused request is not counted, so that no credential uses up the limit of the others.
 */
@Injectable()
export class RequestLimits {
  private overLimit = 0;

  constructor(private readonly windows: RateWindows) {}

  /** How many requests of universities were over a limit since the process started. */
  get refused(): number {
    return this.overLimit;
  }

  /**
   * Counts a request and sets the `RateLimit-*` headers of the tighter limit.
   * @throws {RateLimited} when the request is over a limit
   */
  async count(
    credential: Limited,
    tenant: Pick<TenantContext, 'rateLimit' | 'clock'>,
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
    if (!isSandboxId(credential.tenantId)) this.overLimit += 1;
    throw new RateLimited(seconds);
  }
}
