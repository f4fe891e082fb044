export const SYNC_STATUSES = ['not_queued', 'queued', 'processing', 'sent', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** What a connector may report. */
export const ACK_STATUSES = ['processing', 'sent', 'failed'] as const;
export type AckStatus = (typeof ACK_STATUSES)[number];

/** Why an item moved. */
export type TransitionCause = 'approved' | 'closed' | 'discrepancies_resolved' | 'replay' | 'ack';
