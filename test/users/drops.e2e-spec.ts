import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { freePorts } from '../../bench/support/ports.js';
import { lockFolder } from '../../src/cli/drops/folder-lock.js';
import { person } from '../factories/person.js';
import { allUsers, statusOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { csv, DropSite } from '../support/drop-site.js';
import { folderForEachTest } from '../support/folders.js';
import { answeringEach, inserted } from '../support/scripted-bulk.js';
import { ScriptedService } from '../support/scripted-service.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const folder = folderForEachTest('drops');

let tenant: TestTenant;
let site: DropSite;

beforeEach(async () => {
  tenant = await service.tenant();
  site = new DropSite(folder.path, service.baseUrl, tenant);
});

const people = (count: number): Row[] => Array.from({ length: count }, () => person());
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const stored = async (): Promise<unknown[]> =>
  (await allUsers(service, tenant)).map((user) => user['legacyNumber']);
const numbersOf = (rows: readonly Row[]): unknown[] => rows.map((row) => row['externalId']);

/** The reason for which a file was refused, of which nothing was sent. */
async function reasonFor(name: string): Promise<string> {
  const { code } = await site.run();
  expect({ code, stored: await stored(), in: await site.names('refused') }).toEqual({
    code: 1,
    stored: [],
    in: expect.arrayContaining([name, `${name}.reason.txt`]) as string[],
  });
  expect(site.has(name)).toBe(false);
  return site.read(`refused/${name}.reason.txt`);
}

describe('a file that is put into the folder', () => {
  it('is fed in a run that its name and content name, and goes into the archive with its results', async () => {
    const rows = people(3);
    await site.put('students.csv', rows);
    const run = `drop:students.csv:${sha256(csv(rows)).slice(0, 16)}`;
    const { code, stdout, stderr } = await site.run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`students.csv: 3 rows, 3 inserted, 0 updated, 0 unchanged, 0 failed; run ${run}\n`);
    expect(await stored()).toEqual(numbersOf(rows));
    expect(await site.names()).toEqual([
      'archive',
      'refused',
      'students.csv.result.csv',
      'students.csv.result.json',
    ]);
    expect(await site.names('archive')).toEqual([
      'students.csv',
      'students.csv.result.csv',
      'students.csv.result.json',
    ]);
    const result = await site.result('students.csv');
    expect(result).toMatchObject({
      file: 'students.csv',
      run,
      sha256: sha256(csv(rows)),
      counts: { inserted: 3 },
    });
    expect(await site.result('archive/students.csv')).toEqual(result);
    await service.settle(tenant);
    expect((await tenant.sis.get(`/runs/${run}`)).body.data).toMatchObject({ inserted: 3 });
  });

  it('waits for those before it by name, so that the later one wins', async () => {
    const [one] = people(1);
    await site.put('b 2.csv', [{ ...one, firstName: 'Bea' }]);
    await site.put('a 1.csv', [{ ...one, firstName: 'Ann' }]);
    const { stdout } = await site.run();
    expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual(['a 1.csv', 'b 2.csv', '']);
    expect((await allUsers(service, tenant))[0]).toMatchObject({ firstName: 'Bea' });
  });

  it.each(['M\u00fcller, K\u00f6ln 1.csv', 'a..b.csv', "it's $(here) & *.csv", '-rf.csv'])(
    'may be named %s',
    async (name) => {
      await site.put(name, people(1));
      expect((await site.run()).code).toBe(0);
      expect(await site.names('archive')).toContain(name);
    },
  );

  it('may have the name of an earlier one, which stays in the archive', async () => {
    const nights = [people(1), people(2)];
    for (const night of nights) {
      await site.put('students.csv', night);
      await site.run();
    }
    expect(await site.read('archive/students.csv')).toBe(csv(nights[0] ?? []));
    expect(await site.read('archive/students.csv.2')).toBe(csv(nights[1] ?? []));
    expect(await site.result('students.csv')).toMatchObject({ counts: { inserted: 2 } });
  });

  it('goes into the archive with the rows that were refused, each with its problems', async () => {
    const [good, bad] = people(2);
    await site.put('students.csv', [{ ...bad, email: 'no address', accountType: 'Guest' }, good ?? {}]);
    expect((await site.run()).code).toBe(1);
    const number = String(bad?.['externalId']);
    const lines = (await site.read('students.csv.result.csv')).slice(1).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('line,externalId,field,code,message');
    expect(lines[1]).toMatch(new RegExp(`^2,${number},email,isEmail,`));
    expect(lines[2]).toMatch(new RegExp(`^2,${number},accountType,\\w+,`));
    expect(await site.read('archive/students.csv.result.csv')).toBe(
      await site.read('students.csv.result.csv'),
    );
    expect(await stored()).toEqual(numbersOf([good ?? {}]));
  });

  it('is mapped as the rules of its name say', async () => {
    await site.rules({ 'staff*': { mapping: 'staff-map.json' } });
    await site.put(
      'staff-map.json',
      JSON.stringify({ columns: { Nr: 'externalId' }, defaults: { accountType: 'Staff' } }),
    );
    await site.put('staff 1.csv', 'Nr,email,firstName,lastName\nN-1,n1@test.example.edu,Nia,Noor\n');
    expect((await site.run()).code).toBe(0);
    expect((await allUsers(service, tenant))[0]).toMatchObject({ legacyNumber: 'N-1', accountType: 'Staff' });
    expect(site.has('staff-map.json')).toBe(true);
  });

  it('waits until it has not changed for so long, unless its .ok is there', async () => {
    const rows = people(2);
    await site.put('a.csv.part', rows);
    await site.put('b.csv', rows);
    await site.put('b.csv.ok', `rows: 2\nsha256: ${sha256(csv(rows)).toUpperCase()}\n`);
    await site.put('.c.csv', rows);
    expect((await site.run(['--settle', '86400'])).code).toBe(0);
    expect(await site.names('archive')).toEqual(
      ['b.csv', 'b.csv.ok', 'b.csv.result.csv', 'b.csv.result.json'].sort(),
    );
    expect(site.has('.c.csv')).toBe(true);
    expect(await site.names()).toContain('a.csv.part');
    expect(await site.names()).not.toContain('b.csv.ok');
  });

  it('is printed as a line of JSON for programs', async () => {
    await site.put('a.csv', people(1));
    await site.put('b.pdf', '%PDF-1.7');
    const lines = (await site.run(['--json'])).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Row)).toEqual([
      expect.objectContaining({
        into: 'archive',
        as: 'a.csv',
        counts: expect.objectContaining({ inserted: 1 }) as Row,
      }),
      { into: 'refused', file: 'b.pdf', as: 'b.pdf', reason: expect.stringContaining('PDF') as string },
    ]);
  });
});

describe('a complete file', () => {
  it('ends its run: who is absent in two of them is de-provisioned', async () => {
    await site.rules({ 'students*': { complete: ['Student'] } });
    const rows = people(4);
    await site.put('students-1.csv', rows);
    await site.put('students-2.csv', rows.slice(1));
    await site.put('students-3.csv', rows.slice(1).reverse());
    expect((await site.run()).code).toBe(0);
    const absent = { first: 0, again: 1, deprovisioned: 1, held: 0 };
    expect(await site.result('students-3.csv')).toMatchObject({ finish: { rows: 3, named: 3, absent } });
    expect(await statusOf(tenant, rows[0]?.['externalId'])).toBe('inactive');
  });

  it('is counted by the number of runs that its rule says', async () => {
    await site.rules({ 'students*': { complete: ['Student'], absentRuns: 1 } });
    const rows = people(4);
    await site.put('students-1.csv', rows);
    await site.put('students-2.csv', rows.slice(1));
    await site.run();
    expect(await statusOf(tenant, rows[0]?.['externalId'])).toBe('inactive');
  });

  it('goes into the archive also when its run is not complete, and de-provisions no one', async () => {
    await site.rules({ 'students*': { complete: ['Student'], absentRuns: 1 } });
    const rows = people(5);
    await site.put('students-1.csv', rows);
    await site.put('students-2.csv', rows.slice(3));
    const { code, stdout } = await site.run();
    expect(code).toBe(1);
    expect(stdout).toContain('; NOT COMPLETE: ');
    expect(await site.names('archive')).toContain('students-2.csv');
    const result = await site.result('students-2.csv');
    expect(result).toMatchObject({ counts: { unchanged: 2 }, notComplete: expect.any(String) as string });
    expect(result).not.toHaveProperty('finish');
    expect(await statusOf(tenant, rows[0]?.['externalId'])).toBe('active');
  });

  it('with a row that cannot be read is not complete, and its run is not ended', async () => {
    await site.rules({ 'students*': { complete: ['Student'], absentRuns: 1 } });
    const rows = people(3);
    await site.put('students-1.csv', rows);
    await site.put('students-2.csv', `${csv(rows.slice(1))}one cell\n`);
    expect((await site.run()).code).toBe(1);
    expect(await site.result('students-2.csv')).toMatchObject({
      counts: { refused: 1 },
      notComplete: expect.stringContaining('1 row of the file was not sent') as string,
    });
    expect(await statusOf(tenant, rows[0]?.['externalId'])).toBe('active');
  });

  it('without any row is not complete', async () => {
    await site.rules({ 'students*': { complete: ['Student'] } });
    await site.put('students.csv', 'externalId,email,firstName,lastName,accountType\n');
    expect((await site.run()).code).toBe(1);
    expect(await site.result('students.csv')).toMatchObject({ notComplete: expect.any(String) as string });
  });
});

describe('a file is refused as a whole', () => {
  it('when its hash is another one than its .ok says', async () => {
    await site.put('a.csv', people(1));
    await site.put('a.csv.ok', `sha256: ${'0'.repeat(64)}`);
    expect(await reasonFor('a.csv')).toContain(`its .ok says ${'0'.repeat(64)}; send it again`);
    expect(await site.names()).toEqual(['archive', 'refused']);
  });

  it('when it has another number of rows than its .ok says', async () => {
    await site.put('a.csv', people(2));
    await site.put('a.csv.ok', 'rows: 3\n');
    expect(await reasonFor('a.csv')).toBe('it has 2 rows, and its .ok says 3; send it again\n');
  });

  it('when its .ok says something else', async () => {
    await site.put('a.csv', people(1));
    await site.put('a.csv.ok', 'lines: 3\n');
    expect(await reasonFor('a.csv')).toContain('its .ok has the line "lines: 3"');
  });

  it.each<[string, string, string | Buffer, RegExp]>([
    ['it is empty', 'a.csv', '', /there is no header row/],
    ['it is no table', 'a.csv', '%PDF-1.7 …', /PDF/],
    ['half of it has come', 'a.csv.gz', gzipSync(csv([person()])).subarray(0, 40), /unexpected end of file/],
    ['a quote never ends', 'a.csv', `${csv([person()])}x@test.example.edu,"Ann\n`, /never closed/],
    ['it has no column for a key', 'a.csv', 'colour\nred\n', /no column gives/],
  ])('when %s, and nothing of it is sent', async (_, name, content, reason) => {
    await site.put(name, content);
    expect(await reasonFor(name)).toMatch(reason);
  });

  it('and one of the same name is refused beside it', async () => {
    for (const content of ['', '%PDF-1.7']) {
      await site.put('a.csv', content);
      await reasonFor('a.csv');
    }
    expect(await site.names('refused')).toEqual([
      'a.csv',
      'a.csv.2',
      'a.csv.2.reason.txt',
      'a.csv.reason.txt',
    ]);
  });

  it('and accepted when it comes again with an .ok that fits', async () => {
    await site.put('a.csv', people(2));
    await site.put('a.csv.ok', 'rows: 3');
    await site.run();
    await rename(join(site.path, 'refused/a.csv'), join(site.path, 'a.csv'));
    await site.put('a.csv.ok', 'rows: 2');
    expect((await site.run()).code).toBe(0);
    expect(await stored()).toHaveLength(2);
  });
});

describe('what is no plain file of the folder', () => {
  it('is not followed, and put aside: a link', async () => {
    const secret = join(folder.path, '.secret.csv');
    await writeFile(secret, csv(people(1)));
    await symlink(secret, join(site.path, 'a.csv'));
    expect(await reasonFor('a.csv')).toContain('no plain file, but a link');
  });

  it('is put aside: a pipe, which no one writes into', async () => {
    spawnSync('mkfifo', [join(site.path, 'a.csv')]);
    expect(await reasonFor('a.csv')).toContain('no plain file');
  });

  it('is put aside under another name: a name of another encoding, or with control characters', async () => {
    await writeFile(
      Buffer.concat([Buffer.from(`${site.path}/`), Buffer.from([0x4d, 0xfc, 0x2e])]),
      csv(people(1)),
    );
    await site.put('a\u001b[2J\nb.csv', people(1));
    const { code, stdout } = await site.run();
    expect(code).toBe(1);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(await site.names('refused')).toEqual(
      ['a-[2J-b.csv', 'a-[2J-b.csv.reason.txt', 'M\ufffd.', 'M\ufffd..reason.txt'].sort(),
    );
    expect(await stored()).toEqual([]);
  });

  it('stays where it is: a folder', async () => {
    await mkdir(join(site.path, 'inbox'));
    await site.put('inbox/a.csv', people(1));
    const { code, stderr } = await site.run();
    expect(code).toBe(0);
    expect(stderr).toContain('inbox is a folder, and what is in it is not taken');
    expect(site.has('inbox/a.csv')).toBe(true);
  });
});

describe('the same content again', () => {
  it('is not sent, whatever its name, and says by which run it was applied', async () => {
    const rows = people(2);
    await site.put('a.csv', rows);
    await site.run();
    const { run } = await site.result('a.csv');
    await service.query('UPDATE `users` SET `firstName` = ? WHERE `tenantId` = ?', [
      'Changed',
      tenant.tenantId,
    ]);
    for (const name of ['a.csv', 'b.csv']) {
      await site.put(name, rows);
      expect(await site.run()).toMatchObject({
        code: 0,
        stdout: `${name}: not sent, as ${String(run)} has applied the same content\n`,
      });
      expect(await site.result(name)).toMatchObject({
        counts: null,
        run,
        appliedBefore: { run, file: 'a.csv' },
      });
    }
    expect((await allUsers(service, tenant)).map((user) => user['firstName'])).toEqual([
      'Changed',
      'Changed',
    ]);
    expect(await site.names('archive')).toEqual(expect.arrayContaining(['a.csv', 'a.csv.2', 'b.csv']));
  });

  it('is refused when its .ok does not fit', async () => {
    const rows = people(2);
    await site.put('a.csv', rows);
    await site.run();
    await site.put('b.csv', rows);
    await site.put('b.csv.ok', 'rows: 3');
    expect((await site.run()).code).toBe(1);
    expect(await site.read('refused/b.csv.reason.txt')).toContain('it has 2 rows');
  });

  it('is known by the service when the folder has forgotten it and its run was finished', async () => {
    await site.rules({ '*.csv': { complete: ['Student'] } });
    const rows = people(2);
    await site.put('a.csv', rows);
    await site.run();
    const { run } = await site.result('a.csv');
    await rm(join(site.path, '.drops'), { recursive: true });
    await site.put('a.csv', rows);
    expect((await site.run()).code).toBe(0);
    expect(await site.result('a.csv')).toMatchObject({ counts: null, appliedBefore: { run } });
  });

  it('of a run that was not complete is not complete either', async () => {
    await site.rules({ '*.csv': { complete: ['Student'] } });
    const bad = { ...person(), externalId: '', email: '' };
    await site.put('a.csv', [person(), bad]);
    expect((await site.run()).code).toBe(1);
    await site.put('b.csv', await site.read('archive/a.csv'));
    expect((await site.run()).code).toBe(1);
  });
});

describe('the files stay', () => {
  it('when the service is away, and are taken when it is there again', async () => {
    await site.put('a.csv', people(1));
    const [port] = await freePorts(1);
    const away = new DropSite(site.path, `http://127.0.0.1:${String(port)}`, tenant);
    const { code, stderr } = await away.run(['--retries', '2']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('gave up after 2 attempts') as string,
    });
    expect(await site.names()).toEqual(['a.csv', 'archive', 'refused']);
    expect((await site.run()).code).toBe(0);
  });

  it('when a fault of the service has kept a row from being applied', async () => {
    await site.put('a.csv', people(2));
    const error = { code: 'INTERNAL_ERROR', message: 'It failed.' };
    const faulty = await ScriptedService.start(
      answeringEach((line) => (line === 1 ? inserted(line) : { line, success: false, error })),
    );
    const { code, stderr } = await new DropSite(site.path, faulty.url, tenant).run();
    await faulty.stop();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('1 rows were not applied, by a fault of the service') as string,
    });
    expect(await site.names()).toEqual(['a.csv', 'archive', 'refused']);
  });

  it('when the secret is wrong', async () => {
    await site.put('a.csv', people(1));
    const wrong = new DropSite(site.path, service.baseUrl, { ...tenant, apiSecret: 'is_wrong' });
    const { code, stderr } = await wrong.run();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('the service refuses: 401') as string,
    });
    expect(site.has('a.csv')).toBe(true);
  });

  it('when another process works in the folder, which is named, until it ends', async () => {
    await site.run();
    const unlock = await lockFolder(join(site.path, '.drops'));
    await site.put('a.csv', people(1));
    const { code, stderr } = await site.run();
    expect(code).toBe(2);
    expect(stderr).toContain(
      `another drops run works in this folder: process ${process.pid} on ${hostname()}, since 20`,
    );
    expect(site.has('a.csv')).toBe(true);
    await unlock();
    expect((await site.run()).code).toBe(0);
  });

  it('when a process of another machine has the folder', async () => {
    await site.run();
    const holder = { pid: 7, startedAt: '1', host: 'other.example.edu', since: '2026-11-27T02:00:00.000Z' };
    await site.put('.drops/lock', JSON.stringify(holder));
    const { code, stderr } = await site.run();
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /process 7 on other\.example\.edu, .+; when that machine is gone for good, remove /,
    );
  });
});

it('the folder of a process that was killed is free at once', async () => {
  await site.run();
  const dead = { pid: process.pid, startedAt: '1', host: hostname(), since: '2026-11-27T02:00:00.000Z' };
  await site.put('.drops/lock', JSON.stringify(dead));
  expect((await site.run()).code).toBe(0);
});

describe('the command does not start', () => {
  it.each([
    ['with a folder that does not exist', 'none', /none does not exist/],
    ['with a file for a folder', 'drops.json', /drops\.json is no folder/],
  ])('%s', async (_, name, problem) => {
    await site.rules({});
    const { code, stderr } = await site.run(['--dir', join(site.path, name)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(problem);
  });

  it('with a link in place of the archive', async () => {
    await symlink('/tmp', join(site.path, 'archive'));
    const { code, stderr } = await site.run();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('archive must be a folder of this user') as string,
    });
  });

  it.each([
    ['that are no JSON', '{', /drops\.json: /],
    ['with an unknown key', '{"*":{"map":"x"}}', /unknown key "\*"\.map/],
    ['whose mapping does not exist', '{"*":{"mapping":"none.json"}}', /none\.json: ENOENT/],
  ])('with rules %s', async (_, content, problem) => {
    await site.put('drops.json', content);
    await chmod(join(site.path, 'drops.json'), 0o644);
    const { code, stderr } = await site.run();
    expect(code).toBe(2);
    expect(stderr).toMatch(problem);
  });

  it('with rules that others may write', async () => {
    await site.rules({});
    await chmod(join(site.path, 'drops.json'), 0o666);
    const { code, stderr } = await site.run();
    expect(code).toBe(2);
    expect(stderr).toContain(
      'drops.json must be a plain file of root or of this user that no one else may write',
    );
  });

  it('with a mapping that joins a second file', async () => {
    const lookup = { file: 'roles.csv', key: 'id', on: 'sourcedId', take: ['role'] };
    await site.put('map.json', JSON.stringify({ lookup }));
    await site.rules({ '*.csv': { mapping: 'map.json' } });
    const { code, stderr } = await site.run();
    expect(code).toBe(2);
    expect(stderr).toContain('a lookup needs the feed command');
  });
});
