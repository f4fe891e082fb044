import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Day } from '../../tenancy/time/calendar.js';
import type { Scope } from '../../tenancy/scope.js';
import { RetentionProgress } from './retention-progress.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;

@Injectable()
export class RetentionProgressRepository {
  constructor(
    @InjectRepository(RetentionProgress) private readonly progress: Repository<RetentionProgress>,
  ) {}

  /** The kinds that were done to the end on this day. */
  async doneOn({ tenantId }: TenantScope, day: Day): Promise<Set<string>> {
    const found = await this.progress.findBy({ tenantId, sweptOn: day });
    return new Set(found.map(({ kind }) => kind));
  }

  async addRemoved({ tenantId }: TenantScope, kind: string, removed: number): Promise<void> {
    const sql =
      'INSERT INTO `retention_progress` (`tenantId`, `kind`, `sweptOn`, `removed`) VALUES (?, ?, NULL, ?) ' +
      'ON DUPLICATE KEY UPDATE `removed` = `removed` + VALUES(`removed`)';
    await this.progress.query(sql, [tenantId, kind, removed]);
  }

  async finish({ tenantId }: TenantScope, kind: string, day: Day): Promise<void> {
    const sql =
      'INSERT INTO `retention_progress` (`tenantId`, `kind`, `sweptOn`, `removed`) VALUES (?, ?, ?, 0) ' +
      'ON DUPLICATE KEY UPDATE `sweptOn` = VALUES(`sweptOn`)';
    await this.progress.query(sql, [tenantId, kind, day]);
  }

  /** How many of each kind were removed since the last call; a kind without any is left out. */
  async takeRemoved({ tenantId }: TenantScope, transaction: Transaction): Promise<Record<string, number>> {
    const rows = await transaction.read<Pick<RetentionProgress, 'kind' | 'removed'>>(
      'SELECT `kind`, `removed` FROM `retention_progress` WHERE `tenantId` = ? AND `removed` > 0 ' +
        'ORDER BY `kind` FOR UPDATE',
      [tenantId],
    );
    if (rows.length > 0)
      await transaction.write('UPDATE `retention_progress` SET `removed` = 0 WHERE `tenantId` = ?', [
        tenantId,
      ]);
    return Object.fromEntries(rows.map(({ kind, removed }) => [kind, removed]));
  }
}
