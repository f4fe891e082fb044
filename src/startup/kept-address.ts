import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';

const PATIENCE_MS = 3000;

/** Where a running service is reached, for the terminal, which has no part in its environment. */
interface KeptAddress {
  readonly url: string;
  /** By PUBLIC_URL: a proxy may answer there that is not reached from here. */
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

/** Tells the terminal where the service is reached. A folder that cannot be written to is no reason not to serve. */
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

/** When the service stops; the address of another one that has started since stays. */
export async function forgetAddress(config: Config, url: string): Promise<void> {
  if ((await read(config))?.url === url) await rm(fileOf(config), { force: true }).catch(() => undefined);
}

/** One that was killed leaves its address behind, and its port may be another program's by now. */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok && ((await answer.json()) as { status?: unknown } | null)?.status === 'live';
  } catch {
    return false;
  }
}

/** Where the service of this data directory is reached; undefined when none runs that told it. */
export async function findAddress(config: Config): Promise<string | undefined> {
  const kept = await read(config);
  if (kept === undefined) return undefined;
  return kept.isGiven || (await answers(kept.url)) ? kept.url : undefined;
}
