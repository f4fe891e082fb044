import { randomUUID } from 'node:crypto';

import { diagnostic, textProblem } from '../http/fields/text-rules.js';
import { wallTime } from '../tenancy/time/tenant-clock.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from './review-workflow.js';

/** The name under which {@link SubmissionStatusChanged} travels on the process's event emitter. */
export const SUBMISSION_STATUS_CHANGED = 'submission.status-changed';

/** The origin of the events that this service emits itself. */
export const OWN_ORIGIN = 'integration-api';

/** A module's account of a move that it has made. */
export interface StatusChange {
  readonly tenantId: string;
  readonly submissionId: string;
  /** The status that the submission has now. */
  readonly status: SubmissionStatus;
  /** Who decided, as the history is to name them; 1 to 128 characters. */
  readonly actor: string;
  /** Cleaned and cut, never refused. */
  readonly reason?: string;
  /** 1 to 64 of `[A-Za-z0-9._:-]`, the same for each repetition of one change; a random one when omitted. */
  readonly eventId?: string;
  readonly occurredAt?: Date;
  /** Set on events that this service emits itself; other modules omit it. */
  readonly origin?: typeof OWN_ORIGIN;
}

const LONGEST_REASON = 2000;
const ID = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * Checks a change where it is created: the module that emits the event is not notified of a later failure.
 * @throws {TypeError} when a value cannot be stored
 */
function refuseInvalid({ submissionId, status, actor, eventId, occurredAt }: StatusChange): void {
  const invalid = [
    ID.test(submissionId) ? undefined : 'submissionId',
    SUBMISSION_STATUSES.includes(status) ? undefined : 'status',
    textProblem(actor, 128) === undefined ? undefined : 'actor',
    eventId === undefined || ID.test(eventId) ? undefined : 'eventId',
    Number.isNaN(occurredAt?.getTime()) ? 'occurredAt' : undefined,
  ].filter((name) => name !== undefined);
  if (invalid.length > 0)
    throw new TypeError(`A SubmissionStatusChanged cannot have this ${invalid.join(', ')}`);
}

/**
 * A submission has another status. Emitted for each move of a call to `approved` or `closed`, after its delivery to the
 * queue was tried; not when the process dies before. Other modules of the process emit it themselves for moves that
 * they make: `emitter.emit(SUBMISSION_STATUS_CHANGED, new SubmissionStatusChanged({ … }))`.
 */
export class SubmissionStatusChanged {
  readonly tenantId: string;
  readonly submissionId: string;
  readonly status: SubmissionStatus;
  readonly actor: string;
  readonly reason: string | null;
  readonly eventId: string;
  readonly occurredAt: Date;
  /** `integration-api` when this service has emitted it; null when another module has. */
  readonly origin: typeof OWN_ORIGIN | null;

  /** @throws {TypeError} when a value cannot be stored */
  constructor(change: StatusChange) {
    refuseInvalid(change);
    this.tenantId = change.tenantId;
    this.submissionId = change.submissionId;
    this.status = change.status;
    this.actor = change.actor;
    const reason = diagnostic(change.reason, LONGEST_REASON);
    this.reason = typeof reason === 'string' ? reason : null;
    this.eventId = change.eventId ?? randomUUID();
    this.occurredAt = change.occurredAt ?? wallTime();
    this.origin = change.origin ?? null;
  }
}
