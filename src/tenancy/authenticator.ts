import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable, Logger } from '@nestjs/common';

import { BoundedCache } from '../concurrency/bounded-cache.js';
import { InvalidCredentials, TenantSuspended } from '../errors/tenancy.errors.js';
import { type CredentialWithTenant, CredentialsRepository } from './credentials.repository.js';
import { hashSecret, sameHash } from './secrets.js';
import { SERVER_KEY } from './server-key.js';
import { type TenantContext, tenantContextOf } from './tenant-settings.js';

/** How long a credential is trusted without reading the database (contract, section 7: 5 seconds at most). */
const CACHE_MS = 4000;
const CACHE_SIZE = 10_000;
const LAST_USED_INTERVAL_MS = 60_000;
/**
 * The shortest time of a refusal. Reading a row that exists takes 0.1 ms longer than finding none, which 10,000 tries
 * of each showed (`scripts/attack/timing.mjs`).
 */
const REFUSED_AFTER_MS = 10;
const API_KEY = /^ik_[0-9a-z]{26}$/;
const NO_KEY = `ik_${'0'.repeat(26)}`;
const NO_HASH = Buffer.alloc(32);

/** A credential that was proven, with the settings of its tenant. */
export interface ProvenCredential extends CredentialWithTenant {
  readonly settings: TenantContext;
}

/** Callbacks of an authentication. */
interface AuthenticationListener {
  /** Called when the secret is right, also when the credential is refused for another reason. */
  proven(found: CredentialWithTenant): void;
  /** Awaited; an error that it throws replaces the refusal. */
  refused(): Promise<void>;
}

interface Cached {
  readonly proven: ProvenCredential;
  readonly secretDigest: Buffer;
}

/** Random per process, so that a digest of {@link digestOf} has no use outside this process. */
const PEPPER = randomBytes(32).toString('base64url');

/** The digest by which a secret that was proven before is recognised, in a fifth of the time of {@link hashSecret}. */
function digestOf(secret: string): Buffer {
  return hash('sha256', PEPPER + secret, 'buffer');
}

/** Checks that a key and a secret belong together and may still be used. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger(Authenticator.name);
  private readonly cache = new BoundedCache<string, Cached>({ most: CACHE_SIZE, milliseconds: CACHE_MS });

  constructor(
    private readonly credentials: CredentialsRepository,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /**
   * Finds the credential and its tenant. Only a proven credential is cached: an unknown key and a wrong secret both
   * cost one query, every time, so that neither their answers nor their times differ.
   * @throws {InvalidCredentials} when the key is unknown, the secret is wrong, or the credential is revoked or
   * expired: the same answer after the same work
   * @throws {TenantSuspended} when the tenant is suspended and the secret is right
   */
  async authenticate(
    apiKey: string,
    secret: string,
    listener: Partial<AuthenticationListener> = {},
  ): Promise<ProvenCredential> {
    const cached = this.cached(apiKey, secret);
    const isTrusted = cached !== undefined && this.isUsable(cached);
    const refusable = isTrusted ? undefined : delay(REFUSED_AFTER_MS);
    const found = cached ?? (await this.prove(apiKey, secret));
    if (found !== undefined) listener.proven?.(found);
    if (found === undefined || !this.isUsable(found)) {
      try {
        await listener.refused?.();
      } finally {
        await refusable;
      }
      throw new InvalidCredentials();
    }
    if (found.tenant.status === 'suspended') throw new TenantSuspended();
    return found;
  }

  /** Called after a change: the next request reads the database. Other processes do so when their cache expires. */
  forget(apiKey: string): void {
    this.cache.delete(apiKey);
  }

  private isUsable({ credential }: CredentialWithTenant): boolean {
    return (
      credential.revokedAt === null &&
      (credential.expiresAt === null || credential.expiresAt.getTime() > Date.now())
    );
  }

  private cached(apiKey: string, secret: string): ProvenCredential | undefined {
    const entry = this.cache.get(apiKey);
    if (entry === undefined) return undefined;
    return sameHash(digestOf(secret), entry.secretDigest) ? entry.proven : undefined;
  }

  private async prove(apiKey: string, secret: string): Promise<ProvenCredential | undefined> {
    const readAt = Date.now();
    const secretHash = hashSecret(this.serverKey, secret);
    const found = await this.credentials.findWithTenant(API_KEY.test(apiKey) ? apiKey : NO_KEY);
    if (!sameHash(secretHash, found?.credential.secretHash ?? NO_HASH) || found === undefined)
      return undefined;
    const { emailDomain, settings } = found.tenant;
    const proven = { ...found, settings: tenantContextOf(emailDomain, settings) };
    this.cache.set(apiKey, { proven, secretDigest: digestOf(secret) }, readAt);
    if (this.isUsable(found)) this.noteUse(found, readAt);
    return proven;
  }

  /** Stores the last use, to the minute; a request never waits for it and never fails because of it. */
  private noteUse({ credential }: CredentialWithTenant, now: number): void {
    if (credential.lastUsedAt !== null && now - credential.lastUsedAt.getTime() < LAST_USED_INTERVAL_MS)
      return;
    this.credentials.markUsed(credential.apiKey, new Date(now)).catch(() => {
      this.logger.warn({ msg: 'the last use of a credential was not stored', apiKey: credential.apiKey });
    });
  }
}
