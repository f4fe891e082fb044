import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { StartupProblem } from '../errors/startup-problem.js';
import { KeyedHashes } from './keyed-hashes.js';
import type { GivenKeys } from './read-server-keys.js';
import { ServerKeys } from './server-keys.js';
import type { StoredServerKey } from './stored-server-key.entity.js';
import { StoredServerKeysRepository } from './stored-server-keys.repository.js';

const HASH_KEY_BYTES = 32;
const OWNER = 'hash key';

/** The keys of this process, which fit the database, and the hashes whose key was opened with them. */
export interface OpenedKeys {
  readonly keys: ServerKeys;
  readonly hashes: KeyedHashes;
}

/** Whether a process whose key does not fit the database may start: `any` is for `server-key adopt`. */
export type AcceptedKeys = 'known' | 'any';

/** Compares the keys of this process with those that the database was used with. */
@Injectable()
export class KnownKeys {
  constructor(private readonly stored: StoredServerKeysRepository) {}

  /**
   * Opens the hash key, and notes the current key when the database has not been used with it yet.
   * @throws {StartupProblem} when the key in use is not among those of this process
   */
  async open(given: GivenKeys, accepted: AcceptedKeys): Promise<OpenedKeys> {
    const keys = new ServerKeys(given.current, given.previous === undefined ? [] : [given.previous]);
    const known = await this.stored.list();
    // The usual start: nothing is written.
    const opened = isKnown(keys, known, accepted) ? hashKeysOf(keys, known) : [];
    if (opened.length > 0) return { keys, hashes: new KeyedHashes(opened) };
    const hashKeys = await this.stored.whileLocked(() => this.note(keys, accepted));
    if (hashKeys === undefined)
      throw new StartupProblem('Another process has been noting its server key for a minute; start again.');
    return { keys, hashes: new KeyedHashes(hashKeys) };
  }

  private async note(keys: ServerKeys, accepted: AcceptedKeys): Promise<Buffer[]> {
    const known = await this.stored.list();
    const inUse = known[0];
    if (inUse !== undefined && accepted === 'known' && !keys.has(inUse.keyId)) throw misfit(keys, inUse);
    const hashKeys = hashKeysOf(keys, known);
    if (hashKeys.length === 0) {
      if (known.length > 0 && accepted === 'known') throw damaged(known[0]?.keyId ?? '');
      hashKeys.push(randomBytes(HASH_KEY_BYTES));
    }
    await this.stored.put(keys.current.id, boxOf(keys).seal(OWNER, hashKeys[0] ?? ''));
    return hashKeys;
  }
}

function boxOf(keys: ServerKeys): ReturnType<ServerKeys['box']> {
  return keys.box('hash key');
}

/** Whether nothing has to be noted: the database was used with the current key, and knows no later one than ours. */
function isKnown(keys: ServerKeys, known: readonly StoredServerKey[], accepted: AcceptedKeys): boolean {
  const [inUse] = known;
  if (inUse === undefined || !known.some(({ keyId }) => keyId === keys.current.id)) return false;
  return accepted === 'any' ? inUse.keyId === keys.current.id : keys.has(inUse.keyId);
}

/** The hash keys that these keys open, without repetitions. */
function hashKeysOf(keys: ServerKeys, known: readonly StoredServerKey[]): Buffer[] {
  const box = boxOf(keys);
  const opened = known.flatMap(({ sealedHashKey }) => box.openBytes(OWNER, sealedHashKey) ?? []);
  return opened.filter((one, index) => opened.findIndex((other) => other.equals(one)) === index);
}

function misfit({ current, others }: ServerKeys, { keyId, since }: StoredServerKey): StartupProblem {
  const ours = [current, ...others].map(({ id }) => id).join(' and ');
  return new StartupProblem(
    `The server key does not fit this database: it is used with the key of ID ${keyId} since ${since.toISOString()}, ` +
      `and this process has ${ours}. Start with that key; to change it, keep the old one as SERVER_KEY_PREVIOUS ` +
      '(docs/operations.md, "Rotating the server key"). If it is lost, `npm run cli -- server-key adopt --yes` takes ' +
      'this one: API keys, authenticator apps and client secrets of before stop working.',
  );
}

function damaged(keyId: string): StartupProblem {
  return new StartupProblem(
    `The row of the server key ${keyId} in the table server_keys was changed; restore it.`,
  );
}
