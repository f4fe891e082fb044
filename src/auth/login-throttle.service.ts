import { createHash } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';

import { explain } from '../database/transaction/database-errors.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { RateLimited } from '../errors/request.errors.js';
import { networkOf } from '../http/server/client-address.js';
import type { LoginThrottle } from './entities/login-throttle.entity.js';
import { blockedUntil, REMEMBERED_MS, stillRemembered, waitMs } from './login-delays.js';
import { LoginThrottleRepository } from './login-throttle.repository.js';

interface Attempt {
  readonly emailKey: string;
  readonly address: string;
}

/** An account is guessed at by one attacker; behind one address there may be a whole campus. */
const KINDS = [
  { kind: 'account', free: 5, nameOf: ({ emailKey }: Attempt) => emailKey },
  { kind: 'address', free: 50, nameOf: ({ address }: Attempt) => networkOf(address) },
] as const;

interface Subject {
  readonly kind: (typeof KINDS)[number]['kind'];
  readonly free: number;
  readonly hash: Buffer;
}

/** Always in the same order, so that two attempts never wait in a circle. */
function subjectsOf(attempt: Attempt): Subject[] {
  return KINDS.map(({ kind, free, nameOf }) => ({
    kind,
    free,
    hash: createHash('sha256')
      .update(`${kind}:${nameOf(attempt)}`)
      .digest(),
  })).sort((one, other) => Buffer.compare(one.hash, other.hash));
}

/** Slows guessing down per account and per address, with a delay that doubles; known and unknown accounts alike. */
@Injectable()
export class LoginThrottleService {
  private readonly logger = new Logger(LoginThrottleService.name);

  constructor(
    private readonly throttles: LoginThrottleRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts the attempt as a failure before anything is compared; otherwise a thousand guesses sent at once would all be
   * let in before the first of them is counted.
   * @throws {RateLimited} while the account or the address has to wait; such an attempt is not counted
   */
  async admit(attempt: Attempt): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const now = new Date();
      const held: [LoginThrottle, Subject][] = [];
      for (const subject of subjectsOf(attempt))
        held.push([await this.throttles.hold(transaction, subject.hash, now), subject]);
      const wait = Math.max(...held.map(([throttle]) => waitMs(throttle, now)));
      if (wait > 0) throw new RateLimited(Math.ceil(wait / 1000));
      for (const [throttle, { free }] of held) {
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

  /** Takes back what {@link admit} counted; an account that is proven starts anew. */
  async noteSuccess(attempt: Attempt): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      for (const { kind, hash } of subjectsOf(attempt)) {
        if (kind === 'account') await this.throttles.clear(transaction, hash);
        else await this.throttles.takeBack(transaction, hash);
      }
    });
    await this.forgetOld();
  }

  private async forgetOld(): Promise<void> {
    await this.throttles.forget(new Date(Date.now() - REMEMBERED_MS)).catch((error: unknown) => {
      this.logger.warn({ msg: 'old counts of failed logins were not deleted', ...explain(error) });
    });
  }
}
