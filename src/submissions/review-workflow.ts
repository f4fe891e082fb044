export const SUBMISSION_STATUSES = [
  'draft',
  'submitted',
  'in_review',
  'returned',
  'approved',
  'rejected',
  'closed',
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Which move is allowed from where (contract, section 4). */
export const MOVES: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  draft: ['submitted'],
  submitted: ['in_review', 'returned', 'approved', 'rejected'],
  in_review: ['returned', 'approved', 'rejected'],
  returned: ['submitted'],
  approved: ['closed', 'returned'],
  rejected: ['closed'],
  closed: [],
};

/** Before a decision the fields may still be replaced. */
const UNDECIDED: ReadonlySet<SubmissionStatus> = new Set(['draft', 'submitted', 'in_review', 'returned']);
const WITH_REVIEW_EVENT: ReadonlySet<SubmissionStatus> = new Set(['approved', 'closed']);

export function isAllowed(from: SubmissionStatus, to: SubmissionStatus): boolean {
  return MOVES[from].includes(to);
}

export function isUndecided(status: SubmissionStatus): boolean {
  return UNDECIDED.has(status);
}

/** Whether a move to this status is an event for the sync queue. */
export function hasReviewEvent(status: SubmissionStatus): boolean {
  return WITH_REVIEW_EVENT.has(status);
}
