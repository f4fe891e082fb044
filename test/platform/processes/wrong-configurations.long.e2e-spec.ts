import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Connection, createConnection } from 'mysql2/promise';

import { freePorts } from '../../../bench/support/ports.js';
import { serverKeyOf } from '../../../src/secrets/server-keys.js';
import { listen, portOf } from '../../support/loopback.js';
import { OwnDatabase } from '../../support/own-database.js';
import {
  BUILD_LIMIT_MS,
  type Ended,
  ensureBuilt,
  runScript,
  ScriptProcess,
} from '../../support/service-process.js';
import { cli } from '../../support/terminal.js';

type Env = Readonly<Record<string, string>>;

/** Variables that are wrong, and the lines that say so: texts of which each is a whole line, or patterns. */
interface Wrong {
  readonly env: Env;
  readonly says: readonly (string | RegExp)[];
}

const KEY = 'k'.repeat(40);
const OTHER_KEY = 'o'.repeat(40);
const READER = 'itest_reader';
const PASSWORD = 's3cret';

const database = new OwnDatabase('wrong');
/** Of each start its name, how it ended, and what it printed. */
const taken: string[] = [];
let folder: string;
let admin: Connection;
let silent: Server;
let busy: Server;
const sockets = new Set<Socket>();
let service: ScriptProcess | undefined;

async function listening(server: Server): Promise<Server> {
  server.on('connection', (socket) => sockets.add(socket));
  await listen(server);
  return server;
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** The address of the database of this file, changed. */
function databaseUrl(change: (url: URL) => unknown): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

function asReader(url: URL): URL {
  url.username = READER;
  url.password = PASSWORD;
  return url;
}

function urlAt(...ports: readonly number[]): string {
  return `mysql://app:${PASSWORD}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/integration`;
}

function unreachable(port: number, reason: string): string {
  const found = `The database at 127.0.0.1:${port} cannot be reached (${reason})`;
  return `${found}; check DATABASE_URL and that the server runs.`;
}

function takenPort(): string {
  return `Port ${portOf(busy)} is taken by another program; stop it, or start with another PORT.`;
}

async function keyFile(mode: number, text = KEY): Promise<string> {
  const file = join(folder, `key-${mode.toString(8)}-${text.length}`);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

function start(env: Env): ScriptProcess {
  const own = { DATA_DIR: join(folder, 'data'), PORT: '0', DATABASE_SILENCE_SECONDS: '1', SERVER_KEY: KEY };
  service = new ScriptProcess('start.mjs', [], { ...own, ...env });
  return service;
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'wrong-configurations-'));
  await database.drop();
  admin = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  await admin.query(`DROP USER IF EXISTS '${READER}'@'%'`);
  await admin.query(`CREATE USER '${READER}'@'%' IDENTIFIED BY '${PASSWORD}'`);
  // From now on the database is used with the key.
  const { code, stderr } = await cli(['tenant', 'list'], { DATABASE_URL: database.url, SERVER_KEY: KEY });
  if (code !== 0) throw new Error(stderr);
  await admin.query(
    `GRANT SELECT ON ${admin.escapeId(new URL(database.url).pathname.slice(1))}.* TO '${READER}'@'%'`,
  );
  silent = await listening(createServer());
  busy = await listening(createServer());
}, BUILD_LIMIT_MS);

beforeEach(() => mkdir(join(folder, 'data')));

afterEach(async () => {
  await service?.stop('SIGKILL');
  await rm(join(folder, 'data'), { recursive: true });
});

afterAll(async () => {
  process.stderr.write(`${taken.join('\n')}\n`);
  await admin.query(`DROP USER '${READER}'@'%'`);
  await admin.end();
  await database.drop();
  for (const socket of sockets) socket.destroy();
  for (const server of [silent, busy]) server.close();
  await rm(folder, { recursive: true });
});

/** Starts with these variables; how it ends is checked, and that nothing was made. */
async function expectRefusal(name: string, { env, says }: Wrong): Promise<void> {
  const began = performance.now();
  const { code, stdout, stderr }: Ended = await start(env).ended;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  taken.push(
    [name, `exit code ${code ?? 'none'}, ${seconds} s`, ...stderr.trim().split('\n')].join('\n    '),
  );
  const lines = says.map((line) =>
    typeof line === 'string' ? line : (expect.stringMatching(line) as string),
  );
  expect(stderr.split('\n')).toEqual([...lines, '']);
  expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  expect(stderr).not.toContain(PASSWORD);
  expect(await readdir(join(folder, 'data'))).toEqual([]);
}

const CASES: Readonly<Record<string, () => Wrong | Promise<Wrong>>> = {
  'a mistyped variable': () => ({
    env: { DATABSE_URL: database.url },
    says: ['DATABSE_URL is not read; did you mean DATABASE_URL? Rename it, or remove it.'],
  }),
  'a variable in another letter case': () => ({
    env: { database_url: database.url },
    says: ['database_url is not read; did you mean DATABASE_URL? Rename it, or remove it.'],
  }),
  'a name that other programs have for it': () => ({
    env: { MYSQL_URL: database.url },
    says: ['MYSQL_URL is not read; did you mean DATABASE_URL? Rename it, or set DATABASE_URL too.'],
  }),
  'a port that is no number': () => ({
    env: { PORT: '80a', DATABASE_URL: database.url },
    says: ['PORT must be a whole number from 0 to 65535'],
  }),
  'an address of another machine to listen on': () => ({
    env: { HOST: '192.0.2.7', DATABASE_URL: database.url },
    says: [/^The service cannot listen on 192\.0\.2\.7:0 \(EADDRNOTAVAIL\); set PORT or HOST\.$/],
  }),
  'a port that is taken': () => ({
    env: { PORT: String(portOf(busy)) },
    says: [takenPort()],
  }),
  'a public address with a path': () => ({
    env: { PUBLIC_URL: 'https://www.example.edu/integration', DATABASE_URL: database.url },
    says: [/^PUBLIC_URL must have no path, as .+; give it a host name of its own, such as https:\S+$/],
  }),
  'a database address without a database': () => ({
    env: { DATABASE_URL: `mysql://app:${PASSWORD}@127.0.0.1` },
    says: ['DATABASE_URL must look like mysql://user:password@host:3306/database'],
  }),
  'a database that does not run': async () => {
    const port = await closedPort();
    return {
      env: { DATABASE_URL: urlAt(port) },
      says: [unreachable(port, 'ECONNREFUSED')],
    };
  },
  'a database that takes connections and is silent': () => ({
    env: { DATABASE_URL: urlAt(portOf(silent)) },
    says: [unreachable(portOf(silent), 'no answer within 2.5 s')],
  }),
  'a list of databases that are silent': () => ({
    env: { DATABASE_URL: urlAt(portOf(silent), portOf(silent), portOf(silent)) },
    says: [unreachable(portOf(silent), 'no answer within 2 s')],
  }),
  'a host that has no address': () => ({
    env: { DATABASE_URL: `mysql://app:${PASSWORD}@database.invalid/integration` },
    says: [
      /^The database at database\.invalid:3306 cannot be reached \((?:ENOTFOUND|EAI_AGAIN|no answer .+)\); check/,
    ],
  }),
  'a wrong password': () => ({
    env: { DATABASE_URL: databaseUrl((url) => (asReader(url).password = `${PASSWORD}x`)) },
    says: [
      /^The database at \S+ refuses the user or password of DATABASE_URL; correct it and start again\.$/,
    ],
  }),
  'a missing database that the user may not create': () => ({
    env: { DATABASE_URL: databaseUrl((url) => (asReader(url).pathname += '_none')) },
    says: [
      /^The user of DATABASE_URL has no rights on the database "\w+_none" at \S+; create the database if it is missing/,
    ],
  }),
  'a user who may not change tables': () => ({
    env: { DATABASE_URL: databaseUrl(asReader) },
    says: [
      /^The database refused a statement \(error \d+\); give the user of DATABASE_URL every right on its database\.$/,
    ],
  }),
  'a short key': () => ({
    env: { SERVER_KEY: 'short', DATABASE_URL: database.url },
    says: ['SERVER_KEY must have at least 32 characters'],
  }),
  'two sources of the key': () => ({
    env: { SERVER_KEY_FILE: '/run/secrets/key', DATABASE_URL: database.url },
    says: ['SERVER_KEY and SERVER_KEY_FILE are set; set one of them'],
  }),
  'a key file that is missing, while the database is away': async () => {
    const port = await closedPort();
    return {
      env: { SERVER_KEY: '', SERVER_KEY_FILE: join(folder, 'none'), DATABASE_URL: urlAt(port) },
      says: [
        unreachable(port, 'ECONNREFUSED'),
        `SERVER_KEY_FILE: there is no file ${join(folder, 'none')}; name a file that contains the key.`,
      ],
    };
  },
  'a key file that others may read': async () => {
    const file = await keyFile(0o644);
    return {
      env: { SERVER_KEY: '', SERVER_KEY_FILE: file, DATABASE_URL: database.url },
      says: [
        `SERVER_KEY_FILE: ${file} has mode 0644, so that others may read the key; run: chmod 0600 ${file}`,
      ],
    };
  },
  'a command that prints no key': () => ({
    env: {
      SERVER_KEY: '',
      SERVER_KEY_COMMAND: `sh -c "echo not logged in >&2; exit 3"`,
      DATABASE_URL: database.url,
    },
    says: ['SERVER_KEY_COMMAND: sh ended with 3: not logged in; it must print the key and end with 0.'],
  }),
  'a command that does not end, beside another problem': () => ({
    env: {
      SERVER_KEY: '',
      SERVER_KEY_COMMAND: 'sleep 60',
      PORT: String(portOf(busy)),
      DATABASE_URL: database.url,
    },
    says: [
      'SERVER_KEY_COMMAND: sleep had not ended when the service had found other problems; ' +
        'it must print the key and end with 0.',
      takenPort(),
    ],
  }),
  'the key of another database': () => ({
    env: { SERVER_KEY: OTHER_KEY, DATABASE_URL: database.url },
    says: [
      new RegExp(
        `^The server key does not fit this database\\. The key in use has the ID ${serverKeyOf(KEY).id} .+; ` +
          `this process has ${serverKeyOf(OTHER_KEY).id}; set SERVER_KEY to the key in use\\. .+ stop working\\.$`,
      ),
    ],
  }),
  'no key, where the database has one': () => ({
    env: { SERVER_KEY: '', DATABASE_URL: database.url },
    says: [
      /^The server key does not fit this database\. .+; this process has none; set SERVER_KEY to the key in use\./,
    ],
  }),
  'a data directory that is a file': async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    return {
      env: { DATA_DIR: file },
      says: [/^DATA_DIR: \S+ cannot be written \(ENOTDIR\); name a folder in which the user .+ may write\.$/],
    };
  },
  'a certificate that is missing': () => ({
    env: { CERTIFICATE_FILE: join(folder, 'none.pem'), DATABASE_URL: database.url },
    says: ['CERTIFICATE_FILE must name a readable file with a certificate in PEM'],
  }),
  'a mail server without a sender': () => ({
    env: { SMTP_URL: 'smtp://mail.example.edu', DATABASE_URL: database.url },
    says: ['SMTP_FROM must be an e-mail address, such as alerts@example.edu'],
  }),
  'everything at once': async () => {
    const file = await keyFile(0o600, 'short');
    return {
      env: {
        LOGLEVEL: 'debug',
        DEMO: PASSWORD,
        REDIS_URL: 'http://cache',
        DATABASE_URL: urlAt(portOf(silent)),
        SERVER_KEY: '',
        SERVER_KEY_FILE: file,
        PORT: String(portOf(busy)),
      },
      says: [
        'LOGLEVEL is not read; did you mean LOG_LEVEL? Rename it, or remove it.',
        'REDIS_URL must look like redis://user:password@host:6379/0',
        'DEMO must be true or false',
        unreachable(portOf(silent), 'no answer within 2.5 s'),
        'SERVER_KEY_FILE: the key has 5 characters; it must have at least 32.',
        takenPort(),
      ],
    };
  },
};

describe('a start ends with 78 and one sentence for each problem, and makes nothing, with', () => {
  it.each(Object.entries(CASES))('%s', async (name, wrong) => {
    await expectRefusal(name, await wrong());
  });
});

it('Redis that is away is a warning, and variables that are not read are named in one line', async () => {
  const REDIS_URL = `redis://127.0.0.1:${await closedPort()}`;
  const process = start({
    DATABASE_URL: database.url,
    REDIS_URL,
    DATABASE_HOST: 'db',
    REDIS_PASSWORD: PASSWORD,
  });
  await process.ready();
  await process.said(/"level":"warn".+"msg":"Redis is away/);
  const { code, stdout, stderr } = await process.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Not read by the service, .+: DATABASE_HOST, REDIS_PASSWORD\.$/m);
});

it('the built doctor examines the same without a start', async () => {
  const env = { DATA_DIR: join(folder, 'data'), SERVER_KEY: KEY, DATABASE_URL: database.url, PORT: '0' };
  const { code, stdout, stderr } = await runScript('cli.mjs', ['doctor'], env);
  // The database of the tests does not flush.
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(/^Migrations +ok +all \d+ ran$/m);
  expect(stdout).toMatch(/^Versions +ok +service \S+, Node \S+$/m);
  const wrong = await runScript('cli.mjs', ['doctor'], { ...env, PORT: String(portOf(busy)) });
  expect(wrong.code).toBe(78);
  expect(wrong.stdout).toMatch(/^Port +problem +Port \d+ is taken by another program$/m);
});
