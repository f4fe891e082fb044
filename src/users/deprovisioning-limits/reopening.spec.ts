import type { InactiveCause } from '../model/inactive-cause.js';
import type { HoldStatus } from './held-request.entity.js';
import { refusalOf } from './reopening.js';

const BEFORE = new Date('2026-09-01T02:00:00Z');
const DECIDED = new Date('2026-09-01T08:00:00Z');
const LATER = new Date('2026-09-01T09:00:00Z');
const WEEK_LATER = new Date('2026-09-08T08:00:00Z');
/** As the history numbers its entries. */
const NUMBER_OF = new Map([BEFORE, DECIDED, LATER].map((at, index) => [at, index + 1]));
const TOO_LATE = new Date('2026-09-08T08:00:01Z');

interface Case {
  readonly what: string;
  readonly status: HoldStatus;
  readonly person?: { accountStatus: 'active' | 'inactive'; inactiveCause?: InactiveCause } | null;
  readonly hasOpenHold?: true;
  readonly isKeptActive?: true;
  /** Without what is stored of a decision. */
  readonly isClosedOtherwise?: true;
  readonly now?: Date;
  readonly changes?: readonly Date[];
  readonly refusal?: string;
}

const gone = { accountStatus: 'inactive' } as const;
const here = { accountStatus: 'active' } as const;

const CASES: readonly Case[] = [
  { what: 'a rejection of a person who is active', status: 'rejected', person: here },
  { what: 'changes before the decision', status: 'rejected', person: here, changes: [BEFORE] },
  { what: 'a release that changed the status', status: 'released', person: gone, changes: [DECIDED] },
  { what: 'a hold that is open', status: 'held', person: here, hasOpenHold: true },
  { what: 'a hold that was withdrawn', status: 'withdrawn', person: here, refusal: 'HoldWithdrawn' },
  { what: 'no person', status: 'rejected', person: null, refusal: 'HoldNotFound' },
  {
    what: 'another open hold',
    status: 'rejected',
    person: here,
    hasOpenHold: true,
    refusal: 'AnotherHoldOpen',
  },
  {
    what: 'a hold whose person was de-provisioned in another way, also by an administrator',
    status: 'released',
    person: gone,
    changes: [DECIDED],
    isClosedOtherwise: true,
    refusal: 'NotReleasedByDecision',
  },
  {
    what: 'a rejection of an earlier version',
    status: 'rejected',
    person: here,
    changes: [BEFORE],
    isClosedOtherwise: true,
  },
  {
    what: 'a rejection of an earlier version, and a change since',
    status: 'rejected',
    person: here,
    changes: [BEFORE, LATER],
    isClosedOtherwise: true,
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a rejection of a person who is kept active since',
    status: 'rejected',
    person: here,
    isKeptActive: true,
    refusal: 'KeptActiveSince',
  },
  { what: 'a rejection of a week ago', status: 'rejected', person: here, now: WEEK_LATER },
  {
    what: 'a rejection of more than a week ago',
    status: 'rejected',
    person: here,
    now: TOO_LATE,
    refusal: 'DecidedTooLongAgo',
  },
  {
    what: 'a release of more than a week ago',
    status: 'released',
    person: gone,
    changes: [DECIDED],
    now: TOO_LATE,
    refusal: 'DecidedTooLongAgo',
  },
  {
    what: 'a rejection of a person who is gone',
    status: 'rejected',
    person: gone,
    changes: [LATER],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a rejection of a person who left and came back',
    status: 'rejected',
    person: here,
    changes: [LATER, LATER],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a release of a person who is back',
    status: 'released',
    person: here,
    changes: [DECIDED, LATER],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a release of a person who came back and left again',
    status: 'released',
    person: gone,
    changes: [DECIDED, LATER, LATER],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a release of a person who is gone for another cause now',
    status: 'released',
    person: { ...gone, inactiveCause: 'absent' },
    changes: [DECIDED],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a rejection of an earlier version, and a change at its moment',
    status: 'rejected',
    person: here,
    changes: [DECIDED],
    isClosedOtherwise: true,
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a release of a person who is active, though nothing else has changed that',
    status: 'released',
    person: here,
    changes: [DECIDED],
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a rejection of a person who is inactive, though nothing has changed that',
    status: 'rejected',
    person: gone,
    refusal: 'StatusChangedSince',
  },
  {
    what: 'a release whose change is not kept any more',
    status: 'released',
    person: gone,
    refusal: 'NotReleasedByDecision',
  },
];

describe('a decision about a hold', () => {
  it.each(CASES)(
    'is taken back or not: $what, $refusal',
    ({ status, person, hasOpenHold = false, isKeptActive = false, refusal, now = LATER, ...more }) => {
      const lastChange = more.isClosedOtherwise === true ? null : (NUMBER_OF.get(BEFORE) ?? 0);
      const decidedAt = status === 'held' ? null : DECIDED;
      const changes = (more.changes ?? []).map((at) => ({ at, id: NUMBER_OF.get(at) ?? 0 }));
      const user = person === null || person === undefined ? undefined : { inactiveCause: null, ...person };
      const known = { user, hasOpenHold, isKeptActive, changes };
      const answer = refusalOf({ status, decidedAt, lastChange, cause: null }, known, now);
      expect(answer?.constructor.name).toBe(refusal);
    },
  );

  it.each([
    [3, BEFORE, 'StatusChangedSince'],
    [2, LATER, undefined],
  ])('goes by the numbers of the history, not by its clocks: change %i at %p, %p', (id, at, refusal) => {
    const hold = { status: 'rejected', decidedAt: DECIDED, lastChange: 2, cause: null } as const;
    const user = { ...here, inactiveCause: null };
    const known = { user, hasOpenHold: false, isKeptActive: false, changes: [{ id, at }] };
    expect(refusalOf(hold, known, LATER)?.constructor.name).toBe(refusal);
  });
});
