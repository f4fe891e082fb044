import { ackClaim, changeAsAdministrator, claim, claimOne } from '../factories/claims.js';
import { approvedSubmissions } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { refused, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { letPassIn, stopClockOf } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CRM = { targetSystem: 'CRM' };

let tenant: TestTenant;

beforeEach(async () => {
  const made = await service.tenant();
  await changeAsAdministrator(service, made, { syncTargets: [{ name: 'CRM' }] });
  tenant = await service.anotherCaller(made);
});

/** A session lasts for hours, so that each look has its own. */
async function pages(): Promise<ApiClient> {
  return (await admins.open(tenant)).browser.api;
}

async function system(): Promise<Row> {
  await service.settle(tenant);
  const [row = {}] = rowsOf(await (await pages()).get('/connectors/systems'));
  return row;
}

/** Each with its facts. */
async function openAlerts(): Promise<[kind: string, facts: string][]> {
  await service.settle(tenant);
  const rows = rowsOf(await (await pages()).get('/alerts?state=open'));
  return rows.map(({ kind, facts }) => [String(kind), String(facts)]);
}

async function openKinds(): Promise<string[]> {
  return (await openAlerts()).map(([kind]) => kind);
}

/** Deliveries of as many items, each of which ends like this. */
async function deliver(outcome: 'sent' | 'failed', count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await ackClaim(tenant, await claimOne(tenant, { ...CRM, limit: 1 }), outcome);
}

async function replayAll(): Promise<void> {
  await tenant.sis.post('/sync/replay/bulk', { status: 'failed', ...CRM });
}

describe('a target system whose deliveries fail', () => {
  it('is failing, and not working because its items were replayed, until some are sent', async () => {
    await approvedSubmissions(tenant, 6);
    await deliver('failed', 6);
    expect(await system()).toMatchObject({
      state: 'failing',
      lastAttempts: { made: 6, sent: 0 },
      deliveryFailed: 6,
    });
    expect(await openAlerts()).toEqual([
      [
        'deliveries_fail',
        '0 of the last 6 deliveries of the target system CRM succeeded. 6 items are failed, 0 wait, ' +
          'and 0 are handed out.',
      ],
    ]);

    await replayAll();
    expect(await system()).toMatchObject({ state: 'replayed', deliveryFailed: 0, waiting: 6 });
    expect(await openKinds()).toEqual(['deliveries_fail']);
    expect((await (await pages()).get('/attention')).body.data).toMatchObject({ failingSystems: 1 });

    await deliver('failed', 1);
    expect(await system()).toMatchObject({ state: 'failing' });
    await replayAll();
    await approvedSubmissions(tenant, 60);
    await deliver('sent', 66);
    expect(await system()).toMatchObject({ state: 'working', waiting: 0, deliveryFailed: 0 });
    expect(await openAlerts()).toEqual([]);
  });

  it('counts as failing and as silent where both are alerted about, and as one in the menu', async () => {
    await approvedSubmissions(tenant, 7);
    await deliver('failed', 6);
    await letPassIn(service, tenant, 27 * HOUR_MS);
    expect(await system()).toMatchObject({ state: 'silent', isFailing: true, waiting: 1 });
    expect(await openKinds()).toEqual(expect.arrayContaining(['connector_silent', 'deliveries_fail']));
    const { data } = (await (await pages()).get('/attention')).body;
    expect(data).toMatchObject({ silentSystems: 1, failingSystems: 1, badSystems: 1 });
  });

  it('is failing below the threshold of the alert', async () => {
    await (await pages()).put('/alerts/settings', { kinds: [{ kind: 'deliveries_fail', threshold: 80 }] });
    await approvedSubmissions(tenant, 10);
    await deliver('failed', 3);
    await deliver('sent', 7);
    expect(await system()).toMatchObject({ state: 'failing' });
    expect(await openKinds()).toEqual(['deliveries_fail']);
  });

  it('has an alert that says of which check its facts are, until it has ended', async () => {
    await approvedSubmissions(tenant, 6);
    await deliver('failed', 6);
    await service.settle(tenant);
    const alert = async (): Promise<Row | undefined> => {
      const answer = await (await pages()).get('/alerts');
      expect(rowsOf(answer)).toHaveLength(1);
      return { ...rowsOf(answer)[0], checkedAt: answer.body.meta['checkedAt'] };
    };
    const open = await alert();
    expect(open?.['factsAt']).toBe(open?.['checkedAt']);
    await replayAll();
    // Half of the last deliveries were sent.
    await deliver('sent', 6);
    await service.settle(tenant);
    expect(await alert()).toMatchObject({ factsAt: null, endedAt: expect.any(String) as unknown });
  });

  it('is alerted about while what failed is handed out again, until it is sent', async () => {
    await approvedSubmissions(tenant, 5);
    await deliver('failed', 5);
    expect(await openKinds()).toEqual(['deliveries_fail']);
    await replayAll();
    const { items } = await claim(tenant, { ...CRM, limit: 5 });
    expect(await system()).toMatchObject({ deliveryFailed: 0, waiting: 0, inFlight: 5 });
    expect(await openKinds()).toEqual(['deliveries_fail']);
    for (const item of items) await ackClaim(tenant, item, 'sent');
    expect(await openKinds()).toEqual([]);
  });

  it('is judged by its last night alone, though both nights had the same ten minutes', async () => {
    const night = new Date();
    await stopClockOf(service, tenant, night);
    await approvedSubmissions(tenant, 15);
    await deliver('failed', 12);
    await stopClockOf(service, tenant, new Date(night.getTime() + DAY_MS));
    await deliver('sent', 3);
    expect(await system()).toMatchObject({ state: 'partly', lastAttempts: { made: 3, sent: 3 } });
  });

  it('is partly working when nine of ten are sent', async () => {
    await approvedSubmissions(tenant, 20);
    await deliver('failed', 2);
    await deliver('sent', 18);
    expect(await system()).toMatchObject({ state: 'partly', lastAttempts: { made: 20, sent: 18 } });
  });

  it('has leases that ran out among its attempts', async () => {
    await approvedSubmissions(tenant, 5);
    expect((await claim(tenant, { ...CRM, limit: 5, leaseSeconds: 60 })).count).toBe(5);
    expect(await system()).toMatchObject({ lastAttempts: { made: 0 }, inFlight: 5 });
    await letPassIn(service, tenant, 2 * MINUTE_MS);
    expect(await system()).toMatchObject({
      state: 'failing',
      lastAttempts: { made: 5, sent: 0 },
      inFlight: 0,
    });
  });
});

describe('a connector', () => {
  /** Asks so many times, each time so long after the last. @returns when the clock stands still then */
  async function ask(times: number, everyMs: number): Promise<number> {
    const begin = Date.now();
    for (let n = 0; n < times; n += 1) {
      await stopClockOf(service, tenant, new Date(begin + n * everyMs));
      await claim(tenant, CRM);
      await service.settle(tenant);
    }
    return begin + (times - 1) * everyMs;
  }

  it('that asks and is handed nothing has made contact', async () => {
    expect(await system()).toMatchObject({
      state: 'unused',
      lastContactAt: null,
      silentAfter: { source: 'alerts' },
    });
    await claim(tenant, CRM);
    expect(await system()).toMatchObject({ state: 'working', lastClaimAt: null });
    expect((await system())['lastContactAt']).not.toBeNull();
  });

  it('is silent when it has not asked for three times as long as usual, while something waits', async () => {
    const last = await ask(20, 6 * HOUR_MS);
    await approvedSubmissions(tenant, 1);
    expect(await system()).toMatchObject({
      state: 'working',
      silentAfter: { minutes: 18 * 60, source: 'learned', usualMinutes: 6 * 60 },
    });
    await stopClockOf(service, tenant, new Date(last + 17 * HOUR_MS));
    expect(await system()).toMatchObject({ state: 'working' });
    await stopClockOf(service, tenant, new Date(last + 19 * HOUR_MS));
    expect(await system()).toMatchObject({ state: 'silent', waiting: 1 });
    expect(await openAlerts()).toEqual([
      [
        'connector_silent',
        expect.stringMatching(
          /The last contact was on .*; the limit is 18 hours\. No connector has ever claimed any\.$/,
        ),
      ],
    ]);
    await claimOne(tenant, CRM);
    expect(await system()).toMatchObject({ state: 'working' });
  });

  it('that asks and takes nothing is silent after the limit of the alert, which is mailed', async () => {
    await approvedSubmissions(tenant, 1);
    await letPassIn(service, tenant, 27 * HOUR_MS);
    await claim(tenant, { ...CRM, formTypes: ['another_form'] });
    expect(await openAlerts()).toEqual([
      [
        'connector_silent',
        expect.stringMatching(
          /The last contact was on .*\. No connector has ever claimed any; the limit is 26 hours\.$/,
        ),
      ],
    ]);
  });

  it('that names no target system has made contact for each', async () => {
    await claim(tenant);
    expect(await system()).toMatchObject({ state: 'working' });
  });

  it('is silent after what an administrator has set, which is in the audit log', async () => {
    await claim(tenant, CRM);
    await approvedSubmissions(tenant, 1);
    const api = await pages();
    const answer = await api.put('/connectors/silence', { ...CRM, minutes: 30 });
    expect(answer.body.data).toMatchObject({
      silentAfter: { minutes: 30, source: 'set', usualMinutes: null },
    });
    await letPassIn(service, tenant, 31 * MINUTE_MS);
    expect(await system()).toMatchObject({ state: 'silent' });
    await (await pages()).put('/connectors/silence', CRM);
    expect(await system()).toMatchObject({
      state: 'working',
      silentAfter: { minutes: 26 * 60, source: 'alerts' },
    });
    const entries = await auditOf(service, await service.scope(tenant), {
      action: 'connector.silence-limit-changed',
    });
    expect(entries).toMatchObject([
      {
        target: 'target-system:CRM',
        before: { silentAfterMinutes: 30 },
        after: { silentAfterMinutes: null },
      },
      {
        target: 'target-system:CRM',
        before: { silentAfterMinutes: null },
        after: { silentAfterMinutes: 30 },
      },
    ]);
  });

  it.each([
    [{ ...CRM, minutes: 4 }, refused(400, 'VALIDATION_FAILED', 'minutes')],
    [{ ...CRM, minutes: 'an hour' }, refused(400, 'VALIDATION_FAILED', 'minutes')],
    [{ targetSystem: 'SAP', minutes: 30 }, refused(404, 'NOT_FOUND')],
  ])('has no limit like %j', async (body, expected) => {
    expect(await (await pages()).put('/connectors/silence', body)).toMatchObject(expected);
  });
});
