import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isAlive } from './process-identity.js';

/** Notes that this process uses the server. Call it under the directory's lock. */
export function takeLease(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { pid, startedAt } = identityOf(process.pid);
  const lease = join(directory, `${pid}.${randomUUID()}`);
  writeFileSync(lease, startedAt, { mode: 0o600 });
  return lease;
}

export function returnLease(lease: string): void {
  rmSync(lease, { force: true });
}

/**
 * Counts the processes that use the server, and removes the leases of those that ended. Call it under the directory's
 * lock.
 */
export function countLeases(directory: string): number {
  let living = 0;
  for (const name of readdirSync(directory)) {
    const lease = join(directory, name);
    if (isAlive({ pid: Number(name.split('.')[0]), startedAt: readFileSync(lease, 'utf8') })) living += 1;
    else rmSync(lease, { force: true });
  }
  return living;
}
