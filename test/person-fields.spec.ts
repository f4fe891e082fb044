import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getMetadataArgsStorage } from 'typeorm';

import { FIELD_PATHS } from '../src/file-import/mapping/fields.js';
import { rulesOf } from '../src/http/validation/compiled-validator-rules.js';
import type { DtoClass } from '../src/http/validation/dto-class.js';
import { PERSONAL_TABLES } from '../src/privacy/personal-data/personal-tables.js';
import { presentPerson } from '../src/scim/people/people-presenter.js';
import { personOf } from '../src/scim/people/person-of.js';
import { writtenFieldsOf } from '../src/scim/people/still-valid.js';
import { objectIn } from '../src/scim/schema/resource.js';
import { EXTENSION } from '../src/scim/schema/urns.js';
import { RECORD_FIELDS } from '../src/submissions/mapping/record-fields.js';
import { DEFAULT_CONNECTION } from '../src/tenancy/connection.js';
import type { Scope } from '../src/tenancy/scope.js';
import { FIELDS as FIELDS_WITH_PROVENANCE } from '../src/users/history/provenance.js';
import { CreateUpdateUserDto } from '../src/users/model/dto/create-update-user.dto.js';
import { FacultyProfileDto, PresentedFacultyProfileDto } from '../src/users/model/dto/faculty-profile.dto.js';
import { presentUser, UserDto } from '../src/users/model/dto/user.dto.js';
import { presentFacultyProfile, PROFILE_FIELDS } from '../src/users/model/fields/faculty-profile.js';
import { fieldChanges } from '../src/users/model/fields/field-changes.js';
import { PROFILE } from '../src/users/model/fields/field-values.js';
import { fieldsOfPages } from '../src/users/model/fields/fields-of-pages.js';
import { blankUser, CLEARED_FIELDS } from '../src/users/model/fields/merge.js';
import { FORM_FIELDS, PLAIN_FIELDS } from '../src/users/model/fields/plain-fields.js';
import { User } from '../src/users/model/user.entity.js';
import type { FieldRule } from './factories/field-rule.js';
import { PROFILE_RULES, USER_RULES } from './factories/user-field-rules.js';

/** Columns that are no fields of a person. */
const NO_FIELDS: Readonly<Record<string, string>> = {
  tenantId: 'whose the person is',
  emailKey: 'computed from email',
  nameKey: 'computed from names and entry',
  inactiveCause: 'goes with accountStatus',
  bodyHash: 'recognises a repeated body',
  awaitingSource: 'is about other fields',
  keepActive: 'a decision of an administrator, with a call of its own',
  createdAt: 'a stamp',
  updatedAt: 'a stamp',
  changedAt: 'a stamp',
};
const COLUMNS = getMetadataArgsStorage()
  .filterColumns(User)
  .map(({ propertyName }) => propertyName);
const OF_PERSON = COLUMNS.filter((name) => !(name in NO_FIELDS));
const OF_PROFILE = Object.keys(presentFacultyProfile(null, 'faculty'));

/** A list of fields, and why it does not have each of the others. */
interface List {
  readonly has: readonly string[];
  readonly lacks?: Readonly<Record<string, string>>;
}

const ID = { id: 'the service gives it, and it never changes' };
const NUMBER = { legacyNumber: 'it is the externalId of a row' };
const FIELD_BY_FIELD = { facultyProfile: 'its fields stand in the list instead' };

function answered(dto: DtoClass<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype as object) as string[];
  return names.map((name) => name.slice(1));
}

function validated(dto: DtoClass<object>): string[] {
  return [...rulesOf(dto).keys()];
}

/** Values that the fields may have, by the rules that the tests of fields try. */
function valuesOf(rules: readonly FieldRule[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rules.map(({ field, accepts }) => [field, accepts.at(-1)?.[1]]));
}

const SCOPE = { tenantId: 't', tenant: { emailDomain: 'test.example.edu' } } as unknown as Scope;
const BLANK = blankUser('t', '951000001', 'F-1', new Date(0));
const WITH_ALL: User = { ...BLANK, ...valuesOf(USER_RULES), facultyProfile: valuesOf(PROFILE_RULES) };

const seen = presentPerson(SCOPE, { ...WITH_ALL, accountType: 'Faculty' }, undefined);
const extension = Object.keys(objectIn(seen, EXTENSION));
const request = { before: {}, isPatch: false, user: undefined, settings: DEFAULT_CONNECTION };
const sent = personOf({ ...request, after: seen }, true);

function given(values: object | null | undefined): string[] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** The names that a pattern finds in these files of the pages. */
function inPages(pattern: RegExp, ...files: string[]): string[] {
  const texts = files.map((file) => readFileSync(join('pages/src', file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

const PERSON = 'users/person';
const FILES_OF_PERSON = readdirSync(join('pages/src', PERSON))
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join(PERSON, name));
const SECTIONS = join(PERSON, 'user-sections.tsx');
const WORDS = inPages(/^ {2}(\w+): t`/gm, 'ui/declared-fields.ts', 'ui/codes.ts');
/** Names in quotes are plain fields that have no row by the declaration. */
const shownOtherwise = new Set(inPages(/^ {2}'(\w+)',$/gm, SECTIONS));
const users = PERSONAL_TABLES.filter(({ table, fate }) => table === 'users' && fate === 'with the person');

/** Lists that should have every field. Those that show or compare a part of a person on purpose are not here. */
const LISTS: Readonly<Record<string, List>> = {
  'the rules of a row': { has: validated(CreateUpdateUserDto), lacks: { ...ID, ...NUMBER } },
  'the OpenAPI document of an answer': { has: answered(UserDto) },
  'an answer': { has: Object.keys(presentUser(SCOPE, BLANK)) },
  'what null clears to one value': {
    has: CLEARED_FIELDS,
    lacks: {
      ...ID,
      email: 'required',
      firstName: 'required',
      lastName: 'required',
      accountType: 'required',
      legacyNumber: 'null is stored',
      name: 'a default that follows its parts',
      role: 'a default that follows the account type',
      domain: 'a default that follows the tenant',
      facultyProfile: 'merged field by field',
    },
  },
  'the history, and the feed of changes': {
    has: COLUMNS.filter((name) =>
      fieldChanges(BLANK, { ...BLANK, [name]: 'another' }).some(({ field }) => field === name),
    ),
    lacks: { ...ID, ...FIELD_BY_FIELD },
  },
  'the provenance': { has: FIELDS_WITH_PROVENANCE, lacks: { ...ID, ...FIELD_BY_FIELD } },
  'the mapping of files': { has: FIELD_PATHS, lacks: { ...ID, ...NUMBER, ...FIELD_BY_FIELD } },
  'the mapping of forms': {
    has: RECORD_FIELDS,
    lacks: {
      id: 'a submission names its student',
      accountType: 'the SIS decides about it, and no form',
      accountStatus: 'the SIS decides about it, and no form',
      domain: 'follows the tenant',
      facultyProfile: 'forms are of students',
      ...Object.fromEntries(
        Object.entries(PLAIN_FIELDS)
          .filter(([, { kind }]) => ['boolean', 'list', 'object'].includes(kind))
          .map(([name]) => [name, 'values are compared as text']),
      ),
    },
  },
  'what a connection sees': {
    has: [...extension, ...Object.keys(writtenFieldsOf(WITH_ALL))],
    lacks: { id: 'an attribute of every resource', accountStatus: 'the attribute active', ...FIELD_BY_FIELD },
  },
  'what a connection sends': { has: given(sent), lacks: { ...ID, ...NUMBER } },
  'the words of the pages': { has: WORDS },
  "the rows of a person's page": {
    has: [
      ...inPages(/\buser\.(\w+)/g, ...FILES_OF_PERSON),
      ...Object.keys(PLAIN_FIELDS).filter((name) => !shownOtherwise.has(name)),
    ],
    lacks: { accountStatus: 'stands beside the name at the top' },
  },
  'an erasure, and what a person is given': {
    has: users.flatMap(({ secret = [] }) => COLUMNS.filter((name) => !secret.includes(name))),
  },
  'the tests of each field': {
    has: USER_RULES.map(({ field }) => field),
    lacks: { ...ID, legacyNumber: 'test/users/identity.e2e-spec.ts', facultyProfile: 'PROFILE_RULES' },
  },
};

/** The same for the fields of a faculty profile. */
const LISTS_OF_PROFILE: Readonly<Record<string, List>> = {
  'the declarations': { has: Object.keys(PROFILE_FIELDS) },
  'the rules of a row': { has: validated(FacultyProfileDto) },
  'the OpenAPI document of an answer': { has: answered(PresentedFacultyProfileDto) },
  'the mapping of files': { has: FIELD_PATHS.map((path) => path.replace(PROFILE, '')) },
  'what a connection sees': { has: extension },
  'what a connection sends': { has: given(sent.facultyProfile) },
  'the words of the pages': { has: WORDS },
  "the rows of a person's page": { has: inPages(/\bprofile\.(\w+)/g, SECTIONS) },
  'the tests of each field': { has: PROFILE_RULES.map(({ field }) => field) },
};

function missingIn({ has, lacks = {} }: List, fields: readonly string[]): string[] {
  return fields.filter((name) => !has.includes(name) && !(name in lacks));
}

describe('every field of a person', () => {
  it.each(Object.entries(LISTS))('is in %s, or it is said why not', (_, list) => {
    expect(missingIn(list, OF_PERSON)).toEqual([]);
  });

  it.each(Object.entries(LISTS))('is not excused from %s where it is in there', (_, { has, lacks = {} }) => {
    const names = Object.keys(lacks);
    expect(names.filter((name) => has.includes(name) || !OF_PERSON.includes(name))).toEqual([]);
  });

  it('is among the columns, as is what is no field', () => {
    expect(Object.keys(NO_FIELDS).filter((name) => !COLUMNS.includes(name))).toEqual([]);
  });

  it('that a form may mean is a record field', () => {
    expect(RECORD_FIELDS).toEqual(expect.arrayContaining([...FORM_FIELDS]));
  });

  it('is in the pages as npm run fields writes it', () => {
    expect(readFileSync('pages/src/ui/declared-fields.ts', 'utf8')).toBe(fieldsOfPages());
  });
});

describe('every field of a faculty profile', () => {
  it.each(Object.entries(LISTS_OF_PROFILE))('is in %s', (_, list) => {
    expect(missingIn(list, OF_PROFILE)).toEqual([]);
  });
});
