import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection as connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { borrowDatabase } from '../../support/kept-database.js';
import { TYPESCRIPT } from '../../support/typescript.js';

const NAMED = process.env.MYSQLD;
const HOUR_MS = 3_600_000;

let folder: string;
let path: string;
let keeper: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-database-'));
  path = join(folder, 'socket');
});

afterEach(async () => {
  if (keeper.exitCode === null) {
    const exited = once(keeper, 'exit');
    keeper.kill();
    await exited;
  }
  rmSync(folder, { recursive: true });
  if (NAMED === undefined) delete process.env.MYSQLD;
  else process.env.MYSQLD = NAMED;
});

async function keep(unusedMs: number): Promise<void> {
  const program = join(import.meta.dirname, '../../support/database-keeper.ts');
  const words = [...TYPESCRIPT, program, path, String(unusedMs)];
  keeper = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(keeper.stdout ?? keeper, 'data');
}

describe('a database that is kept between runs', () => {
  it('answers, is lent to one run at a time, and again when it was given back', async () => {
    await keep(HOUR_MS);
    const first = await borrowDatabase(path);
    expect(await borrowDatabase(path)).toBeUndefined();
    const connection = await createConnection(first?.url ?? '');
    await connection.ping();
    await connection.end();

    await first?.giveBack();
    const second = await borrowDatabase(path);
    expect(second?.url).toBe(first?.url);
    await second?.giveBack();
  });

  it('is not lent to a run on another server program', async () => {
    await keep(HOUR_MS);
    process.env.MYSQLD = '/no/such/mysqld';
    expect(await borrowDatabase(path)).toBeUndefined();
  });

  it('ends with its server when a caller asks for it', async () => {
    await keep(HOUR_MS);
    const { url = '' } = (await borrowDatabase(path)) ?? {};
    const caller = connect(path);
    await once(caller, 'connect');
    caller.write('stop');
    await once(caller.resume(), 'close');
    await expect(createConnection(url)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await borrowDatabase(path)).toBeUndefined();
  });

  it('ends by itself when no run uses it', async () => {
    await keep(1);
    if (keeper.exitCode === null) await once(keeper, 'exit');
    expect(keeper.exitCode).toBe(0);
  });
});
