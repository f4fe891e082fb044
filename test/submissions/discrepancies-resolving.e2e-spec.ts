import { aStudent } from '../factories/progress-people.js';
import {
  found,
  resolve,
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  itemOf,
  move,
  resolveAll,
  stepsOf,
} from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

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
        field: 'degree',
        formField: 'degree',
        submitted: 'PhD',
        recorded: 'EdD',
        resolution,
        note: 'as agreed',
        resolvedBy: `key:${tenant.apiKey}`,
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
    expect({ id, email }).toEqual({ id: studentId, email: 'new@test.example.edu' });
    await move(tenant, submissionId, 'closed');
    expect((await discrepanciesOf(tenant, submissionId)).length).toBe(2);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it.each([
    ['email', 'no-address', 'isEmail'],
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

    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
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
  ])('by accept_submitted refuses the %s of another user', async (field, value) => {
    const tenant = await service.tenant();
    await aStudent(tenant, { email: 'bob@test.example.edu', externalId: 'S-bob' });
    const submissionId = await aBlockedSubmission(tenant, { [field]: value });

    const { status, body } = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });

    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'IDENTITY_CONFLICT' });
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

    expect({ status: second.status, body: second.body }).toEqual({ status: 200, body: first.body });
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
      for (const { status, body } of answers)
        expect({ status, data: body.data }).toEqual({ status: 200, data: decision });
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
