import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type PrivateServer,
  startPrivateServer,
} from '../../../src/database/private-server/private-server.js';
import {
  isAlive,
  type ProcessIdentity,
  sendSignal,
  waitForExit,
} from '../../../src/database/private-server/process-identity.js';
import { TYPESCRIPT } from '../../support/typescript.js';

const PROJECT_ROOT = join(import.meta.dirname, '../../..');
const EXIT_LIMIT_MS = 10_000;
const NO_SUCH_PID = 2 ** 22 + 1;

let scratch: string;
let initialised: string;
let directory: string;
const users: ChildProcess[] = [];
const servers: PrivateServer[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'private-server-'));
  initialised = join(scratch, 'initialised');
  const server = await startPrivateServer({ directory: initialised, durable: true, log: () => undefined });
  await server.stop();
});

beforeEach(async () => {
  directory = await mkdtemp(join(scratch, 'case-'));
  await cp(join(initialised, 'data'), join(directory, 'data'), { recursive: true });
});

afterEach(async () => {
  await Promise.all(users.splice(0).map(killUser));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  if (existsSync(join(directory, 'server.json'))) await killServer();
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

describe('a private server', () => {
  it('answers as root over its socket and is gone after the only user stops it', async () => {
    const server = await start();
    const process = serverProcess();
    expect(await query(server.socketPath, 'SELECT @@max_connections AS n, @@skip_networking AS off')).toEqual(
      [{ n: 200, off: 1 }],
    );
    await server.stop();
    expect(isAlive(process)).toBe(false);
    expect(await readdir(join(directory, 'registrations'))).toEqual([]);
  });

  it('flushes every commit when it is durable', async () => {
    const { socketPath } = await start();
    expect(
      await query(socketPath, 'SELECT @@innodb_flush_log_at_trx_commit AS f, @@innodb_doublewrite AS d'),
    ).toEqual([{ f: 1, d: expect.anything() as unknown }]);
  });

  it('is started once by many users at the same time and lives until the last of them has left', async () => {
    const outsiders = [startUser(), startUser()];
    const insiders = await Promise.all([start(), start()]);
    const sockets = await Promise.all(outsiders.map(socketOf));
    const process = serverProcess();
    expect(new Set([...sockets, ...insiders.map((server) => server.socketPath)]).size).toBe(1);

    await Promise.all(insiders.map((server) => server.stop()));
    await leave(outsiders[0]);
    expect(isAlive(process)).toBe(true);
    expect(await query(sockets[0] ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await leave(outsiders[1]);
    expect(isAlive(process)).toBe(false);
  });

  it('works in a directory whose path is too long for a socket', async () => {
    directory = join(directory, 'a'.repeat(100), 'b'.repeat(100));
    await mkdir(directory, { recursive: true });
    await cp(join(initialised, 'data'), join(directory, 'data'), { recursive: true });
    const { socketPath } = await start();
    expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(107);
    expect(await query(socketPath, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await servers[0]?.stop();
    await rm(dirname(socketPath), { recursive: true });
  });

  it('says what its log ends with when it cannot start', async () => {
    await truncate(join(directory, 'data/ibdata1'), 100);
    await expect(start()).rejects.toMatchObject({
      name: 'PrivateServerError',
      message: expect.stringContaining('error.log ends with:\n') as unknown,
    });
  });
});

describe('after a kill -9', () => {
  it('of the server, what was committed is there at the next start', async () => {
    const first = await start();
    await writeRow(first.socketPath);
    await killServer();
    await first.stop();
    expect(await readRows((await start()).socketPath)).toEqual([{ id: 1 }]);
  });

  it('of its only user, the next one adopts the running server and stops it in the end', async () => {
    const user = startUser();
    await socketOf(user);
    const orphan = serverProcess();
    await killUser(user);
    const server = await start();
    expect(serverProcess()).toEqual(orphan);
    await server.stop();
    expect(isAlive(orphan)).toBe(false);
  });

  it('of everything, the next start recovers', async () => {
    const user = startUser();
    await writeRow(await socketOf(user));
    await killUser(user);
    await killServer();
    await writeFile(join(directory, 'lock'), `${NO_SUCH_PID} 1`);
    await writeFile(join(directory, 'lock.break'), `${NO_SUCH_PID} 1`);
    expect(await readRows((await start()).socketPath)).toEqual([{ id: 1 }]);
  });

  it('in the middle of stopping, the next start waits for the old server and starts another', async () => {
    const user = startUser();
    await socketOf(user);
    const stopping = serverProcess();
    await killUser(user);
    await writeFile(join(directory, 'server.json'), JSON.stringify({ ...serverRecord(), stopping: true }));
    sendSignal(stopping, 'SIGTERM');
    await start();
    expect(isAlive(stopping)).toBe(false);
    expect(serverProcess()).not.toEqual(stopping);
  });

  it('in the middle of initialising, the next start does it again from the beginning', async () => {
    const unfinished = join(directory, `data.unfinished-${NO_SUCH_PID}`);
    await rename(join(directory, 'data'), unfinished);
    await rm(join(unfinished, 'mysql'), { recursive: true });
    await appendFile(join(unfinished, 'ibdata1'), 'torn');
    const { socketPath } = await start();
    expect(existsSync(unfinished)).toBe(false);
    expect(await query(socketPath, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

async function start(): Promise<PrivateServer> {
  const server = await startPrivateServer({ directory, durable: true, log: () => undefined });
  servers.push(server);
  return server;
}

function startUser(): ChildProcess {
  const program = join(PROJECT_ROOT, 'test/support/private-server-user.ts');
  const user = spawn(process.execPath, [...TYPESCRIPT, program, directory], {
    cwd: PROJECT_ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  users.push(user);
  return user;
}

async function socketOf(user: ChildProcess): Promise<string> {
  const [line] = (await once(user.stdout ?? user, 'data')) as [Buffer];
  return line.toString().trim();
}

async function leave(user: ChildProcess | undefined): Promise<void> {
  if (!user) return;
  const exited = once(user, 'exit');
  user.stdin?.end();
  await exited;
}

async function killUser(user: ChildProcess): Promise<void> {
  if (user.exitCode !== null || user.signalCode !== null) return;
  const exited = once(user, 'exit');
  user.kill('SIGKILL');
  await exited;
}

async function killServer(): Promise<void> {
  const process = serverProcess();
  sendSignal(process, 'SIGKILL');
  await waitForExit(process, EXIT_LIMIT_MS);
}

function serverRecord(): ProcessIdentity {
  return JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8')) as ProcessIdentity;
}

function serverProcess(): ProcessIdentity {
  const { pid, startedAt } = serverRecord();
  return { pid, startedAt };
}

async function withConnection<T>(
  socketPath: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await createConnection({ socketPath, user: 'root' });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

function query(socketPath: string, sql: string): Promise<RowDataPacket[]> {
  return withConnection(socketPath, async (connection) => (await connection.query<RowDataPacket[]>(sql))[0]);
}

function writeRow(socketPath: string): Promise<void> {
  return withConnection(socketPath, async (connection) => {
    await connection.query('CREATE DATABASE kept');
    await connection.query('CREATE TABLE kept.rows_ (id INT PRIMARY KEY) ENGINE=InnoDB');
    await connection.query('INSERT INTO kept.rows_ VALUES (1)');
  });
}

function readRows(socketPath: string): Promise<RowDataPacket[]> {
  return query(socketPath, 'SELECT id FROM kept.rows_');
}
