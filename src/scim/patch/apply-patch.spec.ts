import { readFileSync } from 'node:fs';

import {
  InvalidSyntax,
  InvalidValue,
  NoTarget,
  NotMutable,
  TooManySearched,
} from '../../errors/scim.errors.js';
import type { Resource } from '../schema/resource.js';
import { ENTERPRISE, EXTENSION, USER } from '../schema/urns.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { USER_TYPE } from '../schema/user.type.js';
import { applyPatch } from './apply-patch.js';
import { operationsOf } from './operations.js';

const WORK = { value: 'ann@work.example.edu', type: 'work', primary: true };
const HOME = { value: 'ann@home.example.org', type: 'home' };
const ANN: Resource = {
  userName: 'ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  active: true,
  emails: [WORK, HOME],
  roles: [{ value: 'student', primary: true }],
  [ENTERPRISE]: { department: 'Law', manager: { value: '951000001', $ref: '../Users/951000001' } },
};

function patched(operations: readonly unknown[], resource = ANN): Resource {
  return applyPatch(resource, operationsOf({ Operations: operations }), USER_TYPE);
}

/** The attributes that differ afterwards. */
function changes(operations: readonly unknown[], resource = ANN): Resource {
  const after = patched(operations, resource);
  const names = [...new Set([...Object.keys(resource), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(after[name]) !== JSON.stringify(resource[name]))
      .map((name) => [name, after[name]]),
  );
}

const { department, manager } = ANN[ENTERPRISE] as Resource;

describe('a PATCH', () => {
  it.each<[string, unknown, Resource]>([
    ['adds a text', { op: 'add', path: 'title', value: 'Dr' }, { title: 'Dr' }],
    ['takes op in any letter case', { op: 'Replace', path: 'userName', value: 'bo' }, { userName: 'bo' }],
    ['takes names in any letter case', { OP: 'ADD', Path: 'TITLE', Value: 'Dr' }, { title: 'Dr' }],
    [
      'replaces a part',
      { op: 'replace', path: 'name.givenName', value: 'Bo' },
      {
        name: { givenName: 'Bo', familyName: 'Lee' },
      },
    ],
    ['removes a part', { op: 'remove', path: 'name.givenName' }, { name: { familyName: 'Lee' } }],
    [
      'clears a part with null',
      { op: 'replace', path: 'name', value: { givenName: null } },
      {
        name: { familyName: 'Lee' },
      },
    ],
    [
      'merges parts',
      { op: 'replace', path: 'name', value: { middleName: 'M' } },
      {
        name: { givenName: 'Ann', familyName: 'Lee', middleName: 'M' },
      },
    ],
    ['removes an attribute', { op: 'remove', path: 'emails' }, { emails: undefined }],
    ['clears an attribute with null', { op: 'replace', path: 'name', value: null }, { name: undefined }],
    ['understands "False"', { op: 'replace', path: 'active', value: 'False' }, { active: false }],
    [
      'without a path sets attributes',
      { op: 'replace', value: { active: 'False', title: 'Dr' } },
      {
        active: false,
        title: 'Dr',
      },
    ],
    [
      'without a path takes dotted keys',
      { op: 'replace', value: { 'name.familyName': 'Cruz' } },
      {
        name: { givenName: 'Ann', familyName: 'Cruz' },
      },
    ],
    [
      'without a path takes keys with a schema',
      { op: 'add', value: { [`${ENTERPRISE}:department`]: 'Arts', [`${USER}:title`]: 'Dr' } },
      { [ENTERPRISE]: { department: 'Arts', manager }, title: 'Dr' },
    ],
    [
      'without a path takes a schema as a key',
      { op: 'add', value: { [ENTERPRISE]: { department: 'Arts' }, [EXTENSION]: { degree: 'EdD' } } },
      { [ENTERPRISE]: { department: 'Arts', manager }, [EXTENSION]: { degree: 'EdD' } },
    ],
    [
      'without a path takes keys with conditions',
      { op: 'replace', value: { 'emails[type eq "work"].value': 'a@b.example' } },
      { emails: [{ ...WORK, value: 'a@b.example' }, HOME] },
    ],
    [
      'without a path leaves what cannot be changed',
      { op: 'replace', value: { id: '1', meta: {}, [`${ENTERPRISE}:manager.displayName`]: 'Bo' } },
      {},
    ],
    [
      'leaves the name of a manager, which cannot be changed',
      { op: 'replace', path: `${ENTERPRISE}:manager.displayName`, value: 'Bo' },
      {},
    ],
    [
      'with a schema as its path merges',
      { op: 'add', path: ENTERPRISE, value: { division: 'D' } },
      {
        [ENTERPRISE]: { department, manager, division: 'D' },
      },
    ],
    [
      'with a schema as its path removes all of it',
      { op: 'remove', path: ENTERPRISE },
      {
        [ENTERPRISE]: undefined,
      },
    ],
    [
      'takes the ID of a manager alone',
      { op: 'add', path: `${ENTERPRISE}:manager`, value: '951000009' },
      {
        [ENTERPRISE]: { department, manager: { value: '951000009' } },
      },
    ],
    [
      'removes a part of an extension',
      { op: 'remove', path: `${ENTERPRISE}:manager.$ref` },
      {
        [ENTERPRISE]: { department, manager: { value: '951000001' } },
      },
    ],
    [
      'adds a value to a list',
      { op: 'add', path: 'emails', value: [{ value: 'x@y.example' }] },
      {
        emails: [WORK, HOME, { value: 'x@y.example' }],
      },
    ],
    [
      'adds one value without a list',
      { op: 'add', path: 'emails', value: { value: 'x@y.example' } },
      {
        emails: [WORK, HOME, { value: 'x@y.example' }],
      },
    ],
    ['adds no value twice', { op: 'add', path: 'emails', value: [HOME] }, {}],
    [
      'keeps one value primary',
      { op: 'add', path: 'emails', value: [{ value: 'x@y.example', primary: true }] },
      { emails: [{ ...WORK, primary: false }, HOME, { value: 'x@y.example', primary: true }] },
    ],
    [
      'replaces a list',
      { op: 'replace', path: 'emails', value: [{ value: 'x@y.example' }] },
      {
        emails: [{ value: 'x@y.example' }],
      },
    ],
    ['empties a list', { op: 'replace', path: 'emails', value: [] }, { emails: undefined }],
    [
      'replaces the part of the values that meet conditions',
      {
        op: 'replace',
        path: 'emails[type eq "work"].value',
        value: 'new@work.example.edu',
      },
      { emails: [{ ...WORK, value: 'new@work.example.edu' }, HOME] },
    ],
    [
      'finds primary by text',
      { op: 'replace', path: 'roles[primary eq "True"].value', value: 'chair' },
      {
        roles: [{ value: 'chair', primary: true }],
      },
    ],
    [
      'replaces whole values',
      { op: 'replace', path: 'emails[type eq "home"]', value: { value: 'z@z.example' } },
      {
        emails: [WORK, { type: 'home', value: 'z@z.example' }],
      },
    ],
    [
      'adds to values',
      { op: 'add', path: 'emails[type eq "home"]', value: { display: 'Z' } },
      {
        emails: [WORK, { ...HOME, display: 'Z' }],
      },
    ],
    ['removes values', { op: 'remove', path: 'emails[type eq "home"]' }, { emails: [WORK] }],
    ['removes the last value', { op: 'remove', path: 'roles[value eq "student"]' }, { roles: undefined }],
    [
      'removes a part of values',
      { op: 'remove', path: 'emails[type eq "work"].primary' },
      {
        emails: [{ value: WORK.value, type: 'work' }, HOME],
      },
    ],
    [
      'removes listed values',
      { op: 'remove', path: 'emails', value: [{ value: HOME.value }] },
      {
        emails: [WORK],
      },
    ],
    ['removes nothing where nothing meets conditions', { op: 'remove', path: 'emails[type eq "x"]' }, {}],
    [
      'creates what it replaces and does not find',
      { op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '555' },
      { phoneNumbers: [{ type: 'mobile', value: '555' }] },
    ],
    [
      'creates it from several conditions',
      { op: 'add', path: 'addresses[type eq "work" and primary eq "True"].locality', value: 'Bern' },
      { addresses: [{ type: 'work', primary: true, locality: 'Bern' }] },
    ],
    [
      'keeps attributes that are not known',
      { op: 'add', path: 'shoe.size', value: 40 },
      { shoe: { size: 40 } },
    ],
    [
      'keeps schemas that are not known',
      { op: 'add', path: 'urn:okta:x:1.0:User:colour', value: 'red' },
      { 'urn:okta:x:1.0:User': { colour: 'red' } },
    ],
    [
      'reads numbers as text',
      { op: 'add', path: `${EXTENSION}:yearOfEntry`, value: '2024' },
      {
        [EXTENSION]: { yearOfEntry: 2024 },
      },
    ],
  ])('%s', (_, operation, expected) => {
    expect(changes([operation])).toEqual(expected);
  });

  it('applies operations in their order', () => {
    const operations = [
      { op: 'add', path: 'title', value: 'Dr' },
      { op: 'replace', path: 'title', value: 'Prof' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'add', path: 'name.givenName', value: 'Bo' },
    ];
    expect(changes(operations)).toEqual({ title: 'Prof', name: { familyName: 'Lee', givenName: 'Bo' } });
  });

  it.each<[string, unknown, new (...values: never[]) => Error]>([
    ['an unknown op', { op: 'move', path: 'title' }, InvalidSyntax],
    ['no op', { path: 'title', value: 'x' }, InvalidSyntax],
    ['a path that is no text', { op: 'add', path: 1, value: 'x' }, InvalidSyntax],
    ['a text without a path', { op: 'add', value: 'x' }, InvalidSyntax],
    ['a removal without a path', { op: 'remove' }, NoTarget],
    ['a removal of the resource', { op: 'remove', path: USER }, NoTarget],
    ['a change of the id', { op: 'replace', path: 'id', value: '1' }, NotMutable],
    ['a change of meta', { op: 'replace', path: 'meta.version', value: '1' }, NotMutable],
    ['a change of groups', { op: 'add', path: 'groups', value: [{ value: '1' }] }, NotMutable],
    [
      'conditions that no value meets and that describe none',
      {
        op: 'replace',
        path: 'emails[value co "zzz"].value',
        value: 'x',
      },
      NoTarget,
    ],
    ['a number for a text', { op: 'add', path: 'title', value: 1 }, InvalidValue],
    ['an object for a text', { op: 'add', path: 'title', value: { a: 1 } }, InvalidValue],
    ['a text for a flag', { op: 'replace', path: 'active', value: 'maybe' }, InvalidValue],
    ['a text for an object', { op: 'replace', path: 'name', value: 'Ann' }, InvalidValue],
    ['a wrong part', { op: 'replace', path: 'name.givenName', value: 5 }, InvalidValue],
    [
      'a text for a value with parts',
      { op: 'replace', path: 'emails[type eq "work"]', value: 'x' },
      InvalidValue,
    ],
    ['an endless list', { op: 'add', path: 'emails', value: Array(1001).fill({ value: 'a' }) }, InvalidValue],
    [
      'a value that nests deep',
      { op: 'add', path: 'x', value: JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown },
      InvalidSyntax,
    ],
  ])('with %s changes nothing', (_, operation, refusal) => {
    const before = structuredClone(ANN);
    expect(() => patched([{ op: 'add', path: 'title', value: 'Dr' }, operation])).toThrow(refusal);
    expect(ANN).toEqual(before);
  });

  it.each<[string, () => unknown[]]>([
    [
      'ten thousand attributes',
      () => [
        { op: 'add', value: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1])) },
      ],
    ],
    [
      'a thousand values, one by one',
      () =>
        Array.from({ length: 1000 }, (_, n) => ({
          op: 'add',
          path: 'emails',
          value: [{ value: `${n}@x.y` }],
        })),
    ],
    [
      'the parts of a long list again and again',
      () => [
        { op: 'add', path: 'emails', value: Array.from({ length: 900 }, (_, n) => ({ value: `${n}@x.y` })) },
        ...Array<object>(900).fill({ op: 'replace', path: 'emails[value pr].type', value: 'work' }),
      ],
    ],
  ])('that changes %s is refused before it costs more than a tenth of a second', (_, operations) => {
    expect(() => patched(operations())).toThrow(TooManySearched);
  });

  it('pollutes no prototype', () => {
    const source =
      '[{"op":"add","value":{"__proto__":{"polluted":1}}},{"op":"add","path":"constructor","value":1}]';
    const after = patched(JSON.parse(source) as unknown[]);
    expect(({} as Resource)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
  });

  it.each([[undefined], [{}], [{ Operations: [] }], [{ Operations: {} }], [{ Operations: [1] }], ['x']])(
    'refuses the body %j',
    (body) => {
      expect(() => operationsOf(body)).toThrow(InvalidSyntax);
    },
  );
});

describe('the examples of RFC 7644, 3.5.2', () => {
  /** The examples abbreviate the first one in conditions. */
  const MEMBERS = ['2819c223-7f76-453a-919d-413861904646', '902c246b-6245-4190-8e05-00816be7344a'];
  const SHORT = '2819c223-7f76-...413861904646';
  const TEAM: Resource = { displayName: 'Team', members: MEMBERS.map((value) => ({ value })) };
  const valuesOf = ({ members = [] }: Resource): unknown[] =>
    (members as Resource[]).map(({ value }) => value);
  const example = (name: string): unknown =>
    JSON.parse(readFileSync(`test/fixtures/real-input/scim/rfc7644-3.5.2.${name}.json`, 'utf8'));
  const team = (name: string): Resource => applyPatch(TEAM, operationsOf(example(name)), GROUP_TYPE);
  const person = (name: string, resource: Resource): Resource =>
    applyPatch(resource, operationsOf(example(name)), USER_TYPE);

  it('add members who are not there', () => {
    expect(valuesOf(team('1-patch_op-add_members'))).toEqual(MEMBERS);
  });

  it('remove one member, all, and replace all', () => {
    const short = { members: [{ value: SHORT }, { value: MEMBERS[1] }] };
    const operations = operationsOf(example('2-patch_op-remove_one_member'));
    expect(valuesOf(applyPatch(short, operations, GROUP_TYPE))).toEqual(MEMBERS.slice(1));
    expect(team('2-patch_op-remove_all_members')).toEqual({ displayName: 'Team' });
    expect(valuesOf(team('3-patch_op-replace_all_members'))).toEqual([
      MEMBERS[0],
      '08e1d05d-121c-4561-8b96-473d93df9210',
    ]);
  });

  it('remove a value by two conditions', () => {
    const emails = [
      { value: 'a@example.com', type: 'work' },
      { value: 'a@example.org', type: 'work' },
    ];
    expect(person('2-patch_op-remove_multi_complex_value', { emails })).toEqual({ emails: emails.slice(1) });
  });

  it('change an address as a whole and in part', () => {
    const addresses = [
      { type: 'work', streetAddress: 'Old', region: 'CA' },
      { type: 'home', streetAddress: 'Home' },
    ];
    const part = person('3-patch_op-replace_street_address', { addresses });
    expect(part).toMatchObject({
      addresses: [{ region: 'CA', streetAddress: '1010 Broadway Ave' }, addresses[1]],
    });
    const whole = person('3-patch_op-replace_user_work_address', { addresses });
    expect(whole).toMatchObject({ addresses: [{ type: 'work', locality: 'Hollywood' }, addresses[1]] });
  });

  it('add and replace e-mail addresses', () => {
    const { emails } = person('1-patch_op-add_emails', {});
    expect(emails).toEqual([{ value: 'babs@jensen.org', type: 'home' }]);
    const replaced = person('3-patch_op-replace_all_email_values', { emails: [HOME] });
    expect(replaced['emails']).toHaveLength(2);
  });
});
