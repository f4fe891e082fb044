import {
  BULK_REQUEST,
  ENTERPRISE,
  EXTENSION,
  GROUP,
  LIST_RESPONSE,
  PATCH_OP,
  SEARCH_REQUEST,
  USER,
} from '../schema/urns.js';

const CREATED = '2026-07-24T09:30:00.000Z';
const EXAMPLE_ID = '950000001';
const EXAMPLE_GROUP = 'gr_0123456789abcdef0123456789';

/** What a provider sends for a person; the service answers it with {@link answeredUser}. */
export const SENT_USER = {
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

export function answeredUser(base: string): Readonly<Record<string, unknown>> {
  return {
    ...SENT_USER,
    id: EXAMPLE_ID,
    name: { formatted: 'Ann Lee', givenName: 'Ann', familyName: 'Lee' },
    displayName: 'Ann Lee',
    roles: [{ value: 'student', primary: true }],
    [EXTENSION]: {
      ...SENT_USER[EXTENSION],
      domain: 'northern.example.edu',
      isAffiliatedWithUniversity: true,
      hideProfilePage: false,
      unsubscribeAllGroupEmails: false,
    },
    meta: {
      resourceType: 'User',
      created: CREATED,
      lastModified: CREATED,
      location: `${base}/Users/${EXAMPLE_ID}`,
      version: 'W/"1f0c9a44d2e1"',
    },
  };
}

export const SENT_GROUP = {
  schemas: [GROUP],
  displayName: 'Tutors',
  externalId: 'g-7',
  members: [{ value: EXAMPLE_ID }],
};

export function answeredGroup(base: string): Readonly<Record<string, unknown>> {
  return {
    schemas: [GROUP],
    id: EXAMPLE_GROUP,
    externalId: 'g-7',
    displayName: 'Tutors',
    // Without its $ref, which readers of OpenAPI would follow.
    members: [{ value: EXAMPLE_ID, type: 'User', display: 'Ann Lee' }],
    meta: {
      resourceType: 'Group',
      created: CREATED,
      lastModified: CREATED,
      location: `${base}/Groups/${EXAMPLE_GROUP}`,
      version: 'W/"1"',
    },
  };
}

export function pageOf(...resources: readonly object[]): object {
  const { length } = resources;
  return {
    schemas: [LIST_RESPONSE],
    totalResults: length,
    itemsPerPage: length,
    startIndex: 1,
    Resources: resources,
  };
}

export const USER_PATCH = {
  schemas: [PATCH_OP],
  Operations: [
    { op: 'replace', path: 'active', value: false },
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'ann.cruz@northern.example.edu' },
  ],
};

export const GROUP_PATCH = {
  schemas: [PATCH_OP],
  Operations: [
    { op: 'add', path: 'members', value: [{ value: EXAMPLE_ID }] },
    { op: 'replace', path: 'displayName', value: 'Senior tutors' },
  ],
};

export const USER_SEARCH = {
  schemas: [SEARCH_REQUEST],
  filter: 'userName eq "ann.lee@northern.example.edu" and active eq true',
  attributes: ['userName', 'active'],
  startIndex: 1,
  count: 100,
};

export const GROUP_SEARCH = {
  schemas: [SEARCH_REQUEST],
  filter: 'displayName eq "Tutors"',
  excludedAttributes: ['members'],
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
