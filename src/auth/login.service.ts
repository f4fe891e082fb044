import { Injectable } from '@nestjs/common';

import { LoginRefused } from '../errors/auth.errors.js';
import { emailKeyOf } from '../users/model/user-ids.js';
import { AuthRepository, type Candidate } from './auth.repository.js';
import type { LoginDto } from './dto/auth.dto.js';
import { LoginThrottleService } from './login-throttle.service.js';
import { PasswordHashes } from './password-hashes.js';
import { type NewSession, SessionsService } from './sessions.service.js';

/** An address may be known to several tenants; who has a password in more of them names the tenant. */
const MOST_TENANTS = 3;

/** Lets users in by e-mail address and password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly throttle: LoginThrottleService,
    private readonly hashes: PasswordHashes,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @throws {LoginRefused} the same answer after the same work, whatever was not right
   * @throws {RateLimited} after too many failures of the account or the address
   */
  async login({ email, password, tenantId }: LoginDto, address: string): Promise<NewSession> {
    const attempt = { emailKey: emailKeyOf(email), address };
    await this.throttle.admit(attempt);
    const proven = await this.prove(attempt.emailKey, password, tenantId ?? undefined);
    // Whoever was de-provisioned since then is told the same as whoever was before.
    const session = proven && (await this.sessions.open(proven.tenantId, proven.userId, address));
    if (session === undefined) throw new LoginRefused();
    await this.throttle.noteSuccess(attempt);
    return session;
  }

  /** As many comparisons for an address that nobody has as for one that several tenants know. */
  private async prove(
    emailKey: string,
    password: string,
    tenantId: string | undefined,
  ): Promise<Candidate | undefined> {
    const comparisons = tenantId === undefined ? MOST_TENANTS : 1;
    const candidates = await this.auth.candidates(emailKey, tenantId, comparisons);
    let proven: Candidate | undefined;
    for (let index = 0; index < comparisons; index += 1) {
      const candidate = candidates[index];
      if (await this.hashes.match(candidate?.hash, password)) proven ??= candidate;
    }
    return proven;
  }
}
