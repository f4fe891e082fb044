import { jest } from '@jest/globals';

import { Background } from '../../src/background/background.js';
import { FeedWaiters } from '../../src/change-feed/feed-waiters.js';
import { EVENT_TYPE } from '../../src/submissions/events/dto/review-event.dto.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../factories/person.js';
import { problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import { Gate } from '../support/gate.js';
import { TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { Tester, type TestSandbox } from './support.js';

const START = '2027-03-01T09:30:00.000Z';
const HOUR = 3600;
const DAY = 24 * HOUR;

const service = await TestService.ofWorker();
const tester = await Tester.at(service);

const frozenAt = (now: string, input: Row = {}): Promise<TestSandbox> =>
  tester.make({ clock: { now }, ...input });

async function forward(sandbox: TestSandbox, advanceSeconds: number): Promise<Row> {
  const { status, body } = await tester.clock(sandbox, { advanceSeconds });
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
  return body.data;
}

function background(process = service): Background {
  return process.app.get(Background);
}

/** Holds a move at its first stop, where nothing of it was done yet. */
function holdAtStop(process = service): { reached: Gate; prolong: Gate } {
  const hold = { reached: new Gate(), prolong: new Gate() };
  const settle = background(process).settleTenant.bind(background(process));
  jest.spyOn(background(process), 'settleTenant').mockImplementationOnce(async (...stop) => {
    hold.reached.open();
    await hold.prolong.opened;
    await settle(...stop);
  });
  return hold;
}

async function pacingOf(sandbox: TestSandbox, student: string): Promise<string> {
  const rows = rowsOf(await sandbox.as('progress').get('/progress?limit=1000'));
  const record = rows.find(({ legacyNumber }) => legacyNumber === student);
  const { status, asOf } = record?.['pacing'] as Row;
  return `${String(status)} ${String(asOf)}`;
}

async function stateOf({ tenantId }: TestSandbox): Promise<Row> {
  return (await tester.api.get(`/${tenantId}`)).body.data;
}

/** Claims one item with a lease of a minute. */
async function claim(sandbox: TestSandbox): Promise<Row | undefined> {
  const { body } = await sandbox.as('sync').post('/sync/claims', { limit: 1, leaseSeconds: 60 });
  return (body.data as unknown as Row[])[0];
}

describe('the clock of a sandbox', () => {
  it('stands still where it is frozen, and stamps everything that is stored', async () => {
    const sandbox = await frozenAt(START);
    await sandbox.as('users').post('/users', person({ externalId: 'CLOCK-1' }));
    const { body } = await sandbox.as('users').get('/users/CLOCK-1');
    expect(body.data).toMatchObject({ createdAt: START, updatedAt: START });
    const { made } = sandbox;
    expect(made).toMatchObject({ now: START, frozen: true });
  });

  it('runs on from where it was set when it is not frozen', async () => {
    const sandbox = await tester.make({ seed: 'empty', clock: { now: START, frozen: false } });
    const data = await stateOf(sandbox);
    const now = Date.parse(String(data['now']));
    expect(now).toBeGreaterThanOrEqual(Date.parse(START));
    expect(now).toBeLessThan(Date.parse(START) + HOUR * 1000);
    expect(data['frozen']).toBe(false);
  });

  it('may be before the time of the world', async () => {
    const sandbox = await frozenAt('2020-02-28T23:59:59.000Z');
    expect(await forward(sandbox, 1)).toMatchObject({ now: '2020-02-29T00:00:00.000Z', frozen: true });
    await sandbox.as('users').post('/users', person({ externalId: 'LEAP-1' }));
    const { body } = await sandbox.as('users').get('/users/LEAP-1');
    expect(body.data['createdAt']).toBe('2020-02-29T00:00:00.000Z');
    expect((await (await sandbox.pages()).whoAmI()).status).toBe(200);
  });

  it('makes pacing follow the days', async () => {
    const sandbox = await frozenAt(START);
    const seen = [await pacingOf(sandbox, 'S-1006')];
    for (const days of [38, 1]) {
      await forward(sandbox, days * DAY);
      seen.push(await pacingOf(sandbox, 'S-1006'));
    }
    // Due after 8 days; for 30 more it is at risk.
    expect(seen).toEqual(['at_risk 2027-03-01', 'at_risk 2027-04-08', 'behind 2027-04-09']);
  });

  it('ends a lease at its very moment, also when the clock goes far beyond it', async () => {
    const sandbox = await frozenAt(START);
    const item = await claim(sandbox);
    await forward(sandbox, 59);
    const kept = rowsOf(await sandbox.as('sync').get(`/sync/queue?status=processing&limit=500`));
    expect(kept.map(({ submissionId }) => submissionId)).toContain(item?.['submissionId']);
    await forward(sandbox, DAY);
    const report = { submissionId: item?.['submissionId'], status: 'sent', claimId: item?.['claimId'] };
    const late = await sandbox
      .as('sync')
      .post('/sync/ack', { ...report, targetSystem: item?.['targetSystem'] });
    expect(late.body.error.code).toBe('LEASE_LOST');
    const queued = rowsOf(await sandbox.as('sync').get('/sync/queue?status=queued&limit=500'));
    const again = queued.find(({ submissionId }) => submissionId === item?.['submissionId']);
    expect(again?.['lastTransitionAt']).toBe('2027-03-01T09:31:00.000Z');
  });

  it('stamps review events of other systems, which are not older than what they follow', async () => {
    const sandbox = await frozenAt(START);
    const data = { submissionId: 'loa-1104', status: 'approved' };
    const event = { specversion: '1.0', id: 'e-1', source: '/qa', type: EVENT_TYPE, data };
    const headers = { 'Content-Type': 'application/cloudevents+json' };
    const sent = await sandbox.as('workflow').send('POST', '/events', JSON.stringify(event), headers);
    expect({ status: sent.status, message: sent.body.message }).toEqual({ status: 200, message: undefined });
    const queued = rowsOf(await sandbox.as('sync').get('/sync/queue?status=queued&limit=500'));
    const item = queued.find(({ submissionId }) => submissionId === 'loa-1104');
    expect(item?.['lastTransitionAt']).toBe(START);
  });

  it('ends the delay of an item that was given back', async () => {
    const sandbox = await frozenAt(START);
    const claimed: Row[] = [];
    for (let item = await claim(sandbox); item !== undefined; item = await claim(sandbox)) claimed.push(item);
    const [item] = claimed;
    await sandbox.as('sync').post(`/sync/claims/${String(item?.['claimId'])}/release`, { delaySeconds: 30 });
    await forward(sandbox, 29);
    expect(await claim(sandbox)).toBeUndefined();
    await forward(sandbox, 1);
    expect((await claim(sandbox))?.['submissionId']).toBe(item?.['submissionId']);
  });

  it('ends sessions and keys', async () => {
    const sandbox = await frozenAt(START, { seed: 'empty' });
    const browser = await sandbox.pages();
    const expiresAt = new Date(Date.parse(START) + HOUR * 1000).toISOString();
    const key = await browser.api.post('/keys', { label: 'Short', scopes: ['users'], expiresAt });
    expect(key.status).toBe(201);
    const { apiKey, apiSecret } = key.body.data;
    const call = (): Promise<{ status: number }> =>
      service.callerWith({ apiKey, apiSecret }).get('/api/v1/integration/users/unknown');
    expect({ call: (await call()).status, browser: (await browser.whoAmI()).status }).toEqual({
      call: 404,
      browser: 200,
    });
    await forward(sandbox, HOUR);
    expect({ call: (await call()).status, browser: (await browser.whoAmI()).status }).toEqual({
      call: 401,
      browser: 401,
    });
  });

  it('begins another day of limits on de-provisioning', async () => {
    const sandbox = await frozenAt(START);
    const { api } = await sandbox.pages();
    await api.patch('/settings', { deprovisioningGuard: { mode: 'hold', perDay: { count: 1 } } });
    const users = sandbox.as('users');
    const statuses = [];
    for (const student of ['S-1002', 'S-1003'])
      statuses.push((await users.patch(`/users/${student}`)).status);
    await forward(sandbox, DAY + HOUR);
    statuses.push((await users.patch('/users/S-1004')).status);
    expect(statuses).toEqual([200, 202, 200]);
  });

  it('goes through a year with its days in order, in leap years too', async () => {
    const sandbox = await frozenAt('2028-02-01T00:00:00.000Z');
    expect(await forward(sandbox, 366 * DAY)).toMatchObject({ now: '2029-02-01T00:00:00.000Z' });
    const since = '/progress?since=2028-02-01T00:00:00Z&limit=1000';
    const changed = rowsOf(await sandbox.as('progress').get(since)).map(({ changedAt }) => String(changedAt));
    expect(changed.length).toBeGreaterThan(10);
    expect(changed).toEqual([...changed].sort());
    // Each record changed with the day that changed it, not with the end of the way.
    expect(new Set(changed).size).toBeGreaterThan(3);
    // A record that is late counts the days, and has changed with the last one.
    expect(changed.at(-1)).toBe('2029-02-01T00:00:00.000Z');
    expect(await pacingOf(sandbox, 'S-1006')).toBe('behind 2029-02-01');
  });

  it('stops in ten years at the days that change something for good, not at each', async () => {
    const sandbox = await frozenAt(START);
    const stops = jest.spyOn(background(), 'settleTenant');
    await forward(sandbox, 3653 * DAY);
    expect(stops.mock.calls.length).toBeGreaterThan(3);
    expect(stops.mock.calls.length).toBeLessThan(200);
  });

  it.each([
    ['America/New_York', '2027-03-14T04:59:59.000Z', '2027-03-14T05:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31T22:59:59.000Z', '2027-10-31T23:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T12:59:59.000Z', '2027-10-03T13:00:00.000Z'],
  ])('changes the day of a tenant in %s at its own midnight', async (timeZone, before, midnight) => {
    const sandbox = await frozenAt(before, { seed: 'empty' });
    await (await sandbox.pages()).api.patch('/settings', { timeZone });
    const dayOf = async (): Promise<unknown> => {
      const { api } = await sandbox.pages();
      return ((await api.get('/overview')).body.data['provisioning'] as Row[]).at(-1)?.['day'];
    };
    const today = await dayOf();
    expect(await forward(sandbox, 1)).toMatchObject({ now: midnight });
    expect(Date.parse(String(await dayOf())) - Date.parse(String(today))).toBe(DAY * 1000);
  });

  it.each([
    [{ now: '2027-03-01T09:29:59Z' }, 'now'],
    [{ now: '2038-03-02T00:00:00Z' }, 'now'],
    [{ now: START, advanceSeconds: 1 }, 'advanceSeconds'],
    [{ advanceSeconds: -1 }, 'advanceSeconds'],
    [{ advanceSeconds: 1, waitSeconds: 26 }, 'waitSeconds'],
    [{}, 'now'],
    [{ forzen: true }, 'forzen'],
  ])('is not moved by %j, which names %s', async (input, field) => {
    const sandbox = await frozenAt(START, { seed: 'empty' });
    expect(problemsOf(await tester.clock(sandbox, input))).toEqual([400, field]);
    expect((await stateOf(sandbox))['now']).toBe(START);
  });

  it('does not leave the years that a database can store', async () => {
    const sandbox = await frozenAt('2999-12-31T23:00:00Z', { seed: 'empty' });
    expect(problemsOf(await tester.clock(sandbox, { advanceSeconds: DAY }))).toEqual([400, 'advanceSeconds']);
  });

  it('is moved by one call at a time, and shows meanwhile how far it has come', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY, frozen: false });
    await hold.reached.opened;
    expect(refusalOf(await tester.clock(sandbox, { advanceSeconds: DAY }))[1]).toBe('SERVICE_UNAVAILABLE');
    const data = await stateOf(sandbox);
    expect(data).toMatchObject({ frozen: true, movingTo: '2028-04-04T09:30:00.000Z' });
    expect(String(data['now']) > START && String(data['now']) < String(data['movingTo'])).toBe(true);
    hold.prolong.open();
    expect((await moved).body.data).toMatchObject({ frozen: false, movingTo: null });
  });

  it('is not moved on once the sandbox is deleted, which does not wait for the move', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY });
    await hold.reached.opened;
    expect((await tester.remove(sandbox)).status).toBe(200);
    hold.prolong.open();
    expect(refusalOf(await moved)).toEqual([404, 'NOT_FOUND', expect.any(String)]);
  });

  it('is put back by a reset in the middle of a move, which ends', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY });
    await hold.reached.opened;
    expect((await tester.reset(sandbox)).body.data).toMatchObject({ now: START, movingTo: null });
    hold.prolong.open();
    expect(refusalOf(await moved)).toEqual([503, 'SERVICE_UNAVAILABLE', expect.any(String)]);
    expect(await stateOf(sandbox)).toMatchObject({
      now: START,
      movingTo: null,
    });
    expect(await forward(sandbox, 1)).toMatchObject({ movingTo: null });
  });

  it('is moved on by another process when the one that moved it was killed', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY, frozen: false });
    await hold.reached.opened;
    // As when the lease of a killed process has ended.
    const lease = `clock of ${sandbox.tenantId}`;
    await service.query('DELETE FROM `leases` WHERE `name` = ?', [lease]);
    const other = await TestService.start();
    try {
      await other.run('sandbox-clocks');
      const data = await stateOf(sandbox);
      expect(data).toMatchObject({ frozen: false, movingTo: null });
      expect(String(data['now']) >= '2028-04-04T09:30:00.000Z').toBe(true);
    } finally {
      await other.stop();
    }
    hold.prolong.open();
    expect(refusalOf(await moved)).toEqual([503, 'SERVICE_UNAVAILABLE', expect.any(String)]);
    expect(await pacingOf(sandbox, 'S-1006')).toBe('behind 2028-04-04');
  });

  it('is answered with 202 when it still moves after the seconds of the caller, and moves on', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const { status, body } = await tester.clock(sandbox, { advanceSeconds: 400 * DAY, waitSeconds: 0 });
    expect({ status, movingTo: body.data['movingTo'] }).toEqual({
      status: 202,
      movingTo: '2028-04-04T09:30:00.000Z',
    });
    hold.prolong.open();
    await until('the clock has come there', async () => (await stateOf(sandbox))['movingTo'] === null);
    expect(await stateOf(sandbox)).toMatchObject({ now: '2028-04-04T09:30:00.000Z', frozen: true });
    expect(await pacingOf(sandbox, 'S-1006')).toBe('behind 2028-04-04');
  });

  it('is answered with 200 when it has moved within the seconds of the caller', async () => {
    const sandbox = await frozenAt(START, { seed: 'empty' });
    const { status, body } = await tester.clock(sandbox, { advanceSeconds: DAY, waitSeconds: 25 });
    expect({ status, now: body.data['now'] }).toEqual({ status: 200, now: '2027-03-02T09:30:00.000Z' });
  });

  it('is moved once by calls with one key, whose body stays the same', async () => {
    const sandbox = await frozenAt(START, { seed: 'empty' });
    const nows = [];
    for (const key of ['first', 'first', 'second'])
      nows.push((await tester.clock(sandbox, { advanceSeconds: HOUR }, key)).body.data['now']);
    expect(nows).toEqual([
      '2027-03-01T10:30:00.000Z',
      '2027-03-01T10:30:00.000Z',
      '2027-03-01T11:30:00.000Z',
    ]);
    const other = await tester.clock(sandbox, { advanceSeconds: DAY }, 'second');
    expect(refusalOf(other)).toEqual([409, 'IDEMPOTENCY_CONFLICT', expect.any(String)]);
  });

  it('shows the call that is repeated meanwhile how far it has come', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY }, 'key');
    await hold.reached.opened;
    const again = await tester.clock(sandbox, { advanceSeconds: 400 * DAY, waitSeconds: 0 }, 'key');
    const waiting = await tester.clock(sandbox, { advanceSeconds: 400 * DAY }, 'key');
    const other = await tester.clock(sandbox, { advanceSeconds: 400 * DAY, waitSeconds: 0 }, 'other');
    expect([again, waiting, other].map(({ status }) => status)).toEqual([202, 503, 503]);
    hold.prolong.open();
    expect((await moved).body.data).toMatchObject({ now: '2028-04-04T09:30:00.000Z' });
  });

  it('is continued by the call that is repeated when its process was killed, and by no other call', async () => {
    const sandbox = await frozenAt(START);
    const hold = holdAtStop();
    const moved = tester.clock(sandbox, { advanceSeconds: 400 * DAY }, 'key');
    await hold.reached.opened;
    await service.query('DELETE FROM `leases` WHERE `name` = ?', [`clock of ${sandbox.tenantId}`]);
    const other = await TestService.start();
    try {
      const there = tester.through(other);
      expect((await there.clock(sandbox, { advanceSeconds: DAY })).status).toBe(503);
      const { status, body } = await there.clock(sandbox, { advanceSeconds: 400 * DAY }, 'key');
      expect({ status, now: body.data['now'] }).toEqual({ status: 200, now: '2028-04-04T09:30:00.000Z' });
    } finally {
      await other.stop();
    }
    hold.prolong.open();
    expect((await moved).status).toBe(503);
  });

  it('stops with its process when its caller has an answer, and is continued by another one', async () => {
    const sandbox = await frozenAt(START);
    const other = await TestService.start();
    const hold = holdAtStop(other);
    const { status } = await tester
      .through(other)
      .clock(sandbox, { advanceSeconds: 400 * DAY, waitSeconds: 0 });
    const stopped = other.stop();
    await until('the process is stopping', () => other.app.get(FeedWaiters).isStopping);
    hold.prolong.open();
    await stopped;
    expect(status).toBe(202);
    expect(await stateOf(sandbox)).toMatchObject({ movingTo: '2028-04-04T09:30:00.000Z' });
    await service.run('sandbox-clocks');
    expect(await stateOf(sandbox)).toMatchObject({ now: '2028-04-04T09:30:00.000Z', movingTo: null });
  });

  it('stays where it has come to when what is due there fails', async () => {
    const sandbox = await frozenAt(START);
    jest.spyOn(background(), 'settleTenant').mockRejectedValueOnce(new Error('wrong'));
    expect((await tester.clock(sandbox, { advanceSeconds: 400 * DAY })).status).toBe(500);
    const data = await stateOf(sandbox);
    expect(data).toMatchObject({ frozen: true, movingTo: null });
    expect(String(data['now']) < '2028-04-04T09:30:00.000Z').toBe(true);
  });

  it('is that of the request log and of the last use of keys', async () => {
    const sandbox = await frozenAt(START, { seed: 'empty' });
    await sandbox.as('users').post('/users', person());
    await service.settle(sandbox);
    const { api } = await sandbox.pages();
    const logged = rowsOf(await api.get('/requests'));
    expect(logged.map(({ method, at }) => [method, at])).toContainEqual(['POST', START]);
    const keys = rowsOf(await api.get('/keys'));
    expect(keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])).toEqual([START]);
  });

  it('moves the time of no other tenant', async () => {
    const [one, other] = await Promise.all([
      frozenAt(START, { seed: 'empty' }),
      frozenAt(START, { seed: 'empty' }),
    ]);
    await forward(one, DAY);
    expect((await stateOf(other))['now']).toBe(START);
    const { tenantId } = await service.tenant();
    expect((await service.app.get(TenancyService).findTenant(tenantId)).clock).toBeNull();
  });
});
