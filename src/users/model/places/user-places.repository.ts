import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import { BatchTable } from '../../../database/statements/batch-table.js';
import type { Transaction } from '../../../database/transaction/transaction.js';
import { TAKEN_STAMP } from '../../../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../../../tenancy/scope.js';
import type { User } from '../user.entity.js';
import { UserPlace } from './user-place.entity.js';

const DELETED_AT_ONCE = 1000;

/** All writes of places in the order of changes, under the stamp that the transaction has taken. */
@Injectable()
export class UserPlacesRepository {
  private readonly places: BatchTable<UserPlace>;

  constructor(@InjectRepository(UserPlace) private readonly stored: Repository<UserPlace>) {
    this.places = new BatchTable(stored, ['tenantId', 'supersededBy', 'userId']);
  }

  /**
   * Moves people whom this transaction has locked to the end of the order.
   * @param people as they were before
   */
  async move(
    { tenantId }: Scope,
    transaction: Transaction,
    people: readonly Pick<User, 'id' | 'changedAt'>[],
  ): Promise<void> {
    if (people.length === 0) return;
    const sql =
      'UPDATE `users` FORCE INDEX (PRIMARY) SET `changedAt` = LAST_INSERT_ID() WHERE `tenantId` = ? AND `id` IN (?)';
    await transaction.write(sql, [tenantId, people.map(({ id }) => id)]);
    await this.places.put(
      transaction,
      people.map(({ id: userId, changedAt: stamp }) => ({
        tenantId,
        userId,
        stamp,
        supersededBy: TAKEN_STAMP,
      })),
    );
  }

  async addRemovals(
    { tenantId }: Scope,
    transaction: Transaction,
    userIds: readonly string[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    const rows = userIds.map((userId) => [tenantId, TAKEN_STAMP, userId]);
    await transaction.write('INSERT INTO `user_removals` (`tenantId`, `stamp`, `userId`) VALUES ?', [rows]);
  }

  /**
   * Deletes some of a tenant's places that were superseded before this stamp.
   * @returns whether there may be more
   */
  async forget(tenantId: string, before: number): Promise<boolean> {
    const sql = `DELETE FROM \`user_places\` WHERE \`tenantId\` = ? AND \`supersededBy\` < ?
      ORDER BY \`supersededBy\`, \`userId\` LIMIT ?`;
    const { affectedRows }: ResultSetHeader = await this.stored.query(sql, [
      tenantId,
      before,
      DELETED_AT_ONCE,
    ]);
    return affectedRows === DELETED_AT_ONCE;
  }
}
