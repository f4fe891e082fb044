import { randomBytes } from 'node:crypto';
import { link, mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../config/environment.js';
import { type KeySource, SHORTEST_KEY } from '../config/key-source.js';
import { StartupProblem, StartupProblems } from '../errors/startup-problem.js';
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
  if (key === '')
    throw new StartupProblem(`${shown} is empty`, `it must have at least ${SHORTEST_KEY} characters`);
  if (/[\r\n]/.test(key)) throw new StartupProblem(`${shown} has several lines`, 'it must be one');
  if (key.length < SHORTEST_KEY)
    throw new StartupProblem(
      `${shown} has ${key.length} characters`,
      `it must have at least ${SHORTEST_KEY}`,
    );
  return key;
}

/** @param signal ends a command when it aborts */
async function readSource(source: KeySource, signal?: AbortSignal): Promise<string> {
  const { name } = source;
  switch (source.from) {
    case 'value':
      return source.value;
    case 'command':
      return keyIn(await outputOf(source.words, name, { signal }), name);
    case 'file': {
      const text = await readKeyFile(source.path, name);
      if (text === undefined)
        throw new StartupProblem(
          `${name}: there is no file ${source.path}`,
          'name a file that contains the key',
        );
      return keyIn(text, name);
    }
  }
}

function keptFile({ dataDir }: Config): string {
  return join(dataDir, 'server.key');
}

/** The key in the data directory; undefined when none was made yet. */
async function keptKey(config: Config): Promise<string | undefined> {
  const file = keptFile(config);
  const text = await readKeyFile(file, 'DATA_DIR');
  return text === undefined ? undefined : keyIn(text, `DATA_DIR: ${file}`);
}

/** Makes a random key in a file of the data directory, of mode 600. */
async function makeKey(config: Config): Promise<string> {
  const file = keptFile(config);
  await mkdir(config.dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  // A link fails when another process was first, so that both use the same key.
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return keyIn((await readKeyFile(file, 'DATA_DIR')) ?? '', `DATA_DIR: ${file}`);
}

/**
 * Reads what files and commands contain, so that a command runs once in a start. A key that is still to be made in the
 * data directory stays undefined.
 * @param signal ends a command when it aborts
 * @throws {StartupProblems} when a file or a command gives no key
 */
export async function withKeysRead(config: Config, signal?: AbortSignal): Promise<Config> {
  const problems: StartupProblem[] = [];
  const read = async (name: string, work: Promise<string | undefined>): Promise<KeySource | undefined> => {
    try {
      const value = await work;
      return value === undefined ? undefined : { from: 'value', name, value };
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  const { serverKey: current, previousServerKey: previous } = config;
  const serverKey = await (current === undefined
    ? read('DATA_DIR', keptKey(config))
    : read(current.name, readSource(current, signal)));
  const previousServerKey = previous && (await read(previous.name, readSource(previous, signal)));
  if (problems.length > 0) throw new StartupProblems(problems);
  return { ...config, serverKey, previousServerKey };
}

/**
 * Reads the server keys: SERVER_KEY with its file or command, or a random key that is made in the data directory, and
 * SERVER_KEY_PREVIOUS. Processes that share a database must share the keys, so several machines need SERVER_KEY.
 * @throws {StartupProblem} when a file or a command gives no key
 */
export async function readServerKeys(config: Config): Promise<GivenKeys> {
  const { serverKey, previousServerKey } = config;
  const current = serverKeyOf(
    serverKey === undefined
      ? ((await keptKey(config)) ?? (await makeKey(config)))
      : await readSource(serverKey),
  );
  if (previousServerKey === undefined) return { current, previous: undefined };
  const previous = serverKeyOf(await readSource(previousServerKey));
  if (previous.id === current.id)
    throw new StartupProblem(`${previousServerKey.name} has the same key as the current one`, 'remove it');
  return { current, previous };
}
