export const SYNC_STATUSES = ['not_queued', 'queued', 'processing', 'sent', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** What a connector may report. */
export const ACK_STATUSES = ['processing', 'sent', 'failed'] as const;
export type AckStatus = (typeof ACK_STATUSES)[number];

/** Why an item moved. */
export const TRANSITION_CAUSES = [
  'approved',
  'closed',
  'discrepancies_resolved',
  'decision_undone',
  'replay',
  'ack',
  'claimed',
  'released',
  'lease_expired',
  'attempts_exhausted',
  'content_changed',
] as const;
export type TransitionCause = (typeof TRANSITION_CAUSES)[number];

/** Whether an item is on its way: only such items are in the order of their student and target. */
export function isOpen(status: SyncStatus): boolean {
  return status === 'queued' || status === 'processing';
}
