import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the service must read again: AES-256-GCM under a key derived from the server key. A secret
 * that is sealed for one owner cannot be opened for another. A box is 28 bytes longer than its secret.
 */
export class SecretBox {
  private readonly keys: readonly Buffer[];

  /** @param serverKeys it is sealed under the first and opened under any of them */
  constructor(serverKeys: string | readonly string[], purpose: string) {
    this.keys = [serverKeys].flat().map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  }

  seal(owner: string, secret: string | Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0] ?? '', nonce).setAAD(Buffer.from(owner));
    const plain = typeof secret === 'string' ? Buffer.from(secret) : secret;
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Undefined when the box was changed, or sealed for another owner or under another server key. */
  open(owner: string, box: Buffer): string | undefined {
    return this.openBytes(owner, box)?.toString('utf8');
  }

  /** The same for a secret that is not a text. */
  openBytes(owner: string, box: Buffer): Buffer | undefined {
    for (const key of this.keys) {
      const opened = openUnder(key, owner, box);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  /** Whether the box is sealed under the first key, which {@link seal} uses. */
  isCurrent(owner: string, box: Buffer): boolean {
    const [first] = this.keys;
    return first !== undefined && openUnder(first, owner, box) !== undefined;
  }
}

function openUnder(key: Buffer, owner: string, box: Buffer): Buffer | undefined {
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
