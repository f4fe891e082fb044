import { Injectable } from '@nestjs/common';

/** What this process has counted since it started, for the metrics. */
@Injectable()
export class ClaimCounts {
  /** Items handed out. */
  claimed = 0;
  /** Leases that ran out. */
  expired = 0;
  /** Calls about a lease that had ended. */
  lost = 0;
}
