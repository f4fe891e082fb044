import { anyFacts, anyNumbers } from '../../../test/factories/any-pacing.js';
import { due, TODAY } from '../../../test/factories/pacing-facts.js';
import { fc, tries } from '../../../test/support/fast-check.js';
import type { PacingNumbers } from '../../settings/settings.js';
import { computePacing, MAY_MOVE, samePacing } from './pacing.js';

const NAMES: readonly (keyof PacingNumbers)[] = [
  'behindAfterDays',
  'dueSoonDays',
  'aheadDays',
  'revisionLoopVersions',
];
const numRuns = tries(2000);

describe('a student whose pacing differs', () => {
  it.each(NAMES)('by %s alone has a status that it may concern', (name) => {
    fc.assert(
      fc.property(anyFacts, anyNumbers, anyNumbers, (given, numbers, others) => {
        const one = computePacing(given, TODAY, numbers);
        const other = computePacing(given, TODAY, { ...numbers, [name]: others[name] });
        if (!samePacing(one, other)) expect(MAY_MOVE[name]).toContain(one.status);
      }),
      { numRuns },
    );
  });

  it('by the required roles alone has a status that they may concern', () => {
    fc.assert(
      fc.property(anyFacts, anyNumbers, (given, numbers) => {
        const one = computePacing({ ...given, missingRoles: [] }, TODAY, numbers);
        const other = computePacing({ ...given, missingRoles: ['chair'] }, TODAY, numbers);
        if (!samePacing(one, other)) expect(MAY_MOVE.roles).toContain(one.status);
      }),
      { numRuns },
    );
  });

  it('by the day alone has a status that it may concern', () => {
    fc.assert(
      fc.property(anyFacts, anyNumbers, fc.constantFrom(-1, 1), (given, numbers, days) => {
        const one = computePacing(given, TODAY, numbers);
        const other = computePacing(given, due(days), numbers);
        if (!samePacing(one, other)) expect(MAY_MOVE.day).toContain(one.status);
      }),
      { numRuns },
    );
  });
});
