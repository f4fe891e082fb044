import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { type EntityManager, Repository } from 'typeorm';

import type { Scope } from '../tenancy/scope.js';
import type { IdPrefix } from './user-ids.js';
import { UserNumber } from './user-number.entity.js';

@Injectable()
export class UserNumbersRepository {
  constructor(@InjectRepository(UserNumber) private readonly numbers: Repository<UserNumber>) {}

  /** Takes the next `count` numbers for good, in a statement that commits by itself. @returns the first of them */
  async take(scope: Scope, prefix: IdPrefix, count: number): Promise<number> {
    // LAST_INSERT_ID(expr) makes the old value the answer of the statement, on both server families.
    const result: ResultSetHeader = await this.numbers.query(
      'INSERT INTO `user_numbers` (`tenantId`, `prefix`, `next`) VALUES (?, ?, LAST_INSERT_ID(1) + ?) ' +
        'ON DUPLICATE KEY UPDATE `next` = LAST_INSERT_ID(`next`) + ?',
      [scope.tenantId, prefix, count, count],
    );
    return result.insertId;
  }

  /** The next number, without taking it. */
  async peek(scope: Scope, prefix: IdPrefix, manager: EntityManager): Promise<number> {
    const sql = 'SELECT `next` FROM `user_numbers` WHERE `tenantId` = ? AND `prefix` = ?';
    // The entity manager would hand a bigint over as text.
    const rows: { next: number | string }[] = await manager.query(sql, [scope.tenantId, prefix]);
    return Number(rows[0]?.next ?? 1);
  }
}
