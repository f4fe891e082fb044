import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';

const ANSWER_TIMEOUT_MS = 3000;

/** The address of a running service, for terminal commands, which do not have its environment. */
interface KeptAddress {
  readonly url: string;
  /** Whether it is PUBLIC_URL, the address of a proxy that this machine may be unable to reach. */
  readonly isGiven: boolean;
}

function fileOf({ dataDir }: Config): string {
  return join(dataDir, 'service.json');
}

async function read(config: Config): Promise<KeptAddress | undefined> {
  try {
    const { url, isGiven } = JSON.parse(await readFile(fileOf(config), 'utf8')) as Partial<KeptAddress>;
    return typeof url === 'string' ? { url, isGiven: isGiven === true } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the address for terminal commands. A directory that is not writable does not stop the service. */
export async function keepAddress(config: Config, url: string): Promise<void> {
  const kept: KeptAddress = { url, isGiven: config.publicUrlFrom === 'PUBLIC_URL' };
  const draft = `${fileOf(config)}.${process.pid}`;
  try {
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(draft, `${JSON.stringify(kept)}\n`);
    await rename(draft, fileOf(config));
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Removes the address when the service stops, unless another service has written its own since. */
export async function forgetAddress(config: Config, url: string): Promise<void> {
  if ((await read(config))?.url === url) await rm(fileOf(config), { force: true }).catch(() => undefined);
}

/** Whether this service answers there: a killed one leaves its address, and another program may have its port. */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return answer.ok && ((await answer.json()) as { status?: unknown } | null)?.status === 'live';
  } catch {
    return false;
  }
}

/** The address of the service of this data directory; undefined when none has written one or none answers. */
export async function findAddress(config: Config): Promise<string | undefined> {
  const kept = await read(config);
  if (kept === undefined) return undefined;
  return kept.isGiven || (await answers(kept.url)) ? kept.url : undefined;
}
