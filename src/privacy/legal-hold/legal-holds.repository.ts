import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { LegalHoldEntry } from './legal-hold.entity.js';

@Injectable()
export class LegalHoldsRepository {
  private readonly table: BatchTable<LegalHoldEntry>;

  constructor(@InjectRepository(LegalHoldEntry) private readonly holds: Repository<LegalHoldEntry>) {
    this.table = new BatchTable(holds, ['tenantId', 'userId']);
  }

  async find(
    { tenantId }: Pick<Scope, 'tenantId'>,
    userId: string,
    reader: Reader = new SingleStatements(this.holds.manager),
  ): Promise<LegalHoldEntry | undefined> {
    const [found] = await this.table.find(reader, tenantId, 'userId', [userId]);
    return found;
  }

  async heldAmong({ tenantId }: Pick<Scope, 'tenantId'>, userIds: readonly string[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    const rows = await this.holds.find({
      select: { userId: true },
      where: { tenantId, userId: In([...userIds]) },
    });
    return new Set(rows.map(({ userId }) => userId));
  }

  async put(transaction: Transaction, hold: LegalHoldEntry): Promise<void> {
    await this.table.put(transaction, [hold]);
  }

  async delete(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    userId: string,
  ): Promise<void> {
    const sql = 'DELETE FROM `legal_holds` WHERE `tenantId` = ? AND `userId` = ?';
    await transaction.write(sql, [tenantId, userId]);
  }
}
