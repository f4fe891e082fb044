import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { RefusedFinishes } from '../../src/users/runs/refused-finishes.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { completeRun, finishRun, sendRun } from '../factories/complete-runs.js';
import { aLimitedTenant, inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { statusOf, storedId, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { jsonLines, outcomeOf, problemsOf, type Row, rowsOf } from '../support/answers.js';
import { folderForEachTest } from '../support/folders.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';
import { undoRun } from '../support/undo.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
const folder = folderForEachTest('finish');

let tenant: TestTenant;
let people: Row[];

beforeEach(async () => {
  tenant = await service.tenant();
  people = Array.from({ length: 5 }, () => person());
});

const but = (...left: readonly (Row | undefined)[]): Row[] => people.filter((one) => !left.includes(one));

const statusesOf = (some: readonly (Row | undefined)[]): Promise<unknown[]> =>
  Promise.all(some.map((one) => statusOf(tenant, one?.['externalId'])));

/** The tenant with the key that replaces its own. */
async function rotated(): Promise<TestTenant> {
  const keys = service.app.get(CredentialsService);
  const { credential, apiSecret } = await keys.rotate(await service.scope(tenant), tenant.apiKey, 1);
  const key = { apiKey: credential.apiKey, apiSecret };
  return { ...tenant, ...key, ...clientsAt(service.baseUrl, key) };
}

const NO_ONE = { first: 0, again: 0, deprovisioned: 0, held: 0 };

describe('finishing a run', () => {
  it('answers how many rows came and whom they named, and leaves everyone as they are', async () => {
    await sendRun(service, tenant, 'night-1', [...people, people[0]]);
    const expected = { run: 'night-1', rows: 6, named: 5, absent: null, sample: [] };
    expect(await finishRun(tenant, 'night-1', { expectedRows: 6 })).toMatchObject({
      status: 200,
      data: expected,
    });
    expect(await finishRun(tenant, 'night-1', { expectedRows: 6 })).toMatchObject({
      status: 200,
      data: expected,
    });
  });

  it('is refused when fewer rows came than were expected, and the rows that are missing may still come', async () => {
    await sendRun(service, tenant, 'night-1', but(people[4]));
    const refused = await finishRun(tenant, 'night-1', { expectedRows: 5 });
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    expect(refused.message).toContain('expectedRows says that there are 5, and 4 rows have come');
    await sendRun(service, tenant, 'night-1', [people[4]]);
    expect(await finishRun(tenant, 'night-1', { expectedRows: 5 })).toMatchObject({ status: 200 });
  });

  it('is refused for a run that no row of people has named', async () => {
    expect(await finishRun(tenant, 'nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const another = await service.tenant();
    await sendRun(service, another, 'theirs', people);
    expect(await finishRun(tenant, 'theirs')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it.each([
    ['a text for the number of rows', { expectedRows: 'all' }, 'expectedRows'],
    ['fewer rows than none', { expectedRows: -1 }, 'expectedRows'],
    ['no account types', { complete: {} }, 'complete.accountTypes'],
    ['an empty list of account types', { complete: { accountTypes: [] } }, 'complete.accountTypes'],
    ['an unknown account type', { complete: { accountTypes: ['Guest'] } }, 'complete.accountTypes'],
    ['0 runs', { complete: { accountTypes: ['Student'], absentRuns: 0 } }, 'complete.absentRuns'],
    ['11 runs', { complete: { accountTypes: ['Student'], absentRuns: 11 } }, 'complete.absentRuns'],
    ['a word for a dry run', { dryRun: 'yes' }, 'dryRun'],
  ])('is refused with %s', async (_, body, field) => {
    await sendRun(service, tenant, 'night-1', people);
    expect(problemsOf(await tenant.sis.post('/runs/night-1/finish', body))).toEqual([400, field]);
  });

  it('refuses every later row of the run, and changes nothing by it', async () => {
    await sendRun(service, tenant, 'night-1', people);
    await finishRun(tenant, 'night-1');
    const sis = inRun(service, tenant, 'night-1');
    const renamed = { ...people[0], firstName: 'Bo' };
    expect(outcomeOf(await sis.post('/users', renamed))).toEqual([409, 'RUN_FINISHED']);
    expect(outcomeOf(await sis.patch(`/users/${String(people[1]?.['externalId'])}`, {}))).toEqual([
      409,
      'RUN_FINISHED',
    ]);
    await expect(sis.bulk('/users/bulk', [renamed])).rejects.toThrow('RUN_FINISHED');
    expect(await userOf(tenant, people[0]?.['externalId'])).toMatchObject({ firstName: 'Ann' });
    expect(await statusesOf(people)).toEqual(people.map(() => 'active'));
    expect((await tenant.sis.post('/users', renamed)).status).toBe(200);
  });

  it('is refused with another body, and after an undo', async () => {
    await sendRun(service, tenant, 'night-1', people);
    await finishRun(tenant, 'night-1');
    const other = await finishRun(tenant, 'night-1', { expectedRows: 5 });
    expect(other).toMatchObject({ status: 409, code: 'RUN_FINISHED' });
    await undoRun(service, tenant, 'night-1');
    expect(await finishRun(tenant, 'night-1')).toMatchObject({ status: 409, code: 'RUN_FINISHED' });
  });
});

describe('a complete run', () => {
  it('de-provisions who is absent twice in a row', async () => {
    await completeRun(service, tenant, 'night-1', people);
    const once = await completeRun(service, tenant, 'night-2', but(people[0]));
    expect(once.data['absent']).toEqual({ ...NO_ONE, first: 1 });
    expect(once.data['sample']).toMatchObject([{ legacyNumber: people[0]?.['externalId'] }]);
    expect(await statusesOf(people)).toEqual(people.map(() => 'active'));
    const twice = await completeRun(service, tenant, 'night-3', but(people[0]));
    expect(twice.data).toMatchObject({
      rows: 4,
      named: 4,
      absent: { ...NO_ONE, again: 1, deprovisioned: 1 },
    });
    expect(await statusesOf([people[0], people[1]])).toEqual(['inactive', 'active']);
    const { body } = await tenant.sis.get('/runs/night-3');
    expect(body.data).toMatchObject({ received: 4, unchanged: 4, updated: 0, deprovisioned: 1 });
  });

  it('begins the count anew for who was named in between, also by a run that is not complete', async () => {
    await completeRun(service, tenant, 'night-1', people);
    await completeRun(service, tenant, 'night-2', but(people[0], people[1]));
    await sendRun(service, tenant, 'noon', [people[0]]);
    const third = await completeRun(service, tenant, 'night-3', but(people[0], people[1]));
    expect(third.data['absent']).toEqual({ first: 1, again: 1, deprovisioned: 1, held: 0 });
    expect(await statusesOf([people[0], people[1]])).toEqual(['active', 'inactive']);
  });

  it('restores who was de-provisioned as absent and is named again, and no other inactive person', async () => {
    const once = { absentRuns: 1 };
    await completeRun(service, tenant, 'night-1', people, once);
    await tenant.sis.post('/users', { ...people[1], accountStatus: 'inactive' });
    await completeRun(service, tenant, 'night-2', but(people[0]), once);
    expect(await statusesOf([people[0], people[1]])).toEqual(['inactive', 'inactive']);
    const [line, , summary] = await sendRun(service, tenant, 'night-3', [people[0], people[1]]);
    expect(line).toMatchObject({ message: 'DATA UPDATED', restored: true });
    expect(summary).toMatchObject({ summary: { updated: 1, unchanged: 1, restored: 1 } });
    expect(await statusesOf([people[0], people[1]])).toEqual(['active', 'inactive']);
    expect((await tenant.sis.post('/users', people[0])).body.meta['changed']).toEqual([]);
  });

  it('leaves who was absent inactive once a row says that they are', async () => {
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    await completeRun(service, tenant, 'night-2', but(people[0]), { absentRuns: 1 });
    await tenant.sis.post('/users', { ...people[0], accountStatus: 'inactive' });
    await tenant.sis.post('/users', { ...people[0], firstName: 'Bo' });
    expect(await statusesOf([people[0]])).toEqual(['inactive']);
  });

  it('names people by refused rows, and by changes of a status', async () => {
    await completeRun(service, tenant, 'night-1', people);
    const [a, b, c, ...others] = people;
    const absences = async (run: string): Promise<unknown> => {
      await sendRun(service, tenant, run, [
        ...others,
        { ...a, lastName: '' },
        { email: b?.['email'], firstName: 1 },
      ]);
      await inRun(service, tenant, run).patch(`/users/${String(c?.['externalId'])}`, {
        accountStatus: 'active',
      });
      return (await finishRun(tenant, run, { complete: { accountTypes: ['Student'] } })).data['absent'];
    };
    expect(await absences('night-2')).toEqual(NO_ONE);
    const single = inRun(service, tenant, 'night-3');
    expect((await single.post('/users', { ...a, lastName: '' })).status).toBe(400);
    expect((await single.post('/users', b)).status).toBe(200);
    expect(
      (await finishRun(tenant, 'night-3', { complete: { accountTypes: ['Student'], absentRuns: 2 } })).status,
    ).toBe(409);
  });

  it('is refused when rows without a key were refused', async () => {
    await completeRun(service, tenant, 'night-1', people);
    const refused = await completeRun(service, tenant, 'night-2', [
      ...but(people[0]),
      { firstName: 'Bo' },
      '{"',
    ]);
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    expect(refused.message).toContain('2 rows were refused that name no one');
  });

  it.each(['#N/A', 'NULL', '1.23457E+11'])(
    'is refused when a row was refused that has %s in the place of its number, and no address',
    async (externalId) => {
      await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
      const damaged = { ...people[0], externalId, email: '' };
      const rows = [...but(people[0]), damaged];
      const refused = await completeRun(service, tenant, 'night-2', rows, { absentRuns: 1 });
      expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
      expect(await statusesOf([people[0]])).toEqual(['active']);
    },
  );

  it('is refused when another credential has sent rows of it', async () => {
    const crm = await service.tenant();
    await completeRun(service, tenant, 'night-1', people);
    await sendRun(service, tenant, 'night-2', people);
    expect(crm.tenantId).not.toBe(tenant.tenantId);
    const other = await service.anotherCaller(tenant);
    await sendRun(service, other, 'night-2', [people[0]]);
    const refused = await finishRun(tenant, 'night-2', { complete: { accountTypes: ['Student'] } });
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
  });

  it('is refused when it names fewer than half of the people of the last one', async () => {
    await completeRun(service, tenant, 'night-1', people);
    const refused = await completeRun(service, tenant, 'night-2', [people[0], people[1]]);
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    expect(refused.message).toContain(
      'it names 2 of the 5 active people of account type Student whom the last complete run, night-1, named',
    );
    await sendRun(service, tenant, 'night-2', [people[2]]);
    const done = await finishRun(tenant, 'night-2', { complete: { accountTypes: ['Student'] } });
    expect(done.data['absent']).toEqual({ ...NO_ONE, first: 2 });
  });

  it('is refused when it names no active person of its account types', async () => {
    const of = (...accountTypes: string[]) => ({ complete: { accountTypes } });
    await sendRun(service, tenant, 'night-1', people);
    const refused = await finishRun(tenant, 'night-1', of('Faculty', 'Staff'));
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    expect(refused.message).toContain('it names no active person of account type Faculty or Staff');
    expect(await finishRun(tenant, 'night-1', of('Student', 'Staff'))).toMatchObject({ status: 200 });
  });

  it('that is refused is shown to administrators with who is missing, until it is finished', async () => {
    const { api } = await admins.open(tenant);
    const refusedFinish = async (): Promise<unknown> =>
      (await api.get('/runs/night-2')).body.data['refusedFinish'];
    await completeRun(service, tenant, 'night-1', people);
    await completeRun(service, tenant, 'night-2', [people[0], people[1]]);
    const refused = {
      at: expect.any(String) as unknown,
      kind: 'too_few_named',
      accountTypes: ['Student'],
      missing: 3,
    };
    expect(await refusedFinish()).toEqual(refused);
    expect(rowsOf(await api.get('/runs?name=night-2'))).toMatchObject([{ refusedFinish: refused }]);
    await sendRun(service, tenant, 'night-2', people);
    await finishRun(tenant, 'night-2', { complete: { accountTypes: ['Student'] } });
    expect(await refusedFinish()).toBeNull();
  });

  it('that is finished is not shown as refused, also when a call at the same time was refused', async () => {
    const { api } = await admins.open(tenant);
    await completeRun(service, tenant, 'night-1', people);
    const why = { kind: 'rows_missing', accountTypes: [], missing: 1 } as const;
    await service.app.get(RefusedFinishes).note({ ...(await service.scope(tenant)), run: 'night-1' }, why);
    expect((await api.get('/runs/night-1')).body.data['refusedFinish']).toBeNull();
  });

  it('that another caller could not finish has no further sender or call', async () => {
    const { api } = await admins.open(tenant);
    await sendRun(service, tenant, 'night-1', people);
    const before = (await api.get('/runs/night-1')).body.data;
    const refused = await finishRun(await service.anotherCaller(tenant), 'night-1');
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    const { refusedFinish, ...after } = (await api.get('/runs/night-1')).body.data;
    expect(refusedFinish).toMatchObject({ kind: 'other_sender' });
    expect({ ...after, refusedFinish: null }).toEqual(before);
  });

  it('is shown as refused before the counts of another process are written, which add to it', async () => {
    const { api } = await admins.open(tenant);
    const scope = { ...(await service.scope(tenant)), run: 'night-1' };
    const why = { kind: 'rows_missing', accountTypes: [], missing: 1 } as const;
    await service.app.get(RefusedFinishes).note(scope, why);
    expect((await api.get('/runs/night-1')).body.data).toMatchObject({ actors: [], refusedFinish: why });
    await sendRun(service, tenant, 'night-1', people);
    expect((await api.get('/runs/night-1')).body.data).toMatchObject({
      actors: [`key:${tenant.apiKey}`],
      received: 5,
      refusedFinish: why,
    });
  });

  it('that has lost an account type is shown with how many of it are missing', async () => {
    const { api } = await admins.open(tenant);
    const faculty = [facultyMember(), facultyMember()];
    await sendRun(service, tenant, 'before', faculty);
    await sendRun(service, tenant, 'night-1', people);
    await finishRun(tenant, 'night-1', { complete: { accountTypes: ['Student', 'Faculty'] } });
    expect((await api.get('/runs/night-1')).body.data['refusedFinish']).toMatchObject({
      kind: 'types_not_named',
      accountTypes: ['Faculty'],
      missing: 2,
    });
  });

  it('that is previewed is not shown as refused', async () => {
    const { api } = await admins.open(tenant);
    await sendRun(service, tenant, 'night-1', people);
    expect(
      (await finishRun(tenant, 'night-1', { complete: { accountTypes: ['Faculty'] }, dryRun: true })).status,
    ).toBe(409);
    expect((await api.get('/runs/night-1')).body.data['refusedFinish']).toBeNull();
  });

  it.each([50, 0])(
    'is refused when it has lost all people of one of its account types, with a least share of %i percent',
    async (completeRunMinimum) => {
      await changeAsAdministrator(service, tenant, { completeRunMinimum });
      const teacher = facultyMember();
      await sendRun(service, tenant, 'before', [teacher]);
      await sendRun(service, tenant, 'night-1', people);
      const both = { complete: { accountTypes: ['Student', 'Faculty'] } };
      const refused = await finishRun(tenant, 'night-1', both);
      expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
      expect(refused.message).toContain('it names no active person of account type Faculty');
      // Once no faculty member is active, none can be absent.
      await sendRun(service, tenant, 'departure', [{ ...teacher, accountStatus: 'inactive' }]);
      expect(await finishRun(tenant, 'night-1', both)).toMatchObject({ status: 200 });
    },
  );

  it('never touches people of other account types, whom others send, or whom the sender has not sent', async () => {
    const [teacher, ofCrm] = [facultyMember(), person()];
    const crm = await service.anotherCaller(tenant);
    await sendRun(service, tenant, 'before', [teacher]);
    await sendRun(service, crm, 'crm', [ofCrm, people[0]]);
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    await sendRun(service, crm, 'crm-2', [people[0]]);
    const done = await completeRun(service, tenant, 'night-2', but(people[0], people[1]), { absentRuns: 1 });
    expect(done.data['absent']).toEqual({ ...NO_ONE, again: 1, deprovisioned: 1 });
    expect(await statusesOf([teacher, ofCrm, people[0], people[1]])).toEqual([
      'active',
      'active',
      'active',
      'inactive',
    ]);
  });

  it('of a refused row sends no one: whom it names by chance cannot be absent', async () => {
    const ofCrm = person();
    await sendRun(service, await service.anotherCaller(tenant), 'crm', [ofCrm]);
    const conflicting = { ...people[0], email: ofCrm['email'] };
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    expect((await inRun(service, tenant, 'noon').post('/users', conflicting)).status).toBe(409);
    await completeRun(service, tenant, 'night-2', people, { absentRuns: 1 });
    const done = await completeRun(service, tenant, 'night-3', people, { absentRuns: 1 });
    expect(done.data['absent']).toEqual(NO_ONE);
    expect(await statusesOf([ofCrm])).toEqual(['active']);
  });

  it('that would be the first one and de-provision at once must name half of all who were sent before', async () => {
    await sendRun(service, tenant, 'before', people);
    const refused = await completeRun(service, tenant, 'night-1', [people[0]], { absentRuns: 1 });
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    expect(refused.message).toContain(
      '1 of the 5 active people of account type Student whom the sender has sent before',
    );
  });

  it('cannot be finished with a key that has sent nothing of it', async () => {
    await sendRun(service, tenant, 'night-1', people);
    const refused = await finishRun(await service.anotherCaller(tenant), 'night-1');
    expect(refused).toMatchObject({ status: 409, code: 'RUN_NOT_COMPLETE' });
    await sendRun(service, tenant, 'night-1', people);
  });

  it('holds no longer who is named again, and holds by its own cause who is called inactive', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    await completeRun(service, tenant, 'night-2', but(people[0], people[1]), { absentRuns: 1 });
    const holds = (): Promise<{ status: string; cause: string | null }[]> =>
      service.query('SELECT `status`, `cause` FROM `held_requests` WHERE `tenantId` = ? ORDER BY `userId`', [
        tenant.tenantId,
      ]);
    expect(await holds()).toEqual([
      { status: 'held', cause: 'absent' },
      { status: 'held', cause: 'absent' },
    ]);
    await tenant.sis.post('/users', people[0]);
    await tenant.sis.post('/users', { ...people[1], accountStatus: 'inactive' });
    expect(await holds()).toEqual([
      { status: 'withdrawn', cause: 'absent' },
      { status: 'held', cause: null },
    ]);
  });

  it('is undone with all that it did', async () => {
    await completeRun(service, tenant, 'night-1', people);
    await completeRun(service, tenant, 'night-2', but(people[0]));
    await completeRun(service, tenant, 'night-3', but(people[0]));
    await undoRun(service, tenant, 'night-3');
    expect(await statusesOf([people[0]])).toEqual(['active']);
    const again = await completeRun(service, tenant, 'night-4', people);
    expect(again.data['absent']).toEqual(NO_ONE);
  });

  it('goes through the limits and holds, and holds the same people each night', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { count: 1 } });
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    const left = but(people[0], people[1]);
    const second = await completeRun(service, tenant, 'night-2', left, { absentRuns: 1 });
    expect(second.data['absent']).toEqual({ first: 0, again: 2, deprovisioned: 1, held: 1 });
    const third = await completeRun(service, tenant, 'night-3', left, { absentRuns: 1 });
    expect(third.data['absent']).toEqual({ first: 0, again: 1, deprovisioned: 0, held: 1 });
  });

  it('answers a dry run alike, and writes nothing', async () => {
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    await sendRun(service, tenant, 'night-2', but(people[0]));
    const complete = { accountTypes: ['Student'], absentRuns: 1 };
    const dry = await finishRun(tenant, 'night-2', { complete, dryRun: true });
    expect(dry.data['absent']).toEqual({ ...NO_ONE, again: 1, deprovisioned: 1 });
    expect(await statusesOf([people[0]])).toEqual(['active']);
    const done = await finishRun(tenant, 'night-2', { complete });
    expect({ ...done.data, sample: [] }).toEqual({ ...dry.data, sample: [] });
    expect(await statusesOf([people[0]])).toEqual(['inactive']);
  });

  it('of a sender whose key was rotated in between is one of the same sender', async () => {
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    const done = await completeRun(service, await rotated(), 'night-2', but(people[0]), { absentRuns: 1 });
    expect(done.data['absent']).toEqual({ ...NO_ONE, again: 1, deprovisioned: 1 });
  });

  it('says by an event, the history and the audit log what it did', async () => {
    const id = await storedId(tenant, people[0] ?? {});
    await completeRun(service, tenant, 'night-1', people, { absentRuns: 1 });
    await completeRun(service, tenant, 'night-2', but(people[0]), { absentRuns: 1 });
    const events = rowsOf(
      await tenant.sis.get('/events?after=earliest&types=run.finished.v1,user.deprovisioned.v1'),
    );
    expect(events).toMatchObject([
      { type: 'run.finished.v1', subject: 'night-1', data: { rows: 5, named: 5, deprovisioned: 0 } },
      { type: 'user.deprovisioned.v1', subject: id, data: { run: 'night-2' } },
      { type: 'run.finished.v1', subject: 'night-2', data: { rows: 4, named: 4, deprovisioned: 1 } },
    ]);
    const [entry] = await service.query<{ fields: unknown }[]>(
      'SELECT `fields` FROM `user_changes` WHERE `tenantId` = ? AND `userId` = ? ORDER BY `id` DESC LIMIT 1',
      [tenant.tenantId, id],
    );
    expect(JSON.stringify(entry?.fields)).toContain('absent');
  });
});

describe('the plan of a complete file', () => {
  /** What `run plan` says that finishing the run would do. */
  async function planOf(rows: readonly Row[], accountTypes: string): Promise<Row> {
    const path = join(folder.path, 'people.ndjson');
    await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    const of = ['--tenant', tenant.tenantId, '--key', tenant.apiKey, '--complete', accountTypes, '--json'];
    const { code, stdout, stderr } = await cli(['run', 'plan', path, '--run', 'night-1', ...of]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return jsonLines(stdout).at(-1)?.['summary'] as Row;
  }

  it('counts the people whom the first file of a university brings', async () => {
    expect(await planOf(people, 'Student,Staff')).toMatchObject({ finish: { named: 5, absent: NO_ONE } });
    const done = await completeRun(service, tenant, 'night-1', people, {
      accountTypes: ['Student', 'Staff'],
    });
    expect(done.data).toMatchObject({ named: 5, absent: NO_ONE });
  });

  it('says like the run itself that it names no active person of its account types', async () => {
    const naming = (type: string): unknown =>
      expect.stringContaining(`it names no active person of account type ${type}`);
    expect(await planOf(people, 'Faculty')).toMatchObject({ notComplete: naming('Faculty') });
    const gone = people.map((one) => ({ ...one, accountStatus: 'inactive' }));
    await sendRun(service, tenant, 'before', people);
    expect(await planOf(gone, 'Student')).toMatchObject({ notComplete: naming('Student') });
  });
});
