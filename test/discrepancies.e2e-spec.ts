import { MappingsService } from '../src/submissions/mapping/mappings.service.js';
import { aStudent } from './factories/progress-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  itemOf,
  move,
  resolveAll,
  stepsOf,
} from './factories/submissions.js';
import type { Answer, Body } from './support/api-client.js';
import { TestService, type TestTenant } from './support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(async () => {
  await service.stop();
});

async function map(
  { tenantId }: TestTenant,
  formType: string,
  links: readonly [formField: string, target: string][],
): Promise<void> {
  await service.app.get(MappingsService).replace(
    { tenantId },
    formType,
    links.map(([formField, target]) => ({ formField, target })),
  );
}

/** What differs: field, submitted, recorded, resolution. */
async function found(tenant: TestTenant, submissionId: string): Promise<unknown[][]> {
  const all = await discrepanciesOf(tenant, submissionId);
  return all.map(({ field, submitted, recorded, resolution }) => [field, submitted, recorded, resolution]);
}

async function resolve(
  tenant: TestTenant,
  submissionId: string,
  field: string,
  body: object,
): Promise<Answer<Body>> {
  const open = (await discrepanciesOf(tenant, submissionId)).findLast((one) => one.field === field);
  return tenant.workflow.post(`/submissions/${submissionId}/discrepancies/${open?.id ?? ''}/resolve`, body);
}

/** Puts other fields into a submission that was sent back. */
async function refill(tenant: TestTenant, submissionId: string, fields: object): Promise<void> {
  const { data } = (await tenant.workflow.get(`/submissions/${submissionId}`)).body;
  const { formType, studentId } = data;
  const answer = await tenant.workflow.put(`/submissions/${submissionId}`, { formType, studentId, fields });
  expect(answer.status).toBe(200);
}

describe('a discrepancy', () => {
  it('is found by the default mapping on each of its fields, and on no other', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { externalId: 'S-1', email: 'ann@test.example.edu' });
    const fields = {
      ...{ email: 'Ann2@test.example.edu', firstName: 'Anne', lastName: 'Lee-Smith', degree: 'PhD' },
      ...{
        schoolProgram: 'Law',
        programId: 'law',
        legacyNumber: 'S-2',
        genderPronoun: 'they',
        nickname: 'A',
      },
    };

    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    expect((await found(tenant, submissionId)).sort()).toEqual([
      ['degree', 'PhD', null, null],
      ['email', 'Ann2@test.example.edu', 'ann@test.example.edu', null],
      ['firstName', 'Anne', 'Ann', null],
      ['lastName', 'Lee-Smith', 'Lee', null],
      ['legacyNumber', 'S-2', 'S-1', null],
      ['programId', 'law', null, null],
      ['schoolProgram', 'Law', null, null],
    ]);
    expect((await itemOf(tenant, submissionId)).lastError).toBe(
      'Unresolved discrepancies: email, firstName, lastName, degree, schoolProgram, programId, legacyNumber',
    );
  });

  it('is none where both say the same: case of an address, spaces, composed letters, a blank form field', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, {
      email: 'ann@test.example.edu',
      lastName: 'Zo\u00eb',
      degree: 'EdD',
    });
    const fields = {
      ...{ email: 'ANN@test.example.edu', firstName: ' Ann ', lastName: 'Zoe\u0308' },
      ...{ degree: '', schoolProgram: null },
    };

    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it("is found by the tenant's mapping of the form type, which replaces the default one there only", async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    await map(tenant, 'degree_change', [
      ['Degree sought', 'degree'],
      ['Entry', 'yearOfEntry'],
    ]);
    const fields = { 'Degree sought': 'PhD', Entry: 2025, lastName: 'Other' };
    const approved = async (of: TestTenant, formType: string): Promise<unknown[][]> => {
      const studentId = await aStudent(of, { degree: 'EdD', yearOfEntry: 2024 });
      return found(of, await aSubmission(of, { studentId, formType, fields, status: 'approved' }));
    };

    expect(await approved(tenant, 'degree_change')).toEqual([
      ['degree', 'PhD', 'EdD', null],
      ['yearOfEntry', '2025', '2024', null],
    ]);
    const byDefault = [['lastName', 'Other', 'Lee', null]];
    expect(await approved(tenant, 'name_change')).toEqual(byDefault);
    expect(await approved(other, 'degree_change')).toEqual(byDefault);
    await map(tenant, 'degree_change', []);
    expect(await approved(tenant, 'degree_change')).toEqual(byDefault);
  });

  it('compares numbers as numbers, and objects and lists as what they say', async () => {
    const tenant = await service.tenant();
    await map(tenant, 'x', [
      ['month', 'monthOfEntry'],
      ['initial', 'middleInitial'],
      ['thing', 'degree'],
      ['list', 'schoolProgram'],
    ]);
    const studentId = await aStudent(tenant, { monthOfEntry: 9, middleInitial: 'M' });
    const fields = { month: '09', initial: 'M.', thing: { b: 1, a: [true] }, list: [] };

    const submissionId = await aSubmission(tenant, { studentId, formType: 'x', fields, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([
      ['schoolProgram', '[]', null, null],
      ['degree', '{"a":[true],"b":1}', null, null],
    ]);
  });

  it('is not found in what every object inherits', async () => {
    const tenant = await service.tenant();
    await map(tenant, 'x', [
      ['toString', 'degree'],
      ['constructor', 'email'],
      ['__proto__', 'lastName'],
    ]);

    const submissionId = await aSubmission(tenant, { formType: 'x', fields: { a: 1 }, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('of the longest value that a form takes is kept whole', async () => {
    const tenant = await service.tenant();
    const degree = '\u{1F393}'.repeat(4000);

    const submissionId = await aSubmission(tenant, { fields: { degree }, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([['degree', degree, null, null]]);
  });

  it('is found only when the submission is about to be queued', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const submissionId = await aSubmission(tenant, { studentId, fields: { degree: 'PhD' } });
    for (const status of ['submitted', 'in_review', 'rejected'] as const) {
      await move(tenant, submissionId, status);
      expect(await found(tenant, submissionId)).toEqual([]);
    }
    await tenant.sis.get(`/sync/payload/${submissionId}`);
    await tenant.sis.post('/sync/replay', { submissionId });
    expect(await found(tenant, submissionId)).toEqual([]);

    await move(tenant, submissionId, 'closed');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
  });

  it('stays until somebody resolves it, even when the record has come to agree', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    const { studentId } = await itemOf(tenant, submissionId);
    const { data } = (await tenant.sis.get(`/users/${studentId}`)).body;
    const { email, firstName, lastName, accountType } = data;
    await tenant.sis.post('/users', { email, firstName, lastName, accountType, degree: 'PhD' });

    await move(tenant, submissionId, 'closed');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });

  it('that is still open is brought up to date by the next approval, and stays one', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });

    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'MA', 'EdD', null]]);
  });

  it('that was resolved is found again only when one of the values has changed', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    await resolveAll(tenant, submissionId, 'keep_record');
    await move(tenant, submissionId, 'returned', 'submitted', 'approved');
    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', 'keep_record']]);

    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await found(tenant, submissionId)).toEqual([
      ['degree', 'PhD', 'EdD', 'keep_record'],
      ['degree', 'MA', 'EdD', null],
    ]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });
});

describe('resolving', () => {
  it.each(['keep_record', 'dismiss'])(
    'by %s leaves the record alone and queues the submission',
    async (resolution) => {
      const tenant = await service.tenant();
      const submissionId = await aBlockedSubmission(tenant);
      const { studentId } = await itemOf(tenant, submissionId);
      const before = (await tenant.sis.get(`/users/${studentId}`)).body;

      const { status, body } = await resolve(tenant, submissionId, 'degree', {
        resolution,
        note: ' as agreed ',
      });

      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        ...{ field: 'degree', formField: 'degree', submitted: 'PhD', recorded: 'EdD', resolution },
        ...{ note: 'as agreed', resolvedBy: `key:${tenant.apiKey}` },
      });
      expect((await discrepanciesOf(tenant, submissionId))[0]).toEqual(body.data);
      expect((await tenant.sis.get(`/users/${studentId}`)).body).toEqual(before);
      expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'queued', lastError: null });
    },
  );

  it('by accept_submitted updates that field of the record and nothing else', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    const { studentId } = await itemOf(tenant, submissionId);
    const before = (await tenant.sis.get(`/users/${studentId}`)).body.data;

    const { status } = await resolve(tenant, submissionId, 'degree', { resolution: 'accept_submitted' });

    expect(status).toBe(200);
    const { updatedAt, ...after } = (await tenant.sis.get(`/users/${studentId}`)).body.data;
    expect({ ...after, updatedAt: before['updatedAt'] }).toEqual({ ...before, degree: 'PhD' });
    expect(updatedAt).not.toBe(before['updatedAt']);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('by accept_submitted makes a legacyNumber the new one, and an address the new one', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { externalId: 'S-old' });
    const fields = { legacyNumber: 'S-new', email: 'new@test.example.edu' };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    await resolveAll(tenant, submissionId, 'accept_submitted');

    const { id, email } = (await tenant.sis.get('/users/S-new')).body.data;
    expect([id, email]).toEqual([studentId, 'new@test.example.edu']);
    await move(tenant, submissionId, 'closed');
    expect((await discrepanciesOf(tenant, submissionId)).length).toBe(2);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it.each([
    ['email', 'nobody', 'isEmail'],
    ['firstName', 'x'.repeat(101), 'isText'],
    ['legacyNumber', 'x'.repeat(65), 'isIdentifier'],
    ['legacyNumber', '950000777', 'notStored'],
    ['programId', 'x'.repeat(65), 'isText'],
  ])('by accept_submitted refuses a %s that the record does not take: %s', async (field, value, code) => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant, { [field]: value });
    const before = await itemOf(tenant, submissionId);
    const record = (await tenant.sis.get(`/users/${before.studentId}`)).body;

    const { status, body } = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });

    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toMatchObject([
      { field, code, message: expect.stringContaining(field) as unknown },
    ]);
    expect((await found(tenant, submissionId))[0]?.[3]).toBeNull();
    expect((await tenant.sis.get(`/users/${before.studentId}`)).body).toEqual(record);
    expect(await itemOf(tenant, submissionId)).toEqual(before);
  });

  it.each([
    ['email', 'bob@test.example.edu'],
    ['legacyNumber', 'S-bob'],
  ])('by accept_submitted refuses the %s of somebody else', async (field, value) => {
    const tenant = await service.tenant();
    await aStudent(tenant, { email: 'bob@test.example.edu', externalId: 'S-bob' });
    const submissionId = await aBlockedSubmission(tenant, { [field]: value });

    const { status, body } = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });

    expect([status, body.error.code]).toEqual([409, 'IDENTITY_CONFLICT']);
    expect((await found(tenant, submissionId))[0]?.[3]).toBeNull();
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });

  it('twice does nothing the second time, whatever it says', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    const first = await resolve(tenant, submissionId, 'degree', { resolution: 'dismiss' });
    const steps = await stepsOf(tenant, submissionId);

    const second = await resolve(tenant, submissionId, 'degree', {
      resolution: 'accept_submitted',
      note: 'no',
    });

    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await stepsOf(tenant, submissionId)).toEqual(steps);
    const { studentId } = await itemOf(tenant, submissionId);
    expect((await tenant.sis.get(`/users/${studentId}`)).body.data['degree']).toBe('EdD');
  });

  it('by many at once is decided by one of them, and the record follows that decision', async () => {
    const tenant = await service.tenant();
    for (let round = 0; round < 4; round += 1) {
      const submissionId = await aBlockedSubmission(tenant);
      const resolutions = ['accept_submitted', 'keep_record', 'dismiss', 'accept_submitted'];

      const answers = await Promise.all(
        resolutions.map((resolution) => resolve(tenant, submissionId, 'degree', { resolution })),
      );

      const [decision] = await discrepanciesOf(tenant, submissionId);
      for (const { status, body } of answers) expect([status, body.data]).toEqual([200, decision]);
      const { studentId } = await itemOf(tenant, submissionId);
      const { degree } = (await tenant.sis.get(`/users/${studentId}`)).body.data;
      expect(degree).toBe(decision?.resolution === 'accept_submitted' ? 'PhD' : 'EdD');
      expect((await stepsOf(tenant, submissionId)).map(({ cause }) => cause)).toEqual([
        'approved',
        'discrepancies_resolved',
      ]);
    }
  });

  it('names what does not exist, and what the body lacks', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const submissionId = await aBlockedSubmission(tenant);
    const elsewhere = await aBlockedSubmission(tenant);
    const [{ id } = { id: '' }] = await discrepanciesOf(tenant, elsewhere);
    const ask = async (of: TestTenant, path: string, body: object): Promise<unknown[]> => {
      const answer = await of.workflow.post(`/submissions/${path}/resolve`, body);
      return [answer.status, answer.body.error.details?.map(({ field }) => field) ?? answer.body.error.code];
    };
    const dismiss = { resolution: 'dismiss' };

    expect(await ask(tenant, `${submissionId}/discrepancies/${id}`, dismiss)).toEqual([404, 'NOT_FOUND']);
    expect(await ask(tenant, `none/discrepancies/${id}`, dismiss)).toEqual([404, 'SUBMISSION_NOT_FOUND']);
    expect(await ask(other, `${elsewhere}/discrepancies/${id}`, dismiss)).toEqual([
      404,
      'SUBMISSION_NOT_FOUND',
    ]);
    expect(await ask(tenant, `${elsewhere}/discrepancies/x`, dismiss)).toEqual([400, ['id']]);
    expect(await ask(tenant, `${elsewhere}/discrepancies/${id}`, {})).toEqual([400, ['resolution']]);
    const wrong = { resolution: 'maybe', note: 7, who: 'me' };
    expect(await ask(tenant, `${elsewhere}/discrepancies/${id}`, wrong)).toEqual([
      400,
      ['who', 'resolution', 'note'],
    ]);
    expect((await found(tenant, elsewhere))[0]?.[3]).toBeNull();
  });
});

describe('a mapping', () => {
  it.each([
    ['no record field', [['a', 'password']], 'links[0]'],
    [
      'two form fields of one meaning',
      [
        ['a', 'degree'],
        ['b', 'degree'],
      ],
      'links[1]',
    ],
    [
      'one form field of two meanings',
      [
        ['a', 'degree'],
        ['a ', 'email'],
      ],
      'links[1]',
    ],
    ['a nameless form field', [[' ', 'degree']], 'links[0]'],
    ['too long a form field', [['x'.repeat(256), 'degree']], 'links[0]'],
  ] as [string, [string, string][], string][])('is refused with %s', async (_, links, field) => {
    const tenant = await service.tenant();
    await expect(map(tenant, 'x', links)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field }],
    });
    expect(await service.app.get(MappingsService).list(tenant)).toEqual([]);
  });

  it('is refused for a form type that no submission can have', async () => {
    const tenant = await service.tenant();
    for (const formType of ['', 'x'.repeat(65)])
      await expect(map(tenant, formType, [['a', 'degree']])).rejects.toMatchObject({
        details: [{ field: 'formType' }],
      });
  });
});
