import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { InvalidCredentials, TenantSuspended } from '../../errors/tenancy.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { type SecretHash, ServerKeys } from '../../secrets/server-keys.js';
import { isExpired, isToken, isTokenOf } from './access-tokens.js';
import type { Credential } from '../credentials/credential.entity.js';
import { type CredentialWithTenant, CredentialsRepository } from '../credentials/credentials.repository.js';
import { isSandboxId, sameHash } from '../credentials/secrets.js';
import type { ShownCredential } from '../credentials/shown-credential.js';
import { nowOf, timeOf, wallTime } from '../time/tenant-clock.js';
import { type TenantContext, tenantContextOf } from '../tenants/tenant-context.js';
import { TenantsRepository } from '../tenants/tenants.repository.js';

/** How long a credential is trusted without reading the database (contract, section 7: 5 seconds at most). */
const CACHE_MS = 4000;
const CACHE_SIZE = 10_000;
const SHARED_MS = 60_000;
const LAST_USED_INTERVAL_MS = 60_000;
/**
 * The shortest time of a refusal. Reading a row that exists takes 0.1 ms longer than finding none, which 10,000 tries
 * of each showed (`npm run bench -- refusals`).
 */
const REFUSED_AFTER_MS = 10;
const API_KEY = /^ik_[0-9a-z]{26}$/;
const NO_KEY = `ik_${'0'.repeat(26)}`;
const NO_CREDENTIAL = { apiKey: NO_KEY, secretHash: Buffer.alloc(32) };

/** A credential that was proven, with the settings of its tenant. */
export interface ProvenCredential extends CredentialWithTenant {
  readonly settings: TenantContext;
}

/** Callbacks of an authentication. */
interface AuthenticationListener {
  /** Called when the secret is right, also when the credential is refused for another reason. */
  proven(found: ProvenCredential): void;
  /** Called when there is such a key and the secret is wrong. */
  wrongSecret(found: ProvenCredential): void;
  /** Awaited; an error that it throws replaces the refusal. */
  refused(): Promise<void>;
}

interface Cached {
  readonly proven: ProvenCredential;
  /** Absent when no proof of the credential is known, which was read for a call that was admitted before. */
  readonly proofDigest: Buffer | undefined;
}

/** The last proof of a key, and what it was compared with. */
interface Proof extends Pick<Cached, 'proofDigest'> {
  readonly secretHash: Buffer;
}

/** A credential that is being read. */
interface Reading {
  /** When it began. */
  readonly at: number;
  readonly found: Promise<ProvenCredential | undefined>;
  /** Whether the use of the key was noted by a call that shares it. */
  isNoted: boolean;
}

/** Random per process, so that a digest of {@link digestOf} has no use outside this process. */
const PEPPER = randomBytes(32).toString('base64url');

/** Whether the proof is an access token, where one may stand in the place of the secret. */
function provesByToken({ proof, mayBeToken }: ShownCredential): boolean {
  return mayBeToken && isToken(proof);
}

/**
 * The digest by which a proof that was accepted before is recognised, in a fifth of the time of an HMAC. A
 * token is not recognised where only a secret is accepted.
 */
function digestOf(shown: ShownCredential): Buffer {
  return hash('sha256', `${PEPPER}${provesByToken(shown) ? 'token' : 'secret'} ${shown.proof}`, 'buffer');
}

/** Checks that a key and its secret, or an access token of it, belong together and may still be used. */
@Injectable()
export class Authenticator {
  private readonly logger = new LineLogger(Authenticator.name);
  private readonly cache = new BoundedCache<string, Cached>({ most: CACHE_SIZE, milliseconds: CACHE_MS });
  /** When a key or a tenant was changed last, by its ID; what was read before is not kept. */
  private readonly changes = new BoundedCache<string, number>({ most: CACHE_SIZE, milliseconds: CACHE_MS });

  /** Keys that were remembered lately. Calls with one of them that come at once share a reading. */
  private readonly shared = new BoundedCache<string, Proof>({ most: CACHE_SIZE, milliseconds: SHARED_MS });
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly keys: ServerKeys,
    tenants: TenantsRepository,
  ) {
    tenants.onChange((tenantId) => {
      this.forgetTenant(tenantId);
    });
  }

  /**
   * Finds the credential and its tenant. Only a proven credential is cached: an unknown key and a wrong secret both
   * cost one query, every time, so that neither their answers nor their times differ.
   * @throws {InvalidCredentials} when the key is unknown, the secret is wrong, or the credential is revoked or
   * expired: the same answer after the same work
   * @throws {TenantSuspended} when the tenant is suspended and the secret is right
   */
  async authenticate(
    shown: ShownCredential,
    listener: Partial<AuthenticationListener> = {},
  ): Promise<ProvenCredential> {
    const cached = this.cached(shown);
    const isTrusted = cached !== undefined && this.isUsable(cached);
    const refusable = isTrusted ? undefined : delay(REFUSED_AFTER_MS);
    const found = cached ?? (await this.prove(shown, listener));
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

  /**
   * Asks whether a key that was proven at the beginning of a call may still be used.
   * @throws {InvalidCredentials} when it was revoked or has expired
   * @throws {TenantSuspended} when its tenant was suspended
   */
  async readmit(apiKey: string): Promise<void> {
    const found = this.cache.get(apiKey)?.proven ?? (await this.read(apiKey));
    if (found === undefined || !this.isUsable(found)) throw new InvalidCredentials();
    if (found.tenant.status === 'suspended') throw new TenantSuspended();
  }

  /** Called after a change: the next request reads the database. Other processes do so when their cache expires. */
  forget(apiKey: string): void {
    this.changes.set(apiKey, wallTime().getTime());
    this.cache.delete(apiKey);
    this.readings.delete(apiKey);
  }

  /** Called after a change of its settings, status or clock. */
  private forgetTenant(tenantId: string): void {
    this.changes.set(tenantId, wallTime().getTime());
    this.readings.clear();
    for (const { proven } of [...this.cache.values()])
      if (proven.tenant.id === tenantId) this.cache.delete(proven.credential.apiKey);
  }

  private isUsable({ credential, tenant }: CredentialWithTenant): boolean {
    return (
      credential.revokedAt === null &&
      (credential.expiresAt === null || credential.expiresAt > nowOf({ tenant }))
    );
  }

  private cached(shown: ShownCredential): ProvenCredential | undefined {
    const entry = this.cache.get(shown.apiKey);
    if (entry?.proofDigest === undefined || !sameHash(digestOf(shown), entry.proofDigest)) return undefined;
    const now = nowOf(entry.proven);
    return provesByToken(shown) && isExpired(shown.proof, now) ? undefined : entry.proven;
  }

  private async prove(
    shown: ShownCredential,
    listener: Partial<AuthenticationListener>,
  ): Promise<ProvenCredential | undefined> {
    const { apiKey, proof } = shown;
    const reading = this.readingOf(API_KEY.test(apiKey) ? apiKey : NO_KEY);
    const readAt = reading.at;
    const hashes = this.keys.hashesOf(proof);
    const found = await reading.found;
    const { credential = NO_CREDENTIAL } = found ?? {};
    // All are compared, so that the time does not show which key it was.
    const [right] = hashes.filter(({ hash: shownHash }) => sameHash(shownHash, credential.secretHash));
    const isProven = provesByToken(shown)
      ? isTokenOf(this.keys, credential, proof, timeOf(found?.tenant.clock ?? null, new Date(readAt)))
      : right !== undefined;
    if (found === undefined) return undefined;
    if (!isProven) {
      listener.wrongSecret?.(found);
      return undefined;
    }
    this.keep({ proven: found, proofDigest: digestOf(shown) }, readAt);
    this.noteUse(found, reading);
    if (right !== undefined) this.hashAgain(found.credential, right.keyId, hashes[0]);
    return found;
  }

  /** Reads a credential whose proof is known to be right. */
  private async read(apiKey: string): Promise<ProvenCredential | undefined> {
    const reading = this.readingOf(apiKey);
    const proven = await reading.found;
    if (proven === undefined) return undefined;
    this.keep({ proven, proofDigest: this.proofOf(proven) }, reading.at);
    this.noteUse(proven, reading);
    return proven;
  }

  /** The proof that was accepted last, while the key has the same secret. */
  private proofOf({ credential: { apiKey, secretHash } }: ProvenCredential): Buffer | undefined {
    const known = this.shared.get(apiKey);
    return known !== undefined && sameHash(known.secretHash, secretHash) ? known.proofDigest : undefined;
  }

  /** Two hundred callers who wait with one key would otherwise read it two hundred times when it is forgotten. */
  private readingOf(apiKey: string): Reading {
    const underWay = this.readings.get(apiKey);
    if (underWay !== undefined) return underWay;
    const at = wallTime().getTime();
    const found = this.credentials
      .findWithTenant(apiKey)
      .then((known) => known && { ...known, settings: tenantContextOf(known.tenant) });
    const reading: Reading = { at, found, isNoted: false };
    if (this.shared.get(apiKey) === undefined) return reading;
    this.readings.set(apiKey, reading);
    const end = (): void => {
      if (this.readings.get(apiKey) === reading) this.readings.delete(apiKey);
    };
    found.then(end, end);
    return reading;
  }

  private keep(entry: Cached, readAt: number): void {
    const { credential, tenant } = entry.proven;
    const isCurrent = [credential.apiKey, tenant.id].every(
      (changed) => (this.changes.get(changed) ?? -Infinity) < readAt,
    );
    // A sandbox may be reset, and its clock moved, between two calls of another process.
    if (!isCurrent || isSandboxId(tenant.id)) return;
    this.cache.set(credential.apiKey, entry, readAt);
    this.shared.set(credential.apiKey, { proofDigest: entry.proofDigest, secretHash: credential.secretHash });
  }

  /** A secret that was proven under another server key is hashed under the current one; no request waits for it. */
  private hashAgain(credential: Credential, provenBy: string, current: SecretHash | undefined): void {
    if (current === undefined || provenBy === current.keyId) return;
    this.credentials.hashAgain(credential, current).catch(() => {
      this.logger.warn({ msg: 'a secret was not hashed again', apiKey: credential.apiKey });
    });
  }

  /** Stores the last use, to the minute; a request never waits for it and never fails because of it. */
  private noteUse(found: CredentialWithTenant, reading: Reading): void {
    if (reading.isNoted || !this.isUsable(found)) return;
    reading.isNoted = true;
    const { apiKey, lastUsedAt } = found.credential;
    const at = timeOf(found.tenant.clock, new Date(reading.at));
    if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < LAST_USED_INTERVAL_MS) return;
    this.credentials.markUsed(apiKey, at).catch(() => {
      this.logger.warn({ msg: 'the last use of a credential was not stored', apiKey });
    });
  }
}
