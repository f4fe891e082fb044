import type { ErrorGroupDto } from '../../src/admin/connectors/connectors.dto.js';
import type { BulkReplayedDto } from '../../src/sync/replay/replay.dto.js';
import { changeAsAdministrator, claimOne, release } from '../factories/claims.js';
import { aBlockedSubmission, aSubmission, listQueue, resolveAll } from '../factories/submissions.js';
import { refused } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

interface Failing {
  readonly targetSystem?: string;
  readonly lastError?: string | null;
}

/** An approved submission whose delivery failed. */
async function aFailure(
  tenant: TestTenant,
  { targetSystem, lastError = 'away' }: Failing = {},
): Promise<string> {
  const submissionId = await aSubmission(tenant, { status: 'approved' });
  await fail(tenant, submissionId, { lastError, ...(targetSystem === undefined ? {} : { targetSystem }) });
  return submissionId;
}

async function fail({ sis }: TestTenant, submissionId: string, more: Failing = {}): Promise<void> {
  const { status, body } = await sis.post('/sync/ack', { submissionId, status: 'failed', ...more });
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
}

async function errorsOf(desk: Desk, query = ''): Promise<ErrorGroupDto[]> {
  return (await desk.rows(`connectors/errors${query}`)) as unknown as ErrorGroupDto[];
}

async function groupsOf(desk: Desk, query = ''): Promise<[string, number, string | null][]> {
  return (await errorsOf(desk, query)).map(({ text, items, targetSystem }) => [text, items, targetSystem]);
}

/** A desk whose tenant has these settings, and a caller that has seen them. */
async function deskWith(
  change: Parameters<typeof changeAsAdministrator>[2],
): Promise<{ desk: Desk; tenant: TestTenant }> {
  const desk = await Desk.open(service);
  await changeAsAdministrator(service, desk.tenant, change);
  return { desk, tenant: await service.anotherCaller(desk.tenant) };
}

async function listed(desk: Desk, query: string): Promise<[unknown[], unknown]> {
  const [ids, total] = await desk.column(`queue?${query}`, 'submissionId');
  return [[...ids].sort(), total];
}

async function replay(desk: Desk, body: object): Promise<BulkReplayedDto> {
  const answer = await desk.call('POST', 'queue/replay-matching', body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body.data as unknown as BulkReplayedDto;
}

/** Compares the counters with a recount of the items. */
async function recount({ tenantId }: TestTenant): Promise<void> {
  const count = async (sql: string): Promise<unknown[]> => {
    const rows: { items: unknown }[] = await service.query(sql, [tenantId]);
    return rows.map((row) => ({ ...row, items: Number(row.items) }));
  };
  const counted = await count(
    'SELECT `kind`, `targetSystem`, `name`, SUM(`count`) AS `items` FROM `sync_counters` ' +
      "WHERE `tenantId` = ? AND `kind` NOT LIKE 'claim%' AND `kind` <> 'replayed' " +
      'GROUP BY `kind`, `targetSystem`, `name` HAVING SUM(`count`) <> 0 ORDER BY `kind`, `targetSystem`, `name`',
  );
  const there = await count(
    'SELECT `kind`, `targetSystem`, `name`, COUNT(*) AS `items` FROM (SELECT `syncStatus` AS `kind`, ' +
      "IF(`syncStatus` IN ('queued', 'failed'), COALESCE(`targetSystem`, ''), '') AS `targetSystem`, " +
      "CASE `syncStatus` WHEN 'queued' THEN `formType` WHEN 'failed' THEN COALESCE(`errorGroup`, '') ELSE '' END " +
      'AS `name` FROM `sync_items` WHERE `tenantId` = ?) AS `items` ' +
      'GROUP BY `kind`, `targetSystem`, `name` ORDER BY `kind`, `targetSystem`, `name`',
  );
  expect(counted).toEqual(there);
  const [wrong] = await count(
    'SELECT COUNT(*) AS `items` FROM `sync_items` WHERE `tenantId` = ? ' +
      "AND (`errorGroup` IS NOT NULL) <> (`syncStatus` = 'failed' AND NOT `blocked`)",
  );
  expect(wrong).toEqual({ items: 0 });
}

describe('a failed item', () => {
  it('waits for a decision, or its delivery failed', async () => {
    const desk = await Desk.open(service);
    const blocked = await aBlockedSubmission(desk.tenant);
    const failed = await aFailure(desk.tenant);
    await aSubmission(desk.tenant, { status: 'approved' });

    expect(await listed(desk, 'failure=decision')).toEqual([[blocked], 1]);
    expect(await listed(desk, 'failure=delivery')).toEqual([[failed], 1]);
    expect(await listed(desk, 'status=failed')).toEqual([[blocked, failed].sort(), 2]);
    const { meta } = await desk.get('queue');
    expect(meta).toMatchObject({ awaitDecision: 1, totals: { failed: 2, queued: 1 } });
    const rows = await desk.rows('queue?status=failed');
    expect(rows).toHaveLength(2);
    expect(new Map(rows.map(({ submissionId, failure }) => [submissionId, failure]))).toEqual(
      new Map([
        [blocked, 'decision'],
        [failed, 'delivery'],
      ]),
    );
    await resolveAll(desk.tenant, blocked);
    expect(await listed(desk, 'failure=decision')).toEqual([[], 0]);
    await recount(desk.tenant);
  });

  it('belongs to the group of its message, where ids and numbers make no difference', async () => {
    const desk = await Desk.open(service);
    const { tenant } = desk;
    await aFailure(tenant, { lastError: 'HTTP 503 for student 950000017' });
    const second = await aFailure(tenant, { lastError: 'HTTP 503 for student 950000018' });
    await aFailure(tenant, { lastError: 'HTTP 401' });
    await aFailure(tenant, { lastError: null });

    expect(await groupsOf(desk)).toEqual([
      ['HTTP 503 for student …', 2, null],
      [expect.any(String), 1, null],
      [expect.any(String), 1, null],
    ]);
    const [group] = await errorsOf(desk);
    expect(await listed(desk, `errorGroup=${group?.errorGroup ?? ''}&targetSystem=(none)`)).toMatchObject([
      expect.arrayContaining([second]),
      2,
    ]);
    // First and last seen stay as they were when an item is delivered after all.
    await tenant.sis.post('/sync/ack', { submissionId: second, status: 'sent' });
    const [, , again] = await errorsOf(desk);
    expect(again).toMatchObject({ items: 1 });
    await recount(tenant);
  });

  it('has another group for another target system', async () => {
    const { desk, tenant } = await deskWith({ syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
    await aFailure(tenant, { targetSystem: 'SIS' });
    const id = await aFailure(tenant, { targetSystem: 'CRM' });
    await fail(tenant, id, { targetSystem: 'SIS', lastError: 'away' });

    expect(await groupsOf(desk)).toEqual([
      ['away', 2, 'SIS'],
      ['away', 1, 'CRM'],
    ]);
    expect(await groupsOf(desk, '?targetSystem=CRM')).toEqual([['away', 1, 'CRM']]);
    expect((await listed(desk, 'failure=delivery&targetSystem=SIS'))[1]).toBe(2);
    expect((await listed(desk, 'status=queued&targetSystem=CRM'))[1]).toBe(1);
    expect((await listed(desk, 'targetSystem=CRM'))[1]).toBe(2);
    expect((await listed(desk, 'targetSystem=crm'))[1]).toBe(0);
    await recount(tenant);
  });

  it('that was tried too often is a failed delivery', async () => {
    const { desk, tenant } = await deskWith({ syncMaxAttempts: 1 });
    await aSubmission(tenant, { status: 'approved' });
    await release(tenant, await claimOne(tenant), { lastError: 'SIS answers 503' });
    expect(await groupsOf(desk)).toEqual([['SIS answers 503', 1, null]]);
  });

  it('follows when its target is named later', async () => {
    const desk = await Desk.open(service);
    const id = await aFailure(desk.tenant);
    await changeAsAdministrator(service, desk.tenant, { syncTargets: [{ name: 'SIS' }] });
    const tenant = await service.anotherCaller(desk.tenant);
    await tenant.workflow.post(`/submissions/${id}/status`, { status: 'closed' });
    await recount(tenant);
    await fail(tenant, id, { targetSystem: 'SIS' });
    expect(await groupsOf(desk)).toEqual([['No message', 1, 'SIS']]);
    await recount(tenant);
  });

  it('is found by when it failed, and by a search among these', async () => {
    const desk = await Desk.open(service);
    const first = await aFailure(desk.tenant);
    const later = new Date(Date.now() + 60_000).toISOString();
    const query = `failure=delivery&to=${encodeURIComponent(new Date().toISOString())}`;
    expect(await listed(desk, query)).toEqual([[first], 1]);
    expect(await listed(desk, `failure=delivery&from=${encodeURIComponent(later)}`)).toEqual([[], 0]);
    expect(await listed(desk, `from=${encodeURIComponent(later)}`)).toEqual([[], 0]);
    expect(await listed(desk, `${query}&q=${first}`)).toEqual([[first], 1]);
    expect(await listed(desk, `failure=decision&q=${first}`)).toEqual([[], 0]);
    const [group] = await errorsOf(desk);
    expect(await listed(desk, `errorGroup=${group?.errorGroup ?? ''}&q=${first}`)).toEqual([[first], 1]);
    expect(await listed(desk, `errorGroup=none&q=${first}`)).toEqual([[], 0]);
  });

  it.each(['', 'q=sub', 'to=2100-01-01'])(
    'is in no group whose name no group can have (%s)',
    async (more) => {
      const desk = await Desk.open(service);
      await aFailure(desk.tenant);
      expect(await listed(desk, `errorGroup=${encodeURIComponent('Gruppe ä')}&${more}`)).toEqual([[], 0]);
    },
  );

  it.each([
    ['status=queued&failure=delivery', 'failure'],
    ['status=sent&errorGroup=x', 'errorGroup'],
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['failure=other', 'failure'],
    [`targetSystem=${'x'.repeat(65)}`, 'targetSystem'],
    [`errorGroup=${'x'.repeat(33)}`, 'errorGroup'],
  ])('is not looked for with %s', async (query, field) => {
    const desk = await Desk.open(service);
    expect(await desk.call('GET', `queue?${query}`)).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it('is counted rightly, by several calls that move it at once', async () => {
    const desk = await Desk.open(service);
    const { tenant } = desk;
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await aFailure(tenant, { lastError: `code 50${n % 3}` }));
    const report = async (n: number): Promise<void> => {
      const submissionId = ids[n % ids.length];
      const status = ['failed', 'sent', 'processing', 'failed'][n % 4];
      const lastError = status === 'failed' ? `code 50${n % 5}` : null;
      await tenant.sis.post('/sync/ack', { submissionId, status, lastError });
    };
    await Promise.all(Array.from({ length: 60 }, (_, n) => report(n)));
    await recount(tenant);
  });

  it('shares a group with others when a tenant has too many different messages', async () => {
    const desk = await Desk.open(service);
    const { tenantId } = desk.tenant;
    const now = new Date();
    const counted = [0, 0, 0, now, now];
    const rows = Array.from({ length: 500 }, (_, n) => [tenantId, 'failed', 'SIS', `full-${n}`, ...counted]);
    await service.query('INSERT INTO `sync_counters` VALUES ?', [rows]);
    const id = await aFailure(desk.tenant, { lastError: 'one' });
    await aFailure(desk.tenant, { lastError: 'two' });
    expect(await groupsOf(desk)).toEqual([['Other messages', 2, null]]);
    expect((await listed(desk, 'errorGroup=other'))[0]).toContain(id);
    await recount(desk.tenant);
  });
});

describe('a replay of all that match', () => {
  it('leaves out what waits for a decision, and says so, unless it is wanted', async () => {
    const desk = await Desk.open(service);
    const blocked = await aBlockedSubmission(desk.tenant);
    const failed = await aFailure(desk.tenant);
    const expected = { matched: 2, queued: 1, undecided: 1 };

    expect(await replay(desk, { dryRun: true })).toMatchObject(expected);
    expect((await listQueue(desk.tenant)).totals).toMatchObject({ failed: 2 });
    const done = await replay(desk, {});
    expect(done).toMatchObject(expected);
    expect(done.sample.map(({ submissionId }) => submissionId)).toEqual([failed]);
    expect(await listed(desk, 'status=failed')).toEqual([[blocked], 1]);
    expect(await replay(desk, { includeUndecided: true })).toMatchObject({ queued: 1, undecided: 0 });
    await recount(desk.tenant);
  });

  it('is bounded by target system, reason, error group and time', async () => {
    const { desk, tenant } = await deskWith({ syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
    await aFailure(tenant, { targetSystem: 'SIS', lastError: 'a' });
    await aFailure(tenant, { targetSystem: 'SIS', lastError: 'b' });
    await aFailure(tenant, { targetSystem: 'CRM', lastError: 'a' });
    const dry = { dryRun: true };
    const groups = await errorsOf(desk);
    const ofSis = groups.find(({ targetSystem, text }) => targetSystem === 'SIS' && text === 'a');

    expect(await replay(desk, { ...dry, targetSystem: 'SIS' })).toMatchObject({ matched: 2, queued: 2 });
    expect(await replay(desk, { ...dry, targetSystem: '(none)' })).toMatchObject({ matched: 0, queued: 0 });
    expect(await replay(desk, { ...dry, failure: 'decision' })).toMatchObject({ matched: 0 });
    expect(await replay(desk, { ...dry, failure: 'delivery' })).toMatchObject({ matched: 3, queued: 3 });
    expect(await replay(desk, { ...dry, to: '2026-01-01T00:00:00Z' })).toMatchObject({ matched: 0 });
    expect(await replay(desk, { ...dry, status: 'queued' })).toMatchObject({ matched: 3, queued: 3 });
    expect(await replay(desk, { ...dry, errorGroup: 'Gruppe ä' })).toMatchObject({ matched: 0, queued: 0 });
    expect(await replay(desk, { errorGroup: ofSis?.errorGroup })).toMatchObject({ matched: 1, queued: 1 });
    expect((await listed(desk, 'status=failed'))[1]).toBe(2);
    await recount(tenant);
  });

  it('is not one of another tenant, nor with a filter that makes no sense', async () => {
    const [desk, other] = [await Desk.open(service), await Desk.open(service)];
    await aFailure(other.tenant);
    expect(await replay(desk, {})).toMatchObject({ matched: 0, queued: 0 });
    expect(await groupsOf(desk)).toEqual([]);
    const answer = await desk.call('POST', 'queue/replay-matching', { status: 'sent', failure: 'delivery' });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'failure'));
  });

  it('of ticked items refuses the undecided ones by themselves, unless the caller includes them', async () => {
    const desk = await Desk.open(service);
    const blocked = await aBlockedSubmission(desk.tenant);
    const failed = await aFailure(desk.tenant);
    const submissionIds = [blocked, failed];
    const { body } = await desk.call('POST', 'queue/replay', { submissionIds });
    expect(body.data).toMatchObject([
      { submissionId: blocked, ok: false, code: 'INVALID_TRANSITION' },
      { submissionId: failed, ok: true },
    ]);
    const all = await desk.call('POST', 'queue/replay', { submissionIds, includeUndecided: true });
    expect(all.body.data).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

describe('target systems', () => {
  it('say who takes their items, and how these fare', async () => {
    const { desk, tenant } = await deskWith({
      syncTargets: [{ name: 'SIS' }, { name: 'LMS', formTypes: ['x'] }],
    });
    await aFailure(tenant, { targetSystem: 'SIS' });
    await aSubmission(tenant, { status: 'approved' });
    await aBlockedSubmission(tenant);
    const held = await claimOne(tenant, { targetSystem: 'SIS', leaseSeconds: 600 });

    expect(await desk.rows('connectors/systems')).toMatchObject([
      { name: 'LMS', state: 'unused', connectors: [] },
      {
        name: 'SIS',
        targetSystem: 'SIS',
        state: 'failing',
        inFlight: 1,
        claimed24h: 1,
        successRate: null,
        deliveryFailed: 1,
        awaitDecision: 1,
        connectors: [{ apiKey: tenant.apiKey }],
      },
    ]);
    expect(await desk.rows('connectors/leases?targetSystem=SIS')).toMatchObject([
      { claimId: held.claimId, attempt: 1, apiKey: tenant.apiKey, label: 'test' },
    ]);
    expect(await desk.rows('connectors/leases')).toEqual([]);
    const answer = await desk.call('GET', 'connectors/leases?limit=0');
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'limit'));
  });

  it('are silent when something waits for longer than alerts allow', async () => {
    const desk = await Desk.open(service);
    await aSubmission(desk.tenant, { status: 'approved' });
    const { tenantId } = desk.tenant;
    const sql = 'UPDATE `sync_open_items` SET `queuedAt` = `queuedAt` - INTERVAL 3 HOUR WHERE `tenantId` = ?';
    await service.query(sql, [tenantId]);
    expect(await desk.rows('connectors/systems')).toMatchObject([{ name: '(none)', state: 'unused' }]);
    await desk.call('PUT', 'alerts/settings', { kinds: [{ kind: 'connector_silent', threshold: 2 }] });
    expect(await desk.rows('connectors/systems')).toMatchObject([{ name: '(none)', state: 'silent' }]);
  });
});

describe('what needs attention', () => {
  it('is counted, and nothing at first', async () => {
    const desk = await Desk.open(service);
    const { data: nothing } = await desk.get('attention');
    expect(Object.values(nothing)).toEqual(Object.values(nothing).map(() => 0));
    await aBlockedSubmission(desk.tenant);
    await aFailure(desk.tenant);
    expect((await desk.get('attention')).data).toMatchObject({
      failedDeliveries: 1,
      awaitDecision: 1,
      discrepancies: 1,
    });
    expect((await desk.get('overview')).data).toMatchObject({
      attention: { failedDeliveries: 1 },
      systems: [{ name: '(none)', state: 'failing', deliveryFailed: 1 }],
    });
  });
});
