import { DataSource } from 'typeorm';

import { AuditService } from '../../src/audit/audit.service.js';
import {
  ChainVerificationService,
  type VerifiedChain,
} from '../../src/audit/chain/chain-verification.service.js';
import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { nowOf } from '../../src/tenancy/time/tenant-clock.js';
import { person } from '../factories/person.js';
import type { Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const sql = (text: string, values: readonly unknown[]): Promise<Row[]> => service.query(text, values);

function verify(at: TestTenant = tenant): Promise<VerifiedChain> {
  return service.app.get(ChainVerificationService).verify(at);
}

async function addEntries(count: number, at: TestTenant = tenant): Promise<void> {
  const scope = await service.scope(at);
  const audit = service.app.get(AuditService);
  for (let n = 0; n < count; n += 1)
    await audit.record(scope, [{ action: 'test.done', target: `thing:${n}` }]);
}

/** Many entries in one transaction. */
async function addAtOnce(count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({ action: 'test.done', target: `thing:${n}` }));
  await service.app.get(AuditService).record(await service.scope(tenant), entries);
}

/** Removes so many of the oldest entries, as if they were old. */
async function removeOldest(count: number): Promise<void> {
  const scope = await service.scope(tenant);
  const later = new Date(nowOf(scope).getTime() + 1000);
  const audit = service.app.get(AuditService);
  await service.app
    .get(UnitOfWork)
    .run((transaction) => audit.removeBefore(scope, transaction, later, count));
}

async function positions(at: TestTenant = tenant): Promise<number[]> {
  const rows = await sql('SELECT position FROM audit_events WHERE tenantId = ? ORDER BY id', [at.tenantId]);
  return rows.map(({ position }) => Number(position));
}

async function hashAt(position: number): Promise<string> {
  const text = 'SELECT hash FROM audit_events WHERE tenantId = ? AND position = ?';
  return String((await sql(text, [tenant.tenantId, position]))[0]?.['hash']);
}

/** As if the entries up to this one had been removed. */
async function makeHeadFit(removed: number, hash: string): Promise<void> {
  const text = 'UPDATE audit_heads SET removed = ?, removedHash = ? WHERE tenantId = ?';
  await sql(text, [removed, hash, tenant.tenantId]);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

describe('the chain', () => {
  it('is whole, whatever was written, and has no gap', async () => {
    await addAtOnce(3);
    await addEntries(2);
    const chain = await verify();
    expect(chain).toMatchObject({ fault: undefined, from: 1 });
    expect(await positions()).toEqual(upTo(chain.entries));
    expect(chain.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('covers values as the database returns them', async () => {
    const list = [null, 'ä "x"', { z: 1e21, y: '\u{1F600}' }];
    const values = { b: 1.5, a: list, at: new Date(0), none: undefined };
    const entry = { action: 'test.done', target: "thing:'é'", before: values, after: {} };
    await service.app.get(AuditService).record(await service.scope(tenant), [entry]);
    expect((await verify()).fault).toBeUndefined();
  });

  it('does not advance for a transaction that is rolled back', async () => {
    const scope = await service.scope(tenant);
    const { entries } = await verify();
    const refused = service.app.get(UnitOfWork).run(async (transaction) => {
      await service.app.get(AuditService).record(scope, [{ action: 'test.done', target: 'x' }], transaction);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await addEntries(1);
    expect(await positions()).toEqual(upTo(entries + 1));
    expect((await verify()).fault).toBeUndefined();
  });

  it('has neither gap nor fork when 16 callers write at once, and is whole at any time meanwhile', async () => {
    const people = Array.from({ length: 16 }, (_, n) => person({ externalId: `S-${n}` }));
    await tenant.sis.bulk('/users/bulk', people);
    let running = 16;
    const callers = people.map(async ({ externalId }) => {
      for (const accountStatus of ['inactive', 'active', 'inactive', 'active'])
        await tenant.sis.patch(`/users/${String(externalId)}`, { accountStatus });
      running -= 1;
    });
    const seen: VerifiedChain[] = [];
    while (running > 0) seen.push(await verify());
    await Promise.all(callers);
    const last = await verify();
    expect(seen.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
    expect(last).toMatchObject({ fault: undefined });
    expect(await positions()).toEqual(upTo(last.entries));
    expect(last.entries).toBeGreaterThanOrEqual(64);
  });

  it('of one tenant does not make another one wait', async () => {
    const other = await service.tenant();
    const runner = service.app.get(DataSource).createQueryRunner();
    await runner.query('START TRANSACTION');
    await runner.query('SELECT * FROM audit_heads WHERE tenantId = ? FOR UPDATE', [tenant.tenantId]);
    let isDone = false;
    const waiting = addEntries(1).then(() => {
      isDone = true;
    });
    await addEntries(1, other);
    const wasDone = isDone;
    await runner.query('COMMIT');
    await runner.release();
    await waiting;
    expect(wasDone).toBe(false);
    expect({ own: (await verify()).fault, other: (await verify(other)).fault }).toEqual({
      own: undefined,
      other: undefined,
    });
  });
});

describe('a verification', () => {
  const change = (text: string) => (position: number) =>
    sql(`UPDATE audit_events SET ${text} WHERE tenantId = ? AND position = ?`, [tenant.tenantId, position]);

  it.each([
    ['the ID', 'id = id + 1000000'],
    ['the ID, and the one that was hashed', 'hashedId = id + 1000000, id = id + 1000000'],
    ['the ID, as if it had not been hashed', 'hashedId = 0, id = id + 1000000'],
    ['the actor', "actor = 'terminal2'"],
    ['the action', "action = 'test.other'"],
    ['the target', "target = 'user:1'"],
    ['the time', 'at = at + INTERVAL 1 SECOND'],
    ['a value', 'after = \'{"a":1}\''],
    ['the address', "address = '192.0.2.1'"],
    ['the request', "requestId = 'x'"],
    ['the run', "run = 'x'"],
    ['the act', "act = 'other'"],
    ['the size of the act', 'actEntries = 7'],
    ['the people', "people = '[]'"],
    ['the hash', "hash = REPEAT('0', 64)"],
    ['its place in the transaction', 'chainOffset = 2'],
  ])('finds an entry of which %s was changed', async (_, text) => {
    await addEntries(5);
    await change(text)(4);
    expect((await verify()).fault).toEqual({ position: 4, kind: 'changed' });
  });

  it('finds a missing entry, and one that was renumbered into its place', async () => {
    await addEntries(5);
    await sql('DELETE FROM audit_events WHERE tenantId = ? AND position = 4', [tenant.tenantId]);
    expect((await verify()).fault).toEqual({ position: 4, kind: 'missing' });
    await change('position = 4')(5);
    expect((await verify()).fault).toEqual({ position: 4, kind: 'changed' });
  });

  it('finds entries of one transaction that were exchanged', async () => {
    await addAtOnce(4);
    for (const [from, to] of [
      [4, 999],
      [5, 4],
      [999, 5],
    ])
      await change(`position = ${String(to)}`)(Number(from));
    expect((await verify()).fault).toEqual({ position: 4, kind: 'changed' });
  });

  it('finds a chain that was cut', async () => {
    await addEntries(5);
    const { entries } = await verify();
    await sql('DELETE FROM audit_events WHERE tenantId = ? AND position > ?', [tenant.tenantId, entries - 2]);
    expect((await verify()).fault).toEqual({ position: entries - 1, kind: 'cut' });
  });

  it('finds a changed head', async () => {
    await addEntries(3);
    const { entries } = await verify();
    const set = (text: string): Promise<unknown> =>
      sql(`UPDATE audit_heads SET ${text} WHERE tenantId = ?`, [tenant.tenantId]);
    await set("hash = REPEAT('a', 64)");
    expect((await verify()).fault).toEqual({ position: entries, kind: 'head changed' });
    await set(`entries = ${entries - 1}, hash = '${await hashAt(entries - 1)}'`);
    expect((await verify()).fault).toEqual({ position: entries, kind: 'beyond the head' });
  });

  it.each([false, true])(
    'finds that the oldest entries were removed by hand, with the head made to fit (after a removal by age: %s)',
    async (wasRemoved) => {
      await addEntries(6);
      if (wasRemoved) await removeOldest(2);
      expect((await verify()).fault).toBeUndefined();
      const cut = 5;
      const hash = await hashAt(cut);
      await sql('DELETE FROM audit_events WHERE tenantId = ? AND position <= ?', [tenant.tenantId, cut]);
      await makeHeadFit(cut, hash);
      expect((await verify()).fault).toEqual({ position: cut, kind: 'removed by hand' });
      const { code, stdout } = await cli(['audit', 'verify', '--tenant', tenant.tenantId]);
      expect(code).toBe(1);
      expect(stdout).toContain('the entries up to 5 were removed, and no entry records it');
    },
  );

  it('finds that everything was removed by hand, also what recorded a removal by age', async () => {
    await addEntries(3);
    await removeOldest(2);
    await addEntries(2);
    const { entries, hash } = await verify();
    await sql('DELETE FROM audit_events WHERE tenantId = ?', [tenant.tenantId]);
    await makeHeadFit(entries, hash);
    expect((await verify()).fault).toEqual({ position: entries, kind: 'removed by hand' });
  });

  it('reads a long chain in parts', async () => {
    await addAtOnce(1000);
    await addEntries(1);
    expect(await verify()).toMatchObject({ fault: undefined });
    await change("target = 'y'")(900);
    expect((await verify()).fault).toEqual({ position: 900, kind: 'changed' });
  });
});

describe('in the terminal', () => {
  it('a verification names count and newest hash, ends with 1 when a chain is not whole, and says where', async () => {
    await addEntries(3);
    const { entries, hash } = await verify();
    const words = ['audit', 'verify', '--tenant', tenant.tenantId];
    const whole = await cli(words);
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining(hash) as string });
    expect(whole.stdout).toContain(`${entries} entries`);
    await sql("UPDATE audit_events SET target = 'x' WHERE tenantId = ? AND position = 2", [tenant.tenantId]);
    const broken = await cli([...words, '--json']);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout.split('\n')[0] ?? '')).toMatchObject({
      fault: { position: 2, kind: 'changed' },
    });
  });

  it('a head that was kept elsewhere is still part of the chain, until all of it is written anew', async () => {
    await addEntries(2);
    const printed = await cli(['audit', 'head', '--tenant', tenant.tenantId]);
    const [head] = JSON.parse(printed.stdout) as Row[];
    const kept = `${String(head?.['count'])}:${String(head?.['hash'])}`;
    await addEntries(2);
    const words = ['audit', 'verify', '--tenant', tenant.tenantId, '--head'];
    expect((await cli([...words, kept])).code).toBe(0);
    const forged = await cli([...words, kept.replace(/:.*/, `:${'b'.repeat(64)}`)]);
    expect(forged).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not part of the chain') as unknown,
    });
    expect((await cli([...words, 'nonsense'])).code).toBe(1);
    expect((await cli(['audit', 'verify', '--head', kept])).stderr).toContain('--head needs --tenant');
  });
});

describe('a head that was kept elsewhere, when its entry was removed because of its age,', () => {
  it('is no fault: it proves nothing any more, which has an exit code of its own', async () => {
    await addEntries(2);
    const { entries, hash } = await verify();
    await addEntries(3);
    const words = ['audit', 'verify', '--tenant', tenant.tenantId, '--head', `${entries}:${hash}`];
    await removeOldest(entries);
    expect((await cli(words)).code).toBe(0);
    await removeOldest(1);
    const { code, stdout } = await cli(words);
    expect(code).toBe(3);
    expect(stdout).toContain('so it proves nothing any more');
    expect(stdout).toContain('  whole: ');
    expect(stdout).toContain('0 are not whole');
  });

  it('does not hide a fault of what is kept', async () => {
    const { entries, hash } = await verify();
    await addEntries(4);
    await removeOldest(entries + 1);
    await sql("UPDATE audit_events SET target = 'x' WHERE tenantId = ? AND position = ?", [
      tenant.tenantId,
      entries + 3,
    ]);
    const words = ['audit', 'verify', '--tenant', tenant.tenantId, '--head', `${entries}:${hash}`];
    const broken = await cli(words);
    expect(broken).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT WHOLE') as unknown });
  });
});

describe('old entries', () => {
  it('are removed from the old end, and the rest can be verified', async () => {
    await addEntries(3);
    await addAtOnce(5);
    const scope = await service.scope(tenant);
    const audit = service.app.get(AuditService);
    const remove = (date: Date, limit: number): ReturnType<AuditService['removeBefore']> =>
      service.app.get(UnitOfWork).run((transaction) => audit.removeBefore(scope, transaction, date, limit));
    const { entries, ...former } = await verify();
    expect(await remove(new Date(0), 100)).toBeUndefined();
    const later = new Date(nowOf(scope).getTime() + 1000);
    expect(await remove(later, 2)).toEqual({ entries: 2, upTo: 2 });
    expect(await verify()).toMatchObject({ fault: undefined, from: 3, entries: entries + 1 });
    // Those of one transaction go together.
    expect(await remove(later, entries - 2 - 3)).toEqual({ entries: entries - 2, upTo: entries });
    const rest = await verify();
    expect(rest).toMatchObject({ fault: undefined, from: entries + 1, entries: entries + 2 });
    expect(await positions()).toEqual([entries + 1, entries + 2]);
    const verification = service.app.get(ChainVerificationService);
    const kept = { position: entries, hash: former.hash };
    const known = await verification.verify(tenant, kept);
    expect(known).toMatchObject({ fault: undefined, isHeadRemoved: false });
    const older = await verification.verify(tenant, { ...kept, position: 2 });
    expect(older).toMatchObject({ fault: undefined, isHeadRemoved: true });
    const { rows } = await audit.list(scope, {}, { offset: 0, limit: 1, order: 'DESC' });
    expect(rows[0]).toMatchObject({ action: 'audit.entries-removed', after: { upTo: entries } });
  });
});
