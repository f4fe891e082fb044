import { addDays, type Day } from '../../src/progress/calendar.js';
import type { PacedMilestone, PacingFacts } from '../../src/progress/pacing/pacing.js';

export const TODAY = '2026-11-20';
/** Days from today until the due date; negative when it has passed. */
export const due = (days: number): Day => addDays(TODAY, days);

export function milestone(overrides: Partial<PacedMilestone> = {}): PacedMilestone {
  return {
    code: 'candidacy',
    sequence: 50,
    required: true,
    status: 'not_started',
    dueOn: null,
    ...overrides,
  };
}

export function facts(overrides: Partial<PacingFacts> = {}): PacingFacts {
  return {
    dissertationStatus: 'in_progress',
    versions: [{ stage: 'proposal', status: 'submitted' }],
    milestones: [],
    missingRoles: [],
    ...overrides,
  };
}
