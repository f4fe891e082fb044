import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';

import { LoginThrottle } from './entities/login-throttle.entity.js';

@Injectable()
export class LoginThrottleRepository {
  constructor(@InjectRepository(LoginThrottle) private readonly throttles: Repository<LoginThrottle>) {}

  find(subjects: readonly Buffer[]): Promise<LoginThrottle[]> {
    return this.throttles.find({ where: { subject: In([...subjects]) } });
  }

  /** Counts a failure; the delay doubles with each one beyond the free ones, in one statement, so that none is lost. */
  async fail(subject: Buffer, now: Date, free: number, longestSeconds: number): Promise<void> {
    await this.throttles.query(
      `INSERT INTO \`login_throttles\` (\`subject\`, \`failures\`, \`lastFailureAt\`, \`blockedUntil\`) VALUES (?, 1, ?, ?)
       ON DUPLICATE KEY UPDATE \`failures\` = \`failures\` + 1, \`lastFailureAt\` = VALUES(\`lastFailureAt\`),
         \`blockedUntil\` = IF(\`failures\` <= ?, VALUES(\`lastFailureAt\`),
           VALUES(\`lastFailureAt\`) + INTERVAL LEAST(POW(2, LEAST(\`failures\` - ?, 20)), ?) SECOND)`,
      [subject, now, now, free, free, longestSeconds],
    );
  }

  async clear(subject: Buffer): Promise<void> {
    await this.throttles.delete({ subject });
  }

  async forget(before: Date): Promise<void> {
    await this.throttles.delete({ lastFailureAt: LessThan(before) });
  }
}
