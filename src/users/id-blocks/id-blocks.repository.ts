import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import type { Scope } from '../../tenancy/scope.js';
import type { IdPrefix } from '../model/user-ids.js';
import { IdBlock } from './id-block.entity.js';

@Injectable()
export class IdBlocksRepository {
  constructor(@InjectRepository(IdBlock) private readonly numbers: Repository<IdBlock>) {}

  /**
   * Takes the next `count` numbers for good, in a statement that commits by itself.
   * @param from the lowest number to take, whatever is stored: a fail-over may have lost the last blocks
   * @returns the first of them
   */
  async take(scope: Scope, prefix: IdPrefix, count: number, from: number): Promise<number> {
    // LAST_INSERT_ID(expr) makes the statement answer the old value, on both server families.
    const result: ResultSetHeader = await this.numbers.query(
      'INSERT INTO `user_numbers` (`tenantId`, `prefix`, `next`) VALUES (?, ?, LAST_INSERT_ID(?) + ?) ' +
        'ON DUPLICATE KEY UPDATE `next` = LAST_INSERT_ID(GREATEST(`next`, ?)) + ?',
      [scope.tenantId, prefix, from, count, from, count],
    );
    return result.insertId;
  }

  /** Makes sure that no process takes a number below these, of any tenants that there are; sandboxes are deleted. */
  async raise(numbers: readonly IdBlock[]): Promise<void> {
    if (numbers.length === 0) return;
    const tenantIds = [...new Set(numbers.map(({ tenantId }) => tenantId))];
    const tenants: { id: string }[] = await this.numbers.query(
      'SELECT `id` FROM `tenants` WHERE `id` IN (?)',
      [tenantIds],
    );
    const known = new Set(tenants.map(({ id }) => id));
    // In one order, so that two processes never deadlock.
    const rows = numbers
      .filter(({ tenantId }) => known.has(tenantId))
      .map(({ tenantId, prefix, next }) => [tenantId, prefix, next] as const)
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((row) => [...row]);
    const sql =
      'INSERT INTO `user_numbers` (`tenantId`, `prefix`, `next`) VALUES ? ' +
      'ON DUPLICATE KEY UPDATE `next` = GREATEST(`next`, VALUES(`next`))';
    for (const statement of statementsOf(rows)) await this.numbers.query(sql, [statement]);
  }

  /** The next number, without taking it. */
  async peek(scope: Scope, prefix: IdPrefix, reader: Reader): Promise<number> {
    const sql = 'SELECT `next` FROM `user_numbers` WHERE `tenantId` = ? AND `prefix` = ?';
    // The entity manager would hand a bigint over as text.
    const rows: { next: number | string }[] = await reader.read(sql, [scope.tenantId, prefix]);
    return Number(rows[0]?.next ?? 1);
  }
}
