import { jest } from '@jest/globals';

import { ClaimWaiters } from '../../src/sync/claims/claim-waiters.js';
import { ContactsService } from '../../src/sync/contacts/contacts.service.js';
import { CountersRepository } from '../../src/sync/counters/counters.repository.js';
import { ackClaim, changeAsAdministrator, claim, claimOne, extend, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import {
  aBlockedSubmission,
  approvedSubmissions,
  aSubmission,
  itemOf,
  listQueue,
  move,
  refill,
  stepsOf,
} from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import { letPass, letPassIn } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

const service = await TestService.ofWorker();

const approved = { status: 'approved' } as const;
const LOST = refused(409, 'LEASE_LOST');

describe('a claim', () => {
  it('hands out a queued item with its lease, its attempt and the envelope of the preview', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { fields: { note: 'ä' }, ...approved });
    const before = Date.now();

    const answer = await tenant.sis.post('/sync/claims', { leaseSeconds: 30 });

    const preview = await tenant.sis.get(`/sync/payload/${submissionId}`);
    const [item] = answer.body.data as unknown as { claimId: string; leaseUntil: string }[];
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: [
        {
          claimId: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) as unknown,
          submissionId,
          formType: 'address_change',
          targetSystem: null,
          attempt: 1,
          leaseUntil: expect.any(String) as unknown,
          contentHash: preview.body.meta['contentHash'],
          envelope: preview.body.data,
        },
      ],
      meta: { count: 1, waiting: 0 },
    });
    const leased = new Date(item?.leaseUntil ?? 0).getTime() - before;
    expect(leased).toBeGreaterThanOrEqual(30_000);
    expect(leased).toBeLessThan(60_000);
    expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'processing', attempts: 1 });
    expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({
      from: 'queued',
      to: 'processing',
      cause: 'claimed',
      actor: `key:${tenant.apiKey}`,
    });
  });

  it('shows the envelope byte for byte as the preview does', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { fields: { b: 1, a: { y: 2, x: '€' } }, ...approved });
    const bytesOf = (text: string): string =>
      /"(?:envelope|data)":(\{"specversion".*?\}\})/.exec(text)?.[1] ?? '';
    const text = async (method: string, path: string, body: string | null = null): Promise<string> => {
      const headers = {
        'X-Service-API-Key': tenant.apiKey,
        'X-Service-API-Secret': tenant.apiSecret,
        'Content-Type': 'application/json',
      };
      return (
        await fetch(`${service.baseUrl}/api/v1/integration/sync${path}`, { method, headers, body })
      ).text();
    };

    const preview = bytesOf(await text('GET', `/payload/${submissionId}`));
    const claimed = bytesOf(await text('POST', '/claims', '{}'));

    expect(preview).toContain('€');
    expect(claimed).toBe(preview);
  });

  it('hands out the longest queued first, no more than its limit, and says how many wait', async () => {
    const tenant = await service.tenant();
    const ids = await approvedSubmissions(tenant, 4);

    const first = await claim(tenant, { limit: 3 });
    const second = await claim(tenant, { limit: 3 });

    expect(first.items.map(({ submissionId }) => submissionId)).toEqual(ids.slice(0, 3));
    expect(first).toMatchObject({ count: 3, waiting: 1 });
    expect(second.items.map(({ submissionId }) => submissionId)).toEqual(ids.slice(3));
    expect((await claim(tenant)).items).toEqual([]);
  });

  it('hands out ten items when it names no limit', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 11);

    expect(await claim(tenant)).toMatchObject({ count: 10, waiting: 1 });
  });

  it('takes items of the target system that it names only', async () => {
    const tenant = await service.tenant();
    const [one, other] = await approvedSubmissions(tenant, 2);
    await tenant.sis.post('/sync/replay', { submissionId: other, targetSystem: 'CRM' });

    const { items, waiting } = await claim(tenant, { targetSystem: 'CRM' });

    expect(items.map(({ submissionId, targetSystem }) => [submissionId, targetSystem])).toEqual([
      [other, 'CRM'],
    ]);
    expect(waiting).toBe(0);
    expect((await claim(tenant, { targetSystem: 'crm' })).items).toEqual([]);
    expect((await claimOne(tenant)).submissionId).toBe(one);
  });

  it('takes items of the form types that it names only', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, { formType: 'a', ...approved });
    const ids = [
      await aSubmission(tenant, { formType: 'b', ...approved }),
      await aSubmission(tenant, { formType: 'c', ...approved }),
    ];

    const { items, waiting } = await claim(tenant, { formTypes: ['c', 'b', 'nothing'] });

    expect(items.map(({ submissionId }) => submissionId)).toEqual(ids);
    expect(waiting).toBe(0);
    expect(await claim(tenant, { formTypes: ['a'], targetSystem: 'SIS' })).toMatchObject({
      count: 0,
      waiting: 0,
    });
  });

  it("sees nothing of another tenant's queue", async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    await aSubmission(tenant, approved);
    const item = await claimOne(tenant);

    expect((await claim(other)).items).toEqual([]);
    for (const call of [extend, release, ackClaim])
      expect(await call(other, item)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await ackClaim(tenant, item)).status).toBe(200);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: '10' }, 'limit'],
    [{ leaseSeconds: 4 }, 'leaseSeconds'],
    [{ leaseSeconds: 3601 }, 'leaseSeconds'],
    [{ waitSeconds: 26 }, 'waitSeconds'],
    [{ waitSeconds: -1 }, 'waitSeconds'],
    [{ formTypes: [] }, 'formTypes'],
    [{ formTypes: 'address_change' }, 'formTypes'],
    [{ formTypes: Array.from({ length: 21 }, (_, n) => `f${n}`) }, 'formTypes'],
    [{ targetSystem: 'x'.repeat(65) }, 'targetSystem'],
    [{ waitSecond: 1 }, 'waitSecond'],
  ])('with %j is refused, naming the field', async (body, field) => {
    const tenant = await service.tenant();
    const answer = await tenant.sis.post('/sync/claims', body);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it('needs the scope sync', async () => {
    const tenant = await service.tenant({ scopes: ['users'] });
    expect(await tenant.sis.post('/sync/claims', {})).toMatchObject(refused(403, 'INSUFFICIENT_SCOPE'));
  });
});

describe('the items of one student', () => {
  it('are handed out one after the other, in the order in which they were queued', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const ids = await approvedSubmissions(tenant, 3, { studentId });
    const other = await aSubmission(tenant, approved);

    const first = await claim(tenant);
    expect(first.items.map(({ submissionId }) => submissionId)).toEqual([ids[0], other]);
    expect((await claim(tenant)).items).toEqual([]);
    const [item] = first.items;
    if (item !== undefined) await ackClaim(tenant, item);

    expect((await claimOne(tenant)).submissionId).toBe(ids[1]);
  });

  it('are not overtaken while an earlier one waits for its delay', async () => {
    const tenant = await service.tenant();
    const [one = '', two] = await approvedSubmissions(tenant, 2, { studentId: await aStudent(tenant) });
    await release(tenant, await claimOne(tenant), { delaySeconds: 60 });
    expect((await claim(tenant)).items).toEqual([]);

    await letPassIn(service, tenant, 61_000);
    await service.settle(tenant);

    const again = await claimOne(tenant);
    expect(again.submissionId).toBe(one);
    await ackClaim(tenant, again, 'failed');
    expect((await claimOne(tenant)).submissionId).toBe(two);
  });

  it('of a form type that the connector does not take do not keep it from the others', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const other = await aSubmission(tenant, { studentId, formType: 'b', ...approved });
    const wanted = await aSubmission(tenant, { studentId, formType: 'a', ...approved });

    expect((await claimOne(tenant, { formTypes: ['a'] })).submissionId).toBe(wanted);
    expect((await claimOne(tenant)).submissionId).toBe(other);
  });

  it('wait for one that an acknowledgement without a claim has made processing', async () => {
    const tenant = await service.tenant();
    const [one = '', two] = await approvedSubmissions(tenant, 2, { studentId: await aStudent(tenant) });
    await tenant.sis.post('/sync/ack', { submissionId: one, status: 'processing' });
    expect((await claim(tenant)).items).toEqual([]);

    await tenant.sis.post('/sync/ack', { submissionId: one, status: 'sent' });

    expect((await claimOne(tenant)).submissionId).toBe(two);
  });

  it('follow the student when a reopened submission is put for another one', async () => {
    const tenant = await service.tenant();
    const [first, second] = [await aStudent(tenant), await aStudent(tenant)];
    const [one, two] = [
      await aSubmission(tenant, { studentId: first, ...approved }),
      await aSubmission(tenant, { studentId: second, ...approved }),
    ];
    await move(tenant, one, 'returned');
    await tenant.workflow.put(`/submissions/${one}`, { formType: 'b', studentId: second, fields: {} });

    const { items } = await claim(tenant);

    expect(items.map(({ submissionId, formType }) => [submissionId, formType])).toEqual([[one, 'b']]);
    await tenant.sis.post('/sync/ack', { submissionId: one, status: 'sent' });
    expect((await claimOne(tenant)).submissionId).toBe(two);
  });
});

describe('an acknowledgement with a claim', () => {
  it.each([
    ['sent', null],
    ['failed', 'no such student'],
  ])('of %s ends the lease; the same again is answered as repeated', async (status, lastError) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant);
    const more = lastError === null ? {} : { lastError };

    const first = await ackClaim(tenant, item, status, more);
    const again = await ackClaim(tenant, item, status, more);

    const stored = await itemOf(tenant, submissionId);
    expect(stored).toMatchObject({ syncStatus: status, lastError, attempts: 1 });
    expect({ status: first.status, body: first.body }).toEqual({
      status: 200,
      body: { success: true, message: 'SYNC STATUS UPDATED', data: stored },
    });
    expect(again.body).toEqual({ ...first.body, meta: { repeated: true } });
    expect(await stepsOf(tenant, submissionId)).toHaveLength(3);
  });

  it('of processing keeps the lease and counts no attempt', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant);

    const answer = await ackClaim(tenant, item, 'processing');

    expect({ status: answer.status, attempts: answer.body.data['attempts'], meta: answer.body.meta }).toEqual(
      { status: 200, attempts: 1, meta: undefined },
    );
    expect(await stepsOf(tenant, submissionId)).toHaveLength(2);
    expect((await ackClaim(tenant, item)).body.data).toMatchObject({ syncStatus: 'sent', attempts: 1 });
  });

  it('of another outcome than the one that ended the lease is refused', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    const item = await claimOne(tenant);
    await ackClaim(tenant, item, 'failed');
    expect(await ackClaim(tenant, item, 'sent')).toMatchObject(LOST);
  });

  it.each([
    [{ submissionId: 'another' }, 'submissionId'],
    [{ targetSystem: 'CRM' }, 'targetSystem'],
    [{ claimId: 'not a claim' }, 'claimId'],
  ])('that names %j is refused, and changes nothing', async (wrong, field) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant);

    const answer = await ackClaim(tenant, item, 'sent', wrong);

    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('processing');
    expect((await ackClaim(tenant, item)).status).toBe(200);
  });

  it('of an unknown claim is 404', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const answer = await ackClaim(tenant, { submissionId, claimId: 'unknown' });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  it('is taken from another key of the tenant, as after a rotation', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    const item = await claimOne(tenant);
    const other = await service.anotherCaller(tenant);
    expect((await extend(other, item)).status).toBe(200);
    expect((await ackClaim(other, item)).status).toBe(200);
  });

  it('of many at once is one answer each', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 8);
    const { items } = await claim(tenant);

    const answers = await Promise.all([...items, ...items].map((item) => ackClaim(tenant, item)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => (body.meta as object | undefined) !== undefined)).toHaveLength(8);
    expect((await listQueue(tenant)).totals).toMatchObject({ sent: 8, processing: 0 });
  });
});

describe('a lease', () => {
  it('that runs out queues the item again, at its place', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, ...approved });
    const later = await aSubmission(tenant, { studentId, ...approved });
    const { queuedAt } = await itemOf(tenant, submissionId);
    const lost = await claimOne(tenant, { leaseSeconds: 5 });

    letPass(5_100);
    await service.settle(tenant);

    expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'queued', queuedAt, attempts: 1 });
    expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({
      cause: 'lease_expired',
      actor: 'lease-sweep',
    });
    const again = await claimOne(tenant);
    expect(again).toMatchObject({ submissionId, attempt: 2 });
    for (const call of [ackClaim, extend, release]) expect(await call(tenant, lost)).toMatchObject(LOST);
    await ackClaim(tenant, again);
    expect((await claimOne(tenant)).submissionId).toBe(later);
  });

  it('that ran out is lost also before the item is queued again', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    const item = await claimOne(tenant, { leaseSeconds: 5 });
    letPass(5_100);
    expect(await ackClaim(tenant, item)).toMatchObject(LOST);
  });

  it('is not ended by a process whose clock is wrong, which takes no calls about claims', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant, { leaseSeconds: 60 });
    letPass(90_000);
    await service.run('database-clock');
    await service.run('sync-leases');
    const answers = [
      await tenant.sis.post('/sync/claims', { limit: 1 }),
      await ackClaim(tenant, item),
      await extend(tenant, item),
      await release(tenant, item),
    ];
    jest.useRealTimers();
    expect(answers).toMatchObject(answers.map(() => refused(503, 'SERVICE_UNAVAILABLE')));
    expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'processing', attempts: 1 });
    expect((await ackClaim(tenant, item)).status).toBe(200);
  });

  it('is prolonged from now on', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant, { leaseSeconds: 5 });

    const answer = await extend(tenant, item, 3600);

    const { claimId } = item;
    expect({ status: answer.status, data: answer.body.data }).toEqual({
      status: 200,
      data: { claimId, leaseUntil: expect.any(String) as unknown },
    });
    await letPassIn(service, tenant, 3_500_000);
    await service.settle(tenant);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('processing');
    expect((await ackClaim(tenant, item)).status).toBe(200);
  });

  it.each([[{ leaseSeconds: 4 }], [{ leaseSeconds: 3601 }], [{}], [{ leaseSeconds: null }]])(
    'is not prolonged by %j',
    async (body) => {
      const tenant = await service.tenant();
      await aSubmission(tenant, approved);
      const { claimId } = await claimOne(tenant);
      const answer = await tenant.sis.post(`/sync/claims/${claimId}/extend`, body);
      expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'leaseSeconds'));
    },
  );

  it.each([
    ['an extension', extend],
    ['a release', release],
  ])('of an unknown claim is 404 for %s', async (_, call) => {
    const answer = await call(await service.tenant(), { claimId: 'unknown' });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  it.each([
    ['a replay', '/sync/replay', {}],
    ['an acknowledgement without it', '/sync/ack', { status: 'failed' }],
  ])('is ended by %s', async (_, path, body) => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant);

    await tenant.sis.post(path, { submissionId, ...body });

    expect(await ackClaim(tenant, item)).toMatchObject(LOST);
  });

  it('is ended by a discrepancy that a new approval finds', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const submissionId = await aSubmission(tenant, { studentId, fields: { degree: 'EdD' }, ...approved });
    const item = await claimOne(tenant);
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'PhD' });
    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'failed' });
    expect(await ackClaim(tenant, item)).toMatchObject(LOST);
  });
});

describe('a release', () => {
  it('queues the item again, not before its delay, at its place and with the error', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const { queuedAt } = await itemOf(tenant, submissionId);
    const item = await claimOne(tenant);

    const { status, body } = await release(tenant, item, {
      delaySeconds: 600,
      lastError: '\u001b[31mbusy\u001b[0m\r\n',
    });

    const stored = await itemOf(tenant, submissionId);
    const { notBefore, ...data } = body.data;
    expect({ status, data }).toEqual({ status: 200, data: { ...stored } });
    expect(stored).toMatchObject({ syncStatus: 'queued', lastError: 'busy', queuedAt, attempts: 1 });
    const delay = new Date(notBefore as string).getTime() - new Date(stored.lastTransitionAt ?? 0).getTime();
    expect(Math.abs(delay - 600_000)).toBeLessThan(5_000);
    expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({ cause: 'released' });
    expect((await claim(tenant)).items).toEqual([]);
    expect(await release(tenant, item)).toMatchObject(LOST);

    await letPassIn(service, tenant, 601_000);
    await service.settle(tenant);

    expect(await claimOne(tenant)).toMatchObject({ submissionId, attempt: 2 });
  });

  it('without a delay waits 10 s, doubled with each attempt', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    const delays: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await release(tenant, await claimOne(tenant));
      const { notBefore, lastTransitionAt } = body.data as { notBefore: string; lastTransitionAt: string };
      delays.push(Math.round((Date.parse(notBefore) - Date.parse(lastTransitionAt)) / 1000));
      await letPassIn(service, tenant, 3_600_000);
      await service.settle(tenant);
    }
    expect(delays).toEqual([10, 20, 40]);
  });

  it('with a delay of 0 may be handed out at once', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    await release(tenant, await claimOne(tenant), { delaySeconds: 0 });
    expect((await claimOne(tenant)).submissionId).toBe(submissionId);
  });

  it.each([[{ delaySeconds: -1 }], [{ delaySeconds: 86_401 }], [{ delaySeconds: 1.5 }]])(
    'with %j is refused',
    async (body) => {
      const tenant = await service.tenant();
      await aSubmission(tenant, approved);
      const answer = await release(tenant, await claimOne(tenant), body);
      expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'delaySeconds'));
    },
  );

  it('after syncMaxAttempts attempts has failed, as has a lease that runs out; a replay starts anew', async () => {
    const tenant = await service.tenant();
    await changeAsAdministrator(service, tenant, { syncMaxAttempts: 2 });
    const ids = await approvedSubmissions(tenant, 2);
    const { items } = await claim(tenant, { leaseSeconds: 5 });
    for (const item of items) await release(tenant, item, { delaySeconds: 0 });
    const [first] = (await claim(tenant, { leaseSeconds: 5 })).items;
    if (first === undefined) throw new Error('nothing was handed out');
    const { body } = await release(tenant, first, { lastError: 'never' });
    letPass(5_100);
    await service.settle(tenant);

    expect(body.data).toMatchObject({ syncStatus: 'failed', lastError: 'never', notBefore: null });
    for (const submissionId of ids) {
      expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({ cause: 'attempts_exhausted' });
      expect((await itemOf(tenant, submissionId)).attempts).toBe(2);
    }
    await tenant.sis.post('/sync/replay', { submissionId: ids[0] });
    const { body: again } = await release(tenant, await claimOne(tenant));
    expect(again.data).toMatchObject({ syncStatus: 'queued', attempts: 3 });
  });
});

describe('a submission that is approved again while a lease is out', () => {
  it('is queued once more when its content is another: an old delivery closes no new content', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { fields: { note: 'old' }, ...approved });
    const item = await claimOne(tenant);
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { note: 'new' });
    await move(tenant, submissionId, 'submitted', 'approved');
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('processing');

    const { status, body } = await ackClaim(tenant, item);

    expect({ status, syncStatus: body.data['syncStatus'] }).toEqual({ status: 200, syncStatus: 'queued' });
    expect(body.warnings).toMatchObject([{ code: 'CONTENT_CHANGED' }]);
    expect((await stepsOf(tenant, submissionId)).at(-1)).toMatchObject({ cause: 'content_changed' });
    const again = await claimOne(tenant);
    expect(JSON.stringify(again.envelope)).toContain('new');
    expect((await ackClaim(tenant, again)).body.data['syncStatus']).toBe('sent');
  });

  it('is sent when only the times of the review differ', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, { fields: { note: 'same' }, ...approved });
    const item = await claimOne(tenant);
    await move(tenant, submissionId, 'returned', 'submitted', 'approved');

    const { body } = await ackClaim(tenant, item);

    expect({ syncStatus: body.data['syncStatus'], warnings: body.warnings }).toEqual({
      syncStatus: 'sent',
      warnings: undefined,
    });
  });
});

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'night-1' };

  it('gives the items of its first claim that are still leased, and never more', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 3);
    const first = await claim(tenant, { limit: 2 }, key);
    const [done] = first.items;
    if (done !== undefined) await ackClaim(tenant, done);

    const again = await claim(tenant, { limit: 2 }, key);

    expect(again.items).toEqual(first.items.slice(1));
    expect(again.waiting).toBe(1);
    expect((await claim(tenant, { limit: 2 }, { 'Idempotency-Key': 'night-2' })).count).toBe(1);
  });

  it('with another body is refused', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    await claim(tenant, { limit: 2 }, key);
    const answer = await tenant.sis.post('/sync/claims', { limit: 3 }, key);
    expect(answer).toMatchObject(refused(409, 'IDEMPOTENCY_CONFLICT'));
  });

  it('is forgotten when nothing was handed out for it', async () => {
    const tenant = await service.tenant();
    expect((await claim(tenant, {}, key)).items).toEqual([]);
    await aSubmission(tenant, approved);
    expect((await claim(tenant, { limit: 5 }, key)).count).toBe(1);
  });

  it("is the credential's own", async () => {
    const tenant = await service.tenant();
    const other = await service.anotherCaller(tenant);
    await approvedSubmissions(tenant, 2);
    const [one, two] = [await claim(tenant, { limit: 1 }, key), await claim(other, { limit: 1 }, key)];
    expect(one.items[0]?.submissionId).not.toBe(two.items[0]?.submissionId);
  });

  it('sent by several calls at once hands out one lot', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 6);
    const answers = await Promise.all(Array.from({ length: 4 }, () => claim(tenant, { limit: 3 }, key)));
    const lots = answers.map(({ items }) => items.map(({ claimId }) => claimId).sort());
    expect(new Set(lots.flat()).size).toBe(3);
    expect(lots.every((lot) => lot.length === 3)).toBe(true);
  });

  it.each(['x'.repeat(129), 'with space'])('of another form is refused: %s', async (text) => {
    const tenant = await service.tenant();
    const answer = await tenant.sis.post('/sync/claims', {}, { 'Idempotency-Key': text });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'Idempotency-Key'));
  });
});

describe('a claim that waits', () => {
  it('is answered as soon as something is approved in the same process', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    const submissionId = await aSubmission(tenant, { studentId, status: 'submitted' });
    const waiting = claim(tenant, { waitSeconds: 25 });
    await move(tenant, submissionId, 'approved');
    expect((await waiting).items.map((item) => item.submissionId)).toEqual([submissionId]);
  });

  it('is answered with nothing when its time is over, in real time', async () => {
    const tenant = await service.tenant();
    expect(await claim(tenant, { waitSeconds: 1 })).toEqual({ items: [], count: 0, waiting: 0 });
  });

  it('is notified of an item that another one gives back', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    const item = await claimOne(tenant);
    const waiting = claim(tenant, { waitSeconds: 25 });
    await release(tenant, item, { delaySeconds: 0 });
    expect((await waiting).items).toMatchObject([{ submissionId, attempt: 2 }]);
  });

  it('of several lets each item go to one of them', async () => {
    const tenant = await service.tenant();
    const waiting = Array.from({ length: 5 }, () => claim(tenant, { waitSeconds: 25, limit: 1 }));
    const ids = await Promise.all(Array.from({ length: 5 }, () => aSubmission(tenant, approved)));
    await service.settle(tenant);
    const claimed = (await Promise.all(waiting)).flatMap(({ items }) =>
      items.map((item) => item.submissionId),
    );
    expect(claimed.sort()).toEqual(ids.sort());
  });

  it('is answered with nothing when the process ends', async () => {
    const ending = await TestService.start();
    const tenant = await ending.tenant();
    const waiting = claim(tenant, { waitSeconds: 25 });
    await until('the claim waits', () => ending.app.get(ClaimWaiters).count === 1);
    await Promise.all([ending.app.close(), expect(waiting).resolves.toMatchObject({ items: [] })]);
  });
});

describe('claims', () => {
  const keysOf = ({ tenantId }: TestTenant): Promise<unknown[]> =>
    service.query('SELECT 1 FROM `sync_claim_keys` WHERE `tenantId` = ?', [tenantId]);

  it('are forgotten 7 days after they ended, and keys 7 days after they were used', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    const item = await claimOne(tenant, {}, { 'Idempotency-Key': 'k' });
    await ackClaim(tenant, item);

    letPass(8 * 86_400_000);
    await service.run('sync-claims-forget');
    expect((await ackClaim(tenant, item)).status).toBe(404);
    expect(await keysOf(tenant)).toEqual([]);
  });

  it('leave no counter of what has had no item for 90 days, and every other one', async () => {
    const tenant = await service.tenant();
    await aBlockedSubmission(tenant);
    await aSubmission(tenant, approved);
    await ackClaim(tenant, await claimOne(tenant));
    const counted = async (): Promise<unknown[]> => {
      const sql =
        "SELECT DISTINCT `kind` FROM `sync_counters` WHERE `tenantId` = ? AND `kind` NOT LIKE 'claim%'";
      const rows: { kind: string }[] = await service.query(sql, [tenant.tenantId]);
      return rows.map(({ kind }) => kind).sort();
    };
    const { totals } = await listQueue(tenant);
    expect(await counted()).toContain('queued');

    letPass(91 * 86_400_000);
    await service.run('sync-claims-forget');
    expect(await counted()).toEqual(expect.not.arrayContaining(['queued']));
    expect(await counted()).toEqual(expect.arrayContaining(['failed', 'sent']));
    expect((await listQueue(tenant)).totals).toEqual(totals);
  });

  it('leave no contact and no replay of what is a target no more, 90 days after the last', async () => {
    const made = await service.tenant();
    await changeAsAdministrator(service, made, { syncTargets: [{ name: 'SIS' }] });
    const tenant = await service.anotherCaller(made);
    await aSubmission(tenant, approved);
    await ackClaim(tenant, await claimOne(tenant, { targetSystem: 'SIS' }), 'failed');
    await tenant.sis.post('/sync/replay/bulk', { status: 'failed' });
    await ackClaim(tenant, await claimOne(tenant, { targetSystem: 'SIS' }));
    await service.settle(tenant);
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'CRM' }] });
    const scope = await service.scope(tenant);
    await service.app.get(ContactsService).setLimit(scope, 'CRM', 30);
    const left = async (): Promise<{ contacts: string[]; replays: string[] }> => {
      const sql = 'SELECT `targetSystem` FROM `target_contacts` WHERE `tenantId` = ? ORDER BY `targetSystem`';
      const contacts: { targetSystem: string }[] = await service.query(sql, [scope.tenantId]);
      const replays = await service.app.get(CountersRepository).replays(scope);
      return { contacts: contacts.map(({ targetSystem }) => targetSystem), replays: [...replays.keys()] };
    };

    letPass(89 * 86_400_000);
    await service.run('sync-claims-forget');
    expect(await left()).toEqual({ contacts: ['CRM', 'SIS'], replays: ['SIS'] });
    letPass(2 * 86_400_000);
    await service.run('sync-claims-forget');
    expect(await left()).toEqual({ contacts: ['CRM'], replays: [] });
  });

  it('leave the contacts of a label while anything of it waits', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, approved);
    await claim(tenant, { formTypes: ['another_form'] });
    await claim(tenant, { targetSystem: 'SIS' });
    await service.settle(tenant);
    const contacts = (): Promise<unknown[]> =>
      service.query('SELECT `targetSystem` FROM `target_contacts` WHERE `tenantId` = ?', [tenant.tenantId]);
    expect(await contacts()).toHaveLength(2);

    letPass(91 * 86_400_000);
    await service.run('sync-claims-forget');
    expect(await contacts()).toEqual([{ targetSystem: '' }]);
  });

  it('leave no counter without items of many, but those of a tenant with a clock of its own', async () => {
    const tenant = await service.tenant();
    const { tenantId: ofClock } = await service.tenant();
    await service.query("UPDATE `tenants` SET `clock` = '{}' WHERE `id` = ?", [ofClock]);
    const long = new Date(Date.now() - 91 * 86_400_000);
    const rowsOf = ({ tenantId }: Pick<TestTenant, 'tenantId'>): unknown[][] =>
      Array.from({ length: 1001 }, (_, n) => {
        const system = n % 3 === 0 ? '' : `S${n % 2}`;
        return [tenantId, 'failed', system, n === 0 ? '' : `g-${n}`, 0, n % 4, 0, long, long];
      });
    const left = async ({ tenantId }: Pick<TestTenant, 'tenantId'>): Promise<number> => {
      const sql = 'SELECT `name` FROM `sync_counters` WHERE `tenantId` = ?';
      return (await service.query<unknown[]>(sql, [tenantId])).length;
    };
    for (const one of [tenant, { tenantId: ofClock }])
      await service.query('INSERT INTO `sync_counters` VALUES ?', [rowsOf(one)]);

    await service.run('sync-claims-forget');
    expect(await left(tenant)).toBe(0);
    expect(await left({ tenantId: ofClock })).toBe(1001);
    await service.query('UPDATE `tenants` SET `clock` = NULL WHERE `id` = ?', [ofClock]);
    await service.run('sync-claims-forget');
    expect(await left({ tenantId: ofClock })).toBe(0);
  });

  it('leave the totals and the blocked items as they are', async () => {
    const tenant = await service.tenant();
    await aBlockedSubmission(tenant);
    await aSubmission(tenant, approved);
    expect(await claim(tenant)).toMatchObject({ count: 1, waiting: 0 });
    expect((await listQueue(tenant)).totals).toMatchObject({ failed: 1, processing: 1, queued: 0 });
  });
});
