import { type ScimPatchOperation, scimPatch, ScimError } from 'scim-patch';
import SCIMMY from 'scimmy';

import { fc } from '../../../test/support/fast-check.js';
import { ScimRefusal } from '../../errors/scim-refusal.js';
import type { Resource } from '../schema/resource.js';
import { ENTERPRISE, PATCH_OP, USER } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { applyPatch } from './apply-patch.js';
import { operationsOf } from './operations.js';

const { User, EnterpriseUser } = SCIMMY.Schemas;

beforeAll(() => {
  User.definition.extend(EnterpriseUser.definition, false);
});

afterAll(() => {
  User.definition.truncate(EnterpriseUser.definition);
});

const ANN: Resource = {
  schemas: [USER, ENTERPRISE],
  id: '950000001',
  userName: 'ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  active: true,
  emails: [
    { value: 'ann@work.example.edu', type: 'work', primary: true },
    { value: 'ann@home.example.org', type: 'home' },
  ],
  roles: [{ value: 'student', primary: true }],
  [ENTERPRISE]: { department: 'Law', manager: { value: '951000001' } },
};
const COMPARED = ['userName', 'name', 'title', 'nickName', 'active', 'emails', 'roles', ENTERPRISE];

/** The attributes afterwards, or the reason of the refusal. */
type Outcome = Resource | string;

function compared(resource: object): Resource {
  return Object.fromEntries(
    Object.entries(JSON.parse(JSON.stringify(resource)) as Resource).filter(([name]) =>
      COMPARED.includes(name),
    ),
  );
}

function ours(operations: readonly object[]): Outcome {
  try {
    return compared(applyPatch(ANN, operationsOf({ Operations: operations }), USER_TYPE));
  } catch (error) {
    if (error instanceof ScimRefusal) return error.scimType ?? 'refused';
    throw error;
  }
}

async function theirs(operations: readonly object[]): Promise<Outcome> {
  try {
    const request = { schemas: [PATCH_OP], Operations: structuredClone(operations) };
    const message = new SCIMMY.Messages.PatchOp(
      request as ConstructorParameters<typeof SCIMMY.Messages.PatchOp>[0],
    );
    const source = new User(structuredClone(ANN), 'both');
    const patched = (await message.apply(source, (one) => Promise.resolve(one))) as object | undefined;
    return compared(patched ?? ANN);
  } catch (error) {
    if (error instanceof SCIMMY.Types.Error) return (error as { scimType?: string }).scimType ?? 'refused';
    throw error;
  }
}

/** What scim-patch makes of them. It knows no schema: an empty list stays, and so does a value of any type. */
function byScimPatch(operations: readonly object[]): Outcome {
  try {
    const sent = structuredClone(operations) as ScimPatchOperation[];
    const meta = { created: new Date(0), lastModified: new Date(0) };
    const ann = { ...structuredClone(ANN), schemas: [USER, ENTERPRISE], meta };
    return compared(scimPatch(ann, sent));
  } catch (error) {
    if (error instanceof ScimError) return error.scimCode ?? 'refused';
    throw error;
  }
}

const text = fc.constantFrom('Ann', 'Bo', 'x y', 'Ämter');
const address = fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example');
/** SCIMMY adds a value that is there already once more, see below. */
const newAddress = fc.uuid().map((id) => `${id}@x.example`);
const kind = fc.constantFrom('work', 'home', 'other');
const setting = fc.constantFrom('add', 'replace', 'Add', 'REPLACE');
const NAMES = [
  'title',
  'nickName',
  'name.givenName',
  'name.middleName',
  `${ENTERPRISE}:costCenter`,
  `${USER}:title`,
];

const operation: fc.Arbitrary<object> = fc.oneof(
  fc.record({ op: setting, path: fc.constantFrom(...NAMES), value: text }),
  fc.record({ op: fc.constant('remove'), path: fc.constantFrom(...NAMES) }),
  fc.record({ op: setting, path: fc.constant('active'), value: fc.boolean() }),
  fc.record({
    op: setting,
    value: fc.record({ active: fc.boolean(), title: text, 'name.familyName': text }),
  }),
  fc.record({
    op: fc.constant('add'),
    path: fc.constant('emails'),
    value: fc.tuple(fc.record({ value: newAddress, type: kind })),
  }),
  fc.record({ op: fc.constant('remove'), path: kind.map((type) => `emails[type eq "${type}"]`) }),
  fc.record({
    op: fc.constant('replace'),
    path: kind.map((type) => `emails[type eq "${type}"].value`),
    value: address,
  }),
);

describe('a PATCH that SCIMMY accepts', () => {
  it('has the same effect here, whatever its operations', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 5 }), async (operations) => {
        const expected = await theirs(operations);
        if (typeof expected === 'string') return;
        accepted += 1;
        expect(ours(operations)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

describe('a PATCH that scim-patch accepts', () => {
  it('has the same effect here, whatever its operations', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) => {
        const expected = byScimPatch(operations);
        if (typeof expected === 'string') return;
        accepted += 1;
        expect(ours(operations)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});

const {
  emails,
  name,
  [ENTERPRISE]: work,
} = ANN as { emails: Resource[]; name: Resource; [ENTERPRISE]: Resource };

describe('a PATCH that SCIMMY applies in another way', () => {
  it.each<[reason: string, operation: object, here: Outcome, there: Outcome]>([
    [
      'a value that is there already is not added again (RFC 7644, 3.5.2.1)',
      { op: 'add', path: 'emails', value: [{ value: 'ann@home.example.org', type: 'home' }] },
      { emails },
      { emails: [...emails, emails[1]] },
    ],
    [
      'parts that are not named stay as they are (RFC 7644, 3.5.2.3)',
      { op: 'replace', path: 'name', value: { givenName: 'Bo' } },
      { name: { givenName: 'Bo', familyName: 'Lee' } },
      { name: { givenName: 'Bo' } },
    ],
    [
      'a value that no condition meets is created, as Entra ID expects',
      { op: 'replace', path: 'emails[type eq "other"].value', value: 'n@x.example' },
      { emails: [...emails, { type: 'other', value: 'n@x.example' }] },
      'noTarget',
    ],
    [
      'true and false are understood as text, which Entra ID sends',
      { op: 'replace', path: 'active', value: 'False' },
      { active: false },
      'invalidValue',
    ],
    [
      'a manager is understood as a list of one, which Entra ID sends',
      { op: 'add', path: `${ENTERPRISE}:manager`, value: [{ value: '951000002' }] },
      { [ENTERPRISE]: { ...work, manager: { value: '951000002' } } },
      'invalidPath',
    ],
    [
      'a read-only attribute without a path is ignored, which Okta sends back',
      { op: 'replace', value: { id: '9', title: 'Dr' } },
      { name, title: 'Dr' },
      'mutability',
    ],
  ])('%s', async (_, one, here, there) => {
    const like = (answer: string | object): unknown =>
      typeof answer === 'string' ? answer : expect.objectContaining(answer);
    expect({ ours: ours([one]), theirs: await theirs([one]) }).toEqual({
      ours: like(here),
      theirs: like(there),
    });
  });
});

describe('a PATCH that scim-patch applies in another way', () => {
  const [work1, home] = emails;
  it.each<[reason: string, operation: object, here: Outcome, there: Outcome]>([
    [
      'names ignore case (RFC 7643, 2.1)',
      { op: 'replace', path: 'TITLE', value: 'Dr' },
      { title: 'Dr' },
      { title: undefined },
    ],
    [
      'a new primary value takes the mark from the former one (RFC 7644, 3.5.2)',
      { op: 'add', path: 'emails', value: [{ value: 'n@x.example', primary: true }] },
      { emails: [{ ...work1, primary: false }, home, { value: 'n@x.example', primary: true }] },
      { emails: [work1, home, { value: 'n@x.example', primary: true }] },
    ],
    [
      'true and false are understood as text, which Entra ID sends',
      { op: 'replace', path: 'active', value: 'False' },
      { active: false },
      { active: 'False' },
    ],
    [
      'values that a removal names go, which Entra ID sends',
      { op: 'remove', path: 'emails', value: [{ value: 'ann@home.example.org' }] },
      { emails: [work1] },
      { emails },
    ],
    [
      'an empty list is no value (RFC 7643, 2.5)',
      { op: 'replace', path: 'emails', value: [] },
      { emails: undefined },
      { emails: [] },
    ],
    [
      'a read-only attribute is refused (RFC 7644, 3.5.2)',
      { op: 'replace', path: 'id', value: '9' },
      'mutability',
      { userName: 'ann' },
    ],
  ])('%s', (_, one, here, there) => {
    const outcomes = [
      [ours([one]), here],
      [byScimPatch([one]), there],
    ] as const;
    for (const [outcome, expected] of outcomes) {
      if (typeof expected === 'string' || typeof outcome === 'string') expect(outcome).toBe(expected);
      else
        for (const [attribute, value] of Object.entries(expected)) expect(outcome[attribute]).toEqual(value);
    }
  });
});
