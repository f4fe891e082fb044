import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrivateServerError } from './private-server-error.js';
import { identityOf, isAlive } from './process-identity.js';

export interface LockOptions {
  /** How long to wait for a living holder before giving up. */
  readonly limitMs: number;
  /** Called once, with the holder's process id, when the wait becomes noticeable. */
  readonly onWait?: (holder: number) => void;
}

interface Holder {
  readonly state: 'alive' | 'dead' | 'gone';
  readonly pid: number;
}

const POLL_MS = 20;
const NOTICEABLE_MS = 2_000;
// A lock file is created and then written. One that stays empty belongs to a process that was killed in between.
const WRITTEN_WITHIN_MS = 2_000;

/** Runs `work` while no other process (nor another caller in this one) holds the lock file `path`. */
export async function withLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await acquire(path, options);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

async function acquire(path: string, { limitMs, onWait }: LockOptions): Promise<void> {
  const started = Date.now();
  let announced = false;
  while (!tryCreate(path)) {
    const holder = holderOf(path);
    if (holder.state === 'gone') continue;
    if (holder.state === 'dead') {
      await removeDeadLock(path, limitMs);
      continue;
    }
    const waited = Date.now() - started;
    if (waited > limitMs) {
      throw new PrivateServerError(`Process ${holder.pid} has held the lock ${path} for too long.`);
    }
    if (!announced && waited > NOTICEABLE_MS) {
      announced = true;
      onWait?.(holder.pid);
    }
    await sleep(POLL_MS);
  }
}

function tryCreate(path: string): boolean {
  const { pid, startedAt } = identityOf(process.pid);
  try {
    writeFileSync(path, `${pid} ${startedAt}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two processes that find the same dead lock must not both remove it: the slower one would remove the lock that the
 * faster one has just taken. So the removal has a lock of its own, under which the file is checked again.
 */
async function removeDeadLock(path: string, limitMs: number): Promise<void> {
  await withLock(`${path}.break`, { limitMs }, () => {
    if (holderOf(path).state === 'dead') rmSync(path, { force: true });
    return Promise.resolve();
  });
}

function holderOf(path: string): Holder {
  try {
    const [pid = '', startedAt = ''] = readFileSync(path, 'utf8').split(' ');
    const identity = { pid: Number(pid), startedAt };
    const alive = pid === '' ? isBeingWritten(path) : isAlive(identity);
    return { state: alive ? 'alive' : 'dead', pid: identity.pid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'gone', pid: 0 };
    throw error;
  }
}

function isBeingWritten(path: string): boolean {
  return Date.now() - statSync(path).mtimeMs < WRITTEN_WITHIN_MS;
}
