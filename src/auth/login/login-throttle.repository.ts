import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import { LoginThrottle } from '../entities/login-throttle.entity.js';

/** Counts of failed logins by the hash of an account's or address's name; they belong to no tenant. */
@Injectable()
export class LoginThrottleRepository {
  constructor(@InjectRepository(LoginThrottle) private readonly throttles: Repository<LoginThrottle>) {}

  /** Locks the count until the transaction ends; creates it when there is none. */
  async lock(transaction: Transaction, subject: Buffer, now: Date): Promise<LoginThrottle> {
    await transaction.write(
      `INSERT INTO \`login_throttles\` (\`subject\`, \`failures\`, \`lastFailureAt\`, \`blockedUntil\`)
       VALUES (?, 0, ?, ?)
       ON DUPLICATE KEY UPDATE \`failures\` = \`failures\``,
      [subject, now, now],
    );
    return transaction.entities((manager) =>
      manager.findOneOrFail(LoginThrottle, { where: { subject }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  async save(transaction: Transaction, { subject, ...count }: LoginThrottle): Promise<void> {
    await transaction.entities((manager) => manager.update(LoginThrottle, { subject }, count));
  }

  async clear(transaction: Transaction, subject: Buffer): Promise<void> {
    await transaction.entities((manager) => manager.delete(LoginThrottle, { subject }));
  }

  /** Subtracts one failure. */
  async takeBack(transaction: Transaction, subject: Buffer): Promise<void> {
    const sql =
      'UPDATE `login_throttles` SET `failures` = `failures` - 1 WHERE `subject` = ? AND `failures` > 0';
    await transaction.write(sql, [subject]);
  }

  async deleteOlder(before: Date): Promise<void> {
    await this.throttles.delete({ lastFailureAt: LessThan(before) });
  }
}
