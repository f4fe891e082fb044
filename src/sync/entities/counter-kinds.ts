import type { SyncStatus } from './sync-statuses.js';

/** What became of the claims of a credential; counted in periods of ten minutes. */
export const CLAIM_COUNTERS = ['claimed', 'claim_sent', 'claim_failed'] as const;
export type ClaimCounterKind = (typeof CLAIM_COUNTERS)[number];
export type CounterKind = SyncStatus | ClaimCounterKind;

/** Whether the counter begins anew when its period comes again. */
export function isPeriodic(kind: CounterKind): boolean {
  return CLAIM_COUNTERS.some((one) => one === kind);
}
