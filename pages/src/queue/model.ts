export const SYNC_STATUSES = ['not_queued', 'queued', 'processing', 'sent', 'failed'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

export interface Item {
  readonly id: string;
  readonly submissionId: string;
  readonly formType: string;
  readonly studentId: string;
  readonly studentName: string | null;
  readonly submissionStatus: string;
  readonly syncStatus: SyncStatus;
  readonly targetSystem: string | null;
  readonly lastError: string | null;
  readonly attempts: number;
  readonly queuedAt: string | null;
  readonly lastTransitionAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly targetSystem: string | null;
  readonly lastError: string | null;
  readonly actor: string;
  readonly actorLabel?: string;
  readonly requestId: string;
  readonly at: string;
}

/** What became of one item of a replay. */
export interface Replayed {
  readonly submissionId: string;
  readonly ok: boolean;
  readonly message?: string;
}
