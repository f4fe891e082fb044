import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { type HashCount, HashedSecrets } from '../../secrets/hashed-secrets.js';
import type { SecretHash } from '../../secrets/server-keys.js';
import { KEY_IN_USE } from '../../secrets/stored-server-keys.repository.js';
import type { Scope } from '../../tenancy/scope.js';
import { StoredAlertSettings } from '../entities/stored-alert-settings.entity.js';

/** The tenant of a token, and the hash that is stored of it. */
export interface FoundToken {
  readonly tenantId: string;
  readonly tokenHash: Buffer;
}

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class AlertSettingsRepository {
  constructor(
    @InjectRepository(StoredAlertSettings) private readonly settings: Repository<StoredAlertSettings>,
    secrets: HashedSecrets,
  ) {
    secrets.declare({
      kind: 'tokens for monitoring',
      countByKey: () => this.countByKey(),
      namesUnder: (...wanted) => this.namesUnder(...wanted),
    });
  }

  find({ tenantId }: TenantScope): Promise<StoredAlertSettings | null> {
    return this.settings.findOneBy({ tenantId });
  }

  /** Finding a token takes no scope: it names its tenant. */
  async findByToken(hashes: readonly Buffer[]): Promise<FoundToken | undefined> {
    const sql = 'SELECT `tenantId`, `tokenHash` FROM `alert_settings` WHERE `tokenHash` IN (?)';
    const [row]: FoundToken[] = await this.settings.query(sql, [hashes]);
    return row;
  }

  /** Stores the hash of the same token under the server key in use, unless another process uses a newer one. */
  async hashAgain({ tenantId, tokenHash }: FoundToken, { hash, keyId }: SecretHash): Promise<void> {
    const sql =
      'UPDATE `alert_settings` SET `tokenHash` = ?, `tokenKeyId` = ? ' +
      `WHERE \`tenantId\` = ? AND \`tokenHash\` = ? AND ? = ${KEY_IN_USE}`;
    await this.settings.query(sql, [hash, keyId, tenantId, tokenHash, keyId]);
  }

  /** The settings as they are now, locked until the transaction ends. */
  lock({ tenantId }: TenantScope, transaction: Transaction): Promise<StoredAlertSettings | null> {
    return transaction.entities((manager) =>
      manager.findOne(StoredAlertSettings, { where: { tenantId }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /** Writes what is given and keeps the rest. @param known the row as {@link lock} found it */
  async save(
    { tenantId }: TenantScope,
    transaction: Transaction,
    known: StoredAlertSettings | null,
    change: Partial<Omit<StoredAlertSettings, 'tenantId'>>,
  ): Promise<void> {
    const row = {
      tenantId,
      settings: null,
      tokenHash: null,
      tokenKeyId: null,
      tokenMadeAt: null,
      ...known,
      ...change,
    };
    await transaction.entities(async (manager) => {
      if (known === null) await manager.insert(StoredAlertSettings, row);
      else await manager.update(StoredAlertSettings, { tenantId }, row);
    });
  }

  private countByKey(): Promise<HashCount[]> {
    const sql =
      'SELECT `tokenKeyId` AS `keyId`, COUNT(*) AS `count` FROM `alert_settings` ' +
      'WHERE `tokenHash` IS NOT NULL GROUP BY `tokenKeyId`';
    return this.settings.query(sql);
  }

  private async namesUnder(keyIds: readonly string[], most: number): Promise<string[]> {
    const sql =
      'SELECT `tenantId` FROM `alert_settings` WHERE `tokenKeyId` IN (?) ORDER BY `tenantId` LIMIT ?';
    const rows: { tenantId: string }[] = await this.settings.query(sql, [keyIds, most]);
    return rows.map(({ tenantId }) => `tenant ${tenantId}`);
  }
}
