import { aStudent } from '../factories/progress-people.js';
import { aBlockedSubmission, aSubmission, itemOf } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

describe('the queue', () => {
  let desk: Desk;
  let studentId: string;

  beforeAll(async () => {
    desk = await Desk.open(service);
    studentId = await aStudent(desk.tenant, { externalId: 'Q-1', firstName: 'Ann', lastName: 'Lee' });
    for (const submissionId of ['a-1', 'a_2', 'b-1'])
      await aSubmission(desk.tenant, { submissionId, studentId });
    await aSubmission(desk.tenant, { submissionId: 'a-3' });
    await desk.tenant.sis.post('/sync/ack', { submissionId: 'a_2', status: 'sent' });
  });

  const totals = { not_queued: 3, queued: 0, processing: 0, sent: 1, failed: 0 };

  it('is a list in pages, latest change first or last, with the totals of all', async () => {
    const { data, meta } = await desk.get('queue?perPage=1');
    expect(data).toEqual([{ ...(await itemOf(desk.tenant, 'a_2')), failure: null, studentName: 'Ann Lee' }]);
    expect(meta).toEqual({ total: 4, page: 1, perPage: 1, totals, awaitDecision: 0, totalIsCapped: false });
    expect(await desk.column('queue?order=ASC&perPage=3', 'submissionId')).toEqual([
      ['a-1', 'b-1', 'a-3'],
      4,
    ]);
    expect(await desk.column('queue?perPage=3&page=2', 'submissionId')).toEqual([['a-1'], 4]);
    const tooFar = await desk.call('GET', 'queue?page=10001&perPage=1');
    expect(tooFar).toMatchObject(refused(400, 'VALIDATION_FAILED', 'page'));
  });

  it('is filtered by status, by how the ID begins, and by either number of the student', async () => {
    const shown = (query: string): Promise<unknown> => desk.column(`queue?${query}`, 'submissionId');
    expect(await shown('status=not_queued')).toEqual([['a-3', 'b-1', 'a-1'], 3]);
    expect(await shown('q=a-')).toEqual([['a-3', 'a-1'], 2]);
    expect(await shown('q=a_')).toEqual([['a_2'], 1]);
    expect(await shown('q=Q-1')).toEqual([['a_2', 'b-1', 'a-1'], 3]);
    expect(await shown(`q=${studentId}&status=not_queued`)).toEqual([['b-1', 'a-1'], 2]);
    expect(await shown('q=%C3%A9')).toEqual([[], 0]);
    expect((await desk.get('queue?q=b')).meta['totals']).toEqual(totals);
  });

  it('has an item, its steps with who made them, and its envelope', async () => {
    const { tenant } = desk;
    expect((await desk.get('queue/a_2')).data).toEqual((await desk.rows('queue?q=a_2'))[0]);
    const actor = `key:${tenant.apiKey}`;
    expect(await desk.rows('queue/a_2/history')).toMatchObject([{ to: 'sent', actor, actorLabel: 'test' }]);
    const preview = await tenant.sis.get('/sync/payload/a_2');
    expect(await desk.get('queue/a_2/payload')).toEqual(preview.body);
  });

  it('queues a selection again, item by item: one that is not there stops none of the others', async () => {
    const [own, other] = [await Desk.open(service), await Desk.open(service)];
    const { tenant } = own;
    const [one, two] = [await aBlockedSubmission(tenant), await aSubmission(tenant)];
    await aSubmission(other.tenant, { submissionId: 'theirs' });
    const body = { submissionIds: [one, 'theirs', two], targetSystem: 'CRM', includeUndecided: true };
    const { status, body: answer } = await own.call('POST', 'queue/replay', body);
    expect(status).toBe(200);
    const items = [await itemOf(tenant, one), await itemOf(tenant, two)];
    const code = 'UNRESOLVED_DISCREPANCIES';
    const missing = { ok: false, code: 'SUBMISSION_NOT_FOUND', message: expect.any(String) as unknown };
    expect(answer.data).toEqual([
      { submissionId: one, ok: true, item: items[0], warnings: [expect.objectContaining({ code })] },
      { submissionId: 'theirs', ...missing },
      { submissionId: two, ok: true, item: items[1] },
    ]);
    expect(items.map(({ syncStatus, targetSystem }) => [syncStatus, targetSystem])).toEqual([
      ['queued', 'CRM'],
      ['queued', 'CRM'],
    ]);
    expect((await itemOf(other.tenant, 'theirs')).syncStatus).toBe('not_queued');
  });

  it('accounts for every replay, by an administrator and by a key, and for none that was refused', async () => {
    const own = await Desk.open(service);
    await aSubmission(own.tenant, { submissionId: 's' });
    await own.call('POST', 'queue/replay', { submissionIds: ['none', 's'] });
    await own.tenant.sis.post('/sync/replay', { submissionId: 's', targetSystem: 'LMS' });
    await own.tenant.sis.post('/sync/replay', { submissionId: 'none' });
    await own.tenant.sis.post('/sync/ack', { submissionId: 's', status: 'sent' });
    const replayed = ['queue.replayed', 'submission:s'];
    const [fresh, queued] = ['not_queued', 'queued'].map((syncStatus) => ({
      syncStatus,
      targetSystem: null,
    }));
    expect(await own.account()).toEqual([
      [...replayed, `admin:${own.id}`, fresh, queued],
      [...replayed, `key:${own.tenant.apiKey}`, queued, { syncStatus: 'queued', targetSystem: 'LMS' }],
    ]);
  });

  it('names an item by its target where the submission has several: item, steps, envelope, replay', async () => {
    const own = await Desk.open(service);
    const { tenant } = own;
    const change = { syncTargets: [{ name: 'SIS' }, { name: 'CRM & more' }] };
    expect((await own.call('PATCH', 'settings', change)).status).toBe(200);
    const caller = await service.anotherCaller(tenant);
    const submissionId = await aSubmission(caller, { status: 'approved' });
    await caller.sis.post('/sync/ack', { submissionId, targetSystem: 'CRM & more', status: 'failed' });
    const crm = `targetSystem=${encodeURIComponent('CRM & more')}`;
    const rows = await own.rows('queue');

    expect(rows.map(({ targetSystem, syncStatus }) => [targetSystem, syncStatus])).toEqual([
      ['CRM & more', 'failed'],
      ['SIS', 'queued'],
    ]);
    expect((await own.get(`queue/${submissionId}?${crm}`)).data).toEqual(rows[0]);
    const steps = await own.rows(`queue/${submissionId}/history?${crm}`);
    expect(steps.map(({ to }) => to)).toEqual(['queued', 'failed']);
    const envelope = (await own.get(`queue/${submissionId}/payload?${crm}`)).data;
    expect(envelope['data']).toMatchObject({ targetSystem: 'CRM & more' });
    for (const part of ['', '/history', '/payload']) {
      const answer = await own.call('GET', `queue/${submissionId}${part}`);
      expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'targetSystem'));
    }

    const items = [{ submissionId, targetSystem: 'CRM & more' }, { submissionId }];
    const { body } = await own.call('POST', 'queue/replay', { items });
    expect(body.data).toMatchObject([
      { submissionId, targetSystem: 'CRM & more', ok: true, item: { syncStatus: 'queued' } },
      { submissionId, ok: false, code: 'VALIDATION_FAILED' },
    ]);
    const sis = { submissionIds: [submissionId], targetSystem: 'SIS' };
    const answer = await own.call('POST', 'queue/replay', sis);
    expect(answer.body.data).toMatchObject([{ submissionId, ok: true, item: { targetSystem: 'SIS' } }]);
  });

  it.each([
    [{}, 'submissionIds'],
    [{ items: [] }, 'items'],
    [{ items: [{ submissionId: 'a b' }] }, 'items[0].submissionId'],
    [{ items: [{ submissionId: 's', target: 'SIS' }] }, 'items[0].target'],
    [{ items: Array.from({ length: 101 }, () => ({ submissionId: 's' })) }, 'items'],
    [{ submissionIds: [] }, 'submissionIds'],
    [{ submissionIds: ['s', 's'] }, 'submissionIds'],
    [{ submissionIds: ['a b'] }, 'submissionIds'],
    [{ submissionIds: 's' }, 'submissionIds'],
    [{ submissionIds: Array.from({ length: 101 }, (_, index) => `s-${index}`) }, 'submissionIds'],
    [{ submissionIds: ['s'], status: 'sent' }, 'status'],
  ])('refuses the selection %j', async (body, field) => {
    const answer = await desk.call('POST', 'queue/replay', body);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });
});
