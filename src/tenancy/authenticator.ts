import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable, Logger } from '@nestjs/common';

import { BoundedCache } from '../concurrency/bounded-cache.js';
import { InvalidCredentials, TenantSuspended } from '../errors/tenancy.errors.js';
import { type CredentialWithTenant, CredentialsRepository } from './credentials.repository.js';
import { hashSecret, sameHash } from './secrets.js';
import { SERVER_KEY } from './server-key.js';
import { type KnownTenant, knownTenantOf } from './tenant-settings.js';

/** How long a credential may be trusted without asking the database (contract, section 7: 5 seconds at most). */
const CACHE_MS = 4000;
const CACHE_SIZE = 10_000;
const LAST_USED_STEP_MS = 60_000;
/**
 * When a refusal leaves at the earliest, counted from before the look-up. To read a row that is there takes 0.1 ms longer than to find
 * none, which 10,000 tries of each told apart (`scripts/attack/timing.mjs`).
 */
const REFUSED_AFTER_MS = 10;
const API_KEY = /^ik_[0-9a-z]{26}$/;
const NO_KEY = `ik_${'0'.repeat(26)}`;
const NO_HASH = Buffer.alloc(32);

/** A credential that was proven, with the settings of its tenant. */
export interface Proven extends CredentialWithTenant {
  readonly settings: KnownTenant;
}

/** Who hears of it while a credential is being proven. */
interface Told {
  proven(found: CredentialWithTenant): void;
  /** Is waited for, as it decides what the answer is: what it throws is thrown instead of the refusal. */
  refused(): Promise<void>;
}

interface Cached {
  readonly proven: Proven;
  readonly secretDigest: Buffer;
}

/** For {@link digestOf}; what it made of a secret is worth nothing outside this process. */
const PEPPER = randomBytes(32).toString('base64url');

/** Recognises a secret that was proven a moment ago, at a fifth of the time of {@link hashSecret}. */
function digestOf(secret: string): Buffer {
  return hash('sha256', PEPPER + secret, 'buffer');
}

/** Proves that a key and a secret belong together and may still be used. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger(Authenticator.name);
  private readonly cache = new BoundedCache<string, Cached>({ most: CACHE_SIZE, milliseconds: CACHE_MS });

  constructor(
    private readonly credentials: CredentialsRepository,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /**
   * Only a credential that was proven is cached: an unknown key and a wrong secret both cost one look-up, every time, so
   * that neither their answers nor their times tell them apart.
   * @param tell is told whose secret it is, before that is refused for another reason: expired, revoked, suspended
   * @throws {InvalidCredentials} unknown key, wrong secret, revoked or expired: the same answer after the same work
   * @throws {TenantSuspended} only to a caller who knows the secret
   */
  async authenticate(apiKey: string, secret: string, tell: Partial<Told> = {}): Promise<Proven> {
    const cached = this.cached(apiKey, secret);
    const isTrusted = cached !== undefined && this.isUsable(cached);
    const refusable = isTrusted ? undefined : delay(REFUSED_AFTER_MS);
    const found = cached ?? (await this.prove(apiKey, secret));
    if (found !== undefined) tell.proven?.(found);
    if (found === undefined || !this.isUsable(found)) {
      try {
        await tell.refused?.();
      } finally {
        await refusable;
      }
      throw new InvalidCredentials();
    }
    if (found.tenant.status === 'suspended') throw new TenantSuspended();
    return found;
  }

  /** Has the next request ask the database, after a change; other instances follow when their memory of it ends. */
  forget(apiKey: string): void {
    this.cache.delete(apiKey);
  }

  private isUsable({ credential }: CredentialWithTenant): boolean {
    return (
      credential.revokedAt === null &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now())
    );
  }

  private cached(apiKey: string, secret: string): Proven | undefined {
    const entry = this.cache.get(apiKey);
    if (entry === undefined) return undefined;
    return sameHash(digestOf(secret), entry.secretDigest) ? entry.proven : undefined;
  }

  private async prove(apiKey: string, secret: string): Promise<Proven | undefined> {
    const askedAt = Date.now();
    const secretHash = hashSecret(this.serverKey, secret);
    const found = await this.credentials.findWithTenant(API_KEY.test(apiKey) ? apiKey : NO_KEY);
    if (!sameHash(secretHash, found?.credential.secretHash ?? NO_HASH) || found === undefined)
      return undefined;
    const { emailDomain, settings } = found.tenant;
    const proven = { ...found, settings: knownTenantOf(emailDomain, settings) };
    this.cache.set(apiKey, { proven, secretDigest: digestOf(secret) }, askedAt);
    if (this.isUsable(found)) this.noteUse(found, askedAt);
    return proven;
  }

  /** "Last used" is kept to the minute; a request never waits for it and never fails because of it. */
  private noteUse({ credential }: CredentialWithTenant, now: number): void {
    if (credential.lastUsedAt !== null && now - credential.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
    this.credentials.markUsed(credential.apiKey, new Date(now)).catch(() => {
      this.logger.warn({ msg: 'last use of a credential was not noted', apiKey: credential.apiKey });
    });
  }
}
