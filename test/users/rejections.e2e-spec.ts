import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  activePeople,
  aLimitedTenant,
  idOf,
  inactive,
  inactiveCount,
  inRun,
  setLimits,
} from '../factories/deprovisioning-limits.js';
import { facultyMember } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { scimPerson } from '../factories/scim-person.js';
import { statusOf, storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { codesOf, jsonLines, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { inMs, letPass, letPassIn } from '../support/clock.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const HOUR = 3_600_000;
const DAY_MS = 24 * HOUR;
const RUN = 'nightly-1';
const REJECTED = 'DEPROVISIONING_REJECTED';
const ANSWERED = [{ field: 'accountStatus', code: REJECTED }];

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let actor: string;
let night: ApiClient;
let people: Row[];
let one: Row;

beforeEach(async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  ({ api, actor } = await admins.open(tenant));
  night = inRun(service, tenant, RUN);
  people = await activePeople(tenant, 3);
  one = people[0] ?? {};
});

const aboutOne = (sis: ApiClient): Promise<Row[]> => sis.bulk('/users/bulk', inactive([one]));

/** Has the de-provisioning of these people held and rejected. */
async function reject(some: readonly Row[], sis: ApiClient = night): Promise<string[]> {
  const lines = await sis.bulk('/users/bulk', inactive(some));
  const ids = lines.slice(0, -1).map(({ holdId }) => String(holdId));
  const { body } = await api.post('/holds/decide', { decision: 'reject', ids });
  expect(body.data).toMatchObject(ids.map(() => ({ ok: true, hold: { status: 'rejected' } })));
  return ids;
}

async function holds(): Promise<unknown[]> {
  return rowsOf(await api.get('/holds')).map(({ status }) => status);
}

describe('a person whose de-provisioning was rejected', () => {
  it('stays active in the next call of the run, with a warning and without a new hold', async () => {
    const [id = ''] = await reject([one]);
    const [line, end] = await night.bulk('/users/bulk', inactive([{ ...one, degree: 'PhD' }]));
    expect(line).toEqual({
      line: 1,
      success: true,
      id: expect.any(String) as unknown,
      message: 'DATA UPDATED',
      warnings: [
        {
          field: 'accountStatus',
          code: REJECTED,
          message: `accountStatus stays active: an administrator rejected ${id}, the de-provisioning by the run ${RUN}`,
        },
      ],
    });
    expect(end).toEqual({
      summary: { received: 1, inserted: 0, updated: 1, unchanged: 0, failed: 0, keptActive: 1 },
    });
    expect(await userOf(tenant, idOf(one))).toMatchObject({ accountStatus: 'active', degree: 'PhD' });
    expect(await holds()).toEqual(['rejected']);
  });

  it('is reported each time that the same rows are sent', async () => {
    await reject(people);
    for (let times = 0; times < 3; times += 1) {
      const lines = await night.bulk('/users/bulk', inactive(people));
      expect(lines.slice(0, -1).map((line) => codesOf(line))).toEqual(people.map(() => [REJECTED]));
    }
    expect(await inactiveCount(tenant, people)).toBe(0);
    expect(await holds()).toHaveLength(3);
  });

  it('is answered alike by POST, PATCH and SCIM', async () => {
    await reject([one]);
    const posted = await night.post('/users', { ...one, accountStatus: 'inactive' });
    expect(posted).toMatchObject({ status: 200, body: { message: 'DATA UPDATED', warnings: ANSWERED } });
    const patched = await night.patch(`/users/${idOf(one)}`);
    expect(patched).toMatchObject({ status: 200, body: { message: 'NO CHANGE', warnings: ANSWERED } });
    expect(patched.body.meta).toEqual({ changed: [], previousStatus: 'active', sessionsEnded: 0 });

    const { scim } = await connect(service, tenant);
    const { id } = await scim.create('/Users', scimPerson());
    const leave = [{ op: 'replace', path: 'active', value: false }];
    await scim.patch(`/Users/${id}`, leave);
    const open = rowsOf(await api.get('/holds?status=held')).map((hold) => hold['id']);
    await api.post('/holds/decide', { decision: 'reject', ids: open });
    const again = await scim.patch(`/Users/${id}`, leave);
    expect(again).toMatchObject({ status: 200, body: { active: true } });
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await statusOf(tenant, id)).toBe('active');
    expect(await holds()).toEqual(['rejected', 'rejected']);
  });

  it('is shown so by a dry run, the match and the preview of a file', async () => {
    await reject([one]);
    const [dry] = await night.bulk('/users/bulk?dryRun=true', inactive([one]));
    const match = await night.post('/users/match', { ...one, accountStatus: 'inactive' });
    expect(dry).toMatchObject({ warnings: ANSWERED });
    expect(match.body.data).toMatchObject({ warnings: ANSWERED });

    const directory = await mkdtemp(join(tmpdir(), 'plan-'));
    const path = join(directory, 'people.json');
    await writeFile(path, JSON.stringify(inactive(people)));
    const plan = async (run: string): Promise<Row> => {
      const words = ['run', 'plan', path, '--tenant', tenant.tenantId, '--run', run, '--json'];
      const { stdout } = await cli(words);
      return (jsonLines(stdout).at(-1) as { summary: Row }).summary;
    };
    expect(await plan(RUN)).toMatchObject({ held: 2, keptActive: 1 });
    expect(await plan('nightly-2')).toMatchObject({ held: 3, keptActive: 0 });
    await rm(directory, { recursive: true });
  });

  it('is counted with those whom administrators keep active', async () => {
    await reject([one]);
    await aboutOne(night);
    await night.post('/users', { ...one, accountStatus: 'inactive' });
    await night.patch(`/users/${idOf(one)}`);
    await service.settle(tenant);
    expect((await tenant.sis.get(`/runs/${RUN}`)).body.data['keptActive']).toBe(3);
  });

  it('counts against no limit', async () => {
    await reject([one]);
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 1 } });
    letPass(5000);
    const lines = await night.bulk('/users/bulk', inactive(people));
    expect(lines.slice(0, -1).map(({ message }) => message)).toEqual([
      'DATA UPDATED',
      'DATA UPDATED',
      'DEPROVISIONING HELD',
    ]);
    expect(await inactiveCount(tenant, people)).toBe(1);
  });

  it('stays active when the limits are off or only observed since', async () => {
    await reject([one]);
    for (const limits of [null, { mode: 'observe', perDay: { count: 0 } } as const]) {
      await setLimits(service, tenant, limits);
      letPass(5000);
      expect(codesOf((await aboutOne(night))[0] ?? {})).toEqual([REJECTED]);
    }
    expect((await tenant.sis.patch(`/users/${idOf(people[1])}`)).body.message).toBe('USER DEPROVISIONED');
  });

  it('is asked about again by another run, and by calls without one', async () => {
    await reject([one]);
    for (const sis of [inRun(service, tenant, 'nightly-2'), tenant.sis]) {
      const [line] = await aboutOne(sis);
      expect(line).toMatchObject({ message: 'DEPROVISIONING HELD' });
      // The decision about the first run stands beside the open hold of another.
      expect(codesOf((await aboutOne(night))[0] ?? {})).toEqual([REJECTED]);
      const open = rowsOf(await api.get('/holds?status=held')).map(({ id }) => id);
      expect(open).toEqual([line?.['holdId']]);
      await api.post('/holds/decide', { decision: 'reject', ids: open });
    }
  });

  it('is asked about again the next night by a run of the same name', async () => {
    await reject([one]);
    await letPassIn(service, tenant, 22 * HOUR);
    const [early] = await aboutOne(night);
    await letPassIn(service, tenant, 26 * HOUR);
    const [later] = await aboutOne(night);
    expect(codesOf(early ?? {})).toEqual([REJECTED]);
    expect(later).toMatchObject({ message: 'DEPROVISIONING HELD' });
  });

  it('is asked about again on another day by calls without a run', async () => {
    await reject([one], tenant.sis);
    const same = await tenant.sis.patch(`/users/${idOf(one)}`);
    await letPassIn(service, tenant, 49 * HOUR);
    const later = await tenant.sis.patch(`/users/${idOf(one)}`);
    expect(codesOf(same.body)).toEqual([REJECTED]);
    expect(later.body.message).toBe('DEPROVISIONING HELD');
  });

  it('is de-provisioned by an administrator all the same', async () => {
    await reject([one]);
    const { body } = await api.patch(`/users/${idOf(one)}`, { accountStatus: 'inactive' });
    expect(body.message).toBe('USER DEPROVISIONED');
  });

  it('stays active when the hold was asked for because of committees', async () => {
    const id = await storedId({ sis: night }, facultyMember());
    const student = await aStudent(tenant);
    const members = [{ facultyId: id, role: 'chair', status: 'accepted' }];
    await tenant.workflow.put(`/students/${student}/committee`, { members });
    const leave = `/users/${id}?ifImpact=hold`;
    const { holdId } = (await night.patch(leave)).body.meta;
    await api.post('/holds/decide', { decision: 'reject', ids: [holdId] });
    expect(codesOf((await night.patch(leave)).body)).toEqual([REJECTED]);
  });

  it('of another tenant does not concern this one', async () => {
    await reject([one]);
    const other = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    await other.sis.bulk('/users/bulk', [one]);
    const [line] = await inRun(service, other, RUN).bulk('/users/bulk', inactive([one]));
    expect(line).toMatchObject({ message: 'DEPROVISIONING HELD' });
  });
});

describe('people whom a rejection keeps active until a day', () => {
  const until = inMs(30 * DAY_MS).slice(0, 10);
  const KEPT = [{ field: 'accountStatus', code: 'KEPT_ACTIVE' }];

  const heldBy = async (run: ApiClient, some: readonly Row[] = people): Promise<string[]> =>
    (await run.bulk('/users/bulk', inactive(some))).slice(0, -1).map(({ holdId }) => String(holdId));

  const decide = (ids: readonly string[], more: object = { keepActiveUntil: until }) =>
    api.post('/holds/decide', { decision: 'reject', ids, ...more });

  /** The next night has the same loss, and a limit that lets it through. */
  async function nextNight(): Promise<Row[]> {
    await setLimits(service, tenant, { mode: 'hold', perRun: { count: 25 }, perDay: null });
    return inRun(service, tenant, 'nightly-2').bulk('/users/bulk', inactive(people));
  }

  it('lose no access by the same loss in the next night, within its limit, which counts them as kept', async () => {
    await decide(await heldBy(night));
    const lines = await nextNight();
    expect(lines.at(-1)).toMatchObject({ summary: { keptActive: 3, unchanged: 3 } });
    expect(lines[0]).toMatchObject({ warnings: KEPT });
    expect(await inactiveCount(tenant, people)).toBe(0);
    expect((await api.get('/runs/nightly-2')).body.data).toMatchObject({ keptActive: 3, deprovisioned: 0 });
  });

  it('are kept by the decision about a whole run as well, and their pages say by whom and until when', async () => {
    await heldBy(night);
    const body = { decision: 'reject', run: RUN, keepActiveUntil: until };
    expect((await api.post('/holds/decide-run', body)).body.data).toEqual({ decided: 3, remaining: 0 });
    await nextNight();
    expect(await inactiveCount(tenant, people)).toBe(0);
    expect((await api.get(`/users/${idOf(one)}/status`)).body.data['keepActive']).toMatchObject({
      until,
      actor,
      actorLabel: expect.any(String) as unknown,
    });
  });

  it('are those of this run alone without a day', async () => {
    await decide(await heldBy(night), {});
    await nextNight();
    expect(await inactiveCount(tenant, people)).toBe(3);
  });

  it('are kept no longer once the decision is taken back', async () => {
    const ids = await heldBy(night);
    await decide(ids);
    const results = rowsOf(await api.post('/holds/reopen', { ids }));
    expect(results).toMatchObject(ids.map(() => ({ ok: true, hold: { status: 'held' } })));
    expect((await api.get(`/users/${idOf(one)}/status`)).body.data['keepActive']).toBeNull();
    await api.post('/holds/decide', { decision: 'release', ids });
    expect(await inactiveCount(tenant, people)).toBe(3);
  });

  it('are kept by their earlier rule again once the decision is taken back', async () => {
    const ids = await heldBy(night);
    const earlier = inMs(10 * DAY_MS).slice(0, 10);
    await api.patch(`/users/${idOf(one)}`, { accountStatus: 'active', keepActiveUntil: earlier });
    const ruleOf = async (someone: Row | undefined): Promise<unknown> =>
      (await api.get(`/users/${idOf(someone)}/status`)).body.data['keepActive'];
    const before = await ruleOf(one);
    await decide(ids);
    expect(await ruleOf(one)).toMatchObject({ until });
    await api.post('/holds/reopen', { ids });
    expect(before).toMatchObject({ until: earlier });
    expect(await ruleOf(one)).toEqual(before);
    expect(await ruleOf(people[1])).toBeNull();
  });

  it('stay kept by what was decided about the person since, which the decision does not take back', async () => {
    const ids = await heldBy(night);
    await decide(ids);
    const later = inMs(60 * DAY_MS).slice(0, 10);
    await api.patch(`/users/${idOf(one)}`, { accountStatus: 'active', keepActiveUntil: later });
    const [result] = rowsOf(await api.post('/holds/reopen', { ids: ids.slice(0, 1) }));
    expect(result).toMatchObject({ ok: false });
    expect((await api.get(`/users/${idOf(one)}/status`)).body.data['keepActive']).toMatchObject({
      until: later,
    });
  });

  it('keep the longer rule that they have', async () => {
    const ids = await heldBy(night);
    const later = inMs(60 * DAY_MS).slice(0, 10);
    await api.patch(`/users/${idOf(one)}`, { accountStatus: 'active', keepActiveUntil: later });
    await decide(ids);
    expect((await api.get(`/users/${idOf(one)}/status`)).body.data['keepActive']).toMatchObject({
      until: later,
    });
  });

  it.each([
    ['a day of the past', { keepActiveUntil: '2020-01-31' }],
    ['a day beyond a year', { keepActiveUntil: inMs(400 * DAY_MS).slice(0, 10) }],
    ['no day', { keepActiveUntil: 'soon' }],
    ['a release', { decision: 'release', keepActiveUntil: until }],
  ])('are refused with %s, and nothing is decided', async (_, more) => {
    const ids = await heldBy(night);
    const { status, body } = await decide(ids, more);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [{ field: 'keepActiveUntil' }] } });
    expect(await holds()).toEqual(['held', 'held', 'held']);
  });
});
