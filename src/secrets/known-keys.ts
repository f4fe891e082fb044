import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { StartupProblem } from '../errors/startup-problem.js';
import { problemOfKeys } from './key-fit.js';
import { KeyedHashes } from './keyed-hashes.js';
import type { GivenKeys } from './read-server-keys.js';
import type { SecretBox } from './secret-box.js';
import { ServerKeys } from './server-keys.js';
import type { StoredServerKey } from './stored-server-key.entity.js';
import { StoredServerKeysRepository } from './stored-server-keys.repository.js';

const HASH_KEY_BYTES = 32;
const PURPOSE = 'hash key';

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

  /** The key in use comes first. */
  list(): Promise<StoredServerKey[]> {
    return this.stored.list();
  }

  /**
   * Opens the hash key. Makes the current key the one in use when the database has not been used with it yet.
   * @throws {StartupProblem} when the key in use is not among those of this process
   */
  async open(given: GivenKeys, accepted: AcceptedKeys): Promise<OpenedKeys> {
    const keys = ServerKeys.of(given);
    const known = await this.stored.list();
    // The usual start: nothing is written.
    const opened = isNoted(keys, known, accepted) ? hashKeysOf(keys, known) : [];
    const hashKeys = opened.length > 0 ? opened : await this.note(keys, accepted);
    return { keys, hashes: new KeyedHashes(hashKeys) };
  }

  /** Makes the current key of these the one in use. */
  async use(keys: ServerKeys): Promise<void> {
    const [inUse] = await this.stored.list();
    if (inUse?.keyId !== keys.current.id) await this.note(keys, 'known');
  }

  /** From now on only the current key of these opens the hash keys, also those that only another one opened. */
  async retireOthers(keys: ServerKeys): Promise<void> {
    const done = await this.stored.whileLocked(async () => {
      const hashKeys = hashKeysOf(keys, await this.stored.list());
      await this.stored.setHashKeys(keys.current.id, sealedHashKeys(keys, hashKeys));
      for (const { id } of keys.others) await this.stored.setHashKeys(id, Buffer.alloc(0));
      return true;
    });
    if (done === undefined) throw tooBusy();
  }

  private async note(keys: ServerKeys, accepted: AcceptedKeys): Promise<Buffer[]> {
    const noted = await this.stored.whileLocked(async () => {
      const known = await this.stored.list();
      const [inUse] = known;
      const problem = accepted === 'known' ? problemOfKeys(keys, inUse) : undefined;
      if (problem !== undefined) throw problem;
      const opened = hashKeysOf(keys, known);
      if (opened.length === 0 && inUse !== undefined && accepted === 'known') throw damaged(inUse);
      const hashKeys = opened.length === 0 ? [randomBytes(HASH_KEY_BYTES)] : opened;
      await this.stored.put(keys.current.id, sealedHashKeys(keys, hashKeys));
      return hashKeys;
    });
    if (noted !== undefined) return noted;
    throw tooBusy();
  }
}

function boxOf(keys: ServerKeys): SecretBox {
  return keys.box(PURPOSE);
}

/** Whether nothing has to be noted: the database was used with the current key, and the key in use is one of ours. */
function isNoted(keys: ServerKeys, known: readonly StoredServerKey[], accepted: AcceptedKeys): boolean {
  const [inUse] = known;
  if (inUse === undefined || !known.some(({ keyId }) => keyId === keys.current.id)) return false;
  return accepted === 'any' ? inUse.keyId === keys.current.id : keys.has(inUse.keyId);
}

/** There is more than one when the server key was lost and came back. */
function sealedHashKeys(keys: ServerKeys, hashKeys: readonly Buffer[]): Buffer {
  return boxOf(keys).seal(PURPOSE, Buffer.concat(hashKeys));
}

/** The hash keys that these keys open, without repetitions. */
function hashKeysOf(keys: ServerKeys, known: readonly StoredServerKey[]): Buffer[] {
  const box = boxOf(keys);
  const opened = known.flatMap(({ sealedHashKey }) => {
    const bytes = box.openBytes(PURPOSE, sealedHashKey) ?? Buffer.alloc(0);
    const count = bytes.length / HASH_KEY_BYTES;
    return Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * HASH_KEY_BYTES, (index + 1) * HASH_KEY_BYTES),
    );
  });
  return opened.filter((one, index) => opened.findIndex((other) => other.equals(one)) === index);
}

function tooBusy(): StartupProblem {
  return new StartupProblem(
    'Another process has been noting its server key (SERVER_KEY) for a minute',
    'start again when it is done',
  );
}

function damaged({ keyId }: StoredServerKey): StartupProblem {
  return new StartupProblem(
    `The row of the server key ${keyId} (SERVER_KEY) in the table server_keys was changed by hand`,
    'restore it from a backup',
  );
}
