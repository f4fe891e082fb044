import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { edFiStaff, edFiStudents } from './ed-fi.js';
import type { Place } from './places.js';
import { isScimUser, scimPayloads, scimToUser } from './scim.js';

/** The answers of the first night; on the second night all inserted people are unchanged. */
export interface Expected {
  readonly inserted: number;
  /** The number of refused rows, by reason. */
  readonly refusals?: Record<string, number>;
  /** The number of rows that the mapping skips, by reason. */
  readonly skipped?: Record<string, number>;
  readonly warnings?: Record<string, number>;
}

type ByPlace<T> = Record<Place['origin'], T>;

export interface Source {
  readonly name: string;
  readonly folder: string;
  readonly map?: string;
  /** The file to feed, made in `scratch` when the source is in a format that the command does not read. */
  readonly open: (place: string, scratch: string) => Promise<string>;
  readonly expected: ByPlace<Expected>;
  /** A person of the source as the service shows them. */
  readonly person?: ByPlace<Record<string, unknown>>;
}

const file =
  (...path: string[]) =>
  (place: string): Promise<string> =>
    Promise.resolve(join(place, ...path));

async function ndjson(scratch: string, rows: readonly object[]): Promise<string> {
  const path = join(scratch, 'rows.ndjson');
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

/** The script of the data set converts all theses to people; the sample is a part of its output. */
async function theses(place: string, scratch: string): Promise<string> {
  const script = join(place, '..', 'theses_to_feed.mjs');
  if (!existsSync(script)) return join(place, '..', 'theses', 'users.ndjson');
  await promisify(execFile)(process.execPath, [script, '--out', scratch]);
  return join(scratch, 'users.ndjson');
}

/** The first payload of each person: further ones show the same person before or after a change. */
async function scimUsers(place: string, scratch: string): Promise<string> {
  const users = [...(await scimPayloads(place)).values()].filter(isScimUser).map(scimToUser);
  const complete = users.filter(({ email, lastName }) => email !== undefined && lastName !== undefined);
  const known = new Set<unknown>();
  const repeated = complete.filter(({ email }) => known.has(email) || !known.add(email));
  return ndjson(
    scratch,
    users.filter((user) => !repeated.includes(user)),
  );
}

const TWICE = 'another record of the same externalId';

const registrars: Source[] = [
  {
    name: 'two libraries of theses',
    folder: 'fsu-etd',
    open: theses,
    expected: { all: { inserted: 6183 }, sample: { inserted: 10 } },
  },
  {
    name: 'the MIT registrar',
    folder: 'mit-registrar',
    map: 'mit-registrar.json',
    open: file('registrar.csv'),
    // Double majors have several rows. One row has neither a login nor an address.
    expected: {
      all: {
        inserted: 287,
        refusals: { 'email is required': 1 },
        skipped: { 'Is Primary Course Of Major is not Y': 12, [TWICE]: 1 },
      },
      sample: {
        inserted: 4,
        refusals: { 'email is required': 1 },
        skipped: { 'Is Primary Course Of Major is not Y': 3, [TWICE]: 1 },
      },
    },
    person: same({
      legacyNumber: 'dianebishop',
      firstName: 'Tyler',
      middleInitial: 'A',
      lastName: 'Love',
      degree: 'Doctor of Philosophy',
      programId: '6',
      monthOfGraduation: 6,
      yearOfGraduation: 2024,
    }),
  },
  {
    name: 'the Emory registrar',
    folder: 'emory-registrar',
    map: 'emory-registrar.json',
    open: file('registrar_sample.json'),
    // One person in two programs: the first one is sent.
    expected: {
      all: { inserted: 6, skipped: { [TWICE]: 1 } },
      sample: { inserted: 3, skipped: { [TWICE]: 1 } },
    },
    person: same({
      legacyNumber: 'P0000004',
      name: 'Jim J. Smith',
      accountStatus: 'inactive',
      degree: 'MDV',
      programId: 'MDV',
      monthOfGraduation: 1,
      yearOfGraduation: 2018,
      hideProfilePage: false,
    }),
  },
  {
    name: 'theses.fr',
    folder: 'theses-fr',
    map: 'theses-fr.json',
    open: file('registrations.csv'),
    expected: {
      all: { inserted: 368, skipped: { 'Auteur is blank': 1 } },
      sample: { inserted: 4, skipped: { 'Auteur is blank': 1 } },
    },
  },
];

/** The same person is in the whole source and in the sample. */
function same(person: Record<string, unknown>): ByPlace<Record<string, unknown>> {
  return { all: person, sample: person };
}

const schools: Source[] = [
  {
    name: 'Ed-Fi students as they are',
    folder: 'ed-fi',
    open: async (place, scratch) => ndjson(scratch, await edFiStudents(join(place, 'v5.2.0/Student.xml'))),
    expected: {
      all: { inserted: 0, refusals: { 'email is required': 960 } },
      sample: { inserted: 0, refusals: { 'email is required': 3 } },
    },
  },
  {
    name: 'Ed-Fi students with addresses of the district',
    folder: 'ed-fi',
    open: async (place, scratch) =>
      ndjson(
        scratch,
        await edFiStudents(join(place, 'v5.2.0/Student.xml'), (id) => `${id}@district.example`),
      ),
    expected: { all: { inserted: 960 }, sample: { inserted: 3 } },
    person: same({ legacyNumber: '604822', name: 'Lisarae Woodlock', firstName: 'Lisa', middleInitial: 'S' }),
  },
  {
    name: 'Ed-Fi staff',
    folder: 'ed-fi',
    open: async (place, scratch) =>
      ndjson(scratch, await edFiStaff(join(place, 'v5.2.0/StaffAssociation.xml'))),
    // Most have no address. Staff who do not teach have no faculty profile, though their rows have its fields.
    expected: {
      all: { inserted: 18, refusals: { 'email must not be blank': 50 }, warnings: { IGNORED: 13 } },
      sample: { inserted: 2, refusals: { 'email must not be blank': 1 }, warnings: { IGNORED: 1 } },
    },
  },
  {
    name: 'School Data Sync 1, students',
    folder: 'sds-csv',
    map: 'sds-v1.json',
    open: file('sds-v1-100-users/Student.csv'),
    expected: { all: { inserted: 86 }, sample: { inserted: 3 } },
    person: same({
      legacyNumber: '13001',
      email: 'OKlein@contoso.example',
      name: 'Ora C. Klein',
      accountType: 'Student',
      accountStatus: 'active',
      yearOfGraduation: 2019,
    }),
  },
  {
    name: 'School Data Sync 1, teachers',
    folder: 'sds-csv',
    map: 'sds-v1.json',
    open: file('sds-v1-100-users/Teacher.csv'),
    expected: { all: { inserted: 12 }, sample: { inserted: 2 } },
  },
  {
    name: 'School Data Sync 2.1',
    folder: 'sds-csv',
    map: 'sds-v2.1.json',
    open: file('sds-v2.1/users.csv'),
    // Guardians are in users.csv without a role.
    expected: {
      all: { inserted: 6, skipped: { 'role is blank': 2 } },
      sample: { inserted: 4, skipped: { 'role is blank': 2 } },
    },
    person: same({ legacyNumber: '114006', accountType: 'Faculty', monthOfEntry: 9, yearOfEntry: 2021 }),
  },
  {
    name: 'OneRoster 1.1',
    folder: 'oneroster',
    open: file('v1p1-bundle/users.csv'),
    expected: {
      all: { inserted: 5, skipped: { 'role is parent': 1 } },
      sample: { inserted: 3, skipped: { 'role is parent': 1 } },
    },
  },
  {
    name: 'OneRoster 1.2',
    folder: 'oneroster',
    map: 'oneroster-1.2.json',
    open: file('v1p2-bundle/users.csv'),
    expected: { all: { inserted: 6 }, sample: { inserted: 2, skipped: { 'role is parent': 1 } } },
    person: {
      all: { legacyNumber: 'usr-222-123456', accountType: 'Faculty', genderPronoun: 'he/him/his' },
      sample: { legacyNumber: 'u-1', accountType: 'Faculty', genderPronoun: 'she/her' },
    },
  },
  {
    name: 'Canvas',
    folder: 'canvas-sis',
    map: 'canvas.json',
    open: file('users.csv'),
    expected: { all: { inserted: 3 }, sample: { inserted: 2 } },
    person: {
      all: { legacyNumber: '01103', name: 'Bobby Smith', accountStatus: 'active' },
      sample: { legacyNumber: '20b7e', name: 'Dorothy Vaughan', accountStatus: 'inactive' },
    },
  },
];

const others: Source[] = [
  {
    name: 'SCIM payloads',
    folder: 'scim',
    open: scimUsers,
    expected: {
      all: {
        inserted: 1,
        refusals: {
          'firstName is required; lastName is required': 1,
          'email is required': 4,
          'email is required; firstName is required; lastName is required': 1,
        },
      },
      sample: {
        inserted: 1,
        refusals: { 'firstName is required; lastName is required': 1, 'email is required': 1 },
      },
    },
  },
  {
    name: 'the Open University',
    folder: 'oulad',
    map: 'oulad.json',
    open: file('studentInfo.csv'),
    // One row for each module of a student. Only the first is sent: otherwise the rows of a student would overwrite
    // each other every night.
    expected: {
      all: { inserted: 17779, skipped: { [TWICE]: 1584 } },
      sample: { inserted: 4, skipped: { [TWICE]: 1 } },
    },
    person: same({ legacyNumber: '11391', programId: 'AAA', monthOfEntry: 10, yearOfEntry: 2013 }),
  },
  {
    name: 'the Open University, registrations',
    folder: 'oulad',
    map: 'oulad-registrations.json',
    open: file('studentRegistration.csv'),
    expected: {
      all: { inserted: 6147, skipped: { [TWICE]: 24 } },
      sample: { inserted: 3, skipped: { [TWICE]: 1 } },
    },
  },
];

export const sources: readonly Source[] = [...registrars, ...schools, ...others];
