import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';

/** Injection token of the key under which secrets are hashed. */
export const SERVER_KEY = Symbol('SERVER_KEY');

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/**
 * SERVER_KEY, or a random key in a file of the data directory (mode 600). Processes that share a database must share
 * the key, so several machines need SERVER_KEY.
 */
export async function loadServerKey(config: Config): Promise<string> {
  if (config.serverKey !== undefined) return config.serverKey;
  const file = join(config.dataDir, 'server.key');
  const known = await readKey(file);
  if (known !== undefined) return known;
  await mkdir(config.dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  // A link fails when another process was first, so that both use the same key.
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return (await readKey(file)) ?? '';
}
