import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isAlive } from './process-identity.js';

/**
 * Registers this process as a user of the server. Call it under the directory's lock.
 * @returns the file of the registration
 */
export function register(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { pid, startedAt } = identityOf(process.pid);
  const registration = join(directory, `${pid}.${randomUUID()}`);
  writeFileSync(registration, startedAt, { mode: 0o600 });
  return registration;
}

export function unregister(registration: string): void {
  rmSync(registration, { force: true });
}

/**
 * Counts the processes that use the server, and removes the registrations of those that ended. Call it under the
 * directory's lock.
 */
export function countRegistered(directory: string): number {
  let living = 0;
  for (const name of readdirSync(directory)) {
    const registration = join(directory, name);
    const startedAt = readFileSync(registration, 'utf8');
    if (isAlive({ pid: Number(name.split('.')[0]), startedAt })) living += 1;
    else rmSync(registration, { force: true });
  }
  return living;
}
