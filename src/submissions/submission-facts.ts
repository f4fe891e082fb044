import { fact } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import type { OutboxEvent } from './entities/outbox-event.entity.js';
import type { Submission } from './entities/submission.entity.js';

/** A submission was created, or has another status or other fields. */
export const SUBMISSION_WRITTEN = fact<Scope, Submission>('submission.written');

/** The last unresolved discrepancy of a submission was resolved. */
export const DISCREPANCIES_RESOLVED = fact<Scope, Submission>('submission.discrepancies-resolved');

/** A decision about a discrepancy was taken back; `unresolved` names the fields that are open now. */
export const DISCREPANCY_REOPENED = fact<
  Scope,
  { readonly submission: Submission; readonly unresolved: readonly string[] }
>('submission.discrepancy-reopened');

/**
 * A review event leaves the outbox: its submission moved to `approved` or `closed`. Announced inside the transaction
 * that removes it; the event stays in the outbox as long as there is no handler.
 */
export const REVIEW_EVENT_DELIVERED = fact<
  Scope,
  { readonly submission: Submission; readonly event: OutboxEvent }
>('review-event.delivered');
