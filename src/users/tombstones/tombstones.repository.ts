import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { failUnless } from '../../database/transaction/database-errors.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { Tombstone } from './tombstone.entity.js';

const OF_TENANT = 'SELECT 1 FROM `tombstones` WHERE `tenantId` = ?';
const NONE = `SELECT ${failUnless(`NOT EXISTS (${OF_TENANT})`)}`;
const NONE_OF_THESE = `SELECT ${failUnless(`NOT EXISTS (${OF_TENANT} AND \`keyHash\` IN (?))`)}`;

/** What is kept of people who were erased. Has no update, and deletes one key alone, on purpose. */
@Injectable()
export class TombstonesRepository {
  private readonly table: BatchTable<Tombstone>;

  constructor(@InjectRepository(Tombstone) private readonly tombstones: Repository<Tombstone>) {
    this.table = new BatchTable(tombstones, ['tenantId', 'keyHash']);
  }

  async add(transaction: Transaction, tombstones: readonly Tombstone[]): Promise<void> {
    await this.table.put(transaction, tombstones);
  }

  /** Deletes one key of a person. @returns whether there was one */
  async remove(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    userId: string,
    hashes: readonly Buffer[],
  ): Promise<boolean> {
    const sql = 'DELETE FROM `tombstones` WHERE `tenantId` = ? AND `keyHash` IN (?) AND `userId` = ?';
    const { affectedRows } = await transaction.execute(sql, [tenantId, hashes, userId]);
    return affectedRows > 0;
  }

  /** The erased people who had these keys: the ID of each by its key as hexadecimal text. */
  async find(
    { tenantId }: Pick<Scope, 'tenantId'>,
    keys: readonly Buffer[],
    reader: Reader = new SingleStatements(this.tombstones.manager),
  ): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const sql = 'SELECT `keyHash`, `userId` FROM `tombstones` WHERE `tenantId` = ? AND `keyHash` IN (?)';
    const rows: { keyHash: Buffer; userId: string }[] = await reader.read(sql, [tenantId, keys]);
    return new Map(rows.map(({ keyHash, userId }) => [keyHash.toString('hex'), userId]));
  }

  /**
   * Lets the server check that the tenant has none of these keys, or none at all where no keys are given. Sent after
   * the rows are written: an erasure of a person with such a key has been committed by then, as its unique index says.
   */
  assumeNone(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    keys: readonly Buffer[] | undefined,
    doubt: () => void,
  ): void {
    if (keys === undefined) transaction.assume(NONE, [tenantId], doubt);
    else transaction.assume(NONE_OF_THESE, [tenantId, keys], doubt);
  }
}
