import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncPause } from '../entities/sync-pause.entity.js';

/** All SQL on paused target systems. */
@Injectable()
export class PausesRepository {
  constructor(@InjectRepository(SyncPause) private readonly pauses: Repository<SyncPause>) {}

  of({ tenantId }: Scope): Promise<SyncPause[]> {
    return this.pauses.find({ where: { tenantId }, order: { targetSystem: 'ASC' } });
  }

  /** @returns whether it was not paused before */
  async add(
    transaction: Transaction,
    { tenantId, targetSystem, pausedAt, pausedBy, reason }: SyncPause,
  ): Promise<boolean> {
    const { affectedRows } = await transaction.execute(
      'INSERT IGNORE INTO `sync_pauses` (`tenantId`, `targetSystem`, `pausedAt`, `pausedBy`, `reason`) ' +
        'VALUES (?, ?, ?, ?, ?)',
      [tenantId, targetSystem, pausedAt, pausedBy, reason],
    );
    return affectedRows > 0;
  }

  /** @returns whether it was paused before */
  async remove({ tenantId }: Scope, transaction: Transaction, targetSystem: string): Promise<boolean> {
    const { affectedRows } = await transaction.execute(
      'DELETE FROM `sync_pauses` WHERE `tenantId` = ? AND `targetSystem` = ?',
      [tenantId, targetSystem],
    );
    return affectedRows > 0;
  }
}
