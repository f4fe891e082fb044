import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { containing } from '../../database/statements/like.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { type HashCount, HashedSecrets } from '../../secrets/hashed-secrets.js';
import type { SecretHash } from '../../secrets/server-keys.js';
import { KEY_IN_USE } from '../../secrets/stored-server-keys.repository.js';
import { Credential } from './credential.entity.js';
import { type CredentialStatus, expiringUntil } from './credential-status.js';
import type { Scope } from '../scope.js';
import { isIdentifier, type NewSecretHash } from './secrets.js';
import { Tenant } from '../tenants/tenant.entity.js';

/** A credential with the tenant that it belongs to. */
export interface CredentialWithTenant {
  readonly credential: Credential;
  readonly tenant: Tenant;
}

export const CREDENTIAL_SORTS = ['createdAt', 'label', 'lastUsedAt', 'expiresAt', 'status'] as const;

/** The filter, order and page of a list of a tenant's keys. */
export interface CredentialQuery {
  readonly status?: CredentialStatus | undefined;
  /** A part of the label, or the beginning of the key. */
  readonly q?: string | undefined;
  readonly sort?: (typeof CREDENTIAL_SORTS)[number] | undefined;
  readonly order?: 'ASC' | 'DESC' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A key, and when it expires or expired. */
export interface EndingCredential {
  readonly apiKey: string;
  readonly expiresAt: Date;
}

type TenantScope = Pick<Scope, 'tenantId'>;

/** The same rule as `statusOf`. */
const STATUS = `CASE WHEN \`revokedAt\` IS NOT NULL THEN 'revoked' WHEN \`expiresAt\` IS NULL THEN 'active'
  WHEN \`expiresAt\` <= ? THEN 'expired' WHEN \`rotatedTo\` IS NOT NULL THEN 'replaced'
  WHEN \`expiresAt\` <= ? THEN 'expiring' ELSE 'active' END`;

/** A key that works. One that waits for its handover has no secret yet. */
const WITH_SECRET =
  '`secretKeyId` IS NOT NULL AND `revokedAt` IS NULL AND (`expiresAt` IS NULL OR `expiresAt` > UTC_TIMESTAMP(3))';

/** The columns to sort by; a key that never expires comes last. */
const SORTS = {
  createdAt: '`createdAt`',
  label: '`label`',
  lastUsedAt: '`lastUsedAt`',
  expiresAt: "COALESCE(`expiresAt`, '9999-12-31')",
  status: '`status`',
} as const;

/** API keys. A key names its tenant, so finding one takes no scope. */
@Injectable()
export class CredentialsRepository {
  private readonly codec: RowCodec<Credential>;

  constructor(
    @InjectRepository(Credential) private readonly credentials: Repository<Credential>,
    secrets: HashedSecrets,
  ) {
    secrets.declare({
      kind: 'secrets of API keys',
      countByKey: () => this.countByKey(),
      namesUnder: (...wanted) => this.namesUnder(...wanted),
    });
    this.codec = new RowCodec<Credential>(credentials.metadata);
  }

  async insert(transaction: Transaction, credential: Credential): Promise<void> {
    await transaction.entities((manager) => manager.insert(Credential, credential));
  }

  /** One statement, so that an existing key takes as long as an unknown one. */
  async findWithTenant(apiKey: string): Promise<CredentialWithTenant | undefined> {
    const found = (await this.credentials
      .createQueryBuilder('credential')
      .innerJoinAndMapOne('credential.tenant', Tenant, 'tenant', 'tenant.id = credential.tenantId')
      .where('credential.apiKey = :apiKey', { apiKey })
      .getOne()) as (Credential & { tenant: Tenant }) | null;
    return found === null ? undefined : { credential: found, tenant: found.tenant };
  }

  /** When the first key got its secret to call with, and whether any key was used; null and false without one. */
  async firstUse({ tenantId }: TenantScope): Promise<{ firstKeyAt: Date | null; isUsed: boolean }> {
    const sql = `SELECT MIN(\`createdAt\`) AS \`firstKeyAt\`, COUNT(\`lastUsedAt\`) AS \`used\`
      FROM \`credentials\` WHERE \`tenantId\` = ? AND \`secretKeyId\` IS NOT NULL`;
    const [row]: { firstKeyAt: Date | null; used: number | string }[] = await this.credentials.query(sql, [
      tenantId,
    ]);
    return { firstKeyAt: row?.firstKeyAt ?? null, isUsed: Number(row?.used ?? 0) > 0 };
  }

  list(tenantId: string): Promise<Credential[]> {
    return this.credentials.find({ where: { tenantId }, order: { createdAt: 'ASC', apiKey: 'ASC' } });
  }

  async page(
    { tenantId }: TenantScope,
    query: CredentialQuery,
    now: Date,
  ): Promise<{ rows: Credential[]; total: number }> {
    const { status, q, sort = 'createdAt', order = 'ASC', offset, limit } = query;
    const values: unknown[] = [now, expiringUntil(now), tenantId];
    const conditions = ['TRUE'];
    if (status !== undefined) {
      conditions.push('`status` = ?');
      values.push(status);
    }
    if (q !== undefined) {
      // The column of keys is ASCII: comparing it with other characters is an error of collations.
      conditions.push(isIdentifier(q) ? '(`label` LIKE ? OR LEFT(`apiKey`, ?) = ?)' : '`label` LIKE ?');
      values.push(containing(q), ...(isIdentifier(q) ? [q.length, q] : []));
    }
    const from = `FROM (
        SELECT ${this.codec.columns}, ${STATUS} AS \`status\` FROM \`credentials\` WHERE \`tenantId\` = ?
      ) AS k
      WHERE ${conditions.join(' AND ')}`;
    const [counted]: { total: number | string }[] = await this.credentials.query(
      `SELECT COUNT(*) AS \`total\` ${from}`,
      values,
    );
    const rows: Record<string, unknown>[] = await this.credentials.query(
      `SELECT ${this.codec.columns} ${from} ORDER BY ${SORTS[sort]} ${order}, \`apiKey\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    return { rows: rows.map((row) => this.codec.fromRow(row)), total: Number(counted?.total ?? 0) };
  }

  /** Keys that are not revoked and have no successor; soonest first. */
  endingWithin({ tenantId }: TenantScope, from: Date, until: Date): Promise<EndingCredential[]> {
    const sql = `SELECT \`apiKey\`, \`expiresAt\` FROM \`credentials\`
      WHERE \`tenantId\` = ? AND \`revokedAt\` IS NULL AND \`rotatedTo\` IS NULL
        AND \`expiresAt\` > ? AND \`expiresAt\` <= ? ORDER BY \`expiresAt\`, \`apiKey\``;
    return this.credentials.query(sql, [tenantId, from, until]);
  }

  /** The ID of the tenant of a key; null for an unknown key. */
  async tenantOf(apiKey: string): Promise<string | null> {
    if (!isIdentifier(apiKey)) return null;
    const found = await this.credentials.findOne({ select: { tenantId: true }, where: { apiKey } });
    return found?.tenantId ?? null;
  }

  async find({ tenantId }: TenantScope, apiKey: string): Promise<Credential | null> {
    if (!isIdentifier(apiKey)) return null;
    return this.credentials.findOneBy({ apiKey, tenantId });
  }

  /** Reads the credential and locks it until the transaction ends. */
  async lock(
    { tenantId }: TenantScope,
    transaction: Transaction,
    apiKey: string,
  ): Promise<Credential | null> {
    if (!isIdentifier(apiKey)) return null;
    return transaction.entities((manager) =>
      manager.findOne(Credential, { where: { apiKey, tenantId }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** The key that this one replaced; null when it replaced none. */
  predecessor({ tenantId }: TenantScope, rotatedTo: string): Promise<Credential | null> {
    return this.credentials.findOne({ where: { tenantId, rotatedTo }, order: { createdAt: 'DESC' } });
  }

  /** The labels of those keys that belong to the tenant. */
  async labels({ tenantId }: TenantScope, apiKeys: readonly string[]): Promise<Map<string, string>> {
    const valid = apiKeys.filter(isIdentifier);
    if (valid.length === 0) return new Map();
    const found = await this.credentials.find({
      select: { apiKey: true, label: true },
      where: { tenantId, apiKey: In(valid) },
    });
    return new Map(found.map(({ apiKey, label }) => [apiKey, label]));
  }

  /** Those of these keys that belong to the tenant. */
  those({ tenantId }: TenantScope, apiKeys: readonly string[]): Promise<Credential[]> {
    return this.credentials.find({ where: { tenantId, apiKey: In(apiKeys.filter(isIdentifier)) } });
  }

  /** The connections with a key that is neither revoked nor expired. */
  async liveConnections({ tenantId }: TenantScope, now: Date): Promise<string[]> {
    const rows: { connectionId: string }[] = await this.credentials.query(
      'SELECT DISTINCT `connectionId` FROM `credentials` WHERE `tenantId` = ? AND `connectionId` IS NOT NULL ' +
        'AND `revokedAt` IS NULL AND (`expiresAt` IS NULL OR `expiresAt` > ?)',
      [tenantId, now],
    );
    return rows.map(({ connectionId }) => connectionId);
  }

  /** The connections of those of these keys that belong to one. */
  async connections(
    { tenantId }: TenantScope,
    reader: Reader,
    apiKeys: readonly string[],
  ): Promise<Map<string, string>> {
    const valid = apiKeys.filter(isIdentifier);
    if (valid.length === 0) return new Map();
    const sql =
      'SELECT `apiKey`, `connectionId` FROM `credentials` ' +
      'WHERE `apiKey` IN (?) AND `tenantId` = ? AND `connectionId` IS NOT NULL';
    const rows: { apiKey: string; connectionId: string }[] = await reader.read(sql, [valid, tenantId]);
    return new Map(rows.map(({ apiKey, connectionId }) => [apiKey, connectionId]));
  }

  async change(
    { tenantId }: TenantScope,
    transaction: Transaction,
    apiKey: string,
    change: Partial<Pick<Credential, keyof NewSecretHash | 'expiresAt' | 'revokedAt' | 'rotatedTo'>>,
  ): Promise<void> {
    await transaction.entities((manager) => manager.update(Credential, { apiKey, tenantId }, change));
  }

  /** The keys of a connection, the oldest first, locked until the transaction ends. */
  async lockConnection(
    { tenantId }: TenantScope,
    transaction: Transaction,
    connectionId: string,
  ): Promise<Credential[]> {
    if (!isIdentifier(connectionId)) return [];
    return transaction.entities((manager) =>
      manager.find(Credential, {
        where: { tenantId, connectionId },
        order: { createdAt: 'ASC', apiKey: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  async changeConnection(
    { tenantId }: TenantScope,
    transaction: Transaction,
    connectionId: string,
    change: Pick<Credential, 'label' | 'connectionSettings'>,
  ): Promise<void> {
    await transaction.entities((manager) => manager.update(Credential, { tenantId, connectionId }, change));
  }

  /**
   * Stores the hash of the same secret under the server key in use. Does nothing when the secret was changed meanwhile,
   * or another process uses a newer key.
   */
  async hashAgain(
    { apiKey, secretHash }: Pick<Credential, 'apiKey' | 'secretHash'>,
    { hash, keyId }: SecretHash,
  ): Promise<void> {
    const sql =
      'UPDATE `credentials` SET `formerSecretHash` = IF(`secretHash` = ?, `formerSecretHash`, `secretHash`), ' +
      '`secretHash` = ?, `secretKeyId` = ? ' +
      `WHERE \`apiKey\` = ? AND \`secretHash\` = ? AND ? = ${KEY_IN_USE}`;
    await this.credentials.query(sql, [hash, hash, keyId, apiKey, secretHash, keyId]);
  }

  private countByKey(): Promise<HashCount[]> {
    return this.credentials.query(
      'SELECT `secretKeyId` AS `keyId`, COUNT(*) AS `count` FROM `credentials` ' +
        `WHERE ${WITH_SECRET} GROUP BY \`secretKeyId\``,
    );
  }

  private async namesUnder(keyIds: readonly string[], most: number): Promise<string[]> {
    const sql = `SELECT \`apiKey\`, \`tenantId\`, \`label\` FROM \`credentials\`
      WHERE ${WITH_SECRET} AND \`secretKeyId\` IN (?) ORDER BY \`apiKey\` LIMIT ?`;
    const rows: Pick<Credential, 'apiKey' | 'tenantId' | 'label'>[] = await this.credentials.query(sql, [
      keyIds,
      most,
    ]);
    return rows.map(({ apiKey, tenantId, label }) => `${apiKey} (${label}, tenant ${tenantId})`);
  }

  async markUsed(apiKey: string, at: Date): Promise<void> {
    await this.credentials.update({ apiKey }, { lastUsedAt: at });
  }
}
