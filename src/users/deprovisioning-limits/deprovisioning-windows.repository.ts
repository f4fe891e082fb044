import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { DeprovisioningWindow } from './deprovisioning-window.entity.js';

@Injectable()
export class DeprovisioningWindowsRepository {
  private readonly table: BatchTable<DeprovisioningWindow>;

  constructor(
    @InjectRepository(DeprovisioningWindow) private readonly windows: Repository<DeprovisioningWindow>,
  ) {
    this.table = new BatchTable(windows, ['tenantId', 'run']);
  }

  /**
   * The windows of these runs, locked until the transaction ends: only requests that de-provision users of the same
   * tenant wait for that. Locked in one order, so that two requests never deadlock.
   */
  async lock(
    { tenantId }: Scope,
    transaction: Transaction,
    runs: readonly string[],
  ): Promise<DeprovisioningWindow[]> {
    if (runs.length === 0) return [];
    const fresh = runs.toSorted().map((run) => [tenantId, run, '[]']);
    const sql =
      'INSERT INTO `deprovisioning_windows` (`tenantId`, `run`, `hours`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `run` = VALUES(`run`)';
    await transaction.write(sql, [fresh]);
    return this.table.lock(transaction, tenantId, 'run', runs);
  }

  /** The same without locks; a run that was never counted is missing. */
  find({ tenantId }: Scope, reader: Reader, runs: readonly string[]): Promise<DeprovisioningWindow[]> {
    return this.table.find(reader, tenantId, 'run', runs);
  }

  async put(transaction: Transaction, windows: readonly DeprovisioningWindow[]): Promise<void> {
    await this.table.put(transaction, windows);
  }
}
