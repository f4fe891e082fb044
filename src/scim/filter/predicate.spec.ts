import SCIMMY from 'scimmy';

import { InvalidFilter } from '../../errors/scim.errors.js';
import { ENTERPRISE, EXTENSION, USER } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { parseFilter } from './parse-filter.js';
import { predicateOf } from './predicate.js';

const ANN = {
  id: '950000001',
  externalId: 'Ext-1',
  userName: 'Ann.Lee',
  active: true,
  name: { givenName: 'Ann', familyName: 'Lee' },
  title: 'Tour Guide',
  emails: [
    { value: 'ann@work.example.edu', type: 'work', primary: true },
    { value: 'ann@home.example.org', type: 'home' },
  ],
  roles: [{ value: 'student' }],
  meta: { lastModified: '2026-11-20T10:00:00.000Z', resourceType: 'User' },
  [ENTERPRISE]: { department: 'Law', manager: { value: '951000001' } },
  [EXTENSION]: { yearOfEntry: 2024, userTags: ['a', 'B'], programId: 'P-1' },
  shoe: { size: 40 },
};

function isFound(filter: string): boolean {
  return predicateOf(parseFilter(filter), USER_TYPE)(ANN);
}

describe('a person is found', () => {
  it.each([
    'userName eq "ann.LEE"',
    'USERNAME eq "ann.lee"',
    'id eq "950000001"',
    'externalId eq "Ext-1"',
    'active eq true',
    'active eq "True"',
    'active ne false',
    'name.familyName sw "l"',
    'name.familyName co "E"',
    'name.familyName ew "EE"',
    'emails eq "ANN@work.example.edu"',
    'emails.value eq "ann@home.example.org"',
    'emails[type eq "work"].value eq "ann@work.example.edu"',
    'emails[type eq "work" and primary eq "True"]',
    'emails.type eq "home" and title pr',
    'not (title eq "Boss")',
    'title ne "Boss"',
    'nickName ne "x"',
    'nickName eq null',
    'title ne null',
    'meta.lastModified gt "2026-11-20T09:59:59Z"',
    'meta.lastModified le "2026-11-20T11:00:00+01:00"',
    `${ENTERPRISE}:department eq "LAW"`,
    `${ENTERPRISE}:manager eq "951000001"`,
    `${ENTERPRISE}:manager.value pr`,
    `${USER}:userName eq "ann.lee"`,
    `${EXTENSION}:yearOfEntry ge 2024`,
    `${EXTENSION}:userTags eq "b"`,
    'shoe.size lt 41',
    'roles eq "Student"',
    'userName gt "a" and userName lt "b"',
  ])('by %s', (filter) => {
    expect(isFound(filter)).toBe(true);
  });

  it.each([
    'externalId eq "ext-1"',
    'id eq "950000002"',
    'active eq false',
    'emails[type eq "home"].value eq "ann@work.example.edu"',
    'emails[type eq "home" and primary eq true]',
    'emails.value ne "ann@home.example.org"',
    'nickName pr',
    'nickName sw ""',
    'title eq null',
    'not (title pr)',
    'meta.lastModified gt "2026-11-20T10:00:00Z"',
    'shoe.size gt "39"',
    `${EXTENSION}:programId eq "p-1"`,
    'constructor pr',
    'name.toString pr',
  ])('not by %s', (filter) => {
    expect(isFound(filter)).toBe(false);
  });

  it.each([
    ['active gt true', 'active is true or false, and gt does not fit it'],
    ['active eq "maybe"', 'active is true or false, and is compared with something else'],
    ['meta.lastModified gt "soon"', 'meta.lastModified is compared with a text that is no date'],
    ['userName gt null', 'gt does not fit null'],
  ])('never by %s, which is refused', (filter, problem) => {
    expect(() => predicateOf(parseFilter(filter), USER_TYPE)).toThrow(InvalidFilter);
    expect(() => predicateOf(parseFilter(filter), USER_TYPE)).toThrow(problem);
  });

  it.each([
    'userName eq "Ann.Lee"',
    'userName eq "Bo"',
    'name.familyName sw "L"',
    'title pr and active eq true',
    'title pr or active eq false',
    'not (title pr)',
    'not (title eq "Boss")',
    'emails[type eq "work" and value co "work"]',
    'emails[type eq "home" and value co "work"]',
    'meta.lastModified gt "2026-01-01T00:00:00Z"',
    'meta.lastModified lt "2026-01-01T00:00:00Z"',
    'userName eq "Ann.Lee" and (title eq "x" or active eq true)',
  ])('as SCIMMY finds them: %s', (filter) => {
    expect(isFound(filter)).toBe(new SCIMMY.Types.Filter(filter).match([ANN]).length === 1);
  });
});
