import { type Presented, presented } from '../protocol/presented.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import {
  BULK_REQUEST,
  BULK_RESPONSE,
  ENTERPRISE,
  EXTENSION,
  GROUP,
  PATCH_OP,
  SEARCH_REQUEST,
  USER,
} from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';

const MOMENT = new Date('2026-07-24T09:30:00.000Z');
const CREATED = { createdAt: MOMENT, updatedAt: MOMENT };
const PERSON_ID = '950000001';
const GROUP_ID = 'gr_0123456789abcdef0123456789';

const SENT_USER = {
  schemas: [USER, ENTERPRISE, EXTENSION],
  externalId: 'a1b2c3',
  userName: 'ann.lee@northern.example.edu',
  name: { givenName: 'Ann', familyName: 'Lee' },
  userType: 'Student',
  active: true,
  emails: [{ value: 'ann.lee@northern.example.edu', type: 'work', primary: true }],
  title: 'Tutor',
  [ENTERPRISE]: { employeeNumber: 'S-1024', department: 'School of Education' },
  [EXTENSION]: { programId: 'edd-leadership' },
};

const ANSWERED_USER = {
  ...SENT_USER,
  id: PERSON_ID,
  name: { formatted: 'Ann Lee', ...SENT_USER.name },
  displayName: 'Ann Lee',
  roles: [{ value: 'student', primary: true }],
  [EXTENSION]: {
    ...SENT_USER[EXTENSION],
    domain: 'northern.example.edu',
    isAffiliatedWithUniversity: true,
    hideProfilePage: false,
    unsubscribeAllGroupEmails: false,
  },
};

/** Of one type of resources: what a provider sends, and what the service answers to it. */
interface Examples {
  readonly id: string;
  readonly sent: object;
  readonly patch: object;
  readonly search: object;
  readonly answered: (base: string) => Presented;
}

export const USER_EXAMPLES: Examples = {
  id: PERSON_ID,
  sent: SENT_USER,
  patch: {
    schemas: [PATCH_OP],
    Operations: [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'ann.cruz@northern.example.edu' },
    ],
  },
  search: {
    schemas: [SEARCH_REQUEST],
    filter: 'userName eq "ann.lee@northern.example.edu" and active eq true',
    attributes: ['userName', 'active'],
    startIndex: 1,
    count: 100,
  },
  answered: (base) => presented(base, USER_TYPE, ANSWERED_USER, { ...CREATED, version: 'W/"1f0c9a44d2e1"' }),
};

const GROUP_SENT = { schemas: [GROUP], displayName: 'Tutors', externalId: 'g-7' };
// Without the $ref of the member, which readers of OpenAPI would follow.
const MEMBER = { value: PERSON_ID, type: 'User', display: 'Ann Lee' };
const ANSWERED_GROUP = { ...GROUP_SENT, id: GROUP_ID, members: [MEMBER] };

export const GROUP_EXAMPLES: Examples = {
  id: GROUP_ID,
  sent: { ...GROUP_SENT, members: [{ value: PERSON_ID }] },
  patch: {
    schemas: [PATCH_OP],
    Operations: [
      { op: 'add', path: 'members', value: [{ value: PERSON_ID }] },
      { op: 'replace', path: 'displayName', value: 'Senior tutors' },
    ],
  },
  search: {
    schemas: [SEARCH_REQUEST],
    filter: 'displayName eq "Tutors"',
    excludedAttributes: ['members'],
  },
  answered: (base) => presented(base, GROUP_TYPE, ANSWERED_GROUP, { ...CREATED, version: 'W/"1"' }),
};

export const BOTH_SEARCH = { schemas: [SEARCH_REQUEST], filter: 'externalId eq "a1b2c3"' };

export const BULK = {
  schemas: [BULK_REQUEST],
  failOnErrors: 10,
  Operations: [
    { method: 'POST', path: '/Users', bulkId: 'ann', data: SENT_USER },
    {
      method: 'POST',
      path: '/Groups',
      bulkId: 'tutors',
      data: { schemas: [GROUP], displayName: 'Tutors', members: [{ value: 'bulkId:ann' }] },
    },
  ],
};

/** The answer to {@link BULK}. */
export function bulkAnswer(base: string): object {
  const created = (bulkId: string, { location, version }: Presented): object => {
    return { method: 'POST', bulkId, location, version, status: '201' };
  };
  const [user, group] = [USER_EXAMPLES.answered(base), GROUP_EXAMPLES.answered(base)];
  return { schemas: [BULK_RESPONSE], Operations: [created('ann', user), created('tutors', group)] };
}
