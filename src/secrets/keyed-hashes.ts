import { createHmac } from 'node:crypto';

/**
 * Hashes of values that the service does not keep, such as the address of a person who was erased. The hash key is
 * random and stored, sealed under the server key; so a hash stays the same when the server key is changed, and cannot
 * be tested with a copy of the database alone. Secrets that callers show take `ServerKeys.hashSecret`.
 */
export class KeyedHashes {
  /** @param keys the first one is used for new hashes */
  constructor(private readonly keys: readonly Buffer[]) {}

  /** 32 bytes. Equal values of different purposes have different hashes. */
  of(purpose: string, value: string): Buffer {
    return hashOf(this.keys[0] ?? Buffer.alloc(0), purpose, value);
  }

  /**
   * The hashes that the value may be stored as, that of {@link of} first. It is one, unless the server key was lost
   * once and came back.
   */
  candidates(purpose: string, value: string): Buffer[] {
    return this.keys.map((key) => hashOf(key, purpose, value));
  }
}

function hashOf(key: Buffer, purpose: string, value: string): Buffer {
  return createHmac('sha256', key).update(`${purpose.length}:${purpose}:`).update(value).digest();
}
