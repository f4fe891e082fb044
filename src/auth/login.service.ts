import { Injectable } from '@nestjs/common';

import { LoginRefused } from '../errors/auth.errors.js';
import { emailKeyOf } from '../users/model/user-ids.js';
import { AuthRepository, type LoginCandidate } from './auth.repository.js';
import type { LoginDto } from './dto/auth.dto.js';
import { LoginThrottleService } from './login-throttle.service.js';
import { PasswordHashes } from './password-hashes.js';
import { type NewSession, SessionsService } from './sessions.service.js';

/**
 * An address may belong to users of several tenants; with passwords in more than this many, a login names the tenant.
 */
const MOST_TENANTS = 3;

/** Logs users in by e-mail address and password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly throttle: LoginThrottleService,
    private readonly hashes: PasswordHashes,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Opens a session.
   * @throws {LoginRefused} when anything is not right: always the same answer after the same work
   * @throws {RateLimited} when the account or the address has failed too often
   */
  async login({ email, password, tenantId }: LoginDto, address: string): Promise<NewSession> {
    const attempt = { emailKey: emailKeyOf(email), address };
    await this.throttle.admit(attempt);
    const proven = await this.prove(attempt.emailKey, password, tenantId ?? undefined);
    // A user who was de-provisioned since then gets the same answer as one who was before.
    const session = proven && (await this.sessions.open(proven.tenantId, proven.userId, address));
    if (session === undefined) throw new LoginRefused();
    await this.throttle.noteSuccess(attempt);
    return session;
  }

  /** Makes as many comparisons for an unknown address as for one of several tenants. */
  private async prove(
    emailKey: string,
    password: string,
    tenantId: string | undefined,
  ): Promise<LoginCandidate | undefined> {
    const comparisons = tenantId === undefined ? MOST_TENANTS : 1;
    const candidates = await this.auth.candidates(emailKey, tenantId, comparisons);
    let proven: LoginCandidate | undefined;
    for (let index = 0; index < comparisons; index += 1) {
      const candidate = candidates[index];
      if (await this.hashes.match(candidate?.hash, password)) proven ??= candidate;
    }
    return proven;
  }
}
