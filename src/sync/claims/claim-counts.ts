import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';

/** What this process has counted of universities since it started, for the metrics. */
@Injectable()
export class ClaimCounts {
  /** Items handed out. */
  private claimed = 0;
  /** Leases that ran out. */
  private expired = 0;
  /** Calls about a lease that had ended. */
  private lost = 0;

  get totals(): Readonly<Record<'claimed' | 'expired' | 'lost', number>> {
    const { claimed, expired, lost } = this;
    return { claimed, expired, lost };
  }

  count({ tenantId }: Pick<Scope, 'tenantId'>, what: 'claimed' | 'expired' | 'lost', by = 1): void {
    if (!isSandboxId(tenantId)) this[what] += by;
  }
}
