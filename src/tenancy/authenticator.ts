import { Inject, Injectable, Logger } from '@nestjs/common';

import { InvalidCredentials, TenantSuspended } from '../errors/tenancy.errors.js';
import { type CredentialWithTenant, CredentialsRepository } from './credentials.repository.js';
import { hashSecret, sameHash } from './secrets.js';
import { SERVER_KEY } from './server-key.js';

/** How long a credential may be trusted without asking the database (contract, section 7: 5 seconds at most). */
const CACHE_MS = 4000;
const CACHE_SIZE = 10_000;
const LAST_USED_STEP_MS = 60_000;
const API_KEY = /^ik_[0-9a-z]{26}$/;
const NO_HASH = Buffer.alloc(32);

interface Cached {
  readonly found: CredentialWithTenant;
  readonly until: number;
}

/** Proves that a key and a secret belong together and may still be used. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger(Authenticator.name);
  private readonly cache = new Map<string, Cached>();

  constructor(
    private readonly credentials: CredentialsRepository,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /**
   * @throws {InvalidCredentials} unknown key, wrong secret, revoked or expired: the same answer after the same work
   * @throws {TenantSuspended} only to a caller who knows the secret
   */
  async authenticate(apiKey: string, secret: string): Promise<CredentialWithTenant> {
    const found = await this.find(apiKey);
    const matches = sameHash(hashSecret(this.serverKey, secret), found?.credential.secretHash ?? NO_HASH);
    if (found === undefined || !matches || !this.isUsable(found)) throw new InvalidCredentials();
    if (found.tenant.status === 'suspended') throw new TenantSuspended();
    return found;
  }

  private isUsable({ credential }: CredentialWithTenant): boolean {
    return (
      credential.revokedAt === null &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now())
    );
  }

  private async find(apiKey: string): Promise<CredentialWithTenant | undefined> {
    const cached = this.cache.get(apiKey);
    const now = Date.now();
    if (cached !== undefined && cached.until > now) return cached.found;
    // A key that we never issued costs the same query, so that its answer takes as long as a wrong secret's.
    const found = await this.credentials.findWithTenant(
      API_KEY.test(apiKey) ? apiKey : `ik_${'0'.repeat(26)}`,
    );
    this.cache.delete(apiKey);
    if (found !== undefined) {
      this.remember(apiKey, { found, until: now + CACHE_MS });
      this.noteUse(found, now);
    }
    return found;
  }

  private remember(apiKey: string, entry: Cached): void {
    const oldest = this.cache.keys().next();
    if (this.cache.size >= CACHE_SIZE && oldest.done !== true) this.cache.delete(oldest.value);
    this.cache.set(apiKey, entry);
  }

  /** "Last used" is kept to the minute; a request never waits for it and never fails because of it. */
  private noteUse({ credential }: CredentialWithTenant, now: number): void {
    if (credential.lastUsedAt !== null && now - credential.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
    this.credentials.markUsed(credential.apiKey, new Date(now)).catch(() => {
      this.logger.warn({ msg: 'last use of a credential was not noted', apiKey: credential.apiKey });
    });
  }
}
