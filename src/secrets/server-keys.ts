import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { SecretBox } from './secret-box.js';

const ID_BYTES = 8;

/** A server key with the ID by which the database and the operator know it. */
export interface ServerKey {
  readonly text: string;
  /** 16 hexadecimal digits, derived from the key; the key cannot be computed from it. */
  readonly id: string;
}

/** The hash of a secret, and the ID of the server key under which it was made. Both are stored. */
export interface SecretHash {
  readonly hash: Buffer;
  readonly keyId: string;
}

export function serverKeyOf(text: string): ServerKey {
  const id = Buffer.from(hkdfSync('sha256', text, '', 'server key id', ID_BYTES)).toString('hex');
  return { text, id };
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The server key, and the keys that are valid beside it while it is changed
 * (docs/decisions/0067-rotation-of-the-server-key.md). What is made is made under the current key; what is read or
 * verified may be under any of them.
 */
export class ServerKeys {
  constructor(
    readonly current: ServerKey,
    readonly others: readonly ServerKey[] = [],
  ) {}

  static of({ current, previous }: { current: ServerKey; previous: ServerKey | undefined }): ServerKeys {
    return new ServerKeys(current, previous === undefined ? [] : [previous]);
  }

  /** The current key comes first. */
  get all(): readonly ServerKey[] {
    return [this.current, ...this.others];
  }

  has(keyId: string): boolean {
    return this.all.some(({ id }) => id === keyId);
  }

  /**
   * Encrypts what is not stored, such as a cookie. A column of the database takes `SealedColumns`, so that a rotation
   * of the server key finds it.
   */
  box(purpose: string): SecretBox {
    return new SecretBox(
      this.all.map(({ text }) => text),
      purpose,
    );
  }

  /** The HMAC of these parts under the current key. */
  sign(...parts: readonly (string | Buffer)[]): Buffer {
    return hmac(this.current, parts);
  }

  /** The HMACs of these parts under each key, that of the current key first. */
  signatures(...parts: readonly (string | Buffer)[]): Buffer[] {
    return this.all.map((key) => hmac(key, parts));
  }

  /** Whether the signature, or its beginning of at least 16 bytes, is of these parts. Compares in constant time. */
  isSignature(signature: Buffer, ...parts: readonly (string | Buffer)[]): boolean {
    if (signature.length < 16) return false;
    return this.signatures(...parts).some((one) => isSame(one.subarray(0, signature.length), signature));
  }

  /** The hash of a secret that callers will show, such as that of an API key. */
  hashSecret(secret: string): SecretHash {
    return { hash: this.sign(secret), keyId: this.current.id };
  }

  /** The hashes that a secret may be stored as, that under the current key first. */
  hashesOf(secret: string): SecretHash[] {
    return this.all.map((key) => ({ hash: hmac(key, [secret]), keyId: key.id }));
  }
}

function hmac({ text }: ServerKey, parts: readonly (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', text);
  for (const part of parts) mac.update(part);
  return mac.digest();
}
