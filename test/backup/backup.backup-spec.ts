import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { LazyModuleLoader } from '@nestjs/core';
import { DataSource } from 'typeorm';

import { readConfig } from '../../src/config/environment.js';
import { connectDatabase } from '../../src/database/connection/connect.js';
import { DemoModule } from '../../src/demo/demo.module.js';
import { DemoService } from '../../src/demo/demo.service.js';
import { person } from '../factories/person.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import { type Ended, refusal, runScript } from '../support/service-process.js';
import { ENTITIES } from '../../src/schema.js';
import { until } from '../support/until.js';

let folder: string;
let file: string;
let serial = 0;
const databases: string[] = [];
const services: TestService[] = [];
const opened: DataSource[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  file = join(folder, 'backup.sql.gz');
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  const janitor = await open(newDatabase());
  for (const url of databases.splice(0))
    await janitor.query(`DROP DATABASE IF EXISTS \`${new URL(url).pathname.slice(1)}\``);
  await Promise.all(opened.splice(0).map((dataSource) => dataSource.destroy()));
  await rm(folder, { recursive: true });
});

/** The address of a database that does not exist yet. */
function newDatabase(): string {
  serial += 1;
  const url = new URL(process.env.TEST_DATABASE_URL_BASE ?? '');
  url.pathname = `/itest_backup_${process.pid}_${serial}`;
  databases.push(url.href);
  return url.href;
}

async function start(databaseUrl: string): Promise<TestService> {
  const service = await TestService.start({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
  services.push(service);
  return service;
}

async function open(databaseUrl: string): Promise<DataSource> {
  const { options } = await connectDatabase(readConfig({ DATABASE_URL: databaseUrl }), () => undefined);
  const dataSource = await new DataSource({ ...options, entities: ENTITIES }).initialize();
  opened.push(dataSource);
  return dataSource;
}

const backup = (databaseUrl: string): Promise<Ended> =>
  runScript('backup/backup.mjs', [file], { DATABASE_URL: databaseUrl });
const restore = (databaseUrl: string): Promise<Ended> =>
  runScript('backup/restore.mjs', [file], { DATABASE_URL: databaseUrl });

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const rows: { name: string }[] = await dataSource.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}

/** The number of rows of every table, and the server's own checksum of them. */
async function contentOf(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const table of await tablesOf(dataSource)) {
    const [sum]: { Checksum: unknown }[] = await dataSource.query(`CHECKSUM TABLE \`${table}\``);
    const [counted]: { rows: unknown }[] = await dataSource.query(
      `SELECT COUNT(*) AS \`rows\` FROM \`${table}\``,
    );
    content[table] = [Number(counted?.rows), String(sum?.Checksum)];
  }
  return content;
}

/** Sends one request after the other, so that the stored rows are always those of the first requests. */
class Writer {
  sent = 0;
  answered = 0;
  private isOver = false;
  private readonly done: Promise<void>;

  constructor(private readonly send: (number: number) => Promise<{ status: number }>) {
    this.done = this.work();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.done;
  }

  private async work(): Promise<void> {
    while (!this.isOver) {
      this.sent += 1;
      const { status } = await this.send(this.sent);
      if (status >= 300) throw new Error(`A write was answered ${status}`);
      this.answered += 1;
    }
  }
}

/** A doctoral student has a progress record from the first moment on. */
function postPeople({ sis }: TestTenant): Writer {
  return new Writer((number) => sis.post('/users', person({ externalId: `A-${number}`, degree: 'PhD' })));
}

/** Each of them has rows in several tables, written by several transactions. */
function approveSubmissions({ workflow }: TestTenant): Writer {
  return new Writer(async (number) => {
    const at = `/submissions/sub-${number}`;
    await workflow.put(at, { formType: 'leave', studentId: 'S-0', fields: { title: 'Ça “va” 😀 \\ \' "' } });
    await workflow.post(`${at}/status`, { status: 'submitted' });
    return workflow.post(`${at}/status`, { status: 'approved' });
  });
}

async function numbersOf(dataSource: DataSource, sql: string): Promise<number[]> {
  const rows: { number: unknown }[] = await dataSource.query(sql);
  return rows.map(({ number }) => Number(number));
}

const PEOPLE =
  'SELECT CAST(SUBSTRING(`legacyNumber`, 3) AS SIGNED) AS `number` FROM `users` WHERE ' +
  "`legacyNumber` LIKE 'A-%' ORDER BY 1";
const SUBMISSIONS = `SELECT CAST(SUBSTRING(\`submissionId\`, 5) AS SIGNED) AS \`number\`
  FROM \`submissions\` WHERE \`status\` = 'approved' ORDER BY 1`;
/** Written in one transaction with the item, in a table of its own. */
const MISCOUNTED =
  `SELECT COALESCE(SUM(\`count\`), 0) - (SELECT COUNT(*) FROM \`sync_items\`) AS \`number\` FROM ` +
  `\`sync_counters\` WHERE \`kind\` NOT LIKE 'claim%' AND \`kind\` <> 'replayed'`;
const WITHOUT_RECORD = `SELECT COUNT(*) AS \`number\` FROM \`users\` AS \`u\` LEFT JOIN \`progress_documents\` AS \`d\`
  ON \`d\`.\`tenantId\` = \`u\`.\`tenantId\` AND \`d\`.\`studentId\` = \`u\`.\`id\`
  WHERE \`u\`.\`legacyNumber\` LIKE 'A-%' AND \`d\`.\`studentId\` IS NULL`;
const WITHOUT_STEPS = `SELECT COUNT(*) AS \`number\` FROM \`submissions\` AS \`s\`
  WHERE \`status\` = 'approved' AND (SELECT COUNT(*) FROM \`submission_transitions\` AS \`t\`
    WHERE \`t\`.\`tenantId\` = \`s\`.\`tenantId\` AND \`t\`.\`submissionId\` = \`s\`.\`submissionId\`) < 2`;

const WAITING =
  "SELECT COUNT(*) AS `number` FROM information_schema.processlist WHERE `state` LIKE 'Waiting " +
  "for table metadata lock' AND `info` LIKE " +
  "'S%request_log%'";

/**
 * Takes a backup that stops half-way, between progress records and users, until every writer has written on. No request
 * waits for the table that it stops at.
 */
async function backupInSteps(source: string, writers: readonly Writer[]): Promise<Ended> {
  const holder = (await open(source)).createQueryRunner();
  const watcher = await open(source);
  await holder.query('LOCK TABLES `request_log` WRITE');
  const taken = backup(source);
  await until('the backup waits for the table', async () => (await numbersOf(watcher, WAITING))[0] !== 0);
  const goals = writers.map(({ answered }) => answered + 5);
  await until('every writer has written on', () =>
    writers.every(({ answered }, index) => answered >= (goals[index] ?? 0)),
  );
  await holder.query('UNLOCK TABLES');
  await holder.release();
  return taken;
}

const firstNumbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a backup that is taken while people write', () => {
  it('is the database of one moment: all writes acknowledged before, none sent later, none in part', async () => {
    const [source, target] = [newDatabase(), newDatabase()];
    const service = await start(source);
    const tenant = await service.tenant();
    await tenant.sis.post('/users', person({ externalId: 'S-0' }));
    const writers = [postPeople(tenant), approveSubmissions(await service.anotherCaller(tenant))];
    await until('every writer has begun', () => writers.every(({ answered }) => answered >= 5));
    const before = writers.map(({ answered }) => answered);
    const taken = await backupInSteps(source, writers);
    const after = writers.map(({ sent }) => sent);
    await Promise.all(writers.map((writer) => writer.end()));
    const read = await restore(target);
    const restored = await open(target);

    expect({
      takenCode: taken.code,
      takenStdout: taken.stdout,
      readCode: read.code,
      readStdout: read.stdout,
    }).toEqual({ takenCode: 0, takenStdout: '', readCode: 0, readStdout: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stored = [await numbersOf(restored, PEOPLE), await numbersOf(restored, SUBMISSIONS)];
    for (const [index, numbers] of stored.entries()) {
      expect(numbers).toEqual(firstNumbers(numbers.length));
      expect(numbers.length).toBeGreaterThanOrEqual(before[index] ?? 0);
      expect(numbers.length).toBeLessThan((after[index] ?? 0) - 3);
    }
    expect(await numbersOf(restored, MISCOUNTED)).toEqual([0]);
    expect(await numbersOf(restored, WITHOUT_RECORD)).toEqual([0]);
    expect(await numbersOf(restored, WITHOUT_STEPS)).toEqual([0]);
  });
});

describe('a restored database', () => {
  it('has the same rows in every table, and a service with the same key answers from it', async () => {
    const [source, target] = [newDatabase(), newDatabase()];
    const service = await start(source);
    const demo = await (
      await service.app.get(LazyModuleLoader).load(() => DemoModule)
    )
      .get(DemoService)
      .create();
    await services.pop()?.stop();
    await backup(source);
    const read = await restore(target);
    const [original, copy] = [await open(source), await open(target)];
    const [expected, found] = [await contentOf(original), await contentOf(copy)];
    const again = await start(target);
    const { sis } = clientsAt(again.baseUrl, demo);

    expect(read.code).toBe(0);
    expect(Object.keys(expected).length).toBeGreaterThan(20);
    expect(expected['users']?.[0]).toBeGreaterThan(50);
    expect(found).toEqual(expected);
    expect((await sis.get('')).body).toMatchObject({ success: true, tenantId: demo.tenantId });
    expect((await sis.post('/users', person({ externalId: 'S-new' }))).status).toBe(201);
  });
});

describe('what is refused', () => {
  it('is a database that has tables, which stays as it is', async () => {
    const source = newDatabase();
    const tenant = await (await start(source)).tenant();
    await backup(source);
    await tenant.sis.post('/users', person({ externalId: 'S-later' }));
    const ended = await restore(source);

    expect(ended).toMatchObject(refusal('has tables'));
    expect((await tenant.sis.get('/users/S-later')).status).toBe(200);
  });

  it('is a file that was cut short, before anything is written', async () => {
    const [source, target] = [newDatabase(), newDatabase()];
    await start(source);
    await backup(source);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 100));
    const ended = await restore(target);

    expect(ended).toMatchObject(refusal('not a whole backup'));
    expect(await tablesOf(await open(target))).toEqual([]);
  });

  it('is a file whose program failed, although it was packed to its end', async () => {
    const [source, target] = [newDatabase(), newDatabase()];
    await start(source);
    await backup(source);
    const text = gunzipSync(await readFile(file)).toString('latin1');
    const failed = text.slice(0, text.lastIndexOf('-- Dump completed'));
    await writeFile(file, gzipSync(Buffer.from(failed, 'latin1')));
    const ended = await restore(target);

    expect(ended).toMatchObject(refusal('did not come to its end'));
    expect(await tablesOf(await open(target))).toEqual([]);
  });

  it('is a backup of a database that is not there; no file is left, and no password shown', async () => {
    const url = 'mysql://a-user:hidden-word@127.0.0.1:1/nowhere';
    const { code, stderr } = await backup(url);

    expect(code).toBe(1);
    expect(stderr).not.toContain('hidden-word');
    expect({ file: existsSync(file), part: existsSync(`${file}.part`) }).toEqual({
      file: false,
      part: false,
    });
  });
});
