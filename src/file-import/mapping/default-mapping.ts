import { findField, type JsonValue } from './fields.js';
import { columnKey, emptyMapping, type Mapping, type Target } from './mapping.js';

const STUDENT = ['student'];
const FACULTY = ['teacher', 'faculty', 'professor', 'instructor', 'lecturer', 'adjunct'];
const STAFF = [
  'administrator',
  'aide',
  'proctor',
  'staff',
  'counselor',
  'principal',
  'advisor',
  'assistant',
  'siteadministrator',
  'districtadministrator',
  'systemadministrator',
  'administrativestaff',
];
/** Roles of people who have no account type here. */
const OUTSIDERS = ['parent', 'guardian', 'relative'];

export const ACCOUNT_TYPES = new Map<string, JsonValue>([
  ...STUDENT.map((role): [string, JsonValue] => [role, 'Student']),
  ...FACULTY.map((role): [string, JsonValue] => [role, 'Faculty']),
  ...STAFF.map((role): [string, JsonValue] => [role, 'Staff']),
]);

export const ACCOUNT_STATUSES = new Map<string, JsonValue>([
  ...['active', 'true', '1', 'yes'].map((word): [string, JsonValue] => [word, 'active']),
  ...['inactive', 'tobedeleted', 'false', '0', 'no'].map((word): [string, JsonValue] => [word, 'inactive']),
]);

const to = (field: string): Target => ({ fields: [field] });
const INITIAL: Target = { fields: ['middleInitial'], transform: 'firstLetter' };
const ADDRESS: Target = { fields: ['email'], transform: 'email' };

/** OneRoster 1.1 and 1.2 users.csv, and users.csv of School Data Sync 2.1, which takes its names from there. */
const ONE_ROSTER: readonly [string, Target][] = [
  ['sourcedId', to('externalId')],
  ['status', to('accountStatus')],
  ['enabledUser', to('accountStatus')],
  ['givenName', to('firstName')],
  ['familyName', to('lastName')],
  ['middleName', INITIAL],
  ['email', to('email')],
  ['username', ADDRESS],
  ['pronouns', to('genderPronoun')],
  ['orgSourcedIds', to('schoolProgram')],
  ['primaryOrgSourcedId', to('schoolProgram')],
];

/** Student.csv and Teacher.csv of School Data Sync 1. */
const SCHOOL_DATA_SYNC_1: readonly [string, Target][] = [
  ['SIS ID', to('externalId')],
  ['Status', to('accountStatus')],
  ['First Name', to('firstName')],
  ['Last Name', to('lastName')],
  ['Middle Name', INITIAL],
  ['Secondary Email', to('email')],
  ['Username', ADDRESS],
  ['Graduation Year', to('yearOfGraduation')],
  ['Title', to('facultyProfile.facultyRank')],
  ['Qualification', to('facultyProfile.highestDegree')],
];

/**
 * The default mapping of a header: our own field names always; the columns of OneRoster when there is a `sourcedId`,
 * those of School Data Sync 1 when there is an `SIS ID`. A `role` without an `accountType` beside it is the OneRoster
 * role and gives the account type; parents, guardians and relatives are skipped.
 */
export function defaultMapping(header: readonly string[]): Mapping {
  const names = new Set(header.map(columnKey));
  const mapping = emptyMapping();
  mapping.values.set('accountStatus', ACCOUNT_STATUSES);
  mapping.values.set('accountType', ACCOUNT_TYPES);
  for (const name of header) {
    const field = findField(name);
    if (field !== undefined) mapping.columns.set(columnKey(name), [to(field)]);
  }
  if (names.has('sourcedid')) addOneRoster(mapping, names);
  else if (names.has('sis id')) addSchoolDataSync1(mapping, names);
  if (names.has('role') && !names.has('accounttype')) {
    mapping.columns.set('role', [to('accountType')]);
    mapping.skip.set('role', new Set(OUTSIDERS));
  }
  return mapping;
}

function addColumns(
  mapping: Mapping,
  columns: readonly [string, Target][],
  names: ReadonlySet<string>,
): void {
  for (const [name, target] of columns) {
    const key = columnKey(name);
    if (names.has(key)) mapping.columns.set(key, [target]);
  }
}

/** The preferred given name becomes part of `name`; some exports misspell its column. */
function addOneRoster(mapping: Mapping, names: ReadonlySet<string>): void {
  addColumns(mapping, ONE_ROSTER, names);
  const preferred = ['preferredgivenname', 'prefferedgivenname'].find((name) => names.has(name));
  if (preferred !== undefined) mapping.templates.set('name', `{${preferred}} {lastName}`);
}

function addSchoolDataSync1(mapping: Mapping, names: ReadonlySet<string>): void {
  addColumns(mapping, SCHOOL_DATA_SYNC_1, names);
  if (names.has('title') || names.has('teacher number')) mapping.defaults.set('accountType', 'Faculty');
  else if (names.has('grade') || names.has('graduation year')) mapping.defaults.set('accountType', 'Student');
}
