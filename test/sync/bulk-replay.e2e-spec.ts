import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import type { BulkReplayedDto } from '../../src/sync/replay/replay.dto.js';
import type { Transaction } from '../../src/database/transaction/transaction.js';
import { ackClaim, changeAsAdministrator, claimOne } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aBlockedSubmission, aSubmission, itemOf, listQueue, stepsOf } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import { auditOf } from '../support/audit.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

async function failed(
  tenant: TestTenant,
  count: number,
  more: object = {},
  input: object = {},
): Promise<string[]> {
  const studentId = await aStudent(tenant);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const submissionId = await aSubmission(tenant, { studentId, status: 'approved', ...input });
    await tenant.sis.post('/sync/ack', { submissionId, status: 'failed', lastError: 'away', ...more });
    ids.push(submissionId);
  }
  return ids;
}

async function replayAll({ sis }: TestTenant, body: object): Promise<BulkReplayedDto> {
  const answer = await sis.post('/sync/replay/bulk', body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body.data as unknown as BulkReplayedDto;
}

/** Moves this far into the past what happened to an item. */
async function age({ tenantId }: TestTenant, submissionId: string, hours: number): Promise<void> {
  const sql =
    'UPDATE `sync_items` SET `lastTransitionAt` = `lastTransitionAt` - INTERVAL ? HOUR ' +
    'WHERE `tenantId` = ? AND `submissionId` = ?';
  await service.query(sql, [hours, tenantId, submissionId]);
}

describe('a replay of many', () => {
  it('queues the items of a status, as the replay of each would, and shows some of them', async () => {
    const tenant = await service.tenant();
    const [first = '', second = ''] = await failed(tenant, 12);
    await aSubmission(tenant, { status: 'approved' });
    await age(tenant, second, 5);

    const { sample, ...counts } = await replayAll(tenant, { status: 'failed' });

    expect(counts).toEqual({ matched: 12, queued: 12, undecided: 0 });
    expect(sample).toHaveLength(10);
    expect(sample.map(({ submissionId }) => submissionId).slice(0, 2)).toEqual([second, first]);
    expect(sample[0]).toEqual(await itemOf(tenant, second));
    expect(await itemOf(tenant, first)).toMatchObject({ syncStatus: 'queued', lastError: null });
    expect((await stepsOf(tenant, first)).at(-1)).toMatchObject({
      from: 'failed',
      to: 'queued',
      cause: 'replay',
    });
    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 13, failed: 0 });
    expect(await replayAll(tenant, { status: 'failed' })).toMatchObject({
      matched: 0,
      queued: 0,
      sample: [],
    });
  });

  it('takes only what fits all filters; from belongs to the range, and to does not', async () => {
    const tenant = await service.tenant();
    const [old = ''] = await failed(tenant, 1, { targetSystem: 'SIS' });
    await failed(tenant, 1, { targetSystem: 'sis' });
    await failed(tenant, 1, { targetSystem: 'SIS' }, { formType: 'leave' });
    await age(tenant, old, 48);
    const at = (await itemOf(tenant, old)).lastTransitionAt;
    const dry = async (body: object): Promise<number> =>
      (await replayAll(tenant, { status: 'failed', dryRun: true, ...body })).matched;

    expect(await dry({ targetSystem: 'SIS' })).toBe(2);
    expect(await dry({ formType: 'leave' })).toBe(1);
    expect(await dry({ formType: 'Leave' })).toBe(0);
    const after = new Date(Date.parse(at ?? '') + 1).toISOString();
    expect(await dry({ from: at, to: after })).toBe(1);
    expect(await dry({ from: at, to: at })).toBe(0);
    expect(await dry({ to: '2026-02-28' })).toBe(0);
    expect(await dry({ from: new Date(Date.now() - 3_600_000).toISOString() })).toBe(2);
    expect(await dry({ targetSystem: 'SIS', formType: 'leave', to: at })).toBe(0);
    expect(await dry({ targetSystem: ' ', formType: null, from: '' })).toBe(3);
    expect((await listQueue(tenant)).totals).toMatchObject({ failed: 3, queued: 0 });
  });

  it('leaves out and counts items with unresolved discrepancies, unless they are wanted', async () => {
    const tenant = await service.tenant();
    const blocked = await aBlockedSubmission(tenant);
    const [plain] = await failed(tenant, 1);

    const dry = await replayAll(tenant, { status: 'failed', dryRun: true });
    const without = await replayAll(tenant, { status: 'failed' });
    const all = await replayAll(tenant, { status: 'failed', includeUndecided: true });

    expect(dry).toMatchObject({ matched: 2, queued: 1, undecided: 1 });
    expect(dry.sample.map(({ submissionId, syncStatus }) => [submissionId, syncStatus])).toEqual([
      [plain, 'failed'],
    ]);
    expect(without).toMatchObject({ matched: 2, queued: 1, undecided: 1 });
    expect(all).toMatchObject({ matched: 1, queued: 1, undecided: 0 });
    expect((await itemOf(tenant, blocked)).syncStatus).toBe('queued');
  });

  it('writes nothing in a dry run', async () => {
    const tenant = await service.tenant();
    const ids = await failed(tenant, 2);
    const before = await listQueue(tenant);
    await replayAll(tenant, { status: 'failed', dryRun: true });
    expect(await listQueue(tenant)).toEqual(before);
    expect(await stepsOf(tenant, ids[0] ?? '')).toHaveLength(2);
    expect(await auditOf(service, await service.scope(tenant), { action: 'queue.bulk-replayed' })).toEqual(
      [],
    );
  });

  it('is in the audit log, with what was asked for', async () => {
    const tenant = await service.tenant();
    await failed(tenant, 2);
    await replayAll(tenant, { status: 'failed', formType: 'address_change' });
    const [entry, ...more] = await auditOf(service, await service.scope(tenant), {
      action: 'queue.bulk-replayed',
    });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor: `key:${tenant.apiKey}`,
      target: 'sync-queue',
      after: { status: 'failed', formType: 'address_change', targetSystem: null, queued: 2 },
    });
  });

  it('ends leases, gives items their place anew, and finds none of them a second time', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, { status: 'approved' });
    const claimed = await claimOne(tenant);

    const processing = await replayAll(tenant, { status: 'processing' });
    const again = await replayAll(tenant, { status: 'queued' });

    expect({ processing: processing.queued, matched: again.matched, queued: again.queued }).toEqual({
      processing: 1,
      matched: 1,
      queued: 1,
    });
    expect(await ackClaim(tenant, claimed)).toMatchObject(refused(409, 'LEASE_LOST'));
  });

  it('queues items that were never queued, but none of which no target is known', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant);
    expect(await replayAll(tenant, { status: 'not_queued' })).toMatchObject({ matched: 1, queued: 1 });
    await aSubmission(tenant);
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
    // A key that was used before may have the former settings for five seconds.
    const caller = await service.anotherCaller(tenant);
    expect(await replayAll(caller, { status: 'not_queued' })).toMatchObject({ matched: 0, queued: 0 });
  });

  it('continues beside another one and connectors, without a deadlock, and queues each item once', async () => {
    const tenant = await service.tenant();
    for (let n = 0; n < 4; n += 1) await failed(tenant, 8);
    const unitOfWork = service.app.get(UnitOfWork);
    const run = unitOfWork.run.bind(unitOfWork);
    const attempts: number[] = [];
    unitOfWork.run = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
      const index = attempts.push(0) - 1;
      return run((transaction) => {
        attempts[index] = (attempts[index] ?? 0) + 1;
        return work(transaction);
      });
    };
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => replayAll(tenant, { status: 'failed' })),
      ...[1, 2, 3, 4].map(() => tenant.sis.post('/sync/claims', { limit: 3 })),
    ]);
    unitOfWork.run = run;

    const replays = answers.slice(0, 3) as BulkReplayedDto[];
    expect(replays.reduce((sum, { queued }) => sum + queued, 0)).toBe(32);
    expect(attempts.filter((count) => count > 1)).toEqual([]);
    const { totals } = await listQueue(tenant);
    expect(totals.failed + totals.queued + totals.processing).toBe(32);
    expect(totals.failed).toBe(0);
  });

  it.each([
    [{}, 'status'],
    [{ status: 'lost' }, 'status'],
    [{ status: 'failed', from: 'yesterday' }, 'from'],
    [{ status: 'failed', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to'],
    [{ status: 'failed', dryRun: 'true' }, 'dryRun'],
    [{ status: 'failed', dryrun: true }, 'dryrun'],
    [{ status: 'failed', targetSystem: 'x'.repeat(65) }, 'targetSystem'],
  ])('refuses %j, naming %s', async (body, field) => {
    const { sis } = await service.tenant();
    const answer = await sis.post('/sync/replay/bulk', body);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it('is about no items of another tenant', async () => {
    const [mine, other] = [await service.tenant(), await service.tenant()];
    await failed(other, 1);
    expect(await replayAll(mine, { status: 'failed', includeUndecided: true })).toMatchObject({ matched: 0 });
    expect((await listQueue(other)).totals.failed).toBe(1);
  });
});
