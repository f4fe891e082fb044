import { createHmac, hash } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { SERVER_KEY } from '../../tenancy/server-key.js';
import type { TenantSettings } from '../../tenancy/tenant-settings.js';

/** Whose settings say what a body means. */
interface OfTenant {
  readonly tenant: Pick<TenantSettings, 'emailDomain'>;
}

/**
 * Raised with every change of what a body means: validation, matching, merging, defaults. Bodies from before are then
 * looked at once more.
 */
const RULES = 2;
const BYTES = 16;

/**
 * What recognises a body that left a person as they are. Keyed, as bodies are about people and could be guessed; bound to
 * the state that it left (`updatedAt`), so that whatever moves that makes it void, also a version of the service that
 * knows nothing of hashes; and to the settings that say what a body means.
 */
@Injectable()
export class BodyHashes {
  private readonly key: string;

  constructor(@Inject(SERVER_KEY) serverKey: string) {
    this.key = createHmac('sha256', serverKey).update('body hashes').digest('base64url');
  }

  /** @param text the body exactly as it was sent */
  of({ tenant }: OfTenant, updatedAt: Date, text: string): Buffer {
    // Cut to half of a SHA-256 with the key in front: an input cannot be lengthened when its hash is not known whole.
    const input = `${this.key} ${RULES} ${tenant.emailDomain} ${updatedAt.getTime()} ${text}`;
    // By way of a text: Node takes 2.5 us for both, and 3.3 when it is asked for a buffer.
    return Buffer.from(hash('sha256', input, 'base64'), 'base64').subarray(0, BYTES);
  }
}
