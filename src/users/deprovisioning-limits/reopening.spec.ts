import type { InactiveCause } from '../model/inactive-cause.js';
import type { HoldStatus } from './held-request.entity.js';
import { refusalOf } from './reopening.js';

const BEFORE = new Date('2026-09-01T02:00:00Z');
const DECIDED = new Date('2026-09-01T08:00:00Z');
const LATER = new Date('2026-09-01T09:00:00Z');
const WEEK_LATER = new Date('2026-09-08T08:00:00Z');
const ADMINISTRATOR = 'admin:950000001';
const KEY = 'key:ik_1';
const TOO_LATE = new Date('2026-09-08T08:00:01Z');

interface Case {
  readonly what: string;
  readonly status: HoldStatus;
  readonly person?: { accountStatus: 'active' | 'inactive'; inactiveCause?: InactiveCause } | null;
  readonly hasOpenHold?: true;
  readonly isKeptActive?: true;
  readonly decidedBy?: string;
  /** Who made the changes, and in which run. */
  readonly by?: { actor: string; run: string | null };
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
    what: 'a hold whose person was de-provisioned by a caller',
    status: 'released',
    person: gone,
    changes: [DECIDED],
    decidedBy: KEY,
    by: { actor: KEY, run: 'nightly' },
    refusal: 'NotReleasedByDecision',
  },
  {
    what: 'a hold whose person was de-provisioned by an administrator in another way',
    status: 'released',
    person: gone,
    changes: [DECIDED],
    by: { actor: ADMINISTRATOR, run: null },
    refusal: 'NotReleasedByDecision',
  },
  {
    what: 'a hold whose person was de-provisioned by another administrator',
    status: 'released',
    person: gone,
    changes: [DECIDED],
    by: { actor: 'admin:950000002', run: 'nightly' },
    refusal: 'NotReleasedByDecision',
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
      const { decidedBy = ADMINISTRATOR, by = { actor: ADMINISTRATOR, run: 'nightly' } } = more;
      const decidedAt = status === 'held' ? null : DECIDED;
      const changes = (more.changes ?? []).map((at) => ({ at, ...by }));
      const user = person === null || person === undefined ? undefined : { inactiveCause: null, ...person };
      const known = { user, hasOpenHold, isKeptActive, changes };
      const answer = refusalOf({ status, decidedAt, decidedBy, run: 'nightly', cause: null }, known, now);
      expect(answer?.constructor.name).toBe(refusal);
    },
  );
});
