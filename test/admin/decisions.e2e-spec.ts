import type { ResolvedDto } from '../../src/admin/discrepancies/discrepancies.dto.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  found,
  itemOf,
  move,
  refill,
  resolve,
  stepsOf,
} from '../factories/submissions.js';
import type { Body } from '../support/api-client.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let desk: Desk;
let tenant: TestTenant;

beforeEach(async () => {
  desk = await Desk.open(service);
  tenant = desk.tenant;
});

async function idOf(submissionId: string, field: string): Promise<string> {
  return (await discrepanciesOf(tenant, submissionId)).findLast((one) => one.field === field)?.id ?? '';
}

async function recordOf(submissionId: string): Promise<Body['data']> {
  const { studentId } = await itemOf(tenant, submissionId);
  return (await tenant.sis.get(`/users/${studentId}`)).body.data;
}

describe('a submission that waits for decisions', () => {
  it('is one row, whatever differs, the one first that has waited for longest', async () => {
    const two = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
    const one = await aBlockedSubmission(tenant);
    await aSubmission(tenant, { status: 'approved' });

    const rows = await desk.rows('submissions');
    expect(rows.map(({ submissionId, openFields }) => [submissionId, openFields])).toEqual([
      [two, expect.arrayContaining(['degree', 'lastName'])],
      [one, ['degree']],
    ]);
    expect(rows[1]).toMatchObject({ formType: 'address_change', submissionStatus: 'approved' });
    const shown = (query: string): Promise<unknown> => desk.column(`submissions?${query}`, 'submissionId');
    expect(await shown('order=DESC')).toEqual([[one, two], 2]);
    expect(await shown('perPage=1&page=2')).toEqual([[one], 2]);
    expect(await shown('field=lastName')).toEqual([[two], 1]);
    expect(await shown('formType=other')).toEqual([[], 0]);

    await resolve(tenant, one, 'degree', { resolution: 'dismiss' });
    expect(await shown('')).toEqual([[two], 1]);
  });

  it('is shown with its whole form beside the record, and every discrepancy', async () => {
    const fields = { degree: 'PhD', firstName: '', note: { why: 'moved' } };
    const submissionId = await aBlockedSubmission(tenant, fields);

    const { data } = await desk.get(`submissions/${submissionId}`);
    const { firstName } = await recordOf(submissionId);
    expect(data['form']).toEqual([
      { formField: 'degree', submitted: 'PhD', field: 'degree', recorded: 'EdD' },
      { formField: 'firstName', submitted: null, field: 'firstName', recorded: firstName },
      { formField: 'note', submitted: '{"why":"moved"}', field: null, recorded: null },
    ]);
    expect(data['discrepancies']).toMatchObject([{ field: 'degree', status: 'open', submissionId }]);
    expect(outcomeOf(await desk.call('GET', 'submissions/unknown'))).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });

  it('is decided about as a whole, each field in its own way, and then queued', async () => {
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
    const decisions = [
      { id: await idOf(submissionId, 'degree'), resolution: 'accept_submitted' },
      { id: await idOf(submissionId, 'lastName'), resolution: 'keep_record' },
    ];

    const body = { decisions, note: 'seen' };
    const { status, body: answer } = await desk.call('POST', `submissions/${submissionId}/resolve`, body);

    expect(status).toBe(200);
    const shown = answer.data['discrepancies'] as Record<string, unknown>[];
    expect(shown.map(({ field, resolution }) => [field, resolution]).sort()).toEqual([
      ['degree', 'accept_submitted'],
      ['lastName', 'keep_record'],
    ]);
    for (const one of shown) expect(one).toMatchObject({ note: 'seen', resolvedByLabel: 'Ann Lee' });
    const { degree, lastName } = await recordOf(submissionId);
    expect({ degree, lastName }).toEqual({
      degree: 'PhD',
      lastName: expect.not.stringMatching('Kay') as unknown,
    });
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
    expect(await desk.account()).toHaveLength(2);
  });

  it('has no decision at all when one of them is refused', async () => {
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', email: 'no-address' });
    const before = await recordOf(submissionId);
    const accept = async (field: string): Promise<object> => ({
      id: await idOf(submissionId, field),
      resolution: 'accept_submitted',
    });
    const path = `submissions/${submissionId}/resolve`;

    const decisions = [await accept('degree'), await accept('email')];
    const answer = await desk.call('POST', path, { decisions });
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'email']);
    const elsewhere = await idOf(await aBlockedSubmission(tenant), 'degree');
    const foreign = [await accept('degree'), { id: elsewhere, resolution: 'dismiss' }];
    expect(outcomeOf(await desk.call('POST', path, { decisions: foreign }))).toEqual([404, 'NOT_FOUND']);

    expect((await found(tenant, submissionId)).map((one) => one[3])).toEqual([null, null]);
    expect(await recordOf(submissionId)).toEqual(before);
    expect(await desk.account()).toEqual([]);
  });

  it('needs a decision for each field that is named, once', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const id = await idOf(submissionId, 'degree');
    const send = async (decisions: unknown): Promise<unknown> =>
      outcomeOf(await desk.call('POST', `submissions/${submissionId}/resolve`, { decisions }))[1];
    expect(await send([])).toBe('VALIDATION_FAILED');
    expect(await send([{ id }])).toBe('VALIDATION_FAILED');
    const twice = [
      { id, resolution: 'dismiss' },
      { id, resolution: 'keep_record' },
    ];
    expect(await send(twice)).toBe('VALIDATION_FAILED');
  });
});

describe('a decision that is taken back', () => {
  async function undo(...ids: string[]): Promise<ResolvedDto[]> {
    return (await desk.call('POST', 'discrepancies/undo', { ids })).body.data as unknown as ResolvedDto[];
  }

  async function decide(submissionId: string, field: string, resolution: string): Promise<string> {
    const id = await idOf(submissionId, field);
    await desk.call('POST', 'discrepancies/resolve', { ids: [id], resolution });
    return id;
  }

  it('gives the record its former value, and the submission waits again until the next decision', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const id = await decide(submissionId, 'degree', 'accept_submitted');
    expect((await recordOf(submissionId))['degree']).toBe('PhD');

    expect(await undo(id)).toMatchObject([
      { id, ok: true, discrepancy: { status: 'open', resolution: null } },
    ]);

    expect((await recordOf(submissionId))['degree']).toBe('EdD');
    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
    expect(await itemOf(tenant, submissionId)).toMatchObject({
      syncStatus: 'failed',
      lastError: 'Unresolved discrepancies: degree',
    });
    expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({ cause: 'decision_undone' });
    await decide(submissionId, 'degree', 'keep_record');
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
    expect((await desk.account()).map((entry) => (entry as unknown[])[0])).toEqual([
      'discrepancy.resolved',
      'discrepancy.reopened',
      'discrepancy.resolved',
    ]);
  });

  it('leaves a record alone that was kept, and an open discrepancy as it is', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const before = await recordOf(submissionId);
    const id = await decide(submissionId, 'degree', 'keep_record');
    expect(await undo(id, `9${id}`)).toMatchObject([{ ok: true }, { ok: false, code: 'NOT_FOUND' }]);
    expect(await undo(id)).toMatchObject([{ ok: true }]);
    expect(await recordOf(submissionId)).toEqual(before);
    expect(await desk.account()).toHaveLength(2);
  });

  it('puts nothing over a newer value; it says so, and takes the others back', async () => {
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
    const degree = await decide(submissionId, 'degree', 'accept_submitted');
    const lastName = await decide(submissionId, 'lastName', 'accept_submitted');
    const { email, firstName, id, externalId } = await recordOf(submissionId);
    const sent = { email, firstName, lastName: 'Kay', accountType: 'Student', degree: 'MA' };
    await tenant.sis.post('/users', { ...sent, externalId: externalId ?? id });

    const [first, second] = await undo(degree, lastName);

    expect(first).toEqual({
      id: degree,
      ok: false,
      code: 'CONFLICT_CHANGED',
      message: `Changed since the decision: ${String(id)}.degree; the former value is not put back over a newer one.`,
    });
    expect(second).toMatchObject({ id: lastName, ok: true });
    const record = await recordOf(submissionId);
    expect(record).toMatchObject({ degree: 'MA', lastName: expect.not.stringMatching('Kay') as unknown });
    const states = (await found(tenant, submissionId)).map(([field, , , resolution]) => [field, resolution]);
    expect(states.sort()).toEqual([
      ['degree', 'accept_submitted'],
      ['lastName', null],
    ]);
  });

  it('waits while a connector carries the submission, and is possible once it was sent', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const id = await decide(submissionId, 'degree', 'accept_submitted');
    const ack = (status: string): Promise<unknown> =>
      tenant.sis.post('/sync/ack', { submissionId, status, targetSystem: 'CRM' });
    await ack('processing');

    const [refused] = await undo(id);
    expect(refused).toMatchObject({ ok: false, code: 'INVALID_TRANSITION' });
    expect(refused?.message).toContain('on its way to CRM');
    expect((await recordOf(submissionId))['degree']).toBe('PhD');

    await ack('sent');
    expect(await undo(id)).toMatchObject([{ ok: true }]);
    expect((await recordOf(submissionId))['degree']).toBe('EdD');
    await decide(submissionId, 'degree', 'keep_record');
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('is refused when the field was found to differ again since', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const id = await decide(submissionId, 'degree', 'keep_record');
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await undo(id)).toMatchObject([{ ok: false, code: 'INVALID_TRANSITION' }]);
    expect((await found(tenant, submissionId)).map((one) => one[3])).toEqual(['keep_record', null]);
  });
});
