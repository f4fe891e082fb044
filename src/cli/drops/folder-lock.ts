import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { withLock } from '../../database/private-server/lock-file.js';
import { identityOf, isAlive, type ProcessIdentity } from '../../database/private-server/process-identity.js';
import { FeedError } from '../../file-import/feed-error.js';

/** Who works in a folder. */
interface Holder extends ProcessIdentity {
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Another process takes the lock only for as long as it reads and writes a small file. */
const TAKEN_WITHIN_MS = 10_000;

/**
 * Sees to it that one process works in a folder. The lock names a process with its start time, so it is free as soon as
 * that has ended, in whatever way; a process of another machine counts as running.
 * @param own the folder of the command's own files
 * @returns ends it
 * @throws {FeedError} when another process works there; the message names it
 */
export async function lockFolder(own: string): Promise<() => Promise<void>> {
  const path = join(own, 'lock');
  await withLock(`${path}.taking`, { limitMs: TAKEN_WITHIN_MS }, async () => {
    const holder = await holderOf(path);
    if (holder !== undefined) refuseBeside(holder, path);
    const me: Holder = { ...identityOf(process.pid), host: hostname(), since: new Date().toISOString() };
    await writeFile(path, JSON.stringify(me), { mode: 0o600 });
  });
  return () => rm(path, { force: true });
}

function refuseBeside(holder: Holder, path: string): void {
  const isHere = holder.host === hostname();
  if (isHere && !isAlive(holder)) return;
  const { pid, host, since } = holder;
  throw new FeedError(
    `another drops run works in this folder: process ${pid} on ${host}, since ${since}` +
      (isHere ? '' : `; when that machine is gone for good, remove ${path}`),
  );
}

/** Undefined when no process has it, or one was killed while it wrote its name. */
async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
