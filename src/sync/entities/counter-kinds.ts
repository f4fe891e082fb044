import type { SyncStatus } from './sync-statuses.js';

/** What became of the claims of a credential; counted in periods of ten minutes. */
export const CLAIM_COUNTERS = ['claimed', 'claim_sent', 'claim_failed'] as const;
export type ClaimCounterKind = (typeof CLAIM_COUNTERS)[number];
/** Items that were queued again by a replay: of interest is when one was last. */
export type CounterKind = SyncStatus | ClaimCounterKind | 'replayed';

/** Whether the counter begins anew when its period comes again. */
export function isPeriodic(kind: CounterKind): boolean {
  return CLAIM_COUNTERS.some((one) => one === kind);
}
