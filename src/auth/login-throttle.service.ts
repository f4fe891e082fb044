import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { RateLimited } from '../errors/request.errors.js';
import { LoginThrottleRepository } from './login-throttle.repository.js';

/** An account is guessed at by one attacker; behind one address there may be a whole campus. */
const FREE_FAILURES = { account: 5, address: 50 } as const;
const LONGEST_SECONDS = 15 * 60;
const REMEMBERED_MS = 24 * 3_600_000;

interface Attempt {
  readonly emailKey: string;
  readonly address: string;
}

function subjectOf(kind: keyof typeof FREE_FAILURES, name: string): Buffer {
  return createHash('sha256').update(`${kind}:${name}`).digest();
}

/** Slows guessing down per account and per address, with a delay that doubles; known and unknown accounts alike. */
@Injectable()
export class LoginThrottleService {
  constructor(private readonly throttles: LoginThrottleRepository) {}

  /** @throws {RateLimited} while the account or the address has to wait */
  async admit({ emailKey, address }: Attempt): Promise<void> {
    const found = await this.throttles.find([subjectOf('account', emailKey), subjectOf('address', address)]);
    const wait = Math.max(0, ...found.map(({ blockedUntil }) => blockedUntil.getTime() - Date.now()));
    if (wait > 0) throw new RateLimited(Math.ceil(wait / 1000));
  }

  async noteFailure({ emailKey, address }: Attempt): Promise<void> {
    const now = new Date();
    await this.throttles.fail(subjectOf('account', emailKey), now, FREE_FAILURES.account, LONGEST_SECONDS);
    await this.throttles.fail(subjectOf('address', address), now, FREE_FAILURES.address, LONGEST_SECONDS);
    await this.throttles.forget(new Date(now.getTime() - REMEMBERED_MS));
  }

  async noteSuccess({ emailKey }: Attempt): Promise<void> {
    await this.throttles.clear(subjectOf('account', emailKey));
  }
}
