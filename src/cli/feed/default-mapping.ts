import { findField, type JsonValue } from './fields.js';
import { columnKey, emptyMapping, type Mapping, type Target } from './mapping.js';

const student = ['student'];
const faculty = ['teacher', 'faculty', 'professor', 'instructor', 'lecturer', 'adjunct'];
const staff = [
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
const outsiders = ['parent', 'guardian', 'relative'];

const accountTypes = new Map<string, JsonValue>([
  ...student.map((role): [string, JsonValue] => [role, 'Student']),
  ...faculty.map((role): [string, JsonValue] => [role, 'Faculty']),
  ...staff.map((role): [string, JsonValue] => [role, 'Staff']),
]);

const accountStatuses = new Map<string, JsonValue>([
  ...['active', 'true', '1', 'yes'].map((word): [string, JsonValue] => [word, 'active']),
  ...['inactive', 'tobedeleted', 'false', '0', 'no'].map((word): [string, JsonValue] => [word, 'inactive']),
]);

const to = (field: string): Target => ({ fields: [field] });
const initial: Target = { fields: ['middleInitial'], transform: 'firstLetter' };
const address: Target = { fields: ['email'], transform: 'email' };

/** OneRoster 1.1 and 1.2 users.csv, and users.csv of School Data Sync 2.1, which takes its names from there. */
const oneRoster: [string, Target][] = [
  ['sourcedId', to('externalId')],
  ['status', to('accountStatus')],
  ['enabledUser', to('accountStatus')],
  ['givenName', to('firstName')],
  ['familyName', to('lastName')],
  ['middleName', initial],
  ['email', to('email')],
  ['username', address],
  ['pronouns', to('genderPronoun')],
  ['orgSourcedIds', to('schoolProgram')],
  ['primaryOrgSourcedId', to('schoolProgram')],
];

/** Student.csv and Teacher.csv of School Data Sync 1. */
const schoolDataSync1: [string, Target][] = [
  ['SIS ID', to('externalId')],
  ['Status', to('accountStatus')],
  ['First Name', to('firstName')],
  ['Last Name', to('lastName')],
  ['Middle Name', initial],
  ['Secondary Email', to('email')],
  ['Username', address],
  ['Graduation Year', to('yearOfGraduation')],
  ['Title', to('facultyProfile.facultyRank')],
  ['Qualification', to('facultyProfile.highestDegree')],
];

/**
 * The mapping that a header suggests: our own field names always; the columns of OneRoster when there is a
 * `sourcedId`, those of School Data Sync 1 when there is an `SIS ID`. A `role` without an `accountType` beside it is
 * the OneRoster role and gives the account type; the parents and guardians among them are skipped.
 */
export function defaultMapping(header: readonly string[]): Mapping {
  const names = new Set(header.map(columnKey));
  const mapping = emptyMapping();
  mapping.values.set('accountStatus', accountStatuses);
  mapping.values.set('accountType', accountTypes);
  for (const name of header) {
    const field = findField(name);
    if (field !== undefined) mapping.columns.set(columnKey(name), [to(field)]);
  }
  if (names.has('sourcedid')) addOneRoster(mapping, names);
  else if (names.has('sis id')) addSchoolDataSync1(mapping, names);
  if (names.has('role') && !names.has('accounttype')) {
    mapping.columns.set('role', [to('accountType')]);
    mapping.skip.set('role', new Set(outsiders));
  }
  return mapping;
}

function addColumns(mapping: Mapping, columns: [string, Target][], names: ReadonlySet<string>): void {
  for (const [name, target] of columns) {
    const key = columnKey(name);
    if (names.has(key)) mapping.columns.set(key, [target]);
  }
}

/** The preferred given name shows in `name`; exports in the wild misspell its column. */
function addOneRoster(mapping: Mapping, names: ReadonlySet<string>): void {
  addColumns(mapping, oneRoster, names);
  const preferred = ['preferredgivenname', 'prefferedgivenname'].find((name) => names.has(name));
  if (preferred !== undefined) mapping.templates.set('name', `{${preferred}} {lastName}`);
}

function addSchoolDataSync1(mapping: Mapping, names: ReadonlySet<string>): void {
  addColumns(mapping, schoolDataSync1, names);
  if (names.has('title') || names.has('teacher number')) mapping.defaults.set('accountType', 'Faculty');
  else if (names.has('grade') || names.has('graduation year')) mapping.defaults.set('accountType', 'Student');
}
