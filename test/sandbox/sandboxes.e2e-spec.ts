import { createHash } from 'node:crypto';

import { jest } from '@jest/globals';
import canonicalize from 'canonicalize';
import { DataSource } from 'typeorm';

import {
  ChainVerificationService,
  type VerifiedChain,
} from '../../src/audit/chain/chain-verification.service.js';
import { person } from '../factories/person.js';
import { LATE_ROWS_MS } from '../../src/sandbox/sandbox-sweep.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { TestService } from '../support/service.js';
import { tablesOfTenants } from '../support/tenant-contents.js';
import { Tester, type TestSandbox } from './support.js';

/** `SANDBOXES_AT_ONCE=200` for the whole trial. */
const SANDBOXES = Number(process.env['SANDBOXES_AT_ONCE'] ?? 30);

const service = await TestService.ofWorker();
const tester = await Tester.at(service);

/** What a SIS can read of a sandbox, without what is drawn anew for each one. */
async function recordOf(sandbox: TestSandbox): Promise<unknown> {
  const sis = sandbox.as('integration');
  const progress = rowsOf(await sis.get('/progress?limit=1000'));
  const people = await Promise.all(
    progress.map(async ({ studentId }) => (await sis.get(`/users/${String(studentId)}`)).body.data),
  );
  const queue = rowsOf(await sis.get('/sync/queue?limit=500'));
  const items = queue.map(({ submissionId, studentId, formType, syncStatus }) => [
    submissionId,
    studentId,
    formType,
    syncStatus,
  ]);
  return { progress, people, items };
}

/** How many rows each table has of a tenant. */
async function rowsOfTenant(tenantId: string): Promise<Record<string, number>> {
  const database = service.app.get(DataSource);
  const counts: Record<string, number> = {};
  for (const name of await tablesOfTenants(database)) {
    const [row]: { rows: number | string }[] = await database.query(
      `SELECT COUNT(*) AS \`rows\` FROM \`${name}\` WHERE \`tenantId\` = ?`,
      [tenantId],
    );
    if (Number(row?.rows) > 0) counts[name] = Number(row?.rows);
  }
  return counts;
}

describe('a sandbox', () => {
  it('lets its administrator erase a person by the plan, though every call of it is kept', async () => {
    const sandbox = await tester.make({ seed: 'empty' });
    const { body } = await sandbox.as('users').post('/users', person());
    const path = `/users/${String(body.data['id'])}/erase`;
    const { api } = await sandbox.pages();
    const plan = await api.post(path, { dryRun: true });
    await service.settle(sandbox);
    expect((await api.post(path, { token: plan.body.data['token'] })).status).toBe(202);
  });

  it('has an ID that says what it is, a key for each scope, and an administrator who can log in', async () => {
    const sandbox = await tester.make({ name: 'Suite A' });
    expect(sandbox.made).toMatchObject({ name: 'Suite A', seed: 'demo', frozen: false });
    expect(sandbox.tenantId).toMatch(/^sb[0-9a-z]{12}$/);
    const scopes = (sandbox.made['credentials'] as Row[]).flatMap((key) => key['scopes']);
    expect(scopes).toEqual(['integration', 'users', 'progress', 'sync', 'workflow', 'scim']);
    expect((await (await sandbox.pages()).whoAmI()).status).toBe(200);
  });

  it('has the people, records and IDs of its seed, the same in each', async () => {
    const clock = { now: '2027-03-01T09:30:00Z' };
    const [one, other] = await Promise.all([
      tester.make({ seed: 'demo', clock }),
      tester.make({ seed: 'demo', clock }),
    ]);
    const record = await recordOf(one);
    expect(record).toEqual(await recordOf(other));
    expect((record as { progress: Row[] }).progress).toHaveLength(38);
  });

  it('of a number has other people than that of another number, and the same as another of that number', async () => {
    const clock = { now: '2027-03-01T09:30:00Z' };
    const [one, same, other] = await Promise.all([
      tester.make({ seed: 7, clock }),
      tester.make({ seed: 7, clock }),
      tester.make({ seed: 8, clock }),
    ]);
    const record = await recordOf(one);
    expect(await recordOf(same)).toEqual(record);
    expect(await recordOf(other)).not.toEqual(record);
  });

  // The same on MariaDB and MySQL, and in every version: another value needs a line in the changelog.
  it.each([
    ['demo', 'b07c0a198932882d'],
    [42, '5344bbde1d982ce9'],
  ] as const)('of the seed %s has what it had in every version before', async (seed, digest) => {
    const sandbox = await tester.make({ seed, clock: { now: '2027-03-01T09:30:00Z' } });
    // Places in the order of changes follow from what else takes a stamp.
    const record = (canonicalize(await recordOf(sandbox)) ?? '').replace(/("changedAt":)"[^"]*"/g, '$1null');
    expect(createHash('sha256').update(record).digest('hex').slice(0, 16)).toBe(digest);
  });

  it('that is empty has its administrator and no other person', async () => {
    const sandbox = await tester.make({ seed: 'empty' });
    const { body } = await sandbox.as('integration').get('');
    expect(body.success).toBe(true);
    expect(await rowsOfTenant(sandbox.tenantId)).toMatchObject({ users: 1, credentials: 6 });
  });

  it('is walled off: a key of one cannot reach another, and a tester not that of another tester', async () => {
    const [one, other] = await Promise.all([tester.make({ seed: 'empty' }), tester.make({ seed: 'empty' })]);
    const input = person({ externalId: 'ONLY-1' });
    await one.as('users').post('/users', input);
    expect((await other.as('users').get('/users/ONLY-1')).status).toBe(404);
    const otherTester = await Tester.at(service);
    expect(refusalOf(await otherTester.api.get(`/${one.tenantId}`)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    expect((await otherTester.remove(one)).status).toBe(404);
    expect(rowsOf(await otherTester.api.get(''))).toEqual([]);
  });

  it('is put back by a reset: its people, numbers and settings, with the same keys and password', async () => {
    const sandbox = await tester.make({ clock: { now: '2027-03-01T09:30:00Z' } });
    const before = await recordOf(sandbox);
    const sis = sandbox.as('integration');
    const first = await sis.post('/users', person({ externalId: 'NEW-1', programId: 'new-program' }));
    await sis.patch('/users/S-1001');
    await tester.clock(sandbox, { advanceSeconds: 86_400 * 3 });
    const { status, body } = await tester.reset(sandbox);
    expect({ status, now: body.data['now'], frozen: body.data['frozen'] }).toEqual({
      status: 200,
      now: '2027-03-01T09:30:00.000Z',
      frozen: true,
    });
    expect(await recordOf(sandbox)).toEqual(before);
    const again = await sis.post('/users', person({ externalId: 'NEW-2', programId: 'new-program' }));
    expect(again.body.data['id']).toBe(first.body.data['id']);
    const programs: Row[] = await service.query(
      'SELECT 1 FROM `programs` WHERE `tenantId` = ? AND `programId` = ?',
      [sandbox.tenantId, 'new-program'],
    );
    expect(programs).toHaveLength(1);
    expect((await (await sandbox.pages()).whoAmI()).status).toBe(200);
  });

  it('has its keys again after a reset, and none that were made in it', async () => {
    const sandbox = await tester.make({ seed: 'empty' });
    const { api } = await sandbox.pages();
    const keys = sandbox.made['credentials'] as { apiKey: string; scopes: string[] }[];
    const [key] = keys.filter(({ scopes }) => scopes.includes('users'));
    await api.post(`/keys/${String(key?.apiKey)}/revoke`, {});
    await api.post('/keys', { label: 'made in a test', scopes: ['users'] });
    expect((await sandbox.as('users').get('/users/S-1')).status).toBe(401);
    await tester.reset(sandbox);
    expect((await sandbox.as('users').get('/users/S-1')).status).toBe(404);
    expect(await rowsOfTenant(sandbox.tenantId)).toMatchObject({ credentials: 6 });
  });

  it('has an audit log that is whole, copied from its template, also after a reset', async () => {
    const sandbox = await tester.make({ seed: 'demo' });
    const verify = (): Promise<VerifiedChain> =>
      service.app.get(ChainVerificationService).verify({ tenantId: sandbox.tenantId });
    const chain = await verify();
    expect({ fault: chain.fault, hasEntries: chain.entries > 10 }).toEqual({
      fault: undefined,
      hasEntries: true,
    });
    await sandbox.as('users').patch('/users/S-1001', { accountStatus: 'inactive' });
    await tester.reset(sandbox);
    expect((await verify()).fault).toBeUndefined();
  });

  it('forgets after a reset what was asked of it before', async () => {
    const sandbox = await tester.make({ seed: 'empty' });
    await sandbox.as('users').bulk('/users/bulk', [person(), person({ email: 'x' })]);
    await tester.reset(sandbox);
    await sandbox.as('users').get('/users/S-1');
    const asked = rowsOf(await tester.api.get(`/${sandbox.tenantId}/requests`));
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
    const { failed_rows: failed, provisioning_days: days } = await rowsOfTenant(sandbox.tenantId);
    expect({ failed, days }).toEqual({ failed: undefined, days: undefined });
  });

  it('makes no sandboxes itself, though its administrator may make such a key', async () => {
    const { api } = await (await tester.make({ seed: 'empty' })).pages();
    const { body } = await api.post('/keys', { label: 'QA', scopes: ['sandbox'] });
    const { status } = await service.callerWith(body.data).post('/api/v1/sandbox/tenants', {});
    expect(status).toBe(404);
  });

  it('belongs to the successor of the key that has made it', async () => {
    const tenant = await service.tenant({ scopes: ['sandbox'] });
    const { api } = await new Administrators(service).open(await service.anotherCaller(tenant));
    const base = '/api/v1/sandbox/tenants';
    const made = await service.callerWith(tenant).post(base, { seed: 'empty' });
    const { body } = await api.post(`/keys/${tenant.apiKey}/rotate`, { overlapHours: 0 });
    const found = rowsOf(await service.callerWith(body.data).get(base));
    expect(found.map(({ tenantId }) => tenantId)).toEqual([made.body.data['tenantId']]);
  });

  it('stays, whatever its name is, when unfinished templates are deleted', async () => {
    const sandbox = await tester.make({ seed: 'empty', name: 'Template of sandboxes' });
    await service.query('UPDATE `tenants` SET `createdAt` = ? WHERE `id` = ?', [
      new Date(0),
      sandbox.tenantId,
    ]);
    await service.run('sandbox-sweep');
    expect((await tester.api.get(`/${sandbox.tenantId}`)).status).toBe(200);
    expect((await sandbox.as('users').get('/users/S-1')).status).toBe(404);
  });

  it('never stands before a real university at the login', async () => {
    const admins = new Administrators(service);
    const tenant = await service.tenant();
    const { email: real } = await admins.make(tenant);
    for (let n = 0; n < 3; n += 1) {
      const { api } = await (await tester.make({ seed: 'empty' })).pages();
      const invited = await api.post('/invitations', { email: real, firstName: 'Ann', lastName: 'Lee' });
      await admins.accept(String(invited.body.data['link']).split('token=')[1] ?? '');
    }
    const session = (await (await admins.browser(real)).whoAmI()).body.data;
    expect(session['tenantId']).toBe(tenant.tenantId);
  });

  it('leaves nothing behind when it is deleted, and its keys stop working at once', async () => {
    const sandboxes = await Promise.all(Array.from({ length: SANDBOXES }, () => tester.make()));
    await Promise.all(
      sandboxes.map(async (sandbox) => {
        await sandbox.as('users').post('/users', person());
        await sandbox.as('users').bulk('/users/bulk', [person(), person({ email: 'x' })]);
        expect((await tester.remove(sandbox)).status).toBe(200);
        expect((await sandbox.as('users').get('/users/S-1001')).status).toBe(401);
      }),
    );
    await service.settle();
    letPass(LATE_ROWS_MS);
    await service.run('sandbox-sweep').finally(() => jest.useRealTimers());
    for (const { tenantId } of sandboxes) expect(await rowsOfTenant(tenantId)).toEqual({});
    expect(rowsOf(await tester.api.get('')).map(({ tenantId }) => tenantId)).not.toContain(
      sandboxes[0]?.tenantId,
    );
    // 30 sandboxes, and a look into every table for each: 26 s on two cores that much other work kept busy.
  }, 90_000);

  it('is deleted when its time is over', async () => {
    const sandbox = await tester.make({ seed: 'empty', ttlMinutes: 5 });
    await service.query('UPDATE `sandboxes` SET `expiresAt` = ? WHERE `tenantId` = ?', [
      new Date(0),
      sandbox.tenantId,
    ]);
    expect((await tester.api.get(`/${sandbox.tenantId}`)).status).toBe(404);
    await service.run('sandbox-sweep');
    expect(await rowsOfTenant(sandbox.tenantId)).toEqual({});
    expect((await sandbox.as('users').get('/users/S-1001')).status).toBe(401);
  });

  it('is refused beyond 500 of one key, with the oldest by name', async () => {
    const other = await Tester.at(service);
    const sandbox = await other.make({ seed: 'empty' });
    await service.query(
      `INSERT INTO \`sandboxes\` SELECT CONCAT('sbx', LPAD(n, 11, '0')), \`owner\`, \`seed\`, \`firstClock\`,
        \`administratorEmail\`, \`passwordHash\`, \`createdAt\` + INTERVAL 1 SECOND, \`expiresAt\`, \`deletedAt\`
        FROM \`sandboxes\` JOIN (SELECT (a.n * 100 + b.n * 10 + c.n) AS n FROM ${tens('a')}, ${tens('b')}, ${tens('c')})
          AS numbers ON n BETWEEN 1 AND 499 WHERE \`tenantId\` = ?`,
      [sandbox.tenantId],
    );
    const [status, code, message] = refusalOf(await other.api.post('', {}));
    expect({ status, code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(message).toContain(sandbox.tenantId);
    await service.query("DELETE FROM `sandboxes` WHERE `tenantId` LIKE 'sbx0%'");
  });

  it.each([
    [{ seed: 'dome' }, 'seed'],
    [{ seed: 1.5 }, 'seed'],
    [{ seed: -1 }, 'seed'],
    [{ ttlMinutes: 4 }, 'ttlMinutes'],
    [{ ttlMinutes: 10_081 }, 'ttlMinutes'],
    [{ clock: { now: 'tomorrow' } }, 'clock.now'],
    [{ clock: { now: '1969-12-31T00:00:00Z' } }, 'clock.now'],
    [{ clock: { now: '3000-01-01T00:00:00Z' } }, 'clock.now'],
    [{ clock: { frozen: true } }, 'clock.now'],
    [{ sede: 'demo' }, 'sede'],
  ])('is refused for %j, which names %s', async (input, field) => {
    expect(problemsOf(await tester.api.post('', input))).toEqual([400, field]);
  });

  it('is not made by a key of another scope, nor where sandboxes are switched off', async () => {
    const { sis } = await service.tenant();
    expect((await sis.send('POST', '/../sandbox/tenants')).status).toBe(403);
    const off = await TestService.start({ SANDBOXES: 'false' });
    const refused = refusalOf(await (await Tester.at(off)).api.post('', {}));
    await off.stop();
    expect(refused.slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    expect(refused[2]).toContain('SANDBOXES=true');
  });
});

function tens(name: string): string {
  const digits = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
  return `(${digits}) AS ${name}`;
}
