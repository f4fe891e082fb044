import { due, facts, milestone, pacingOf, TODAY } from '../../../test/factories/pacing-facts.js';
import type { PacingNumbers } from '../../settings/settings.js';
import { DEFAULT_SETTINGS } from '../../settings/stored-settings.js';
import type { Day } from '../../tenancy/time/calendar.js';
import {
  DISSERTATION_STATUSES,
  MILESTONE_STATUSES,
  type MilestoneStatus,
  type PacingStatus,
} from '../progress-enums.js';
import {
  computePacing,
  firstDue,
  type PacedMilestone,
  type Pacing,
  type PacingFacts,
  samePacing,
} from './pacing.js';

const pacingWith = (...milestones: PacedMilestone[]): Pacing => pacingOf({ milestones });

describe('one required milestone', () => {
  it.each<[MilestoneStatus, number, PacingStatus, number]>([
    ['not_started', -31, 'behind', 31],
    ['not_started', -30, 'at_risk', 30],
    ['not_started', -29, 'at_risk', 29],
    ['not_started', -1, 'at_risk', 1],
    ['not_started', 0, 'at_risk', 0],
    ['not_started', 13, 'at_risk', 0],
    ['not_started', 14, 'at_risk', 0],
    ['not_started', 15, 'on_track', 0],
    ['in_progress', -31, 'behind', 31],
    ['in_progress', -30, 'at_risk', 30],
    ['in_progress', -1, 'at_risk', 1],
    ['in_progress', 0, 'on_track', 0],
    ['in_progress', 13, 'on_track', 0],
    ['in_progress', 14, 'on_track', 0],
    ['in_progress', 15, 'on_track', 0],
    ['submitted', -31, 'behind', 31],
    ['submitted', -1, 'at_risk', 1],
    ['submitted', 1, 'on_track', 0],
    ['failed', -31, 'behind', 31],
    ['failed', -30, 'at_risk', 30],
    ['failed', 0, 'on_track', 0],
    ['completed', -400, 'completed', 0],
    ['completed', 31, 'completed', 0],
    ['waived', -400, 'completed', 0],
    ['waived', 31, 'completed', 0],
  ])(
    'that is %s and due in %i days makes the pacing %3$s, %4$i days behind',
    (status, days, expected, behind) => {
      const { status: actual, daysBehind } = pacingWith(milestone({ status, dueOn: due(days) }));
      expect({ pacing: actual, daysBehind }).toEqual({ pacing: expected, daysBehind: behind });
    },
  );

  it.each<[MilestoneStatus, PacingStatus]>([
    ['not_started', 'on_track'],
    ['in_progress', 'on_track'],
    ['submitted', 'on_track'],
    ['failed', 'on_track'],
    ['completed', 'completed'],
    ['waived', 'completed'],
  ])('that is %s without a due date makes the pacing %s', (status, expected) => {
    expect(pacingWith(milestone({ status })).status).toBe(expected);
  });
});

describe('the milestone that is due first', () => {
  const late = milestone({ code: 'late', sequence: 20, dueOn: due(-40) });
  const later = milestone({ code: 'later', sequence: 10, dueOn: due(-3) });
  const open = milestone({ code: 'open', sequence: 5 });
  const tie = milestone({ code: 'tie', sequence: 30, dueOn: due(-40) });

  it.each<[string, PacedMilestone[], PacedMilestone | null]>([
    ['the one with the earliest day', [later, late], late],
    ['the one that comes first of one day', [tie, late], late],
    ['the one that has a day', [open, later], later],
    ['none without a day', [open], null],
    ['none that is done', [milestone({ ...late, status: 'waived' }), later], later],
    ['none that is optional', [milestone({ ...late, required: false }), later], later],
  ])('is %s, in whatever order they stand', (_, milestones, expected) => {
    for (const order of [milestones, milestones.toReversed()])
      expect(firstDue({ dissertationStatus: 'in_progress', milestones: order })?.code).toBe(expected?.code);
    expect(firstDue({ dissertationStatus: 'on_hold', milestones })).toBeNull();
  });
});

describe('ahead', () => {
  const open = milestone({ code: 'later', sequence: 90, dueOn: due(200) });

  it.each<[MilestoneStatus, number, PacingStatus]>([
    ['completed', 29, 'on_track'],
    ['completed', 30, 'ahead'],
    ['completed', 31, 'ahead'],
    ['waived', 31, 'on_track'],
    ['submitted', 31, 'on_track'],
  ])('takes a milestone that is %s and due in %i days: %s', (status, days, expected) => {
    expect(pacingWith(milestone({ status, dueOn: due(days) }), open).status).toBe(expected);
  });

  it.each([
    ['late', -1],
    ['due soon and not started', 14],
  ])('is no student who has a milestone that is %s', (_, days) => {
    const early = milestone({ status: 'completed', dueOn: due(100) });
    expect(pacingWith(early, milestone({ code: 'other', dueOn: due(days) })).status).toBe('at_risk');
  });
});

describe('a day in February', () => {
  it.each<[string, Day, Day, PacingStatus, number]>([
    ['the leap day itself', '2024-02-29', '2024-02-29', 'at_risk', 0],
    ['the day after a leap day', '2024-02-29', '2024-03-01', 'at_risk', 1],
    ['30 days after a leap day', '2024-02-29', '2024-03-30', 'at_risk', 30],
    ['31 days after a leap day', '2024-02-29', '2024-03-31', 'behind', 31],
    ['31 days after 28 February of a leap year', '2028-02-28', '2028-03-30', 'behind', 31],
    ['31 days after 28 February of another year', '2027-02-28', '2027-03-31', 'behind', 31],
    ['a year after a leap day', '2028-02-29', '2029-02-28', 'behind', 365],
    ['14 days before a leap day', '2028-02-29', '2028-02-15', 'at_risk', 0],
    ['15 days before a leap day', '2028-02-29', '2028-02-14', 'on_track', 0],
    ['15 days before 1 March of a leap year', '2028-03-01', '2028-02-15', 'on_track', 0],
  ])('counts as it should: %s', (_, dueOn, today, status, daysBehind) => {
    const pacing = computePacing(
      facts({ milestones: [milestone({ dueOn })] }),
      today,
      DEFAULT_SETTINGS.pacing,
    );
    expect(pacing).toMatchObject({ status, daysBehind, asOf: today });
  });
});

describe('the other statuses', () => {
  it.each(DISSERTATION_STATUSES.filter((status) => status !== 'on_hold'))(
    'follow from the milestones when the dissertation is %s',
    (dissertationStatus) => {
      const milestones = [milestone({ dueOn: due(-31) })];
      expect(pacingOf({ dissertationStatus, milestones }).status).toBe('behind');
    },
  );

  it.each<[string, readonly PacedMilestone[]]>([
    ['late', [milestone({ dueOn: due(-400) })]],
    ['all done', [milestone({ status: 'completed' })]],
    ['none', []],
  ])('give way to paused while the dissertation is on hold: milestones %s', (_, milestones) => {
    const pacing = pacingOf({ dissertationStatus: 'on_hold', milestones: [...milestones] });
    expect(pacing).toMatchObject({ status: 'paused', reasons: ['on_hold'], daysBehind: 0 });
  });

  it.each<[PacingStatus, PacingFacts['dissertationStatus'], Partial<PacedMilestone> | undefined]>([
    ['not_started', 'not_started', undefined],
    ['not_started', 'not_started', {}],
    ['on_track', 'in_progress', undefined],
    ['on_track', 'not_started', { status: 'in_progress' }],
    ['on_track', 'not_started', { dueOn: due(15) }],
  ])('%s: the dissertation is %s and the milestone %j', (status, dissertationStatus, one) => {
    const milestones = one === undefined ? [] : [milestone(one)];
    expect(pacingOf({ dissertationStatus, milestones }).status).toBe(status);
  });

  it('are completed only when every required milestone is completed or waived', () => {
    const done = [milestone({ status: 'completed' }), milestone({ code: 'b', status: 'waived' })];
    const all = { status: 'completed', completed: 2, total: 2, nextMilestone: null };
    expect(pacingWith(...done)).toMatchObject(all);
    expect(pacingWith(...done, milestone({ code: 'c' }))).toMatchObject({
      status: 'on_track',
      completed: 2,
      total: 3,
    });
  });

  it('ignore optional milestones altogether', () => {
    const optional = MILESTONE_STATUSES.map((status, index) =>
      milestone({ code: `optional_${index}`, sequence: index, required: false, status, dueOn: due(-400) }),
    );
    const required = milestone({ dueOn: due(60) });
    expect(pacingWith(...optional, required)).toEqual(pacingWith(required));
    expect(pacingWith(...optional)).toEqual(pacingWith());
  });

  it('are of the milestone that is latest, and name the open one that comes first', () => {
    const milestones = [
      milestone({ code: 'z', sequence: 20, dueOn: due(-40) }),
      milestone({ code: 'b', sequence: 10, dueOn: due(-3) }),
      milestone({ code: 'a', sequence: 10, dueOn: due(90) }),
      milestone({ code: 'done', sequence: 5, status: 'completed' }),
    ];
    expect(pacingWith(...milestones.toReversed())).toEqual(pacingWith(...milestones));
    expect(pacingWith(...milestones)).toEqual({
      status: 'behind',
      reasons: ['milestone_overdue'],
      completed: 1,
      total: 4,
      nextMilestone: { code: 'a', dueOn: due(90) },
      daysBehind: 40,
      asOf: TODAY,
    });
  });
});

describe("the tenant's own numbers", () => {
  const numbers: PacingNumbers = {
    behindAfterDays: 0,
    dueSoonDays: 3,
    aheadDays: 7,
    revisionLoopVersions: 2,
  };

  it.each<[MilestoneStatus, number, PacingStatus]>([
    ['not_started', -1, 'behind'],
    ['not_started', 3, 'at_risk'],
    ['not_started', 4, 'on_track'],
    ['completed', 6, 'on_track'],
    ['completed', 7, 'ahead'],
  ])('move the boundaries: %s, due in %i days is %s', (status, days, expected) => {
    const open = milestone({ code: 'later', dueOn: due(300) });
    expect(pacingOf({ milestones: [milestone({ status, dueOn: due(days) }), open] }, numbers).status).toBe(
      expected,
    );
  });

  it('say how many versions are a revision loop', () => {
    const given: Partial<PacingFacts> = {
      milestones: [milestone({ dueOn: due(-1) })],
      versions: [
        { stage: 'proposal', status: 'revisions_requested' },
        { stage: 'proposal', status: 'resubmitted' },
      ],
    };
    expect(pacingOf(given, numbers).reasons).toContain('revision_loop');
    expect(pacingOf(given).reasons).not.toContain('revision_loop');
  });
});

describe('two pacings', () => {
  it('are the same when only the day of their calculation differs', () => {
    const one = pacingWith(milestone({ dueOn: due(60) }));
    expect(samePacing(one, { ...one, asOf: '2020-01-01' })).toBe(true);
    expect(samePacing(one, { ...one, daysBehind: 1 })).toBe(false);
  });
});
