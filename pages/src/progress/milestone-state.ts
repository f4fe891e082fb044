export type MilestoneState = 'done' | 'waived' | 'open' | 'late';

interface Milestone {
  readonly status: string;
  readonly dueOn: string | null;
  readonly required: boolean;
}

/** The late one that was due first, from which days behind are counted; undefined when none is late. */
export function latestOf<T extends Milestone>(milestones: readonly T[], today: string): T | undefined {
  return milestones
    .filter((milestone) => stateOf(milestone, today) === 'late')
    .sort((one, other) => ((one.dueOn ?? '') < (other.dueOn ?? '') ? -1 : 1))[0];
}

/** How a milestone stands on this day; only a required one can be late, and one that failed is still open. */
export function stateOf({ status, dueOn, required }: Milestone, today: string): MilestoneState {
  if (status === 'completed') return 'done';
  if (status === 'waived') return 'waived';
  return required && dueOn !== null && dueOn < today ? 'late' : 'open';
}
