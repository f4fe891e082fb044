import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { later } from '../../database/transaction/pending-statements.js';
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
   * What was counted of these runs, held until the transaction ends: whoever de-provisions somebody of the same tenant
   * waits for that, nobody else does. In one order, so that two never wait in a circle.
   */
  async lock(
    { tenantId }: Scope,
    manager: EntityManager,
    runs: readonly string[],
  ): Promise<DeprovisioningWindow[]> {
    if (runs.length === 0) return [];
    const fresh = runs.toSorted().map((run) => [tenantId, run, '[]']);
    const sql =
      'INSERT INTO `deprovisioning_windows` (`tenantId`, `run`, `hours`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `run` = VALUES(`run`)';
    await later(manager, sql, [fresh]);
    return this.table.lock(manager, tenantId, 'run', runs);
  }

  /** The same for somebody who only looks; what was never counted is missing. */
  find(
    { tenantId }: Scope,
    manager: EntityManager,
    runs: readonly string[],
  ): Promise<DeprovisioningWindow[]> {
    return this.table.find(manager, tenantId, 'run', runs);
  }

  async put(manager: EntityManager, windows: readonly DeprovisioningWindow[]): Promise<void> {
    await this.table.put(manager, windows);
  }
}
