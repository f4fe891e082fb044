import {
  isAllowed,
  hasReviewEvent,
  isUndecided,
  MOVES,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from './review-workflow.js';

function reachableFrom(start: SubmissionStatus): Set<SubmissionStatus> {
  const reached = new Set([start]);
  for (const status of reached) for (const next of MOVES[status]) reached.add(next);
  return reached;
}

describe('the review workflow', () => {
  it('reaches every status from a draft', () => {
    expect([...reachableFrom('draft')].sort()).toEqual([...SUBMISSION_STATUSES].sort());
  });

  it('can be finished from every status', () => {
    for (const status of SUBMISSION_STATUSES) expect(reachableFrom(status)).toContain('closed');
  });

  it('decides every pair as the contract does', () => {
    const table = SUBMISSION_STATUSES.map((from) =>
      SUBMISSION_STATUSES.map((to) => (isAllowed(from, to) ? 'x' : '.')).join(' '),
    );
    // Columns as the rows: draft, submitted, in_review, returned, approved, rejected, closed.
    expect(table).toEqual([
      '. x . . . . .',
      '. . x x x x .',
      '. . . x x x .',
      '. x . . . . .',
      '. . . x . . x',
      '. . . . . . x',
      '. . . . . . .',
    ]);
  });

  it('lets fields be replaced before a decision, and announces approvals and closings', () => {
    expect(SUBMISSION_STATUSES.filter(isUndecided)).toEqual(['draft', 'submitted', 'in_review', 'returned']);
    expect(SUBMISSION_STATUSES.filter(hasReviewEvent)).toEqual(['approved', 'closed']);
  });
});
