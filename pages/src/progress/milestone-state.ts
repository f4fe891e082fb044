export type MilestoneState = 'done' | 'waived' | 'open' | 'late';

interface Milestone {
  readonly status: string;
  readonly dueOn: string | null;
  readonly required: boolean;
}

/** How a milestone stands on this day; only a required one can be late, and one that failed is still open. */
export function stateOf({ status, dueOn, required }: Milestone, today: string): MilestoneState {
  if (status === 'completed') return 'done';
  if (status === 'waived') return 'waived';
  return required && dueOn !== null && dueOn < today ? 'late' : 'open';
}
