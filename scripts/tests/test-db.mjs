// npm run test:db [-- stop]: keeps a database server for `npm test -- <file>`, until an hour after its last use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { ensureModules, exclusively, fail, ROOT, say } from '../setup/setup.mjs';
import { KEPT_DATABASE } from './jest.mjs';

const UNUSED_MS = 3_600_000;
const LOG = join(ROOT, '.data/test-database.log');

/** @returns whether there was one */
async function stop() {
  if (!existsSync(KEPT_DATABASE)) return false;
  const socket = createConnection(KEPT_DATABASE);
  try {
    await once(socket, 'connect');
    socket.write('stop');
    await once(socket.resume(), 'close');
    return true;
  } catch {
    return false;
  }
}

async function isKept() {
  const socket = createConnection(KEPT_DATABASE);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function keep() {
  if (await isKept()) return say('The database is kept already.');
  const log = openSync(LOG, 'w');
  const loader = ['--no-warnings', '--import', join(ROOT, 'test/jest/typescript.mjs')];
  const program = join(ROOT, 'test/support/database-keeper.ts');
  const words = [...loader, program, KEPT_DATABASE, String(UNUSED_MS)];
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', log], detached: true });
  closeSync(log);
  const stdout = /** @type {import('node:stream').Readable} */ (child.stdout);
  const isReady = await Promise.race([
    once(stdout, 'data').then(() => true),
    once(child, 'exit').then(() => false),
  ]);
  if (!isReady) fail(`The database could not be started:\n${readFileSync(LOG, 'utf8')}`);
  child.unref();
  stdout.destroy();
  say('npm test -- <file> uses this database, which ends an hour after its last use.');
  return say('npm run test:db -- stop ends it now.');
}

await ensureModules();
const [word, ...others] = process.argv.slice(2);
if (others.length > 0 || (word !== undefined && word !== 'stop')) fail('Usage: npm run test:db [-- stop]');
if (word === 'stop') say((await stop()) ? 'The database has ended.' : 'No database is kept.');
else await exclusively('test-database.lock', keep);
