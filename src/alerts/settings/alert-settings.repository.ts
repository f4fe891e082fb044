import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { StoredAlertSettings } from '../entities/stored-alert-settings.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class AlertSettingsRepository {
  constructor(
    @InjectRepository(StoredAlertSettings) private readonly settings: Repository<StoredAlertSettings>,
  ) {}

  find({ tenantId }: TenantScope): Promise<StoredAlertSettings | null> {
    return this.settings.findOneBy({ tenantId });
  }

  /** Finding a token takes no scope: it names its tenant. */
  async tenantOfToken(tokenHash: Buffer): Promise<string | undefined> {
    const sql = 'SELECT `tenantId` FROM `alert_settings` WHERE `tokenHash` = ?';
    const [row]: { tenantId: string }[] = await this.settings.query(sql, [tokenHash]);
    return row?.tenantId;
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
    const row = { tenantId, settings: null, tokenHash: null, tokenMadeAt: null, ...known, ...change };
    await transaction.entities(async (manager) => {
      if (known === null) await manager.insert(StoredAlertSettings, row);
      else await manager.update(StoredAlertSettings, { tenantId }, row);
    });
  }
}
