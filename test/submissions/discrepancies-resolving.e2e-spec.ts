import { aStudent } from '../factories/progress-people.js';
import { userOf } from '../factories/stored-people.js';
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
import type { Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** The record of the student of a submission. */
const studentOf = async (submissionId: string): Promise<Row> =>
  userOf(tenant, (await itemOf(tenant, submissionId)).studentId);

describe('resolving', () => {
  it.each(['keep_record', 'dismiss'])(
    'by %s leaves the record alone and queues the submission',
    async (resolution) => {
      const submissionId = await aBlockedSubmission(tenant);
      const before = await studentOf(submissionId);

      const sent = { resolution, note: ' as agreed ' };
      const { status, body } = await resolve(tenant, submissionId, 'degree', sent);

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
      expect(await studentOf(submissionId)).toEqual(before);
      expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'queued', lastError: null });
    },
  );

  it('by accept_submitted updates that field of the record and nothing else', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const before = await studentOf(submissionId);

    const { status } = await resolve(tenant, submissionId, 'degree', { resolution: 'accept_submitted' });

    expect(status).toBe(200);
    const { updatedAt, changedAt, ...after } = await studentOf(submissionId);
    const { updatedAt: was, changedAt: place, ...others } = before;
    expect(after).toEqual({ ...others, degree: 'PhD' });
    expect({ updatedAt, changedAt }).not.toEqual({ updatedAt: was, changedAt: place });
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('by accept_submitted makes a legacyNumber the new one, and an address the new one', async () => {
    const studentId = await aStudent(tenant, { externalId: 'S-old' });
    const fields = { legacyNumber: 'S-new', email: 'new@test.example.edu' };
    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    await resolveAll(tenant, submissionId, 'accept_submitted');

    const { legacyNumber, ...rest } = fields;
    expect(await userOf(tenant, legacyNumber)).toMatchObject({ id: studentId, ...rest });
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
    const submissionId = await aBlockedSubmission(tenant, { [field]: value });
    const before = await itemOf(tenant, submissionId);
    const record = await studentOf(submissionId);

    const { status, body } = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });

    const details = [{ field, code, message: expect.stringContaining(field) as unknown }];
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', details });
    expect((await found(tenant, submissionId))[0]?.[3]).toBeNull();
    expect(await studentOf(submissionId)).toEqual(record);
    expect(await itemOf(tenant, submissionId)).toEqual(before);
  });

  it.each([
    ['email', 'bob@test.example.edu'],
    ['legacyNumber', 'S-bob'],
  ])('by accept_submitted refuses the %s of another user', async (field, value) => {
    await aStudent(tenant, { email: 'bob@test.example.edu', externalId: 'S-bob' });
    const submissionId = await aBlockedSubmission(tenant, { [field]: value });

    const answer = await resolve(tenant, submissionId, field, { resolution: 'accept_submitted' });

    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
    expect((await found(tenant, submissionId))[0]?.[3]).toBeNull();
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });

  it('twice does nothing the second time, whatever it says', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const first = await resolve(tenant, submissionId, 'degree', { resolution: 'dismiss' });
    const steps = await stepsOf(tenant, submissionId);

    const sent = { resolution: 'accept_submitted', note: 'no' };
    const second = await resolve(tenant, submissionId, 'degree', sent);

    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await stepsOf(tenant, submissionId)).toEqual(steps);
    expect(await studentOf(submissionId)).toMatchObject({ degree: 'EdD' });
  });

  it('by many at once is decided by one of them, and the record follows that decision', async () => {
    for (let round = 0; round < 4; round += 1) {
      const submissionId = await aBlockedSubmission(tenant);
      const resolutions = ['accept_submitted', 'keep_record', 'dismiss', 'accept_submitted'];

      const answers = await Promise.all(
        resolutions.map((resolution) => resolve(tenant, submissionId, 'degree', { resolution })),
      );

      const [decision] = await discrepanciesOf(tenant, submissionId);
      for (const { status, body } of answers)
        expect({ status, data: body.data }).toEqual({ status: 200, data: decision });
      const { degree } = await studentOf(submissionId);
      expect(degree).toBe(decision?.resolution === 'accept_submitted' ? 'PhD' : 'EdD');
      const causes = (await stepsOf(tenant, submissionId)).map(({ cause }) => cause);
      expect(causes).toEqual(['approved', 'discrepancies_resolved']);
    }
  });

  it('names what does not exist, and what the body lacks', async () => {
    const other = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant);
    const elsewhere = await aBlockedSubmission(tenant);
    const [{ id } = { id: '' }] = await discrepanciesOf(tenant, elsewhere);
    const dismiss = { resolution: 'dismiss' };
    const wrong = { resolution: 'maybe', note: 7, who: 'me' };
    const cases: readonly [TestTenant, path: string, body: object, expected: unknown[]][] = [
      [tenant, `${submissionId}/discrepancies/${id}`, dismiss, [404, 'NOT_FOUND']],
      [tenant, `none/discrepancies/${id}`, dismiss, [404, 'SUBMISSION_NOT_FOUND']],
      [other, `${elsewhere}/discrepancies/${id}`, dismiss, [404, 'SUBMISSION_NOT_FOUND']],
      [tenant, `${elsewhere}/discrepancies/x`, dismiss, [400, 'id']],
      [tenant, `${elsewhere}/discrepancies/${id}`, {}, [400, 'resolution']],
      [tenant, `${elsewhere}/discrepancies/${id}`, wrong, [400, 'who', 'resolution', 'note']],
    ];
    for (const [of, path, sent, expected] of cases) {
      const { status, body } = await of.workflow.post(`/submissions/${path}/resolve`, sent);
      const problems = body.error.details?.map(({ field }) => field) ?? [body.error.code];
      expect({ path, found: [status, ...problems] }).toEqual({ path, found: expected });
    }
    expect((await found(tenant, elsewhere))[0]?.[3]).toBeNull();
  });
});
