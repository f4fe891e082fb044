import { due, facts, milestone, pacingOf } from '../../test/factories/pacing-facts.js';
import { chairOf, columnsOf } from './document-columns.js';
import type { MemberDto, ProgressPartsDto } from './dto/progress-record.dto.js';
import type { PacedMilestone } from './pacing/pacing.js';
import type { CommitteeStatus, DissertationStatus } from './progress-enums.js';

type Seat = Partial<MemberDto>;

const seats = (...members: Seat[]): MemberDto[] =>
  members.map((member, position) => ({
    facultyId: `95100000${position}`,
    name: 'Fay Cole',
    role: 'chair',
    status: 'accepted',
    isExternal: false,
    active: true,
    ...member,
  }));

function partsOf(
  milestones: readonly PacedMilestone[],
  members: MemberDto[] = [],
  dissertation: DissertationStatus = 'in_progress',
  committee: CommitteeStatus = 'approved',
): ProgressPartsDto {
  const pacing = pacingOf(facts({ milestones, dissertationStatus: dissertation }));
  return {
    dissertation: { title: 'T', status: dissertation, startedOn: null, defendedOn: null, versions: [] },
    milestones: milestones.map((one) => ({ ...one, name: one.code, result: null, completedOn: null })),
    pacing: { ...pacing, reasons: [...pacing.reasons] },
    committee: { status: committee, formedOn: null, missingRoles: [], members },
  };
}

describe('the columns of a record for lists', () => {
  const first = milestone({ code: 'candidacy', sequence: 10, dueOn: due(30) });
  const late = milestone({ code: 'irb_approval', sequence: 20, dueOn: due(-40) });
  const later = milestone({ code: 'final_defense', sequence: 30, dueOn: due(-5) });
  const NONE = { firstDueOn: '9999-12-31', nextMilestone: null, nextDueOn: null };

  it.each<[string, readonly PacedMilestone[], object]>([
    [
      'are the next milestone in its order, and the due date that is first',
      [first, late, later],
      { firstDueOn: due(-40), nextMilestone: 'candidacy', nextDueOn: due(30) },
    ],
    [
      'leave out what is done and what is waived',
      [{ ...first, status: 'completed' }, { ...late, status: 'waived' }, later],
      { firstDueOn: due(-5), nextMilestone: 'final_defense', nextDueOn: due(-5) },
    ],
    ['leave out what is optional', [{ ...late, required: false }], NONE],
    ['have no day where none is known', [{ ...first, dueOn: null }], { ...NONE, nextMilestone: 'candidacy' }],
    ['are empty without milestones', [], NONE],
  ])('%s', (_rule, milestones, columns) => {
    expect(columnsOf(partsOf(milestones), true)).toMatchObject(columns);
  });

  it('count no days while the dissertation is on hold', () => {
    expect(columnsOf(partsOf([late], [], 'on_hold'), true)).toMatchObject({
      pacingStatus: 'paused',
      firstDueOn: '9999-12-31',
      nextMilestone: 'irb_approval',
    });
  });
});

describe('a record of a student who has left, or of work that has ended', () => {
  const late = milestone({ code: 'irb_approval', sequence: 20, dueOn: due(-40) });
  const LATE = { firstDueOn: due(-40), nextMilestone: 'irb_approval', nextDueOn: due(-40) };
  const NOTHING = { firstDueOn: '9999-12-31', nextMilestone: null, nextDueOn: null };

  it.each<[DissertationStatus, boolean, object]>([
    ['in_progress', true, LATE],
    ['in_progress', false, NOTHING],
    ['withdrawn', true, NOTHING],
    ['completed', true, NOTHING],
    // The manuscript is still to be submitted.
    ['defended', true, LATE],
    ['on_hold', false, NOTHING],
  ])('has nothing due in lists: %s, of an active student: %s', (status, isActive, columns) => {
    const parts = partsOf([late], [], status);
    expect(columnsOf(parts, isActive)).toMatchObject(columns);
    expect(parts.pacing.nextMilestone).toEqual({ code: 'irb_approval', dueOn: due(-40) });
  });
});

describe('the chair of a record', () => {
  it.each<[string, readonly Seat[], CommitteeStatus, string | undefined]>([
    ['is the accepted chair', [{ role: 'member' }, {}], 'approved', '951000001'],
    ['is no one who is invited', [{ status: 'invited' }], 'forming', undefined],
    ['of two is the one who has not left', [{ active: false }, {}], 'approved', '951000001'],
    ['may have left', [{ active: false }], 'approved', '951000000'],
    ['is no one in a dissolved committee', [{}], 'dissolved', undefined],
  ])('%s', (_rule, members, status, id) => {
    expect(chairOf(partsOf([], seats(...members), 'in_progress', status))?.facultyId).toBe(id);
  });
});
