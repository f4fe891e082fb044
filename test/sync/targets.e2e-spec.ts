import { ackClaim, changeAsAdministrator, claim, claimOne, release } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import {
  aBlockedSubmission,
  approvedSubmissions,
  aSubmission,
  listQueue,
  move,
  resolveAll,
} from '../factories/submissions.js';
import type { SyncItemDto, SyncTransitionDto } from '../../src/sync/dto/sync.dto.js';
import { refused } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

const approved = { status: 'approved' } as const;
const TARGETS = [{ name: 'SIS' }, { name: 'CRM', formTypes: ['degree_change'] }];

/** A tenant with these targets; the settings that its calls carry are up to date. */
async function withTargets(
  syncTargets: { name: string; formTypes?: string[] }[] = TARGETS,
): Promise<TestTenant> {
  const tenant = await service.tenant();
  await changeAsAdministrator(service, tenant, { syncTargets });
  return tenant;
}

/** The items of a submission by their target systems. */
async function itemsOf(tenant: TestTenant, submissionId: string): Promise<Map<string | null, SyncItemDto>> {
  const { items } = await listQueue(tenant);
  return new Map(
    items.filter((item) => item.submissionId === submissionId).map((item) => [item.targetSystem, item]),
  );
}

async function statusesOf(tenant: TestTenant, submissionId: string): Promise<Record<string, string>> {
  const items = await itemsOf(tenant, submissionId);
  return Object.fromEntries([...items].map(([name, { syncStatus }]) => [String(name), syncStatus]));
}

describe('an approval', () => {
  it('queues an item for each target that takes the form', async () => {
    const tenant = await withTargets();
    const both = await aSubmission(tenant, { formType: 'degree_change', ...approved });
    const one = await aSubmission(tenant, { formType: 'address_change', ...approved });

    expect(await statusesOf(tenant, both)).toEqual({ SIS: 'queued', CRM: 'queued' });
    expect(await statusesOf(tenant, one)).toEqual({ SIS: 'queued' });
    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 3, not_queued: 0 });
  });

  it('that no target takes leaves the submission not queued', async () => {
    const tenant = await withTargets([{ name: 'CRM', formTypes: ['degree_change'] }]);
    const submissionId = await aSubmission(tenant, approved);
    expect(await statusesOf(tenant, submissionId)).toEqual({ null: 'not_queued' });
  });

  it('with unresolved discrepancies fails each item; the last decision queues each', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aBlockedSubmission(tenant);
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'failed', CRM: 'failed' });
    await resolveAll(tenant, submissionId);
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'queued' });
  });

  it('again queues what was sent, and leaves the other target as it is', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId, targetSystem: 'SIS', status: 'sent' });
    await tenant.sis.post('/sync/ack', { submissionId, targetSystem: 'CRM', status: 'processing' });
    await move(tenant, submissionId, 'closed');
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'processing' });
  });

  it('after a change of the targets follows the new list; items that exist keep what they have', async () => {
    const tenant = await withTargets([{ name: 'SIS' }]);
    const submissionId = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent' });
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'LMS' }] });
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'sent' });
    await move(tenant, submissionId, 'closed');
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'sent', LMS: 'queued' });
  });

  it('gives an item from before there were targets to one of them, with its history', async () => {
    const tenant = await service.tenant();
    const submissionId = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId, status: 'sent', targetSystem: 'CRM' });
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
    await move(tenant, submissionId, 'closed');

    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'queued' });
    const { body } = await tenant.sis.get(`/sync/queue/${submissionId}/history?targetSystem=CRM`);
    const causes = (body.data as unknown as SyncTransitionDto[]).map(({ cause }) => cause);
    expect(causes).toEqual(['approved', 'ack', 'closed']);
    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 2, sent: 0, not_queued: 0 });
  });

  it('without targets any more queues the items that exist', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aSubmission(tenant, approved);
    for (const targetSystem of ['SIS', 'CRM'])
      await tenant.sis.post('/sync/ack', { submissionId, targetSystem, status: 'sent' });
    await changeAsAdministrator(service, tenant, { syncTargets: null });
    await move(tenant, submissionId, 'closed');
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'queued' });
  });
});

describe('with several items of a submission', () => {
  it.each<[string, (sis: ApiClient, submissionId: string) => Promise<Answer<Body>>]>([
    ['a replay', (sis, submissionId) => sis.post('/sync/replay', { submissionId })],
    ['an acknowledgement', (sis, submissionId) => sis.post('/sync/ack', { submissionId, status: 'sent' })],
    ['the preview', (sis, submissionId) => sis.get(`/sync/payload/${submissionId}`)],
    ['the history', (sis, submissionId) => sis.get(`/sync/queue/${submissionId}/history`)],
  ])('%s must name one; the refusal names the targets', async (_, call) => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aSubmission(tenant, approved);

    const answer = await call(tenant.sis, submissionId);

    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'targetSystem'));
    expect(answer.body.error.details).toMatchObject([
      { code: 'isTarget', message: expect.stringMatching(/SIS, CRM|CRM, SIS/) as unknown },
    ]);
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'queued' });
  });

  it('each has its own status, attempts, history and envelope', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId, targetSystem: 'SIS', status: 'processing' });

    const items = await itemsOf(tenant, submissionId);
    const preview = await tenant.sis.get(`/sync/payload/${submissionId}?targetSystem=CRM`);
    const history = await tenant.sis.get(`/sync/queue/${submissionId}/history?targetSystem=CRM`);

    expect(items.get('SIS')).toMatchObject({ syncStatus: 'processing', attempts: 1 });
    expect(items.get('CRM')).toMatchObject({ syncStatus: 'queued', attempts: 0 });
    expect(preview.body.data).toMatchObject({ data: { targetSystem: 'CRM' } });
    expect(history.body.meta).toEqual({ count: 1 });
  });

  it('a name that is no target is refused', async () => {
    const tenant = await withTargets([{ name: 'SIS' }]);
    const submissionId = await aSubmission(tenant, approved);
    for (const body of [{}, { status: 'sent' }]) {
      const path = 'status' in body ? '/sync/ack' : '/sync/replay';
      const answer = await tenant.sis.post(path, { submissionId, targetSystem: 'LMS', ...body });
      expect({ status: answer.status, message: answer.body.error.details?.[0]?.message }).toEqual({
        status: 400,
        message: 'targetSystem must be one of SIS',
      });
    }
  });

  it('the pages of the list show each item once', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }, { name: 'LMS' }]);
    await approvedSubmissions(tenant, 3);
    const seen: string[] = [];
    let query: string | null = 'limit=2';
    while (query !== null) {
      const { items, nextCursor } = await listQueue(tenant, query);
      seen.push(...items.map(({ submissionId, targetSystem }) => `${submissionId} ${targetSystem ?? ''}`));
      query = nextCursor === null ? null : `limit=2&cursor=${nextCursor}`;
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
  });
});

describe('a replay', () => {
  it('that names a listed target makes the missing item', async () => {
    const tenant = await withTargets();
    const submissionId = await aSubmission(tenant, approved);
    const answer = await tenant.sis.post('/sync/replay', { submissionId, targetSystem: 'CRM' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { targetSystem: 'CRM', syncStatus: 'queued' } },
    });
    expect(await statusesOf(tenant, submissionId)).toEqual({ SIS: 'queued', CRM: 'queued' });
  });

  it('of what was never queued goes to the only target, or to the one that it names', async () => {
    const one = await withTargets([{ name: 'SIS' }]);
    const draft = await aSubmission(one);
    expect((await one.sis.post('/sync/replay', { submissionId: draft })).body.data['targetSystem']).toBe(
      'SIS',
    );

    const two = await withTargets();
    const other = await aSubmission(two);
    const answer = await two.sis.post('/sync/replay', { submissionId: other });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'targetSystem'));
    await two.sis.post('/sync/replay', { submissionId: other, targetSystem: 'CRM' });
    expect(await statusesOf(two, other)).toEqual({ CRM: 'queued' });
  });
});

describe('connectors of several targets', () => {
  it('take their own items, and do not wait for each other', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const studentId = await aStudent(tenant);
    const [one, two] = await approvedSubmissions(tenant, 2, { studentId });

    const sis = await claimOne(tenant, { targetSystem: 'SIS' });
    const crm = await claimOne(tenant, { targetSystem: 'CRM' });
    await ackClaim(tenant, sis);
    await release(tenant, crm, { delaySeconds: 600 });

    expect({ sis: sis.submissionId, crm: crm.submissionId }).toEqual({ sis: one, crm: one });
    expect(sis.envelope).toMatchObject({ data: { targetSystem: 'SIS' } });
    expect((await claimOne(tenant, { targetSystem: 'SIS' })).submissionId).toBe(two);
    expect(await claim(tenant, { targetSystem: 'CRM' })).toMatchObject({ count: 0, waiting: 2 });
  });

  it('that name no target are given those of all', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    const submissionId = await aSubmission(tenant, approved);
    const { items } = await claim(tenant);
    expect(items.map((item) => [item.submissionId, item.targetSystem]).sort()).toEqual([
      [submissionId, 'CRM'],
      [submissionId, 'SIS'],
    ]);
  });

  it('that ask for form types find them in all targets', async () => {
    const tenant = await withTargets([{ name: 'SIS' }, { name: 'CRM' }]);
    await aSubmission(tenant, { formType: 'a', ...approved });
    const submissionId = await aSubmission(tenant, { formType: 'b', ...approved });
    const { items } = await claim(tenant, { formTypes: ['b'] });
    expect(items.map((item) => item.submissionId)).toEqual([submissionId, submissionId]);
  });
});
