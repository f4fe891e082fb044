import { createHash } from 'node:crypto';

import { jest } from '@jest/globals';

import { Authenticator } from '../../src/tenancy/access/authenticator.js';
import { ServerKeys } from '../../src/secrets/server-keys.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { UnchangedBodies } from '../../src/users/unchanged-bodies/unchanged-bodies.service.js';
import { aLimitedTenant } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { userOf } from '../factories/stored-people.js';
import { aSubmission, resolveAll } from '../factories/submissions.js';
import type { Answer, Body } from '../support/api-client.js';
import { fc } from '../support/fast-check.js';
import { TestService, type TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** Counts the bodies that are recognised from now on. */
function recognitions(): () => number {
  const unchangedBodies = service.app.get(UnchangedBodies);
  const real = unchangedBodies.find.bind(unchangedBodies);
  let count = 0;
  jest.spyOn(unchangedBodies, 'find').mockImplementation(async (...sent) => {
    const answers = await real(...sent);
    count += answers.filter((answer) => answer !== undefined).length;
    return answers;
  });
  return () => count;
}

function postText({ sis }: TestTenant, text: string): Promise<Answer<Body>> {
  return sis.send('POST', '/users', text, { 'Content-Type': 'application/json' });
}

/** Posts a user three times, so that the next repetition is recognised. */
async function known(overrides: Parameters<typeof person>[0] = {}): Promise<{ id: string; text: string }> {
  const text = JSON.stringify(person(overrides));
  const { body } = await postText(tenant, text);
  for (let count = 0; count < 2; count += 1) await postText(tenant, text);
  return { id: String(body.data['id']), text };
}

it('a body that earlier rules let pass is looked at again, though its person did not change since', async () => {
  const { id, text } = await known({ customFields: { nationalId: '@@here@@' } });
  const lost = text.replace('"@@here@@"', '12345678901234567890');
  const { updatedAt } = await userOf(tenant, id);
  // As a version with other rules would store it.
  const key = service.app.get(ServerKeys).sign('body hashes').toString('base64url');
  const input = `${key} 1 test.example.edu ${Date.parse(String(updatedAt))} ${lost}`;
  const hash = createHash('sha256').update(input).digest().subarray(0, 16);
  const sql = 'UPDATE `users` SET `bodyHash` = ? WHERE `tenantId` = ? AND `id` = ?';
  await service.query(sql, [hash, tenant.tenantId, id]);
  const count = recognitions();

  const [line] = await tenant.sis.bulk('/users/bulk', [lost]);

  expect(count()).toBe(0);
  expect(line).toMatchObject({
    error: { details: [{ field: 'customFields.nationalId', code: 'isSafeInteger' }] },
  });
});

describe('a body that repeats what it said the last time', () => {
  it.each([
    ['legacyNumber', {}],
    ['email', { externalId: undefined }],
    ['id', { externalId: '950123456' }],
    ['legacyNumber', { customFields: { externalId: 'S-1' } }],
    ['email', { externalId: undefined, customFields: { externalId: 'S-1' } }],
  ])('is answered as ever when it matches by %s, with %j', async (matchedBy, overrides) => {
    const { id, text } = await known(overrides);
    const count = recognitions();
    const before = (await tenant.sis.get(`/users/${id}`)).body;

    const { status, body } = await postText(tenant, text);

    expect(count()).toBe(1);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'DATA UPDATED',
      meta: { matchedBy, changed: [] },
      data: { id },
    });
    expect(body).not.toHaveProperty('warnings');
    expect((await tenant.sis.get(`/users/${id}`)).body).toEqual(before);
  });

  it('is recognised in a file when it came by a post, and the other way round', async () => {
    const { text } = await known();
    const count = recognitions();
    const [line] = await tenant.sis.bulk('/users/bulk', [text]);
    expect(line).toMatchObject({ success: true, message: 'DATA UPDATED', changed: false });
    await postText(tenant, text);
    expect(count()).toBe(2);
  });

  it('is not even parsed in a file', async () => {
    const { id, text } = await known();
    const parse = jest.spyOn(JSON, 'parse');
    const [line] = await tenant.sis.bulk('/users/bulk', [text]);
    expect(line).toMatchObject({ id, changed: false });
    expect(parse.mock.calls.map(([json]) => json)).not.toContain(text);
  });

  it('is recognised beside lines that cannot be read, which are reported as ever', async () => {
    const { id, text } = await known({ externalId: 'S-1001' });
    const cut = text.slice(0, -1);
    const count = recognitions();
    const long = JSON.stringify({
      ...(JSON.parse(text) as object),
      customFields: { a: 'x'.repeat(257 * 1024) },
    });

    const lines = await tenant.sis.bulk('/users/bulk', [text, cut, long, '{"externalId":"S-1001"}', text]);

    expect(count()).toBe(2);
    expect(lines.slice(0, -1).map((line) => line['id'] ?? (line['error'] as { code: string }).code)).toEqual([
      id,
      'MALFORMED_JSON',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_FAILED',
      id,
    ]);
  });

  it('is looked at again when its tenant has another e-mail domain, which says what it means', async () => {
    const { id, text } = await known({ domain: 'test.example.edu' });
    const scope = await service.app.get(TenancyService).scopeOfKey(tenant.apiKey);
    await service.app.get(TenancyService).changeSettings(scope, { emailDomain: 'new.example.edu' });
    service.app.get(Authenticator).forget(tenant.apiKey);

    const { body } = await postText(tenant, text);

    expect(body.meta).toMatchObject({ changed: ['domain'] });
    expect((await userOf(tenant, id))['domain']).toBe('test.example.edu');
  });

  it.each<[string, (id: string) => Promise<unknown>, string]>([
    ['de-provisioned', (id) => tenant.sis.patch(`/users/${id}`), 'accountStatus'],
    [
      'changed by a resolution',
      async (studentId) => {
        const fields = { degree: 'PhD' };
        const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });
        await resolveAll(tenant, submissionId, 'accept_submitted');
      },
      'degree',
    ],
    [
      'changed by a file',
      (externalId) => tenant.sis.bulk('/users/bulk', [{ ...person({ externalId, degree: 'MA' }) }]),
      'degree',
    ],
  ])('changes the person back who was %s since', async (_, change, field) => {
    const { id, text } = await known({ accountStatus: 'active', degree: 'EdD' });
    await change(id);
    const { body } = await postText(tenant, text);
    expect(body.meta).toMatchObject({ changed: expect.arrayContaining([field]) as unknown });
    const sent = JSON.parse(text) as Record<string, unknown>;
    expect(await userOf(tenant, id)).toMatchObject({ [field]: sent[field] });
  });

  it.each([
    ['another line', 1],
    ['a line of the batch before', 499],
  ])('counts in the order of its file, when %s changes the person first', async (_, length) => {
    const { id, text } = await known({ degree: 'EdD' });
    const other = await known();
    const changed = JSON.stringify({ ...(JSON.parse(text) as object), degree: 'PhD' });
    const others = Array.from({ length }, () => other.text);

    const answers = await tenant.sis.bulk('/users/bulk', [...others, changed, text, ...others]);

    const lines = answers.slice(0, -1).map((line, index) => ({ index, changed: line['changed'] !== false }));
    expect(lines.filter((line) => line.changed).map(({ index }) => index)).toEqual([length, length + 1]);
    expect((await userOf(tenant, id))['degree']).toBe('EdD');
  });
});

it('an unchanged body that sets a user active still withdraws the hold of that user', async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  const { id, text } = await known({ accountStatus: 'active' });
  expect((await tenant.sis.patch(`/users/${id}`)).status).toBe(202);
  await postText(tenant, JSON.stringify(person()));

  const held = { ...(JSON.parse(text) as object), accountStatus: 'inactive' };
  for (let count = 0; count < 3; count += 1)
    expect((await tenant.sis.post('/users', held)).body.message).toBe('DEPROVISIONING HELD');
  const { body } = await postText(tenant, text);

  expect(body.warnings).toMatchObject([{ code: 'HOLD_WITHDRAWN' }]);
  expect((await postText(tenant, text)).body).not.toHaveProperty('warnings');
});

it('so does a line of a file, when a line of the batch before was held', async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  const { text } = await known({ accountStatus: 'active' });
  const other = await known();
  const inactive = JSON.stringify({ ...(JSON.parse(text) as object), accountStatus: 'inactive' });
  const batch = Array.from({ length: 499 }, () => other.text);

  const answers = await tenant.sis.bulk('/users/bulk', [...batch, inactive, text, ...batch]);

  expect(answers[499]).toMatchObject({ message: 'DEPROVISIONING HELD', changed: false });
  expect(answers[500]).toMatchObject({ warnings: [{ code: 'HOLD_WITHDRAWN' }] });
});

const SPELLINGS = 10;

/** What an SIS may send about the same person; there are three people. */
function bodyOf(who: number, spelling: number): Record<string, unknown> {
  const email = `who.${who}@test.example.edu`;
  const plain = { email, firstName: 'Ann', lastName: 'Lee', accountType: 'Student', degree: 'EdD' };
  const spellings: Record<string, unknown>[] = [
    { ...plain, externalId: `S-${who}` },
    { ...plain, externalId: `S-${who}`, degree: 'PhD' },
    plain,
    { ...plain, externalId: `K-${who}` },
    { ...plain, externalId: `S-${who}`, email: `moved.${who}@test.example.edu` },
    { ...plain, externalId: `95000000${1 + who}` },
    { ...plain, externalId: `S-${who}`, facultyProfile: { facultyRank: 'Dean' } },
    { ...plain, externalId: `S-${who}`, accountStatus: who === 0 ? 'inactive' : 'active', role: 'chair' },
    { ...plain, externalId: `S-${who}`, degree: 5 },
    { ...plain, externalId: `S-${who}`, email: `who.${(who + 1) % 3}@test.example.edu` },
  ];
  return spellings[spelling] ?? plain;
}

type Step =
  | { readonly kind: 'post'; readonly who: number; readonly spelling: number; readonly times: number }
  | { readonly kind: 'file'; readonly lines: readonly (readonly [number, number])[] }
  | { readonly kind: 'status'; readonly who: number; readonly accountStatus: string }
  | { readonly kind: 'resolve'; readonly who: number; readonly degree: string }
  | { readonly kind: 'undo'; readonly who: number; readonly spelling: number };

const who = fc.nat(2);
const spelling = fc.nat(SPELLINGS - 1);
const times = fc.integer({ min: 1, max: 3 });
const lines = fc.array(fc.tuple(who, spelling), { minLength: 1, maxLength: 5 });
const accountStatus = fc.constantFrom('active', 'inactive');
const degree = fc.constantFrom('EdD', 'PhD', 'MA');
const kind = <K extends Step['kind']>(name: K): fc.Arbitrary<K> => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('post'), who, spelling, times }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('file'), lines }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('status'), who, accountStatus }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('resolve'), who, degree }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('undo'), who, spelling }) },
);

/** A tenant and a service for all steps. */
class University {
  private nights = 0;

  constructor(
    private readonly tenant: TestTenant,
    private readonly textOf: (body: unknown) => string,
  ) {}

  /** The answer without the parts that differ in every request. */
  async take(step: Step): Promise<unknown> {
    const { tenant, textOf } = this;
    switch (step.kind) {
      case 'post': {
        const answers = [];
        for (let count = 0; count < step.times; count += 1)
          answers.push(plainly(await postText(tenant, textOf(bodyOf(step.who, step.spelling)))));
        return answers;
      }
      case 'file':
        return withoutOwn(
          await tenant.sis.bulk(
            '/users/bulk',
            step.lines.map(([one, way]) => textOf(bodyOf(one, way))),
          ),
        );
      case 'status':
        return plainly(await tenant.sis.patch(`/users/S-${step.who}`, { accountStatus: step.accountStatus }));
      case 'resolve':
        return this.resolve(step.who, step.degree);
      case 'undo':
        return this.postAndUndo(step.who, step.spelling);
    }
  }

  async people(): Promise<unknown[]> {
    const answers = [];
    for (const id of [0, 1, 2].flatMap((one) => [`S-${one}`, `K-${one}`, `95000000${1 + one}`])) {
      const { status, body } = await this.tenant.sis.get(`/users/${id}`);
      answers.push([status, { ...body.data, createdAt: null, updatedAt: null, changedAt: null }]);
    }
    return answers;
  }

  /** A post that is undone. */
  private async postAndUndo(who: number, spelling: number): Promise<unknown> {
    const run = `night-${(this.nights += 1)}`;
    const headers = { 'Content-Type': 'application/json', 'X-Sync-Run': run };
    const text = this.textOf(bodyOf(who, spelling));
    const answer = plainly(await this.tenant.sis.send('POST', '/users', text, headers));
    const undone = await undoRun(service, this.tenant, run);
    return [answer, withoutOwn(undone.map(({ user, fields }) => [user.id, fields]))];
  }

  private async resolve(who: number, degree: string): Promise<unknown> {
    const { status, body } = await this.tenant.sis.get(`/users/S-${who}`);
    if (status !== 200 || body.data['accountType'] !== 'Student') return status;
    const input = { studentId: String(body.data['id']), fields: { degree }, status: 'approved' } as const;
    await resolveAll(this.tenant, await aSubmission(this.tenant, input), 'accept_submitted');
    return status;
  }
}

function plainly({ status, body: { requestId, ...body } }: Answer<Body>): unknown {
  expect(typeof requestId).toMatch(/string|undefined/);
  return withoutOwn([status, body]);
}

/** Moments, and the names of conflicts, keys and submissions, differ from tenant to tenant. */
const OWN: readonly (readonly [form: RegExp, name: string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'],
  [/cf_[0-9a-f]{26}/g, 'a conflict'],
  [/ik_[0-9a-z]{26}/g, 'a key'],
  [/\bsub-\d+\b/g, 'a submission'],
];

function withoutOwn(answer: unknown): unknown {
  const text = OWN.reduce((known, [form, name]) => known.replace(form, name), JSON.stringify(answer));
  return JSON.parse(text);
}

it('a tenant that repeats bodies and one that never does get the same answers, with any calls in between', async () => {
  const count = recognitions();
  let serial = 0;
  // Spaces do not change the JSON, but make each body different.
  const neverTheSame = (body: unknown): string => `${JSON.stringify(body)}${' '.repeat((serial += 1))}`;
  const compare = async (steps: readonly Step[]): Promise<void> => {
    const one = new University(await service.tenant(), (body) => JSON.stringify(body));
    const other = new University(await service.tenant(), neverTheSame);
    for (const each of steps) {
      expect(await one.take(each)).toEqual(await other.take(each));
      expect(await one.people()).toEqual(await other.people());
    }
  };
  const steps = fc.array(step, { minLength: 5, maxLength: 15 });
  await fc.assert(fc.asyncProperty(steps, compare), { numRuns: 20, endOnFailure: true });
  expect(count()).toBeGreaterThan(10);
  // 40 universities with up to 15 steps each, after each of which all people are compared.
}, 120_000);
