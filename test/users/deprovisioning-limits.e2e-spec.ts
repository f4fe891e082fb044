import type { DeprovisioningChange } from '../../src/settings/settings.js';
import {
  activePeople,
  aLimitedTenant,
  setLimits,
  idOf,
  inactive,
  inactiveCount,
  inRun,
} from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { statusOf, summaryOf, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { codesOf, type Row } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { letPass, letPassIn } from '../support/clock.js';
import { scrape } from '../support/metrics.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli, command } from '../support/terminal.js';

const HOUR = 3_600_000;
const HELD = 'DEPROVISIONING HELD';
const HOLD_ID = /^hd_[0-9a-f]{26}$/;
const anId = expect.stringMatching(HOLD_ID) as unknown;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
/** Another process on the same database. */
let another: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  another = await TestService.start();
});

afterAll(async () => {
  await another.stop();
});

const hold = (count: number) => ({ mode: 'hold', perDay: { count } }) as const;
const messagesOf = (lines: readonly Row[]): unknown[] => lines.slice(0, -1).map(({ message }) => message);

/** The tenant has these limits, and so many active people. */
async function begin(limits: DeprovisioningChange, count = 1): Promise<Row[]> {
  tenant = await aLimitedTenant(service, limits);
  return activePeople(tenant, count);
}

const leave = (someone: Row | undefined, sis = tenant.sis): Promise<Answer<Body>> =>
  sis.patch(`/users/${idOf(someone)}`);

/** The ID of the hold of a person who is held. */
const heldAs = async (someone: Row | undefined): Promise<string> =>
  String((await leave(someone)).body.meta['holdId']);

const userNow = (someone: Row | undefined): Promise<Row> => userOf(tenant, idOf(someone));

const holdNow = async (holdId: unknown): Promise<Row> =>
  (await tenant.sis.get(`/holds/${String(holdId)}`)).body.data;

const upload = (lines: readonly unknown[], query = ''): Promise<Row[]> =>
  tenant.sis.bulk(`/users/bulk${query}`, lines);

function tableOf(name: string): Promise<Row[]> {
  return service.query(`SELECT * FROM \`${name}\` WHERE \`tenantId\` = ?`, [tenant.tenantId]);
}

/** The audit entries of passed thresholds, the oldest first. */
async function passings(): Promise<unknown[]> {
  const filter = { action: 'deprovisioning.threshold-passed' };
  const entries = await auditOf(service, await service.scope(tenant), filter);
  return entries.map(({ target, after }) => [target, after]).reverse();
}

const CALLS: readonly (readonly [string, (person: Row) => Promise<Partial<Body>>])[] = [
  ['a post', async (person) => (await tenant.sis.post('/users', person)).body],
  ['a bulk line', async (person) => (await upload([person]))[0] ?? {}],
  [
    'PATCH',
    async ({ externalId, accountStatus }) =>
      (await tenant.sis.patch(`/users/${String(externalId)}`, { accountStatus })).body,
  ],
];

describe('a new university', () => {
  /** As the terminal makes it, with a caller and active people. */
  async function beginAnew(count: number, more: Record<string, string> = {}): Promise<Row[]> {
    const domain = { name: 'New University', domain: 'new.example.edu' };
    const { tenantId } = await command(service, 'tenant create', { ...domain, ...more });
    tenant = await service.anotherCaller({ tenantId: String(tenantId) });
    return activePeople(tenant, count);
  }

  it('is warned when more than 50 people, or a tenth, lose their access in a day, and nothing is held', async () => {
    const people = await beginAnew(60);
    const answer = await upload(inactive(people));

    expect(answer.at(-1)).toEqual({
      summary: { ...summaryOf(0, 60, 0, 0), deprovisioned: 60, overThreshold: 10 },
    });
    const beyond = answer.filter(({ warnings }) => codesOf({ warnings } as Body).length > 0);
    expect(beyond.map(({ deprovisioned }) => deprovisioned)).toEqual(Array(10).fill(true));
    expect(await inactiveCount(tenant, people)).toBe(60);
    expect(await passings()).toHaveLength(1);
    const { api } = await admins.open(tenant);
    expect((await api.get('/overview')).body.data).toMatchObject({
      attention: { deprovisioned: 60, holds: 0 },
    });
    await service.settle(tenant);
    expect((await api.get('/alerts')).body.data).toMatchObject([
      {
        kind: 'people_deprovisioned',
        facts: expect.stringContaining('60 people lost their access') as unknown,
      },
    ]);
  });

  it('is warned of each person once, whom a file names in several rows', async () => {
    const rows = inactive(await beginAnew(52));
    const answer = await upload([...rows, ...rows.slice(-2)]);

    expect(answer.at(-1)).toMatchObject({
      summary: { updated: 52, unchanged: 2, deprovisioned: 52, overThreshold: 2 },
    });
    const warned = answer.flatMap(({ line, warnings }) => (warnings === undefined ? [] : [line]));
    expect(warned).toEqual([51, 52]);
  });

  it('is warned of nothing within a tenth, nor of people who come back', async () => {
    const people = await beginAnew(51);
    await activePeople(tenant, 500);
    const answer = await upload(inactive(people));
    expect(answer.at(-1)).toMatchObject({ summary: { updated: 51, deprovisioned: 51 } });
    expect(answer.at(-1)).not.toMatchObject({ summary: { overThreshold: expect.anything() as unknown } });
    const back = people.map((one) => ({ ...one, accountStatus: 'active' }));
    expect((await upload(back)).at(-1)).toMatchObject({ summary: { updated: 51, restored: 51 } });
  });

  it('may have them held from the beginning', async () => {
    const people = await beginAnew(52, { 'guard-mode': 'hold' });
    expect((await upload(inactive(people))).at(-1)).toMatchObject({
      summary: { deprovisioned: 50, held: 2 },
    });
  });

  it('has the smaller of the two limits once one of them is chosen', async () => {
    const people = await beginAnew(52);
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 50, percent: 10 } });
    await setLimits(service, tenant, { perDay: { count: 1 } });
    letPass(5000);
    expect((await upload(inactive(people))).at(-1)).toMatchObject({
      summary: { deprovisioned: 1, held: 51 },
    });
  });
});

describe('without a threshold', () => {
  it('no de-provisioning is counted, and none is held', async () => {
    tenant = await service.tenant();
    const people = await activePeople(tenant, 3);
    await upload(inactive(people));
    expect(await inactiveCount(tenant, people)).toBe(3);
    expect(await tableOf('deprovisioning_windows')).toEqual([]);
  });

  it('an answer is as it always was, with the mode alone set', async () => {
    const [one] = await begin({ mode: 'hold' });
    const { status, body } = await leave(one);
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'USER DEPROVISIONED' });
    expect(body.warnings).toBeUndefined();
    expect(await tableOf('deprovisioning_windows')).toEqual([]);
  });
});

describe('observing', () => {
  it('de-provisions every user, warns of each one beyond the threshold, and writes one audit entry', async () => {
    const people = await begin({ mode: 'observe', perDay: { count: 2 } }, 6);
    const before = (await scrape(service)).value('deprovisionings_over_threshold_total', { mode: 'observe' });

    const answers: Answer<Body>[] = [];
    for (const one of people.slice(0, 4)) answers.push(await leave(one));
    const lines = await upload(inactive(people.slice(4)));

    const [within, beyond] = [[200, 'USER DEPROVISIONED'], 'DEPROVISIONING_THRESHOLD'];
    expect(answers.map(({ status, body }) => [status, body.message, ...codesOf(body)])).toEqual([
      within,
      within,
      [...within, beyond],
      [...within, beyond],
    ]);
    expect(lines.map((line) => codesOf(line))).toEqual([[beyond], [beyond], []]);
    expect(await inactiveCount(tenant, people)).toBe(6);
    const threshold = { count: 2, percent: null };
    const passing = { mode: 'observe', threshold, peopleBefore: 2, activeAtBeginning: 6 };
    expect(await passings()).toEqual([[`tenant:${tenant.tenantId}`, passing]]);
    const after = (await scrape(service)).value('deprovisionings_over_threshold_total', { mode: 'observe' });
    expect(after - before).toBe(4);
  });

  it('warns for each run and for the day', async () => {
    const people = await begin({ perRun: { count: 1 }, perDay: { count: 3 } }, 6);
    await inRun(service, tenant, 'one').bulk('/users/bulk', inactive(people.slice(0, 3)));
    await inRun(service, tenant, 'two').bulk('/users/bulk', inactive(people.slice(3)));
    expect((await passings()).map((entry) => (entry as unknown[])[0])).toEqual([
      'run:one',
      `tenant:${tenant.tenantId}`,
      'run:two',
    ]);
  });
});

describe('holding', () => {
  it('keeps what is beyond the threshold, and answers 202 with the id of the hold', async () => {
    const [first, second] = await begin(hold(1), 2);
    const before = await userNow(second);

    const passed = await leave(first);
    const held = await leave(second);

    expect(passed).toMatchObject({ status: 200, body: { message: 'USER DEPROVISIONED' } });
    const { id, email, firstName, lastName, accountType, accountStatus, legacyNumber } = before;
    expect({ status: held.status, body: held.body }).toEqual({
      status: 202,
      body: {
        success: true,
        message: HELD,
        data: { id, email, firstName, lastName, accountType, accountStatus, legacyNumber },
        meta: { changed: [], previousStatus: 'active', sessionsEnded: 0, holdId: anId },
      },
    });
    expect(await userNow(second)).toEqual(before);
    expect(await holdNow(held.body.meta['holdId'])).toEqual({
      id: held.body.meta['holdId'],
      userId: id,
      accountStatus: 'inactive',
      reason: 'limit',
      committeeImpact: null,
      status: 'held',
      run: null,
      requestedAt: expect.any(String) as unknown,
      decidedAt: null,
    });
  });

  it('applies whatever else a post says', async () => {
    const [one] = await begin(hold(0));
    const { status, body } = await tenant.sis.post('/users', {
      ...one,
      degree: 'EdD',
      accountStatus: 'inactive',
    });
    expect({ status, message: body.message, meta: body.meta }).toEqual({
      status: 202,
      message: HELD,
      meta: { matchedBy: 'legacyNumber', changed: ['degree'], holdId: anId },
    });
    expect(await userNow(one)).toMatchObject({
      accountStatus: 'active',
      degree: 'EdD',
    });
  });

  it('answers a bulk line by line, and counts what is held beside what it always counted', async () => {
    const people = await begin(hold(1), 3);
    const [first, second, third] = inactive(people);
    const lines = await upload([
      first,
      second,
      { ...third, degree: 'PhD' },
      person({ accountStatus: 'inactive' }),
    ]);
    const id = expect.any(String) as unknown;
    expect(lines).toEqual([
      { line: 1, success: true, id, message: 'DATA UPDATED', deprovisioned: true },
      { line: 2, success: true, id, message: HELD, holdId: anId, changed: false },
      { line: 3, success: true, id, message: HELD, holdId: anId },
      { line: 4, success: true, id, message: 'DATA INSERTED' },
      {
        summary: { received: 4, inserted: 1, updated: 2, unchanged: 1, failed: 0, deprovisioned: 1, held: 2 },
      },
    ]);
    expect(await inactiveCount(tenant, people)).toBe(1);
  });

  it('keeps one hold of a person, however often and however it is asked for', async () => {
    const [one] = await begin(hold(0));
    const [gone] = inactive([one ?? {}]);
    const holdId = await heldAs(one);
    const answers = [
      (await tenant.sis.post('/users', gone)).body.meta['holdId'],
      (await tenant.sis.post('/users', gone)).body.meta['holdId'],
      ...(await upload([gone, gone])).slice(0, 2).map((line) => line['holdId']),
    ];
    expect(answers).toEqual([holdId, holdId, holdId, holdId]);
    expect(await tableOf('held_requests')).toHaveLength(1);
  });

  it('does not de-provision a user with an open hold when the window has room again', async () => {
    const [first, second, third] = await begin(hold(1), 3);
    await leave(first);
    await leave(second);
    await letPassIn(service, tenant, 24 * HOUR);
    expect((await leave(second)).status).toBe(202);
    expect((await leave(third)).status).toBe(200);
  });

  it.each(CALLS)('is withdrawn when %s says that the person is active, and only then', async (_, call) => {
    const [one] = await begin(hold(0));
    const holdId = await heldAs(one);
    // These rows have no status.
    await tenant.sis.post('/users', { ...one, degree: 'EdD' });
    await tenant.sis.post('/users', { ...one, accountStatus: null });
    const held = (await holdNow(holdId))['status'];

    const { warnings } = await call({ ...one, accountStatus: 'active' });

    const after = (await holdNow(holdId))['status'];
    expect({ held, after }).toEqual({ held: 'held', after: 'withdrawn' });
    expect(warnings).toEqual([
      {
        field: 'accountStatus',
        code: 'HOLD_WITHDRAWN',
        message: `The held de-provisioning ${holdId} of this person was withdrawn`,
      },
    ]);
    const again = await heldAs(one);
    expect(again).toEqual(anId);
    expect(again).not.toBe(holdId);
  });

  it('judges a batch by what it leaves behind', async () => {
    const [back, twice, moved] = await begin(hold(0), 3);
    const lines = await upload([
      { ...back, accountStatus: 'inactive' },
      { ...back, accountStatus: 'active' },
      { ...twice, accountStatus: 'active' },
      { ...twice, accountStatus: 'inactive' },
      { ...moved, accountStatus: 'inactive' },
      { ...moved, email: 'moved@test.example.edu' },
    ]);
    const updated = 'DATA UPDATED';
    expect(messagesOf(lines)).toEqual([updated, updated, updated, HELD, HELD, updated]);
    expect(await tableOf('held_requests')).toHaveLength(2);
    expect(await userNow(moved)).toMatchObject({ accountStatus: 'active', email: 'moved@test.example.edu' });
  });

  it('does not concern restored people, nor people who are inactive already', async () => {
    const [one] = await begin(hold(1));
    const path = `/users/${idOf(one)}`;
    const calls = [{}, {}, { accountStatus: 'active' }, {}];
    const statuses: number[] = [];
    for (const body of calls) statuses.push((await tenant.sis.patch(path, body)).status);
    expect(statuses).toEqual([200, 200, 200, 202]);
  });

  it("does not concern an administrator's own decision, which settles what waits", async () => {
    const [one] = await begin(hold(0));
    const { api, actor } = await admins.open(tenant);
    const holdId = await heldAs(one);
    expect((await api.patch(`/users/${idOf(one)}`, { accountStatus: 'inactive' })).status).toBe(200);
    const { data } = (await api.get(`/holds/${holdId}`)).body;
    expect(data).toMatchObject({ status: 'released', decidedBy: actor });
  });

  it('begins and ends with the setting', async () => {
    tenant = await service.tenant();
    const people = await activePeople(tenant, 3);
    await setLimits(service, tenant, hold(0));
    letPass(5000);
    expect((await leave(people[0])).status).toBe(202);
    await setLimits(service, tenant, null);
    letPass(5000);
    expect((await leave(people[1])).status).toBe(200);
    expect((await leave(people[0])).status).toBe(200);
  });
});

describe('limits that were removed', () => {
  const OFF: readonly (readonly [string, DeprovisioningChange | null])[] = [
    ['cleared', null],
    ['without thresholds', { perDay: null }],
    ['observing without thresholds', { mode: 'observe', perDay: null }],
  ];

  /** People who are held, of a tenant that has removed its limits since. */
  async function heldAndOff(off: DeprovisioningChange | null = null, count = 1): Promise<Row[]> {
    const held = await begin(hold(0), count);
    await upload(inactive(held));
    await setLimits(service, tenant, off);
    letPass(5000);
    return held;
  }

  async function holds(): Promise<unknown[]> {
    const rows = await tableOf('held_requests');
    return rows.map(({ status, decidedBy }) => [status, decidedBy]);
  }

  it.each(OFF)('(%s) releases no hold', async (_, off) => {
    const held = await heldAndOff(off, 2);
    expect(await holds()).toEqual(Array(2).fill(['held', null]));
    expect(await inactiveCount(tenant, held)).toBe(0);
    expect((await service.scope(tenant)).tenant.deprovisioningGuard.perDay).toBeNull();
  });

  it.each(CALLS)('lets %s de-provision a person who is held, which ends the hold', async (name, call) => {
    const [held] = await heldAndOff();
    const { message } = await call({ ...held, accountStatus: 'inactive' });
    expect(message).toBe(name === 'PATCH' ? 'USER DEPROVISIONED' : 'DATA UPDATED');
    expect(await holds()).toEqual([['released', `key:${tenant.apiKey}`]]);
  });

  it.each(CALLS)('lets %s withdraw a hold that says the person is active', async (_, call) => {
    const [held] = await heldAndOff();
    const body = { ...held, accountStatus: 'active' };
    expect(codesOf(await call(body))).toEqual(['HOLD_WITHDRAWN']);
    expect(await holds()).toEqual([['withdrawn', `key:${tenant.apiKey}`]]);
    expect(codesOf(await call(body))).toEqual([]);
  });

  it('counts no de-provisioning', async () => {
    const held = await heldAndOff(null, 2);
    const before = await tableOf('deprovisioning_windows');
    await upload(inactive(held));
    expect(await tableOf('deprovisioning_windows')).toEqual(before);
  });

  it('says how many people are still held, in the answer, the settings, the overview and a terminal', async () => {
    await upload(inactive(await begin(hold(0), 2)));
    const { api } = await admins.open(tenant);
    const warnings = [
      {
        field: 'deprovisioningGuard',
        code: 'HOLDS_OPEN',
        message:
          '2 users are still held, because changed limits release no hold: active until an administrator decides ' +
          'under Integrations, Held de-provisionings, or until a call sets the account status',
      },
    ];
    for (const change of [{ perDay: { count: 9 } }, { mode: 'observe' }, { perDay: null }, { mode: null }]) {
      const { body } = await api.patch('/settings', { deprovisioningGuard: change });
      expect({ change, meta: body.meta }).toEqual({ change, meta: { rebuild: null, openHolds: 2 } });
      const expected = change.mode === null ? undefined : warnings;
      expect({ change, warnings: body.warnings }).toEqual({ change, warnings: expected });
    }
    expect((await api.patch('/settings', { rateLimit: 9000 })).body.warnings).toBeUndefined();
    expect((await api.get('/settings')).body.meta).toEqual({ rebuild: null, openHolds: 2 });
    expect((await api.get('/overview')).body.data).toMatchObject({ heldDeprovisionings: 2 });
    expect((await scrape(service)).value('held_deprovisionings')).toBeGreaterThanOrEqual(2);

    const { code, stdout } = await cli(['tenant', 'settings', tenant.tenantId, '--guard-mode', 'hold']);
    expect(code).toBe(0);
    expect(stdout).toContain(`${warnings[0]?.message ?? ''}.`);
    expect(stdout).toContain('"openHolds": 2');
  });
});

describe('a threshold', () => {
  it('of percent is of those who were active at the beginning', async () => {
    const people = await begin({ mode: 'hold', perDay: { percent: 20 } }, 11);
    await tenant.sis.patch(`/users/${idOf(people[10])}`, { accountStatus: 'active' });
    const lines = await upload(inactive(people));
    expect(messagesOf(lines).filter((message) => message === HELD)).toHaveLength(9);
    // The percentage is of the people who were active at first.
    expect((await leave(people[2])).status).toBe(202);
  });

  it('of a run counts the calls that name it, and no others', async () => {
    const people = await begin({ mode: 'hold', perRun: { count: 1 } }, 6);
    const [one, two] = [inRun(service, tenant, 'one'), inRun(service, tenant, 'two')];
    const calls = [one, one, two, two, tenant.sis, tenant.sis];
    const statuses: number[] = [];
    for (const [n, sis] of calls.entries()) statuses.push((await leave(people[n], sis)).status);
    expect(statuses).toEqual([200, 202, 200, 202, 200, 200]);
    const runs = (await tableOf('held_requests')).map(({ run }) => run);
    expect(runs.sort()).toEqual(['one', 'two']);
  });

  it('counts a day of 24 hours of the clock', async () => {
    const [first, second, third] = await begin(hold(1), 3);
    expect((await leave(first)).status).toBe(200);
    await letPassIn(service, tenant, 23 * HOUR - 1);
    expect((await leave(second)).status).toBe(202);
    await letPassIn(service, tenant, HOUR + 1);
    expect((await leave(third)).status).toBe(200);
  });

  it('of another tenant does not count', async () => {
    for (const name of ['one', 'another']) {
      const [first] = await begin(hold(1));
      expect({ name, status: (await leave(first)).status }).toEqual({ name, status: 200 });
    }
  });
});

describe('calls that come at once', () => {
  /** Clients of several callers, at both processes. */
  async function clients(): Promise<TestTenant['sis'][]> {
    const others = await Promise.all([service.anotherCaller(tenant), service.anotherCaller(tenant)]);
    return [tenant, ...others].flatMap((caller) => [
      inRun(service, caller, 'nightly'),
      inRun(another, caller, 'nightly'),
    ]);
  }

  it('let exactly as many go as the threshold says, in any mixture of calls and processes', async () => {
    const people = await begin({ mode: 'hold', perRun: { count: 30 }, perDay: { count: 17 } }, 90);
    const all = await clients();

    const statuses = await Promise.all(
      inactive(people.slice(0, 60))
        .map(async (one, n) => {
          const sis = all[n % all.length] ?? tenant.sis;
          const { status } =
            n % 2 === 0 ? await sis.post('/users', one) : await sis.patch(`/users/${idOf(one)}`);
          return status;
        })
        .concat(
          [60, 70, 80].map(async (from, n) => {
            const sis = all[n] ?? tenant.sis;
            const lines = await sis.bulk('/users/bulk', inactive(people.slice(from, from + 10)));
            return messagesOf(lines).filter((message) => message === HELD).length;
          }),
        ),
    );

    const singles = statuses.slice(0, 60);
    const heldInBulk = statuses.slice(60).reduce((sum, held) => sum + held, 0);
    const held = singles.filter((status) => status === 202).length + heldInBulk;
    expect(singles.every((status) => status === 200 || status === 202)).toBe(true);
    expect({ held, inactive: await inactiveCount(tenant, people) }).toEqual({ held: 73, inactive: 17 });
    expect(await tableOf('held_requests')).toHaveLength(73);
  });

  it('about one person make one hold', async () => {
    const [one] = await begin(hold(0));
    const all = await clients();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const sis = all[n % all.length] ?? tenant.sis;
        return n % 2 === 0
          ? sis.post('/users', { ...one, accountStatus: 'inactive' })
          : sis.patch(`/users/${idOf(one)}`);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.meta['holdId'])).size).toBe(1);
    expect(await statusOf(tenant, idOf(one))).toBe('active');
  });
});

describe('a dry run', () => {
  it('says what would be held, seeing its own earlier rows, and changes nothing', async () => {
    const people = await begin(hold(3), 6);
    await upload(inactive(people.slice(0, 2)));
    const tables = async (): Promise<unknown[]> => [
      await tableOf('held_requests'),
      await tableOf('deprovisioning_windows'),
    ];
    const before = await tables();

    const file = inactive([...people.slice(2), ...people.slice(2, 4)]);
    const lines = await upload(file, '?dryRun=true');

    expect(lines).toMatchObject([
      { message: 'DATA UPDATED' },
      ...[1, 2, 3].map(() => ({ message: HELD, holdId: null, changed: false })),
      { message: 'DATA UPDATED', changed: false },
      { message: HELD, holdId: null, changed: false },
      { summary: { updated: 1, unchanged: 5, held: 4 } },
    ]);
    expect(await tables()).toEqual(before);
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('counts the active people with those whom its earlier rows brought', async () => {
    const people = await begin({ mode: 'hold', perDay: { percent: 50 } }, 4);
    // In an earlier batch, so that these people exist when the first one is de-provisioned.
    const newcomers = Array.from({ length: 500 }, () => person());
    const left = people.length + newcomers.length;
    const file = [...newcomers, ...inactive([...people, ...newcomers.slice(0, 300)])];
    const [dryRun, done] = [await upload(file, '?dryRun=true'), await upload(file)];
    expect(dryRun.at(-1)).toEqual(done.at(-1));
    expect(dryRun.at(-1)).toMatchObject({ summary: { held: 304 - left / 2 } });
  });

  it('withdraws nothing of a person whom an earlier row lets go', async () => {
    const [one] = await begin(hold(0));
    await leave(one);
    await setLimits(service, tenant, { mode: 'observe', perDay: { count: 0 } });
    letPass(5000);
    const others = Array.from({ length: 500 }, () => person());
    const file = [{ ...one, accountStatus: 'inactive' }, ...others, { ...one, accountStatus: 'active' }];
    const last = (lines: readonly Row[]): string[] => codesOf(lines.at(-2) ?? {});
    const dryRun = await upload(file, '?dryRun=true');
    const done = await upload(file);
    expect({ dryRun: last(dryRun), done: last(done) }).toEqual({ dryRun: [], done: [] });
  });

  it('says what would be withdrawn, and does not', async () => {
    const [one] = await begin(hold(0));
    const holdId = await heldAs(one);
    const [line] = await upload([{ ...one, accountStatus: 'active' }], '?dryRun=true');
    expect(codesOf(line ?? {})).toEqual(['HOLD_WITHDRAWN']);
    expect((await holdNow(holdId))['status']).toBe('held');
  });

  it('names a hold that is there', async () => {
    const [one] = await begin(hold(0));
    const holdId = await heldAs(one);
    const [line] = await upload(inactive([one ?? {}]), '?dryRun=true');
    expect(line).toMatchObject({ message: HELD, holdId });
  });
});
