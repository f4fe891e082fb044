import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';

/** All files that administrators send with the pages. */
export const FILES = 'files';

const KEY = 'key:';
const MOST_KEYS = 10_000;
/** Which key a key has replaced never changes. */
const KNOWN_FOR_MS = 3_600_000;

/** Who sends people, for whole runs (contract, section 15). */
@Injectable()
export class Senders {
  private readonly firstKeys = new BoundedCache<string, string>({
    most: MOST_KEYS,
    milliseconds: KNOWN_FOR_MS,
  });

  constructor(private readonly credentials: CredentialsService) {}

  /** The first of the keys that were rotated to this one, or {@link FILES}; undefined for all other callers. */
  async of(scope: Scope): Promise<string | undefined> {
    const { actor, isFile = false } = scope;
    if (isFile) return FILES;
    if (!actor.startsWith(KEY)) return undefined;
    const apiKey = actor.slice(KEY.length);
    const known = this.firstKeys.get(apiKey);
    if (known !== undefined) return known;
    const first = (await this.credentials.withPredecessors(scope, apiKey)).at(-1) ?? apiKey;
    this.firstKeys.set(apiKey, first);
    return first;
  }
}
