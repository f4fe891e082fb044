import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { LegalHoldEntry } from './legal-hold.entity.js';

const ASKED_AT_ONCE = 100;

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
    const held = new Set<string>();
    // Of a long list MySQL takes the whole table for cheaper.
    for (let from = 0; from < userIds.length; from += ASKED_AT_ONCE) {
      const some = userIds.slice(from, from + ASKED_AT_ONCE);
      for (const { userId } of await this.holds.find({ where: { tenantId, userId: In(some) } }))
        held.add(userId);
    }
    return held;
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
