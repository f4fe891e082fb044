import { Injectable } from '@nestjs/common';

import { SecondFactorRequired } from '../../errors/account.errors.js';
import { LoginRefused } from '../../errors/auth.errors.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { AuthRepository, type LoginCandidate } from '../auth.repository.js';
import type { CredentialsDto, LoginDto } from '../dto/auth.dto.js';
import { type Attempt, LoginThrottleService } from './login-throttle.service.js';
import type { BrowserOptions } from '../passkeys/web-authn.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import type { Owner } from '../second-factor/second-factor.repository.js';
import { type GivenFactor, hasSecondFactor, isGiven, SecondFactors } from './second-factors.service.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';

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
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeysService,
  ) {}

  /**
   * Opens a session.
   * @param holder whom a passkey was asked for
   * @throws {LoginRefused} when anything is not right: always the same answer after the same work
   * @throws {SecondFactorRequired} when the password is right and a second factor is needed; this is not a failure
   * @throws {LoginCodeRefused} or {@link LoginPasskeyRefused} when it is wrong, which counts like a wrong password
   * @throws {RateLimited} when the account or the address has failed too often
   */
  async login(
    { code, passkey, ...credentials }: LoginDto,
    address: string,
    holder: Buffer,
  ): Promise<NewSession> {
    const attempt = { emailKey: emailKeyOf(credentials.email), address };
    await this.throttle.admit(attempt);
    const proven = await this.prove(attempt, credentials);
    if (proven !== undefined) await this.checkFactor(proven, { code, passkey, holder }, attempt);
    // A user who was de-provisioned since then gets the same answer as one who was before.
    const session = proven && (await this.sessions.openByPassword(proven.tenantId, proven.userId, address));
    if (session === undefined) throw new LoginRefused();
    await this.throttle.noteSuccess(attempt);
    return session;
  }

  /**
   * Asks the browser for a passkey, with which this holder may then log in.
   * @throws {LoginRefused}, {@link NoPasskey} or {@link RateLimited}
   */
  async askForPasskey(credentials: CredentialsDto, address: string, holder: Buffer): Promise<BrowserOptions> {
    const attempt = { emailKey: emailKeyOf(credentials.email), address };
    await this.throttle.admit(attempt);
    const proven = await this.prove(attempt, credentials);
    if (proven === undefined) throw new LoginRefused();
    await this.throttle.takeBack(attempt);
    return this.passkeys.beginConfirming(proven, holder);
  }

  private async checkFactor(owner: Owner, given: GivenFactor, attempt: Attempt): Promise<void> {
    const factors = await this.secondFactors.of(owner);
    if (!hasSecondFactor(factors)) return;
    if (!isGiven(given)) {
      // Not noteSuccess: who knows the password could otherwise clear the count between two guesses of the code.
      await this.throttle.takeBack(attempt);
      throw new SecondFactorRequired(factors);
    }
    await this.secondFactors.checkAtLogin(owner, given);
  }

  /** Makes as many comparisons for an unknown address as for one of several tenants. */
  private async prove(
    { emailKey }: Attempt,
    { password, tenantId: named }: CredentialsDto,
  ): Promise<LoginCandidate | undefined> {
    const tenantId = named ?? undefined;
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
