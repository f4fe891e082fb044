import { hash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { ServerKeys } from '../../secrets/server-keys.js';
import { sameHash } from '../../tenancy/credentials/secrets.js';
import type { TenantSettings } from '../../settings/settings.js';

/** The settings on which the meaning of a body depends. */
interface OfTenant {
  readonly tenant: Pick<TenantSettings, 'emailDomain'>;
}

/**
 * Raised with every change of what a body means: validation, matching, merging, defaults. Earlier bodies are then
 * provisioned once more.
 */
const RULES_VERSION = 5;
const BYTES = 16;

/**
 * Hashes that recognise a body that left a person as they are. A hash is keyed, because a body could be guessed. It is
 * bound to the state of the user (`updatedAt`), so that every change makes it invalid, and to the settings on which the
 * meaning of a body depends.
 */
@Injectable()
export class BodyHashes {
  /** That of the current server key is the first. */
  private readonly keys: readonly string[];

  constructor(keys: ServerKeys) {
    this.keys = keys.signatures('body hashes').map((key) => key.toString('base64url'));
  }

  /** @param text the body exactly as it was sent */
  of(scope: OfTenant, updatedAt: Date, text: string): Buffer {
    return hashUnder(this.keys[0] ?? '', scope, updatedAt, text);
  }

  /** Whether the stored hash is of this body, under any of the server keys. */
  matches(stored: Buffer, scope: OfTenant, updatedAt: Date, text: string): boolean {
    return this.keys.some((key) => sameHash(stored, hashUnder(key, scope, updatedAt, text)));
  }
}

function hashUnder(key: string, { tenant }: OfTenant, updatedAt: Date, text: string): Buffer {
  // Half of a SHA-256 with the key in front is safe: lengthening an input needs the whole hash.
  const input = `${key} ${RULES_VERSION} ${tenant.emailDomain} ${updatedAt.getTime()} ${text}`;
  // Through a text: Node takes 2.5 us for both steps, and 3.3 us for a buffer directly.
  return Buffer.from(hash('sha256', input, 'base64'), 'base64').subarray(0, BYTES);
}
