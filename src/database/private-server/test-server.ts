import { accessSync, constants, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureDataDirectory } from './data-directory.js';
import { withLock } from './lock-file.js';
import { identityOf, isAlive, sendSignal, userId, waitForExit } from './process-identity.js';
import { ensureServerBinary, type ServerBinary } from './server-binary.js';
import { layoutOf, prepareFolders, type ServerLayout } from './server-layout.js';
import { diedError, runningServer, spawnServer, waitUntilReady } from './server-process.js';

export interface TestServer {
  readonly socketPath: string;
  /** Kills the server and removes its data. */
  stop(): Promise<void>;
}

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');
const RAM_DISK = '/dev/shm';
const ROOM_NEEDED_BYTES = 1024 ** 3;
const NAME_PREFIX = 'integration-api-test';
const START_LIMIT_MS = 60_000;
const LOCK_LIMIT_MS = 600_000;

/** Options that distinguish a further server of the same process from the first. */
export interface TestServerOptions {
  readonly name?: string;
  /** Come last, and so override all others. */
  readonly flags?: readonly string[];
}

/**
 * Starts a server for one test run: on a RAM disk if there is one, and without durability. An initialised data
 * directory is kept in the project's `.data/` and copied, which is faster than initialising it again.
 */
export async function startTestServer(
  log: (line: string) => void = () => undefined,
  { name = '', flags = [] }: TestServerOptions = {},
): Promise<TestServer> {
  const parent = roomiestParent();
  await removeDeadRuns(parent);
  const binary = await ensureServerBinary(log);
  const template = await ensureTemplate(binary);
  const layout = layoutOf(join(parent, `${runName()}${name}`));
  prepareFolders(layout);
  await cp(template, layout.data, { recursive: true });
  // MySQL keeps its server identity in this file, and two servers must not share one.
  await rm(join(layout.data, 'auto.cnf'), { force: true });
  const record = spawnServer(binary, layout, false, flags);
  if (!(await waitUntilReady(record, START_LIMIT_MS))) throw diedError(binary, layout);
  return { socketPath: record.socketPath, stop: () => discard(layout) };
}

/** @returns an initialised data directory, which must be copied */
export async function ensureTemplate(binary: ServerBinary): Promise<string> {
  const layout = layoutOf(join(PROJECT_ROOT, '.data', `test-template-${binary.family}-${binary.version}`));
  prepareFolders(layout);
  await withLock(layout.lock, { limitMs: LOCK_LIMIT_MS }, () => ensureDataDirectory(binary, layout));
  return layout.data;
}

/** The RAM disk, if there is one with enough room. */
export function roomiestParent(): string {
  try {
    accessSync(RAM_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(RAM_DISK);
    return bavail * bsize > ROOM_NEEDED_BYTES ? RAM_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}

function runName(): string {
  const { pid, startedAt } = identityOf(process.pid);
  return `${NAME_PREFIX}-${pid}-${startedAt}`;
}

/** A run that was killed leaves its server and its files behind; their name contains its process id. */
async function removeDeadRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const match = /^-(\d+)-(\d*)[a-z]*$/.exec(
      name.startsWith(NAME_PREFIX) ? name.slice(NAME_PREFIX.length) : '',
    );
    if (!match || isAlive({ pid: Number(match[1]), startedAt: match[2] ?? '' })) continue;
    const folder = join(parent, name);
    if (lstatSync(folder).uid === userId()) await discard(layoutOf(folder));
  }
}

async function discard(layout: ServerLayout): Promise<void> {
  const running = runningServer(layout);
  if (running) {
    sendSignal(running, 'SIGKILL');
    await waitForExit(running, START_LIMIT_MS);
  }
  await rm(layout.root, { recursive: true, force: true });
}
