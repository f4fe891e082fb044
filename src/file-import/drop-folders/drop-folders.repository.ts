import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { DropFolderState } from './drop-folder-state.entity.js';

const SAID = ['waiting', 'refused', 'atWork', 'seenAt'] as const;

@Injectable()
export class DropFoldersRepository {
  constructor(@InjectRepository(DropFolderState) private readonly folders: Repository<DropFolderState>) {}

  list({ tenantId }: Pick<Scope, 'tenantId'>): Promise<DropFolderState[]> {
    return this.folders.findBy({ tenantId });
  }

  /** @returns whether the folder was not known before */
  async save(
    transaction: Transaction,
    { tenantId, folder, waiting, refused, atWork, seenAt }: DropFolderState,
  ): Promise<boolean> {
    const updates = SAID.map((column) => `\`${column}\` = VALUES(\`${column}\`)`);
    const { affectedRows } = await transaction.execute(
      'INSERT INTO `drop_folders` (`tenantId`, `folder`, `waiting`, `refused`, `atWork`, `seenAt`) ' +
        `VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE ${updates.join(', ')}`,
      [tenantId, folder, waiting, refused, atWork, seenAt],
    );
    return affectedRows === 1;
  }

  async deleteOlder(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    before: Date,
  ): Promise<void> {
    await transaction.execute('DELETE FROM `drop_folders` WHERE `tenantId` = ? AND `seenAt` < ?', [
      tenantId,
      before,
    ]);
  }
}
