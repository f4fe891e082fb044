import { Injectable } from '@nestjs/common';

import { RateLimited } from '../../errors/request.errors.js';
import { networkOf } from '../../http/server/client-address.js';
import { RateWindows } from '../../tenancy/rate-windows/rate-windows.js';

/**
 * A minute; far more than the administrators of a university whose whole campus has one address need. A page asks twice
 * for each sign-on that it begins.
 */
export const SIGN_ON_LIMITS = { begin: 240, return: 120 } as const;

/** Limits how often one network address begins a sign-on, and how often it comes back from a provider. */
@Injectable()
export class SignOnLimits {
  constructor(private readonly windows: RateWindows) {}

  /** @throws {RateLimited} when the address has done so too often within a minute */
  async admit(step: keyof typeof SIGN_ON_LIMITS, address: string): Promise<void> {
    const subject = `sign-on ${step}:${networkOf(address)}`;
    const { isAdmitted, msLeft } = await this.windows.take([{ subject, limit: SIGN_ON_LIMITS[step] }]);
    if (!isAdmitted) throw RateLimited.forMs(msLeft);
  }
}
