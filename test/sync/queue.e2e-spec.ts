import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { SYNC_STATUSES } from '../../src/sync/entities/sync-statuses.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue, move } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

/** A tenant with an item in every status, named after it. */
async function oneOfEach(): Promise<TestTenant> {
  const tenant = await service.tenant();
  const studentId = await aStudent(tenant);
  for (const submissionId of SYNC_STATUSES) await aSubmission(tenant, { submissionId, studentId });
  await tenant.sis.post('/sync/replay', { submissionId: 'queued' });
  for (const status of ['processing', 'sent', 'failed'])
    await tenant.sis.post('/sync/ack', { submissionId: status, status });
  return tenant;
}

/** Creates so many drafts; several share a millisecond, as in a busy hour. */
async function drafts(tenant: TestTenant, count: number): Promise<void> {
  const studentId = await aStudent(tenant);
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      aSubmission(tenant, { submissionId: `d-${index}`, studentId }),
    ),
  );
  const sql =
    'UPDATE `sync_items` SET `updatedAt` = TIMESTAMPADD(SECOND, MOD(CRC32(`submissionId`), 3), ' +
    "'2026-11-20') WHERE `tenantId` = ?";
  await service.query(sql, [tenant.tenantId]);
}

async function expectRefusal({ sis }: TestTenant, query: string, ...fields: string[]): Promise<void> {
  const answer = await sis.get(`/sync/queue?${query}`);
  expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', ...fields));
}

describe('the list', () => {
  it('of a new tenant is empty, with all totals', async () => {
    const { sis } = await service.tenant();
    const { status, body } = await sis.get('/sync/queue');
    const totals = { not_queued: 0, queued: 0, processing: 0, sent: 0, failed: 0 };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: [],
        meta: { count: 0, limit: 100, hasMore: false, nextCursor: null, totals },
      },
    });
  });

  it.each(SYNC_STATUSES)('filtered by %s has those items only, and the totals of all', async (status) => {
    const tenant = await oneOfEach();
    const { items, totals } = await listQueue(tenant, `status=${status}`);
    expect(items.map(({ submissionId, syncStatus }) => [submissionId, syncStatus])).toEqual([
      [status, status],
    ]);
    expect(totals).toEqual({ not_queued: 1, queued: 1, processing: 1, sent: 1, failed: 1 });
  });

  it('has the latest change first, whatever the change was', async () => {
    const tenant = await oneOfEach();
    const order = async (): Promise<string[]> =>
      (await listQueue(tenant)).items.map(({ submissionId }) => submissionId);
    expect(await order()).toEqual(['failed', 'sent', 'processing', 'queued', 'not_queued']);
    await move(tenant, 'not_queued', 'submitted');
    await tenant.sis.post('/sync/replay', { submissionId: 'sent' });
    expect(await order()).toEqual(['sent', 'not_queued', 'failed', 'processing', 'queued']);
  });

  it.each([
    ['', 100],
    ['limit=1', 1],
    ['limit=500', 500],
    ['limit=501', 500],
    ['limit=99999999999999999999', 500],
  ])('with "%s" has a limit of %d', async (query, limit) => {
    const tenant = await service.tenant();
    expect((await listQueue(tenant, query)).limit).toBe(limit);
  });

  it.each(['0', '-1', 'x', '1.5', '', '1e2', '1&limit=2', '0x10'])(
    'refuses the limit "%s"',
    async (limit) => {
      await expectRefusal(await service.tenant(), `limit=${limit}`, 'limit');
    },
  );

  it('refuses unknown statuses and unknown parameters', async () => {
    const tenant = await service.tenant();
    for (const status of ['approved', 'QUEUED', '', 'queued,sent', 'queued&status=sent'])
      await expectRefusal(tenant, `status=${status}`, 'status');
    await expectRefusal(tenant, 'statuss=queued', 'statuss');
    await expectRefusal(tenant, 'page=2&status=x&limit=0', 'page', 'status', 'limit');
  });

  it.each(['', 'status=not_queued&'])('walked by cursors has every item once ("%s")', async (filter) => {
    const tenant = await service.tenant();
    await drafts(tenant, 23);
    const whole = await listQueue(tenant);
    const pages: number[] = [];
    const walked: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await listQueue(tenant, `${filter}limit=5${cursor}`);
      pages.push(page.count);
      walked.push(...page.items.map(({ submissionId }) => submissionId));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      expect(page.totals.not_queued).toBe(23);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(pages).toEqual([5, 5, 5, 5, 3]);
    expect(walked).toEqual(whole.items.map(({ submissionId }) => submissionId));
    expect(new Set(walked).size).toBe(23);
  });

  it('has no further page when the last one is just full', async () => {
    const tenant = await service.tenant();
    await drafts(tenant, 4);
    const { nextCursor } = await listQueue(tenant, 'limit=2');
    const last = await listQueue(tenant, `limit=2&cursor=${nextCursor ?? ''}`);
    expect(last).toMatchObject({ count: 2, hasMore: false, nextCursor: null });
  });

  it("refuses a cursor that was changed, is another tenant's, of another filter, or of another list", async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    await drafts(tenant, 3);
    await aStudent(tenant);
    const cursor = (await listQueue(tenant, 'limit=1')).nextCursor ?? '';
    const filtered = (await listQueue(tenant, 'status=not_queued&limit=1')).nextCursor ?? '';
    const progress = (await tenant.sis.get('/progress?limit=1')).body.meta['nextCursor'] as string;
    const changed = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;

    for (const bad of [changed, `${cursor}A`, cursor.slice(1), 'x', '', progress, filtered])
      await expectRefusal(tenant, `cursor=${bad}`, 'cursor');
    await expectRefusal(tenant, `status=queued&cursor=${filtered}`, 'cursor');
    await expectRefusal(other, `cursor=${cursor}`, 'cursor');
    expect((await listQueue(tenant, `cursor=${cursor}`)).count).toBe(2);
  });

  it("never has another tenant's items", async () => {
    const [tenant, other] = [await oneOfEach(), await service.tenant()];
    expect(await listQueue(other)).toMatchObject({ count: 0, totals: { queued: 0, not_queued: 0 } });
    await aSubmission(other, { submissionId: 'sent', status: 'approved' });
    expect((await listQueue(tenant)).totals).toMatchObject({ sent: 1, queued: 1 });
  });
});

describe('reading a page', () => {
  /** The query plan of a statement of the service. */
  async function planOf(tenant: TestTenant, query: string): Promise<Record<string, unknown>> {
    const dataSource = service.app.get(DataSource);
    const asked = jest.spyOn(dataSource, 'query');
    await listQueue(tenant, query);
    const [sql, values] = asked.mock.calls.find(([text]) => text.includes('ORDER BY `updatedAt`')) ?? [''];
    asked.mockRestore();
    // MySQL answers with a tree unless a table is requested, for which MariaDB has no option.
    const explain = dataSource.options.type === 'mysql' ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN';
    const [plan] = await dataSource.query<Record<string, unknown>[]>(`${explain} ${sql}`, values);
    return plan ?? {};
  }

  it.each([
    ['ix_sync_items_updated', ''],
    ['ix_sync_items_status', 'status=not_queued&'],
    ['ix_sync_items_status', 'status=failed&'],
  ])('walks %s without sorting, on the first page and on the next ("%s")', async (index, filter) => {
    const tenant = await service.tenant();
    await drafts(tenant, 40);
    for (const submissionId of ['d-1', 'd-2', 'd-3'])
      await tenant.sis.post('/sync/ack', { submissionId, status: 'failed' });
    const { nextCursor } = await listQueue(tenant, `${filter}limit=2`);

    for (const cursor of ['', `&cursor=${nextCursor ?? ''}`]) {
      const plan = await planOf(tenant, `${filter}limit=2${cursor}`);
      expect({ key: plan['key'], extra: plan['Extra'] }).toEqual({
        key: index,
        extra: expect.not.stringMatching(/filesort|temporary/i) as unknown,
      });
    }
  });
});
