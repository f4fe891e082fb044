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
const OTHER = { value: 'x@y.example' };
const NAME = { givenName: 'Ann', familyName: 'Lee' };
const ANN: Resource = {
  userName: 'ann',
  name: NAME,
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

const add = (path: unknown, value: unknown): object => ({ op: 'add', path, value });
const replace = (path: string, value: unknown): object => ({ op: 'replace', path, value });
const remove = (path: string, value?: unknown): object => ({ op: 'remove', path, value });

describe('a PATCH', () => {
  it.each<[string, unknown, Resource]>([
    ['adds a text', add('title', 'Dr'), { title: 'Dr' }],
    ['takes op in any letter case', { op: 'Replace', path: 'userName', value: 'bo' }, { userName: 'bo' }],
    ['takes names in any letter case', { OP: 'ADD', Path: 'TITLE', Value: 'Dr' }, { title: 'Dr' }],
    ['replaces a part', replace('name.givenName', 'Bo'), { name: { givenName: 'Bo', familyName: 'Lee' } }],
    ['removes a part', remove('name.givenName'), { name: { familyName: 'Lee' } }],
    ['clears a part with null', replace('name', { givenName: null }), { name: { familyName: 'Lee' } }],
    ['merges parts', replace('name', { middleName: 'M' }), { name: { ...NAME, middleName: 'M' } }],
    ['removes an attribute', remove('emails'), { emails: undefined }],
    ['clears an attribute with null', replace('name', null), { name: undefined }],
    ['understands "False"', replace('active', 'False'), { active: false }],
    [
      'without a path sets attributes',
      { op: 'replace', value: { active: 'False', title: 'Dr' } },
      { active: false, title: 'Dr' },
    ],
    [
      'without a path takes dotted keys',
      { op: 'replace', value: { 'name.familyName': 'Cruz' } },
      { name: { ...NAME, familyName: 'Cruz' } },
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
      replace(`${ENTERPRISE}:manager.displayName`, 'Bo'),
      {},
    ],
    [
      'with a schema as its path merges',
      add(ENTERPRISE, { division: 'D' }),
      { [ENTERPRISE]: { department, manager, division: 'D' } },
    ],
    ['with a schema as its path removes all of it', remove(ENTERPRISE), { [ENTERPRISE]: undefined }],
    [
      'takes the ID of a manager alone',
      add(`${ENTERPRISE}:manager`, '951000009'),
      { [ENTERPRISE]: { department, manager: { value: '951000009' } } },
    ],
    [
      'removes a part of an extension',
      remove(`${ENTERPRISE}:manager.$ref`),
      { [ENTERPRISE]: { department, manager: { value: '951000001' } } },
    ],
    ['adds a value to a list', add('emails', [OTHER]), { emails: [WORK, HOME, OTHER] }],
    ['adds one value without a list', add('emails', OTHER), { emails: [WORK, HOME, OTHER] }],
    ['adds no value twice', add('emails', [HOME]), {}],
    [
      'keeps one value primary',
      add('emails', [{ ...OTHER, primary: true }]),
      { emails: [{ ...WORK, primary: false }, HOME, { ...OTHER, primary: true }] },
    ],
    ['replaces a list', replace('emails', [OTHER]), { emails: [OTHER] }],
    ['empties a list', replace('emails', []), { emails: undefined }],
    [
      'replaces the part of the values that meet conditions',
      replace('emails[type eq "work"].value', 'new@work.example.edu'),
      { emails: [{ ...WORK, value: 'new@work.example.edu' }, HOME] },
    ],
    [
      'finds primary by text',
      replace('roles[primary eq "True"].value', 'chair'),
      { roles: [{ value: 'chair', primary: true }] },
    ],
    [
      'replaces whole values',
      replace('emails[type eq "home"]', { value: 'z@z.example' }),
      { emails: [WORK, { type: 'home', value: 'z@z.example' }] },
    ],
    [
      'adds to values',
      add('emails[type eq "home"]', { display: 'Z' }),
      { emails: [WORK, { ...HOME, display: 'Z' }] },
    ],
    ['removes values', remove('emails[type eq "home"]'), { emails: [WORK] }],
    ['removes the last value', remove('roles[value eq "student"]'), { roles: undefined }],
    [
      'removes a part of values',
      remove('emails[type eq "work"].primary'),
      { emails: [{ value: WORK.value, type: 'work' }, HOME] },
    ],
    ['removes listed values', remove('emails', [{ value: HOME.value }]), { emails: [WORK] }],
    ['removes nothing where nothing meets conditions', remove('emails[type eq "x"]'), {}],
    [
      'creates what it replaces and does not find',
      replace('phoneNumbers[type eq "mobile"].value', '555'),
      { phoneNumbers: [{ type: 'mobile', value: '555' }] },
    ],
    [
      'creates it from several conditions',
      add('addresses[type eq "work" and primary eq "True"].locality', 'Bern'),
      { addresses: [{ type: 'work', primary: true, locality: 'Bern' }] },
    ],
    ['keeps attributes that are not known', add('shoe.size', 40), { shoe: { size: 40 } }],
    [
      'keeps schemas that are not known',
      add('urn:okta:x:1.0:User:colour', 'red'),
      { 'urn:okta:x:1.0:User': { colour: 'red' } },
    ],
    [
      'reads numbers as text',
      add(`${EXTENSION}:yearOfEntry`, '2024'),
      { [EXTENSION]: { yearOfEntry: 2024 } },
    ],
  ])('%s', (_, operation, expected) => {
    expect(changes([operation])).toEqual(expected);
  });

  it('applies operations in their order', () => {
    const operations = [
      add('title', 'Dr'),
      replace('title', 'Prof'),
      remove('name.givenName'),
      add('name.givenName', 'Bo'),
    ];
    expect(changes(operations)).toEqual({ title: 'Prof', name: { familyName: 'Lee', givenName: 'Bo' } });
  });

  it.each<[string, unknown, new (...values: never[]) => Error]>([
    ['an unknown op', { op: 'move', path: 'title' }, InvalidSyntax],
    ['no op', { path: 'title', value: 'x' }, InvalidSyntax],
    ['a path that is no text', add(1, 'x'), InvalidSyntax],
    ['a text without a path', { op: 'add', value: 'x' }, InvalidSyntax],
    ['a removal without a path', { op: 'remove' }, NoTarget],
    ['a removal of the resource', remove(USER), NoTarget],
    ['a change of the id', replace('id', '1'), NotMutable],
    ['a change of meta', replace('meta.version', '1'), NotMutable],
    ['a change of groups', add('groups', [{ value: '1' }]), NotMutable],
    [
      'conditions that no value meets and that describe none',
      replace('emails[value co "zzz"].value', 'x'),
      NoTarget,
    ],
    ['a number for a text', add('title', 1), InvalidValue],
    ['an object for a text', add('title', { a: 1 }), InvalidValue],
    ['a text for a flag', replace('active', 'maybe'), InvalidValue],
    ['a text for an object', replace('name', 'Ann'), InvalidValue],
    ['a wrong part', replace('name.givenName', 5), InvalidValue],
    ['a text for a value with parts', replace('emails[type eq "work"]', 'x'), InvalidValue],
    ['an endless list', add('emails', Array(1001).fill({ value: 'a' })), InvalidValue],
    [
      'a value that nests deep',
      add('x', JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown),
      InvalidSyntax,
    ],
  ])('with %s changes nothing', (_, operation, refusal) => {
    const before = structuredClone(ANN);
    expect(() => patched([add('title', 'Dr'), operation])).toThrow(refusal);
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
      () => Array.from({ length: 1000 }, (_, n) => add('emails', [{ value: `${n}@x.y` }])),
    ],
    [
      'the parts of a long list again and again',
      () => [
        add(
          'emails',
          Array.from({ length: 900 }, (_, n) => ({ value: `${n}@x.y` })),
        ),
        ...Array<object>(900).fill(replace('emails[value pr].type', 'work')),
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
