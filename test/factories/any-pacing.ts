import type { PacingNumbers } from '../../src/settings/settings.js';
import { DEFAULT_SETTINGS } from '../../src/settings/stored-settings.js';
import {
  DISSERTATION_STATUSES,
  MILESTONE_STATUSES,
  VERSION_STAGES,
  VERSION_STATUSES,
} from '../../src/progress/progress-enums.js';
import { fc } from '../support/fast-check.js';
import { due } from './pacing-facts.js';

const anyMilestone = fc.record({
  code: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  sequence: fc.integer({ min: 0, max: 5 }),
  required: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  status: fc.constantFrom(...MILESTONE_STATUSES),
  dueOn: fc.option(fc.integer({ min: -60, max: 120 }).map(due)),
});
export const anyFacts = fc.record({
  dissertationStatus: fc.constantFrom(...DISSERTATION_STATUSES),
  versions: fc.array(
    fc.record({ stage: fc.constantFrom(...VERSION_STAGES), status: fc.constantFrom(...VERSION_STATUSES) }),
    { maxLength: 4 },
  ),
  milestones: fc.uniqueArray(anyMilestone, { selector: ({ code }) => code, maxLength: 5 }),
  missingRoles: fc.constantFrom<string[][]>([], ['chair']),
});
const small = fc.integer({ min: 0, max: 40 });
export const anyNumbers: fc.Arbitrary<PacingNumbers> = fc.oneof(
  fc.constant(DEFAULT_SETTINGS.pacing),
  fc.record({
    behindAfterDays: small,
    dueSoonDays: small,
    aheadDays: small,
    revisionLoopVersions: fc.integer({ min: 1, max: 5 }),
  }),
);
