import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { identityOf, isAlive } from '../../src/database/private-server/process-identity.js';
import { startTestServer, type TestServer } from '../../src/database/private-server/test-server.js';
import { person } from '../factories/person.js';
import { TestService, type TestTenant } from '../support/service.js';
import { type Ended, refusal, runScript, ScriptProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

const SOURCE = 'drill_source';
const COPY = 'drill_copy';

/** A server with a binary log, which the server of the other tests has not. */
let server: TestServer;
let service: TestService;
let tenant: TestTenant;
let folder: string;
let file: string;

beforeAll(async () => {
  server = await startTestServer(undefined, { name: 'drill', flags: ['--log-bin=binlog', '--server-id=1'] });
  await ask(`CREATE DATABASE ${SOURCE}`);
  folder = await mkdtemp(join(tmpdir(), 'drill-test-'));
  service = await TestService.start({ DATABASE_URL: urlOf(SOURCE), DATA_DIR: folder });
  tenant = await service.tenant();
});

beforeEach(() => {
  file = join(folder, `${expect.getState().currentTestName?.length ?? 0}.sql.gz`);
});

afterEach(() => ask(`DROP DATABASE IF EXISTS ${COPY}`));

afterAll(async () => {
  await service.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

function urlOf(database: string): string {
  return `mysql://root@localhost/${database}?socketPath=${encodeURIComponent(server.socketPath)}`;
}

async function ask(sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ socketPath: server.socketPath, user: 'root' });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

function environment(): Record<string, string> {
  const SERVER_KEY = process.env['SERVER_KEY'] ?? '';
  return { DATABASE_URL: urlOf(SOURCE), SERVER_KEY, DATA_DIR: folder };
}

function run(script: string, words: string[], more: Record<string, string> = {}): Promise<Ended> {
  return runScript(script, words, { ...environment(), ...more });
}

function drill(words: string[], more: Record<string, string> = {}): Promise<Ended> {
  return run('backup/restore-drill.mjs', words, more);
}

async function post(externalId: string): Promise<void> {
  expect((await tenant.sis.post('/users', person({ externalId }))).status).toBe(201);
}

async function copiedPeople(): Promise<unknown[]> {
  const rows = await ask(`SELECT \`legacyNumber\` AS \`name\` FROM ${COPY}.\`users\` ORDER BY 1`);
  return rows.map((row): unknown => row['name']);
}

/** The next second of the server, once it has begun: binary logs are read by whole seconds. */
async function nextSecond(): Promise<string> {
  const [row] = await ask('SELECT FLOOR(UNIX_TIMESTAMP(NOW(3))) + 1 AS `next`');
  const next = Number(row?.['next']);
  for (let now = 0; now < next;)
    now = Number((await ask('SELECT UNIX_TIMESTAMP(NOW(3)) AS `now`'))[0]?.['now']);
  return new Date(next * 1000).toISOString();
}

describe('a drill', () => {
  it('takes a backup while people write, restores it on a server of its own, and finds no difference', async () => {
    await post('D-1');
    const over = new AbortController();
    const writing = (async () => {
      for (let number = 1; !over.signal.aborted; number += 1) await post(`W-${number}`);
    })();
    const { apiKey, apiSecret } = tenant;
    const ended = await drill([], { DRILL_API_KEY: apiKey, DRILL_API_SECRET: apiSecret });
    over.abort();
    await writing;

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('no difference; compared by rows and digest');
    expect(ended.stdout).toContain('| a credential of that time | 200 |');
    expect(ended.stdout).toContain('The backup can be restored.');
    expect(ended.stdout).not.toContain(apiSecret);
  });

  it('fails, and names the table, when the copy has other values', async () => {
    // A dump keeps six digits of such a number.
    await ask(`CREATE TABLE ${SOURCE}.\`rounded\` (\`id\` INT PRIMARY KEY, \`value\` FLOAT)`);
    await ask(`INSERT INTO ${SOURCE}.\`rounded\` VALUES (1, 0.123456789), (2, 0.5)`);
    const ended = await drill(['--data-only', '--on', urlOf(COPY)]);
    await ask(`DROP TABLE ${SOURCE}.\`rounded\``);

    expect(ended).toMatchObject(refusal('rounded: as many rows, but other ones'));
  });

  it('fails when a restored file leaves fewer rows than it has', async () => {
    await post('D-2');
    await run('backup/backup.mjs', [file]);
    const text = gunzipSync(await readFile(file)).toString('latin1');
    await writeFile(file, gzipSync(Buffer.from(`${text}\nDELETE FROM \`credentials\` LIMIT 1;\n`, 'latin1')));
    const ended = await drill(['--data-only', '--backup', file, '--on', urlOf(COPY)]);

    expect(ended).toMatchObject(refusal(/credentials: \d+ rows instead of \d+/));
  });

  it('fails when the service cannot start on the copy, as with another SERVER_KEY', async () => {
    const SERVER_KEY = 'another-key-of-32-characters-or-more';
    const ended = await drill(['--on', urlOf(COPY)], { SERVER_KEY });

    expect(ended).toMatchObject(refusal('did not start on the restored database'));
    await ask(`DROP DATABASE IF EXISTS ${COPY}`);
  });

  it('fails when a credential of that time is not valid', async () => {
    const wrong = { DRILL_API_KEY: tenant.apiKey, DRILL_API_SECRET: 'x'.repeat(43) };
    const ended = await drill(['--on', urlOf(COPY)], wrong);

    expect(ended).toMatchObject(refusal('a credential of that time: 401'));
  });

  it('ends its server and removes all that it made when it is interrupted', async () => {
    await post('D-3');
    const temporary = await mkdtemp(join(folder, 'temporary-'));
    const running = new ScriptProcess('backup/restore-drill.mjs', [], {
      ...environment(),
      TMPDIR: temporary,
    });
    let copyServer = identityOf(0);
    const isRunning = async (): Promise<boolean> => {
      const made = (await readdir(temporary)).find((name) => /^restore-drill-(?!backup)/.test(name));
      const text = await readFile(join(temporary, made ?? '', 'mysqld.pid'), 'utf8').catch(() => '');
      copyServer = identityOf(Number.parseInt(text, 10));
      return isAlive(copyServer);
    };
    // The backup comes first.
    await until('the server of the copy runs', isRunning, { within: 60_000 });
    running.signal('SIGTERM');
    const { code, stderr } = await running.ended;

    expect({ code, stderr }).toEqual({ code: 130, stderr: 'Interrupted.\n' });
    expect(await readdir(temporary)).toEqual([]);
    expect(isAlive(copyServer)).toBe(false);
  });

  it('refuses a password on the command line', async () => {
    const ended = await drill(['--on', 'mysql://user:word@localhost/copy']);

    expect(ended).toMatchObject(refusal('DRILL_DATABASE_URL'));
  });

  it('refuses a database that has tables, which stays as it is', async () => {
    await ask(`CREATE DATABASE ${COPY}`);
    await ask(`CREATE TABLE ${COPY}.\`kept\` (\`id\` INT PRIMARY KEY)`);
    const ended = await drill(['--on', urlOf(COPY)]);

    expect(ended).toMatchObject(refusal('has tables'));
    expect(await ask(`SHOW TABLES FROM ${COPY}`)).toHaveLength(1);
  });
});

describe('a point in time', () => {
  it('has what was committed after the backup and before that time, in a drill and in a restore', async () => {
    await post('P-before');
    await run('backup/backup.mjs', [file, '--position']);
    await post('P-after');
    const moment = await nextSecond();
    await post('P-late');
    const [log] = await ask('SELECT @@GLOBAL.log_bin_basename AS `base`');
    const [first] = await ask('SHOW BINARY LOGS');
    const ended = await drill(['--data-only', '--backup', file, '--until', moment, '--on', urlOf(COPY)]);
    const drilled = await copiedPeople();
    await ask(`DROP DATABASE ${COPY}`);
    const logFile = String(log?.['base']).replace(/[^/]*$/, String(first?.['Log_name']));
    const words = [file, '--until', moment, '--binary-log', logFile];
    const restored = await run('backup/restore.mjs', words, { DATABASE_URL: urlOf(COPY) });

    expect({ code: ended.code, stderr: ended.stderr, restored: restored.code }).toEqual({
      code: 0,
      stderr: '',
      restored: 0,
    });
    for (const people of [drilled, await copiedPeople()]) {
      expect(people).toEqual(expect.arrayContaining(['P-before', 'P-after']));
      expect(people).not.toContain('P-late');
    }
  });

  it('is refused when it is before the backup, or the backup is of another database', async () => {
    const early = new Date(Date.now() - 60_000).toISOString();
    await run('backup/backup.mjs', [file, '--position']);
    const late = new Date(Date.now() + 60_000).toISOString();
    const words = ['--binary-log', file];
    const restored = (...more: string[]): Promise<Ended> =>
      run('backup/restore.mjs', [file, ...words, ...more], { DATABASE_URL: urlOf(COPY) });

    expect(await restored('--until', early)).toMatchObject(refusal('after --until'));
    expect(await restored('--until', late, '--from', 'other')).toMatchObject(
      refusal(`is a backup of ${SOURCE}, and --from names other`),
    );
    expect(await restored('--until', late)).toMatchObject(refusal('name that binary log first'));
    expect(await ask(`SHOW TABLES FROM ${COPY}`)).toEqual([]);
  });

  it('needs a backup that says where the binary log stood', async () => {
    await run('backup/backup.mjs', [file]);
    const moment = '2026-11-20T14:05:00Z';
    const words = ['--data-only', '--backup', file, '--until', moment];
    const ended = await drill([...words, '--on', urlOf(COPY)]);

    expect(ended).toMatchObject(refusal('--position'));
  });
});
