import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { RateLimited } from '../../errors/request.errors.js';
import { networkOf } from '../../http/server/client-address.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { LoginThrottle } from '../entities/login-throttle.entity.js';
import { blockedUntil, REMEMBERED_MS, stillRemembered, waitMs } from './login-delays.js';
import { LoginThrottleRepository } from './login-throttle.repository.js';

/** Whose password or code is tried, and from where. */
export interface Attempt {
  readonly emailKey: string;
  readonly address: string;
}

/** An address has more free failures than an account, as a whole campus may be behind it. */
const KINDS = [
  { kind: 'account', free: 5, nameOf: ({ emailKey }: Attempt) => emailKey },
  { kind: 'address', free: 50, nameOf: ({ address }: Attempt) => networkOf(address) },
] as const;

interface Subject {
  readonly kind: (typeof KINDS)[number]['kind'];
  readonly free: number;
  readonly hash: Buffer;
}

/** Always in the same order, so that two attempts cannot deadlock. */
function subjectsOf(attempt: Attempt): Subject[] {
  return KINDS.map(({ kind, free, nameOf }) => ({
    kind,
    free,
    hash: createHash('sha256')
      .update(`${kind}:${nameOf(attempt)}`)
      .digest(),
  })).sort((one, other) => Buffer.compare(one.hash, other.hash));
}

/** Delays logins after failures, per account and per address; the delay doubles. Unknown accounts are treated alike. */
@Injectable()
export class LoginThrottleService {
  private readonly logger = new LineLogger(LoginThrottleService.name);

  constructor(
    private readonly throttles: LoginThrottleRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts the attempt as a failure before the password is compared; otherwise a thousand simultaneous guesses would
   * all be admitted before the first is counted.
   * @throws {RateLimited} when the account or the address has to wait; such an attempt is not counted
   */
  async admit(attempt: Attempt): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const now = wallTime();
      const locked: [LoginThrottle, Subject][] = [];
      for (const subject of subjectsOf(attempt))
        locked.push([await this.throttles.lock(transaction, subject.hash, now), subject]);
      const wait = Math.max(...locked.map(([throttle]) => waitMs(throttle, now)));
      if (wait > 0) throw RateLimited.forMs(wait);
      for (const [throttle, { free }] of locked) {
        const sinceLast = now.getTime() - throttle.lastFailureAt.getTime();
        const failures = stillRemembered(throttle.failures, sinceLast) + 1;
        const until = blockedUntil(failures, free, now);
        await this.throttles.save(transaction, {
          ...throttle,
          failures,
          lastFailureAt: now,
          blockedUntil: until,
        });
      }
    });
  }

  /** Subtracts the failure that {@link admit} counted, where nothing was wrong and the login continues. */
  async takeBack(attempt: Attempt): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      for (const { hash } of subjectsOf(attempt)) await this.throttles.takeBack(transaction, hash);
    });
  }

  /** Subtracts the failure that {@link admit} counted for the address; the count of the account is deleted. */
  async noteSuccess(attempt: Attempt): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      for (const { kind, hash } of subjectsOf(attempt)) {
        if (kind === 'account') await this.throttles.clear(transaction, hash);
        else await this.throttles.takeBack(transaction, hash);
      }
    });
    await this.deleteOld();
  }

  private async deleteOld(): Promise<void> {
    await this.throttles
      .deleteOlder(new Date(wallTime().getTime() - REMEMBERED_MS))
      .catch((error: unknown) => {
        this.logger.warn({ msg: 'old counts of failed logins were not deleted', ...explain(error) });
      });
  }
}
