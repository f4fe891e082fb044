import { randomUUID } from 'node:crypto';

import type { SubmissionStatus } from './review-workflow.js';

/** The name under which {@link SubmissionStatusChanged} travels on the process's event emitter. */
export const SUBMISSION_STATUS_CHANGED = 'submission.status-changed';

/** What a module says when it has moved a submission. */
export interface StatusChange {
  readonly tenantId: string;
  readonly submissionId: string;
  /** The status that the submission has now. */
  readonly status: SubmissionStatus;
  /** Who decided, as it shall stand in the history; at most 128 characters. */
  readonly actor: string;
  readonly reason?: string;
  /** The same change has the same ID, however often it is announced; made when it is not given. */
  readonly eventId?: string;
  readonly occurredAt?: Date;
}

/**
 * A submission has another status. Emitted after the commit of every move to `approved` or `closed`; other modules of
 * the process emit it themselves for moves that they make:
 * `emitter.emit(SUBMISSION_STATUS_CHANGED, new SubmissionStatusChanged({ … }))`.
 */
export class SubmissionStatusChanged {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly status: SubmissionStatus;
  readonly actor: string;
  readonly reason: string | null;
  readonly eventId: string;
  readonly occurredAt: Date;

  constructor(change: StatusChange) {
    this.tenantId = change.tenantId;
    this.submissionId = change.submissionId;
    this.status = change.status;
    this.actor = change.actor;
    this.reason = change.reason ?? null;
    this.eventId = change.eventId ?? randomUUID();
    this.occurredAt = change.occurredAt ?? new Date();
  }
}
