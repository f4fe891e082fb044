import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';
import { withLock } from '../database/private-server/lock-file.js';
import { identityOf, isAlive, type ProcessIdentity } from '../database/private-server/process-identity.js';

const ANSWER_TIMEOUT_MS = 3000;
const LOCK_LIMIT_MS = 3000;
/** Of processes of other hosts it is not known when they were killed, so the oldest addresses are dropped. */
const MOST_ADDRESSES = 100;

/** Another process may have the same id on another host that shares the data directory. */
interface ServiceProcess extends ProcessIdentity {
  readonly host: string;
}

/** The address of a running service, for terminal commands, which do not have its environment. */
interface KeptAddress extends ServiceProcess {
  readonly url: string;
  /** Whether it is PUBLIC_URL, the address of a proxy that this machine may be unable to reach. */
  readonly isGiven: boolean;
}

function fileOf({ dataDir }: Config): string {
  return join(dataDir, 'service.json');
}

function serviceProcess(pid = process.pid): ServiceProcess {
  return { ...identityOf(pid), host: hostname() };
}

/** The addresses of the services of this data directory, the one that started last first. */
async function read(config: Config): Promise<Partial<KeptAddress>[]> {
  try {
    return JSON.parse(await readFile(fileOf(config), 'utf8')) as Partial<KeptAddress>[];
  } catch {
    return [];
  }
}

function mayRun({ host, pid = 0, startedAt = '' }: Partial<KeptAddress>): boolean {
  return host !== undefined && (host !== hostname() || isAlive({ pid, startedAt }));
}

/** Writes these addresses, and those of the other processes that may run. */
async function write(config: Config, self: ServiceProcess, own: readonly KeptAddress[]): Promise<void> {
  const file = fileOf(config);
  try {
    await withLock(`${file}.lock`, { limitMs: LOCK_LIMIT_MS }, async () => {
      const others = (await read(config)).filter(
        (one) => mayRun(one) && !(one.pid === self.pid && one.host === self.host),
      );
      const kept = [...own, ...others].slice(0, MOST_ADDRESSES);
      if (kept.length === 0) return rm(file, { force: true });
      // Terminals read without the lock, so the file is replaced as a whole.
      await writeFile(`${file}.draft`, `${JSON.stringify(kept)}\n`);
      await rename(`${file}.draft`, file);
    });
  } catch {
    // A directory that is not writable does not stop the service.
  }
}

/**
 * Writes the address for terminal commands, beside those of other processes that serve from the same data directory.
 * @param pid of the process that serves there
 */
export async function keepAddress(config: Config, url: string, pid = process.pid): Promise<void> {
  await mkdir(config.dataDir, { recursive: true }).catch(() => undefined);
  const self = serviceProcess(pid);
  await write(config, self, [{ url, isGiven: config.publicUrlFrom === 'PUBLIC_URL', ...self }]);
}

/** Removes the address of this process when it stops; those of the others stay. */
export async function forgetAddress(config: Config, pid = process.pid): Promise<void> {
  await write(config, serviceProcess(pid), []);
}

/** Whether this service answers there: a killed one leaves its address, and another program may have its port. */
export async function isServiceAt(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return answer.ok && ((await answer.json()) as { status?: unknown } | null)?.status === 'live';
  } catch {
    return false;
  }
}

/** The address of a service of this data directory; undefined when none has written one or none answers. */
export async function findAddress(config: Config): Promise<string | undefined> {
  for (const { url, isGiven } of await read(config))
    if (typeof url === 'string' && (isGiven === true || (await isServiceAt(url)))) return url;
  return undefined;
}
