import {
  aBlockedSubmission,
  aSubmission,
  itemOf,
  readSubmission,
  stepsOf,
} from '../factories/submissions.js';
import { problemsOf, refused } from '../support/answers.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

describe('a replay', () => {
  it('answers the item, keeps the attempts and clears the error', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'processing', targetSystem: 'SIS' });
    await tenant.sis.post('/sync/ack', { submissionId, status: 'failed', lastError: 'away' });

    const { status, body, headers } = await tenant.sis.post('/sync/replay', { submissionId });

    const item = await itemOf(tenant, submissionId);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'SUBMISSION QUEUED', data: item },
    });
    expect(item).toMatchObject({ syncStatus: 'queued', lastError: null, attempts: 1, targetSystem: 'SIS' });
    expect((await stepsOf(tenant, submissionId)).at(-1)).toEqual({
      from: 'failed',
      to: 'queued',
      cause: 'replay',
      targetSystem: 'SIS',
      lastError: null,
      actor: `key:${tenant.apiKey}`,
      requestId: headers.get('x-request-id'),
      at: item.queuedAt,
    });
  });

  it('is not stopped by unresolved discrepancies, but warns of each', async () => {
    const tenant = await service.tenant();
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Other' });

    const { status, body } = await tenant.sis.post('/sync/replay', { submissionId });

    expect({ status, syncStatus: body.data['syncStatus'] }).toEqual({ status: 200, syncStatus: 'queued' });
    expect(body.warnings).toMatchObject([
      { field: 'lastName', code: 'UNRESOLVED_DISCREPANCIES' },
      { field: 'degree', code: 'UNRESOLVED_DISCREPANCIES' },
    ]);
  });
});

describe('an acknowledgement', () => {
  it('of processing counts an attempt each time; the others count none', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    const attempts: unknown[] = [];
    for (const status of ['processing', 'processing', 'failed', 'sent', 'processing']) {
      const { body } = await tenant.sis.post('/sync/ack', { submissionId, status });
      expect(body).toMatchObject({ message: 'SYNC STATUS UPDATED', data: { syncStatus: status } });
      attempts.push(body.data['attempts']);
    }
    expect(attempts).toEqual([1, 2, 2, 2, 3]);
  });

  it('of failed keeps the error, or null when none is given; the others clear it and warn', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const ack = async (status: string, lastError?: unknown): Promise<unknown[]> => {
      const { body } = await tenant.sis.post('/sync/ack', { submissionId, status, lastError });
      return [body.data['lastError'], body.warnings?.map(({ field, code }) => [field, code])];
    };
    const ignored = [['lastError', 'IGNORED']];

    expect(await ack('failed', ' away ')).toEqual(['away', undefined]);
    expect(await ack('processing', 'why')).toEqual([null, ignored]);
    expect(await ack('failed', 'x'.repeat(5000))).toEqual(['x'.repeat(5000), undefined]);
    expect(await ack('sent', 'why')).toEqual([null, ignored]);
    expect(await ack('failed')).toEqual([null, undefined]);
    expect(await ack('failed', null)).toEqual([null, undefined]);
    expect(await ack('sent', '')).toEqual([null, undefined]);
    expect((await stepsOf(tenant, submissionId)).map(({ lastError }) => lastError)).toEqual([
      'away',
      null,
      'x'.repeat(5000),
      null,
      null,
      null,
      null,
    ]);
  });

  it('sets the target system, keeps it when omitted, and clears it by null or a blank', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const step = async (path: string, body: object): Promise<unknown> =>
      (await tenant.sis.post(path, { submissionId, ...body })).body.data['targetSystem'];
    const sent = { status: 'sent' };

    expect(await step('/sync/ack', { ...sent, targetSystem: ' CRM ' })).toBe('CRM');
    expect(await step('/sync/ack', sent)).toBe('CRM');
    expect(await step('/sync/replay', {})).toBe('CRM');
    expect(await step('/sync/replay', { targetSystem: 'x'.repeat(64) })).toBe('x'.repeat(64));
    expect(await step('/sync/ack', { ...sent, targetSystem: null })).toBeNull();
    expect(await step('/sync/replay', { targetSystem: 'LMS' })).toBe('LMS');
    expect(await step('/sync/replay', { targetSystem: '' })).toBeNull();
  });
});

describe('an error that a connector reports', () => {
  it.each([
    ['HTTP 500\r\nInternal Server Error', 'HTTP 500\nInternal Server Error'],
    ['\u001b[31mError\u001b[0m: no route', 'Error: no route'],
    ['x'.repeat(5001), `${'x'.repeat(4999)}\u2026`],
    ['cut in the middle of a character: \ud83d', 'cut in the middle of a character: \ufffd'],
  ])('is kept, and never refused for what is in it: %j', async (sent, kept) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant);
    const answer = await tenant.sis.post('/sync/ack', { submissionId, status: 'failed', lastError: sent });
    expect(answer).toMatchObject({ status: 200, body: { data: { lastError: kept } } });
  });
});

describe('what is asked of the queue', () => {
  const LONG = 'x'.repeat(65);

  it.each([
    ['ack', {}, ['status', 'submissionId']],
    [
      'ack',
      { submissionId: 'a b', status: 'queued', lasterror: '' },
      ['lasterror', 'status', 'submissionId'],
    ],
    [
      'ack',
      { submissionId: 'a', status: 'failed', targetSystem: LONG, lastError: 503 },
      ['lastError', 'targetSystem'],
    ],
    ['replay', {}, ['submissionId']],
    ['replay', { submissionId: 'a', targetSystem: 7, status: 'sent' }, ['status', 'targetSystem']],
  ])('names every failing field: %s of %j', async (verb, sent, fields) => {
    const { sis } = await service.tenant();
    const [status, ...named] = problemsOf(await sis.post(`/sync/${verb}`, sent));
    expect({ status, fields: named.sort() }).toEqual({ status: 400, fields });
  });

  it("of a submission that is unknown, or another tenant's, is 404 and changes nothing", async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const submissionId = await aSubmission(tenant);
    const before = await itemOf(tenant, submissionId);
    const ack = { submissionId, status: 'sent' };

    const answers = [
      await other.sis.post('/sync/replay', { submissionId }),
      await other.sis.post('/sync/ack', ack),
      await other.sis.get(`/sync/payload/${submissionId}`),
      await other.sis.get(`/sync/queue/${submissionId}/history`),
      await tenant.sis.post('/sync/replay', { submissionId: 'none' }),
      await tenant.sis.post('/sync/ack', { ...ack, submissionId: 'none' }),
      await tenant.sis.get('/sync/payload/none'),
      await tenant.sis.get('/sync/queue/none/history'),
    ];

    expect(answers).toMatchObject(answers.map(() => refused(404, 'SUBMISSION_NOT_FOUND')));
    expect(await itemOf(tenant, submissionId)).toEqual(before);
    expect(await stepsOf(tenant, submissionId)).toEqual([]);
  });

  it('moves no submission', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    const before = await readSubmission(tenant, submissionId);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await tenant.sis.post('/sync/replay', { submissionId });
    expect(await readSubmission(tenant, submissionId)).toEqual(before);
  });
});
