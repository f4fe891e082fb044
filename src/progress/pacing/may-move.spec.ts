import { anyFacts, anyNumbers } from '../../../test/factories/any-pacing.js';
import { due, facts, milestone, TODAY } from '../../../test/factories/pacing-facts.js';
import { fc, tries } from '../../../test/support/fast-check.js';
import type { PacingNumbers } from '../../settings/settings.js';
import { DEFAULT_SETTINGS } from '../../settings/stored-settings.js';
import type { PacingStatus } from '../progress-enums.js';
import { computePacing, MAY_MOVE, type PacedMilestone, type PacingFacts, samePacing } from './pacing.js';

const NAMES: readonly (keyof PacingNumbers)[] = [
  'behindAfterDays',
  'dueSoonDays',
  'aheadDays',
  'revisionLoopVersions',
];
const numRuns = tries(2000);

describe('a status', () => {
  const done = (days: number): PacedMilestone => milestone({ status: 'completed', dueOn: due(days) });
  const open = milestone({ code: 'later', dueOn: due(300) });
  const late = [milestone({ dueOn: due(-9) })];
  const soon = milestone({ code: 'soon', dueOn: due(9) });
  const drafts: PacingFacts['versions'] = Array.from({ length: 3 }, () => ({
    stage: 'proposal',
    status: 'draft',
  }));
  type Change = Partial<PacingNumbers> & { missingRoles?: string[]; days?: number };

  it.each<[keyof typeof MAY_MOVE, PacingStatus, Partial<PacingFacts>, from: Change, to: Change]>([
    ['behindAfterDays', 'at_risk', { milestones: late }, { behindAfterDays: 9 }, { behindAfterDays: 8 }],
    ['behindAfterDays', 'behind', { milestones: late }, { behindAfterDays: 8 }, { behindAfterDays: 9 }],
    ['dueSoonDays', 'ahead', { milestones: [done(90), soon] }, { dueSoonDays: 8 }, { dueSoonDays: 9 }],
    ['dueSoonDays', 'on_track', { milestones: [soon] }, { dueSoonDays: 8 }, { dueSoonDays: 9 }],
    ['dueSoonDays', 'at_risk', { milestones: [soon] }, { dueSoonDays: 9 }, { dueSoonDays: 8 }],
    [
      'dueSoonDays',
      'behind',
      { milestones: [milestone({ dueOn: due(-40) }), soon] },
      { dueSoonDays: 9 },
      { dueSoonDays: 8 },
    ],
    ['aheadDays', 'ahead', { milestones: [done(9), open] }, { aheadDays: 9 }, { aheadDays: 10 }],
    ['aheadDays', 'on_track', { milestones: [done(9), open] }, { aheadDays: 10 }, { aheadDays: 9 }],
    ...(['at_risk', 'behind'] as const).flatMap(
      (status): [keyof typeof MAY_MOVE, PacingStatus, Partial<PacingFacts>, Change, Change][] => {
        const kept = { behindAfterDays: status === 'behind' ? 8 : 9 };
        return [
          [
            'revisionLoopVersions',
            status,
            { milestones: late, versions: drafts },
            { ...kept, revisionLoopVersions: 3 },
            { ...kept, revisionLoopVersions: 4 },
          ],
          ['roles', status, { milestones: late }, kept, { ...kept, missingRoles: ['chair'] }],
        ];
      },
    ),
    ['day', 'ahead', { milestones: [done(30), open] }, {}, { days: 1 }],
    ['day', 'on_track', { milestones: [milestone({ dueOn: due(15) })] }, {}, { days: 1 }],
    ['day', 'at_risk', { milestones: late }, {}, { days: 1 }],
    ['day', 'behind', { milestones: [milestone({ dueOn: due(-40) })] }, {}, { days: 1 }],
  ])('may be another one, or have other reasons, by %s: %s', (name, status, given, from, to) => {
    const [one, other] = [from, to].map(({ missingRoles = [], days = 0, ...numbers }) =>
      computePacing(facts({ ...given, missingRoles }), due(days), { ...DEFAULT_SETTINGS.pacing, ...numbers }),
    );
    expect(one?.status).toBe(status);
    expect(other).not.toEqual({ ...one, asOf: other?.asOf });
    expect(MAY_MOVE[name]).toContain(status);
  });
});

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
