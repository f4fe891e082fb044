import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { ApiKeyEnded, ApiKeyNotFound } from '../../errors/tenancy.errors.js';
import type { AccessScope } from '../../http/access-scopes.js';
import { Authenticator } from '../access/authenticator.js';
import type { ConnectionSettings } from '../connection.js';
import type { Credential } from './credential.entity.js';
import { statusOf } from './credential-status.js';
import {
  type CredentialQuery,
  CredentialsRepository,
  type EndingCredential,
} from './credentials.repository.js';
import type { Scope } from '../scope.js';
import { newApiKey, newApiSecret, newSecretHash } from './secrets.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { TENANCY_CHANGED, type TenancyAction } from '../tenants/tenancy-action.js';
import { nowOf } from '../time/tenant-clock.js';

/** The properties of a new credential. */
export interface NewCredential {
  readonly label: string;
  readonly scopes: readonly AccessScope[];
  readonly expiresAt?: Date | null;
  /** Requests a minute; null or absent means no limit of its own. */
  readonly rateLimit?: number | null;
  /** For the scope `scim`: the settings of the connection that differ from their defaults. */
  readonly connection?: Partial<ConnectionSettings>;
}

const LONGEST_CHAIN = 1000;

/** The connection that a successor inherits. */
type Inherited = Pick<Credential, 'connectionId' | 'connectionSettings'>;

/** A credential with its secret, which cannot be read again. */
export interface IssuedCredential {
  readonly credential: Credential;
  readonly apiSecret: string;
}

export type RotatedCredential = IssuedCredential & { readonly previous: Credential };

function creationOf(
  { apiKey, label, scopes, rateLimit, expiresAt, connectionId, connectionSettings }: Credential,
  more: object = {},
): TenancyAction {
  const connection = connectionId === null ? {} : { connection: connectionSettings ?? {} };
  const named = { label, scopes: scopes.split(','), rateLimit, expiresAt: momentOf(expiresAt) };
  const after = { ...named, ...connection, ...more };
  return { action: 'key.created', target: `key:${apiKey}`, after };
}

function momentOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** The API keys of a tenant. A key of another tenant is treated like one that does not exist. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly authenticator: Authenticator,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: ServerKeys,
  ) {}

  page(
    scope: Pick<Scope, 'tenantId' | 'tenant'>,
    query: CredentialQuery,
  ): Promise<{ rows: Credential[]; total: number }> {
    return this.credentials.page(scope, query, nowOf(scope));
  }

  /**
   * Finds an API key.
   * @throws {ApiKeyNotFound} when the tenant has no such key
   */
  async find(scope: Pick<Scope, 'tenantId'>, apiKey: string): Promise<Credential> {
    const credential = await this.credentials.find(scope, apiKey);
    if (credential === null) throw new ApiKeyNotFound();
    return credential;
  }

  /** The key that this one replaced, and the one that replaced it. */
  async neighbours(
    scope: Pick<Scope, 'tenantId'>,
    { apiKey, rotatedTo }: Credential,
  ): Promise<{ predecessor: Credential | null; successor: Credential | null }> {
    const [predecessor, successor] = await Promise.all([
      this.credentials.predecessor(scope, apiKey),
      rotatedTo === null ? null : this.credentials.find(scope, rotatedTo),
    ]);
    return { predecessor, successor };
  }

  /** When the first key that has a secret was made, null without one, and whether any of them was used. */
  firstUse(scope: Pick<Scope, 'tenantId'>): Promise<{ firstKeyAt: Date | null; isUsed: boolean }> {
    return this.credentials.firstUse(scope);
  }

  /** The labels of these keys; a key of another tenant is not in the map. */
  labelsOf(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, string>> {
    return this.credentials.labels(scope, apiKeys);
  }

  /** Those of these keys that belong to the tenant. */
  async those(scope: Pick<Scope, 'tenantId'>, apiKeys: readonly string[]): Promise<Map<string, Credential>> {
    const found = await this.credentials.those(scope, apiKeys);
    return new Map(found.map((credential) => [credential.apiKey, credential]));
  }

  /** The connections of identity providers that have a key which still works. */
  liveConnections(scope: Pick<Scope, 'tenantId' | 'tenant'>): Promise<string[]> {
    return this.credentials.liveConnections(scope, nowOf(scope));
  }

  /** The connections of those of these keys that belong to one. */
  connectionsOf(
    scope: Pick<Scope, 'tenantId'>,
    reader: Reader,
    apiKeys: readonly string[],
  ): Promise<Map<string, string>> {
    return this.credentials.connections(scope, reader, apiKeys);
  }

  /** Keys that are not revoked, have no successor, and expire or expired between these moments; soonest first. */
  endingWithin(scope: Pick<Scope, 'tenantId'>, from: Date, until: Date): Promise<EndingCredential[]> {
    return this.credentials.endingWithin(scope, from, until);
  }

  /** This key and those that it has replaced, one after the other. */
  async withPredecessors(scope: Pick<Scope, 'tenantId'>, apiKey: string): Promise<string[]> {
    const chain = [apiKey];
    while (chain.length < LONGEST_CHAIN) {
      const before = await this.credentials.predecessor(scope, chain.at(-1) ?? '');
      if (before === null || chain.includes(before.apiKey)) break;
      chain.push(before.apiKey);
    }
    return chain;
  }

  /**
   * This key and those that have replaced it by rotations, one after the other.
   * @throws {CredentialNotFound} when the tenant has no such key
   */
  async withSuccessors(
    scope: Pick<Scope, 'tenantId'>,
    apiKey: string,
  ): Promise<[Credential, ...Credential[]]> {
    const chain: [Credential, ...Credential[]] = [await this.find(scope, apiKey)];
    for (let last = chain[0]; last.rotatedTo !== null && chain.length < LONGEST_CHAIN;) {
      last = await this.find(scope, last.rotatedTo);
      chain.push(last);
    }
    return chain;
  }

  async create(scope: Scope, wanted: NewCredential): Promise<IssuedCredential> {
    const issued = this.issue(scope, wanted);
    await this.unitOfWork.run(async (transaction) => {
      await this.credentials.insert(transaction, issued.credential);
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [creationOf(issued.credential)]);
    });
    return issued;
  }

  /**
   * Revokes a key: at once in this process, within 5 seconds in all others. Revoking it again changes nothing.
   * @throws {ApiKeyNotFound} when the tenant has no such key
   */
  async revoke(scope: Scope, apiKey: string): Promise<Credential> {
    await this.unitOfWork.run(async (transaction) => {
      const { revokedAt } = await this.lock(scope, transaction, apiKey);
      if (revokedAt !== null) return;
      const now = nowOf(scope);
      await this.credentials.change(scope, transaction, apiKey, { revokedAt: now });
      const [before, after] = [{ revokedAt: null }, { revokedAt: momentOf(now) }];
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'key.revoked', target: `key:${apiKey}`, before, after },
      ]);
    });
    this.authenticator.forget(apiKey);
    return this.find(scope, apiKey);
  }

  /**
   * Creates a successor with the same label, scopes, limit and connection, and no expiry; the old credential works for
   * another `overlapHours`, or until its own expiry when that is sooner. The two have separate rate limits.
   * @throws {ApiKeyNotFound} when the tenant has no such key
   * @throws {ApiKeyEnded} when the key is revoked or expired
   */
  async rotate(scope: Scope, apiKey: string, overlapHours: number): Promise<RotatedCredential> {
    const issued = await this.unitOfWork.run(async (transaction) => {
      const old = await this.lock(scope, transaction, apiKey);
      const now = nowOf(scope);
      const status = statusOf(old, now);
      if (status === 'revoked' || status === 'expired') throw new ApiKeyEnded(status);
      const { label, rateLimit } = old;
      const scopes = old.scopes.split(',') as AccessScope[];
      const successor = this.issue(scope, { label, scopes, rateLimit }, old);
      await this.credentials.insert(transaction, successor.credential);
      await this.retire(scope, transaction, old, {
        rotatedTo: successor.credential.apiKey,
        until: new Date(now.getTime() + overlapHours * 3_600_000),
      });
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        creationOf(successor.credential, { rotatedFrom: apiKey }),
      ]);
      return successor;
    });
    this.authenticator.forget(apiKey);
    return { ...issued, previous: await this.find(scope, apiKey) };
  }

  private async retire(
    scope: Scope,
    transaction: Transaction,
    { apiKey, expiresAt: expiry }: Credential,
    { rotatedTo, until }: { readonly rotatedTo: string; readonly until: Date },
  ): Promise<void> {
    const expiresAt = expiry === null || expiry > until ? until : expiry;
    await this.credentials.change(scope, transaction, apiKey, { expiresAt, rotatedTo });
    const before = { expiresAt: momentOf(expiry) };
    const after = { expiresAt: momentOf(expiresAt), rotatedTo };
    await this.events.announce(scope, transaction, TENANCY_CHANGED, [
      { action: 'key.rotated', target: `key:${apiKey}`, before, after },
    ]);
  }

  private async lock(scope: Scope, transaction: Transaction, apiKey: string): Promise<Credential> {
    const credential = await this.credentials.lock(scope, transaction, apiKey);
    if (credential === null) throw new ApiKeyNotFound();
    return credential;
  }

  private issue(
    { tenantId, tenant, actor }: Scope,
    wanted: NewCredential,
    old?: Inherited,
  ): IssuedCredential {
    const apiSecret = newApiSecret();
    const apiKey = newApiKey();
    const isConnection = wanted.scopes.includes('scim');
    const credential: Credential = {
      apiKey,
      tenantId,
      ...newSecretHash(this.keys, apiSecret),
      label: wanted.label,
      scopes: [...new Set(wanted.scopes)].sort().join(','),
      rateLimit: wanted.rateLimit ?? null,
      createdAt: nowOf({ tenant }),
      createdBy: actor,
      lastUsedAt: null,
      expiresAt: wanted.expiresAt ?? null,
      revokedAt: null,
      rotatedTo: null,
      connectionId: isConnection ? (old?.connectionId ?? apiKey) : null,
      connectionSettings: isConnection ? (old?.connectionSettings ?? wanted.connection ?? null) : null,
    };
    return { credential, apiSecret };
  }
}
