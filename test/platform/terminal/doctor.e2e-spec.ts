import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { freePorts } from '../../../bench/support/ports.js';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { serverKeyOf } from '../../../src/secrets/server-keys.js';
import { folderForEachTest } from '../../support/folders.js';
import { listen } from '../../support/loopback.js';
import { OwnDatabase } from '../../support/own-database.js';
import { TestService } from '../../support/service.js';
import { cli } from '../../support/terminal.js';

const service = await TestService.ofWorker();
const folder = folderForEachTest('doctor');
const own = new OwnDatabase('doctor');

interface Examined {
  readonly code: number | null;
  readonly state: string;
  readonly findings: readonly Finding[];
}

async function examine(env: Readonly<Record<string, string>> = {}): Promise<Examined> {
  const { code, stdout } = await cli(['doctor', '--json'], { DATA_DIR: folder.path, PORT: '0', ...env });
  return { code, ...(JSON.parse(stdout) as Omit<Examined, 'code'>) };
}

/** The findings of these checks. */
function of({ findings }: Examined, ...checks: readonly string[]): readonly (readonly unknown[])[] {
  return findings.filter(({ check }) => checks.includes(check)).map(({ state, found }) => [state, found]);
}

async function databaseNames(): Promise<string> {
  return JSON.stringify(await service.query('SHOW DATABASES'));
}

beforeEach(() => own.drop());

it('examines everything in a table, and ends with 1 as the tests do not flush', async () => {
  const { code, stdout, stderr } = await cli(['doctor'], { DATA_DIR: folder.path, PORT: '0' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^Check +State +Found\n/);
  expect(stdout).toMatch(/^Variables +ok +all that are set are known and valid$/m);
  expect(stdout).toMatch(/^Database +ok +(MariaDB|MySQL) \d+\.\S+ at \S+$/m);
  expect(stdout).toMatch(/^Migrations +ok +all \d+ ran$/m);
  expect(stdout).toMatch(/^Clock +ok +within a second of that of the database$/m);
  expect(stdout).toMatch(/^Isolation +ok +READ-COMMITTED in sessions; \S+ by default$/m);
  expect(stdout).toMatch(/^Flush +warning +innodb_flush_log_at_trx_commit = 0: /m);
  expect(stdout).toMatch(/^Data directory +ok +[\d.]+ [KMGT]iB are free for \S+$/m);
  expect(stdout).toMatch(/^Versions +ok +service \d+\.\d+\.\d+, Node \d+\.\d+\.\d+$/m);
  expect(stdout).toMatch(
    /\nWhat to do:\n {2}Flush: set innodb_flush_log_at_trx_commit = 1 in the configuration/,
  );
});

it('neither creates the database nor makes a key', async () => {
  const before = await databaseNames();
  const examined = await examine({ DATABASE_URL: own.url, SERVER_KEY: '' });
  expect(of(examined, 'Database', 'Migrations', 'Server key')).toEqual([
    ['ok', 'none yet: the first start makes one in DATA_DIR'],
    ['ok', expect.stringMatching(/; the first start creates the database "\w+_doctor"$/)],
    ['ok', 'none ran: the first start makes the tables'],
  ]);
  expect(await databaseNames()).toBe(before);
  expect(readdirSync(folder.path)).toEqual([]);
});

it('starts no private server', async () => {
  const examined = await examine({ DATABASE_URL: '' });
  expect(of(examined, 'Database', 'Database settings')).toEqual([
    ['ok', `private, in ${join(folder.path, 'mysql')}: it does not run, and starts with the service`],
    ['not checked', 'the private database does not run'],
  ]);
  expect(readdirSync(folder.path)).toEqual([]);
});

it('names the migrations that are pending, and those of a newer version', async () => {
  const [{ name = '' } = {}] = await service.query<{ name?: string }[]>(
    'SELECT `name` FROM `migrations` ORDER BY `id` DESC LIMIT 1',
  );
  await service.query('UPDATE `migrations` SET `name` = ? WHERE `name` = ?', ['Later9999999999999', name]);
  const pending = await examine();
  await service.query('UPDATE `migrations` SET `name` = ? WHERE `name` = ?', [name, 'Later9999999999999']);
  expect(of(pending, 'Migrations')).toEqual([
    ['warning', expect.stringMatching(new RegExp(`^1 of \\d+ are pending: ${name}$`))],
  ]);
});

it('goes on while the database is away, and ends with 78', async () => {
  const [port = 0] = await freePorts(1);
  const examined = await examine({ DATABASE_URL: `mysql://app:s3cret@127.0.0.1:${port}/integration` });
  expect(examined).toMatchObject({ code: 78, state: 'problem' });
  expect(of(examined, 'Database', 'Database settings', 'Port')).toEqual([
    ['problem', `The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED)`],
    ['not checked', 'the database does not answer'],
    ['ok', expect.stringMatching(/ is free$/)],
  ]);
  expect(JSON.stringify(examined)).not.toContain('s3cret');
});

it('names mistyped variables and those that are not read, and checks no default in their place', async () => {
  const examined = await examine({
    DATABASE_URL: '',
    DATABSE_URL: 'x',
    DATABASE_HOST: 'db',
    SERVER_KEYFILE: '/k',
  });
  expect(examined.code).toBe(78);
  expect(of(examined, 'Variables', 'Database', 'Server key')).toEqual([
    ['problem', expect.stringContaining('did you mean DATABASE_URL?')],
    ['problem', expect.stringContaining('did you mean SERVER_KEY_FILE?')],
    ['warning', expect.stringMatching(/: DATABASE_HOST\.$/)],
    ['not checked', 'its variables are not valid'],
    ['not checked', 'DATABASE_URL is not valid'],
  ]);
});

it('compares the key with that of the database', async () => {
  const { SERVER_KEY = '' } = process.env;
  expect(of(await examine(), 'Key of the database')).toEqual([['ok', `fits: ${serverKeyOf(SERVER_KEY).id}`]]);
  const wrong = await examine({ SERVER_KEY: 'x'.repeat(40) });
  expect(of(wrong, 'Key of the database')).toEqual([
    ['problem', expect.stringMatching(/^The server key does not fit this database\./)],
  ]);
  expect(wrong.code).toBe(78);
});

describe('a port', () => {
  it('is no problem when this service is what listens there', async () => {
    const { port } = new URL(service.baseUrl);
    expect(of(await examine({ PORT: port }), 'Port')).toEqual([
      ['ok', `the service answers at ${service.baseUrl}`],
    ]);
  });

  it('is one when another program does', async () => {
    const other = createServer((socket) => socket.end());
    const port = await listen(other);
    expect(of(await examine({ PORT: String(port) }), 'Port')).toEqual([
      ['problem', `Port ${port} is taken by another program`],
    ]);
    other.close();
  });
});

it('warns of a Redis, a mail server and a replica that do not answer', async () => {
  const examined = await examine({
    REDIS_URL: 'redis://:s3cret@127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'alerts@example.edu',
    DATABASE_READ_URL: 'mysql://reader:s3cret@127.0.0.1:1/integration',
  });
  expect(of(examined, 'Redis', 'Mail server', 'Read replica')).toEqual([
    ['warning', 'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED)'],
    ['warning', 'does not answer (ECONNREFUSED): each process counts rate limits by itself'],
    ['warning', '127.0.0.1:1 does not answer (ECONNREFUSED): messages of alerts wait'],
  ]);
  expect(JSON.stringify(examined)).not.toContain('s3cret');
});

it('says that a data directory cannot be written: a problem where the key or the database is there', async () => {
  const DATA_DIR = '/proc/version/data';
  const found = `DATA_DIR: ${DATA_DIR} cannot be written (ENOTDIR)`;
  expect(of(await examine({ DATA_DIR }), 'Data directory')).toEqual([['warning', found]]);
  expect(of(await examine({ DATA_DIR, SERVER_KEY: '' }), 'Data directory')).toEqual([['problem', found]]);
});

it('explains itself, and refuses other words', async () => {
  const help = await cli(['doctor', '--help']);
  expect({ code: help.code, usage: help.stdout.split('\n')[0] }).toEqual({
    code: 0,
    usage: 'Usage: npm run -s cli -- doctor [--json]',
  });
  const { code, stdout, stderr } = await cli(['doctor', '--fix']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain("Unknown option '--fix'");
});
