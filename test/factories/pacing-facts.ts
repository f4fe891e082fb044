import { addDays, type Day } from '../../src/tenancy/time/calendar.js';
import {
  computePacing,
  type PacedMilestone,
  type Pacing,
  type PacingFacts,
} from '../../src/progress/pacing/pacing.js';
import { DEFAULT_SETTINGS } from '../../src/settings/stored-settings.js';

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

/** The pacing of today by the numbers of a tenant that has set none. */
export function pacingOf(given: Partial<PacingFacts>, numbers = DEFAULT_SETTINGS.pacing): Pacing {
  return computePacing(facts(given), TODAY, numbers);
}
