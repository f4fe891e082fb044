import { randomBytes } from 'node:crypto';
import { link, mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';
import { type KeySource, SHORTEST_KEY } from '../config/key-source.js';
import { StartupProblem } from '../errors/startup-problem.js';
import { outputOf } from './key-command.js';
import { readKeyFile } from './key-file.js';
import { type ServerKey, serverKeyOf } from './server-keys.js';

/** The keys that the environment gives, or `DATA_DIR/server.key`. */
export interface GivenKeys {
  readonly current: ServerKey;
  readonly previous: ServerKey | undefined;
}

/** @throws {StartupProblem} when the text, without blanks around it, is no key */
function keyIn(text: string, name: string): string {
  const key = text.trim();
  const shown = `${name}: the key`;
  if (key === '') throw new StartupProblem(`${shown} is empty.`);
  if (/[\r\n]/.test(key)) throw new StartupProblem(`${shown} has several lines; it must be one.`);
  if (key.length < SHORTEST_KEY)
    throw new StartupProblem(`${shown} has ${key.length} characters; it must have at least ${SHORTEST_KEY}.`);
  return key;
}

async function readSource(source: KeySource): Promise<string> {
  const { name } = source;
  switch (source.from) {
    case 'value':
      return source.value;
    case 'command':
      return keyIn(await outputOf(source.words, name), name);
    case 'file': {
      const text = await readKeyFile(source.path, name);
      if (text === undefined) throw new StartupProblem(`${name}: there is no file ${source.path}.`);
      return keyIn(text, name);
    }
  }
}

/** A random key in a file of the data directory, of mode 600. */
async function keptKey({ dataDir }: Config): Promise<string> {
  const file = join(dataDir, 'server.key');
  const name = 'DATA_DIR';
  const known = await readKeyFile(file, name);
  if (known !== undefined) return keyIn(known, `${name}: ${file}`);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  // A link fails when another process was first, so that both use the same key.
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return keyIn((await readKeyFile(file, name)) ?? '', `${name}: ${file}`);
}

/**
 * Reads the server keys: SERVER_KEY with its file or command, or a random key that is made in the data directory, and
 * SERVER_KEY_PREVIOUS. Processes that share a database must share the keys, so several machines need SERVER_KEY.
 * @throws {StartupProblem} when a file or a command gives no key
 */
export async function readServerKeys(config: Config): Promise<GivenKeys> {
  const { serverKey, previousServerKey } = config;
  const current = serverKeyOf(serverKey === undefined ? await keptKey(config) : await readSource(serverKey));
  if (previousServerKey === undefined) return { current, previous: undefined };
  const previous = serverKeyOf(await readSource(previousServerKey));
  if (previous.id === current.id)
    throw new StartupProblem(`${previousServerKey.name} has the same key as the current one; remove it.`);
  return { current, previous };
}
