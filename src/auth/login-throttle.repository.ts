import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';

import { LoginThrottle } from './entities/login-throttle.entity.js';

/** Counts of failures by the hash of an account's or address's name; they belong to no tenant. */
@Injectable()
export class LoginThrottleRepository {
  constructor(@InjectRepository(LoginThrottle) private readonly throttles: Repository<LoginThrottle>) {}

  /** The count as it is now, made when there is none, and held until the transaction ends. */
  async hold(manager: EntityManager, subject: Buffer, now: Date): Promise<LoginThrottle> {
    await manager.query(
      `INSERT INTO \`login_throttles\` (\`subject\`, \`failures\`, \`lastFailureAt\`, \`blockedUntil\`) VALUES (?, 0, ?, ?)
       ON DUPLICATE KEY UPDATE \`failures\` = \`failures\``,
      [subject, now, now],
    );
    return manager.findOneOrFail(LoginThrottle, { where: { subject }, lock: { mode: 'pessimistic_write' } });
  }

  async save(manager: EntityManager, { subject, ...count }: LoginThrottle): Promise<void> {
    await manager.update(LoginThrottle, { subject }, count);
  }

  async clear(manager: EntityManager, subject: Buffer): Promise<void> {
    await manager.delete(LoginThrottle, { subject });
  }

  /** Counts one failure less. */
  async takeBack(manager: EntityManager, subject: Buffer): Promise<void> {
    const sql =
      'UPDATE `login_throttles` SET `failures` = `failures` - 1 WHERE `subject` = ? AND `failures` > 0';
    await manager.query(sql, [subject]);
  }

  async forget(before: Date): Promise<void> {
    await this.throttles.delete({ lastFailureAt: LessThan(before) });
  }
}
