import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import {
  LastSecondFactor,
  NoPassword,
  NoSecondFactor,
  SessionNotFound,
  WrongPassword,
} from '../../errors/account.errors.js';
import { missing } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { AuthRepository } from '../auth.repository.js';
import type { Passkey } from '../entities/passkey.entity.js';
import type { Session } from '../entities/session.entity.js';
import { type Attempt, LoginThrottleService } from '../login/login-throttle.service.js';
import { presentPasskey } from '../passkeys/passkeys.dto.js';
import { type NewPasskey, PasskeysService } from '../passkeys/passkeys.service.js';
import type { BrowserOptions } from '../passkeys/web-authn.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { PasswordRules } from '../passwords/password-rules.js';
import type { Owner } from '../second-factor/second-factor.repository.js';
import { type AppSetUp, SecondFactorService } from '../second-factor/second-factor.service.js';
import { SecondFactors } from '../login/second-factors.service.js';
import { type OpenSession, SessionsService } from '../sessions/sessions.service.js';
import {
  type AccountDto,
  type ChangePasswordDto,
  type ProofDto,
  type ProofOfAnyDto,
  sessionIdOf,
} from './account.dto.js';

/** What users do with their own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly sessions: SessionsService,
    private readonly secondFactors: SecondFactors,
    private readonly app: SecondFactorService,
    private readonly passkeys: PasskeysService,
    private readonly hashes: PasswordHashes,
    private readonly rules: PasswordRules,
    private readonly throttle: LoginThrottleService,
    private readonly people: UserLookup,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async show(session: OpenSession): Promise<AccountDto> {
    const [hash, { hasApp, recoveryCodesLeft, passkeys }] = await Promise.all([
      this.auth.passwordOf(session.scope, session.user.id),
      this.secondFactors.of(ownerOf(session)),
    ]);
    const hasPassword = hash !== undefined;
    return { hasPassword, hasApp, recoveryCodesLeft, passkeys: passkeys.map(presentPasskey) };
  }

  /**
   * Replaces the password, and ends the user's other sessions.
   * @throws {NoPassword}, {@link WrongPassword}, or {@link RateLimited} after too many wrong ones
   * @throws {ValidationFailed} when the new one is easy to guess
   */
  async changePassword(session: OpenSession, input: ChangePasswordDto): Promise<void> {
    const { scope, user, tokenHash } = session;
    await this.throttle.noteSuccess(await this.checkPassword(session, input.currentPassword));
    await this.rules.check(scope, user, input.password);
    const hash = await this.hashes.create(input.password);
    const { tenantId } = scope;
    await this.unitOfWork.run(async (transaction) => {
      // Users are locked before sessions, and sessions before passwords.
      await this.people.lock(scope, transaction, [user.id]);
      await this.sessions.endOthersOf(scope, transaction, user.id, tokenHash);
      await this.auth.setPassword(transaction, { tenantId, userId: user.id, hash, changedAt: nowOf(scope) });
      const entry = { action: 'admin.password-set', target: `user:${user.id}` };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  listSessions({ scope, user }: OpenSession): Promise<Session[]> {
    return this.sessions.openOf(scope, user.id);
  }

  /** @throws {SessionNotFound} when the user has no such session */
  async endSession(session: OpenSession, sessionId: string): Promise<void> {
    const found = (await this.listSessions(session)).find((one) => sessionIdOf(one) === sessionId);
    if (found === undefined) throw new SessionNotFound();
    await this.sessions.end(found.tokenHash);
  }

  async endOtherSessions({ scope, user, tokenHash }: OpenSession): Promise<void> {
    await this.unitOfWork.run((transaction) =>
      this.sessions.endOthersOf(scope, transaction, user.id, tokenHash),
    );
  }

  /**
   * Begins the set-up of an authenticator app.
   * @throws {SecondFactorIsOn}, or what {@link prove} throws
   */
  async beginSecondFactor(session: OpenSession, proof: ProofDto): Promise<AppSetUp> {
    await this.prove(session, proof);
    return this.app.begin(ownerOf(session), session.user.email);
  }

  /** @throws {NoSecondFactor}, {@link SecondFactorIsOn} or {@link WrongCode} */
  confirmSecondFactor({ scope, user }: OpenSession, code: string): Promise<string[]> {
    return this.app.confirm(scope, user.id, code);
  }

  /** @throws {NoSecondFactor}, {@link LastSecondFactor}, or what {@link prove} throws */
  async removeSecondFactor(session: OpenSession, proof: ProofDto): Promise<void> {
    if (!(await this.app.stateOf(ownerOf(session))).isOn) throw new NoSecondFactor();
    await this.requireAnother(session);
    await this.prove(session, proof);
    await this.app.remove(session.scope, session.user.id);
  }

  /**
   * Asks the browser for a new passkey.
   * @throws {TooManyPasskeys}, or what {@link prove} throws
   */
  async beginAddingPasskey(session: OpenSession, proof: ProofDto): Promise<BrowserOptions> {
    await this.prove(session, proof);
    return this.passkeys.beginAdding(ownerOf(session), session.tokenHash, session.user.email);
  }

  /** @throws {PasskeyNotAdded} when the browser's answer is not right, or comes too late */
  addPasskey({ scope, user, tokenHash }: OpenSession, answer: NewPasskey): Promise<Passkey> {
    return this.passkeys.add(scope, user.id, tokenHash, answer);
  }

  /** @throws {NoPasskey} when the user has none */
  askForPasskey(session: OpenSession): Promise<BrowserOptions> {
    return this.passkeys.beginConfirming(ownerOf(session), session.tokenHash);
  }

  /** @throws {PasskeyNotFound}, {@link LastSecondFactor}, or what {@link prove} throws */
  async removePasskey(session: OpenSession, passkeyId: string, proof: ProofDto): Promise<void> {
    const passkey = await this.passkeys.find(ownerOf(session), passkeyId);
    await this.requireAnother(session);
    await this.prove(session, proof);
    await this.passkeys.remove(session.scope, [passkey]);
  }

  /**
   * Two removals at once may both pass and leave none: the account can then only add one, as a new one can.
   * @throws {LastSecondFactor} when a second factor is demanded and the account has only one
   */
  private async requireAnother(session: OpenSession): Promise<void> {
    if (!session.scope.tenant.demandSecondFactor) return;
    const { hasApp, passkeys } = await this.secondFactors.of(ownerOf(session));
    if (Number(hasApp) + passkeys.length === 1) throw new LastSecondFactor();
  }

  /**
   * Makes sure that the user is asking, where the account has a password.
   * @throws {ValidationFailed} without the password, or what {@link prove} throws
   */
  async proveAny(session: OpenSession, { currentPassword, ...factor }: ProofOfAnyDto): Promise<void> {
    const { scope, user } = session;
    if ((await this.auth.passwordOf(scope, user.id)) === undefined) return;
    if (typeof currentPassword !== 'string') throw new ValidationFailed([missing('currentPassword')]);
    await this.prove(session, { ...factor, currentPassword });
  }

  /**
   * Makes sure that the user is asking, and not another person at an open browser.
   * @throws {NoPassword}, {@link WrongPassword}, {@link SecondFactorMissing}, {@link WrongCode}, {@link WrongPasskey}
   * or {@link RateLimited}
   */
  private async prove(session: OpenSession, { currentPassword, code, passkey }: ProofDto): Promise<void> {
    const owner = ownerOf(session);
    const given = { code, passkey, holder: session.tokenHash };
    await this.secondFactors.checkGiven(owner, given);
    const attempt = await this.checkPassword(session, currentPassword);
    await this.secondFactors.checkInSession(owner, given);
    await this.throttle.noteSuccess(attempt);
  }

  /** Counts a failure before it compares; the caller notes the success. */
  private async checkPassword({ scope, user }: OpenSession, password: string): Promise<Attempt> {
    const hash = await this.auth.passwordOf(scope, user.id);
    if (hash === undefined) throw new NoPassword();
    const attempt = { emailKey: emailKeyOf(user.email), address: scope.address ?? '' };
    await this.throttle.admit(attempt);
    if (!(await this.hashes.match(hash, password))) throw new WrongPassword();
    return attempt;
  }
}

function ownerOf({ scope, user }: OpenSession): Owner {
  return { tenantId: scope.tenantId, userId: user.id };
}
