import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { PublicUrl } from '../../config/public-url.js';
import type { Reader } from '../../database/transaction/reader.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoOpenInvitation, SecondFactorRequired } from '../../errors/account.errors.js';
import { InvitationNotFound, InviteeInactive } from '../../errors/auth.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { User } from '../../users/model/user.entity.js';
import { AdministrationRoles } from './administration-roles.service.js';
import { AuthRepository } from '../auth.repository.js';
import type { InviteDto } from '../dto/auth.dto.js';
import type { Invitation } from '../entities/invitation.entity.js';
import { LoginThrottleService } from '../login/login-throttle.service.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import type { BrowserOptions } from '../passkeys/web-authn.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { PasswordRules } from '../passwords/password-rules.js';
import {
  type GivenFactor,
  hasSecondFactor,
  isGiven,
  SecondFactors,
} from '../login/second-factors.service.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';
import { hashToken, newToken } from '../sessions/tokens.js';

const VALID_MS = 72 * 3_600_000;

/** A link that works once, for 72 hours. */
export interface IssuedInvitation {
  readonly user: User;
  readonly link: string;
  readonly expiresAt: Date;
}

/** An accepted invitation, with the address and id of the request. */
interface Acceptance {
  readonly token: string;
  readonly password: string;
  /** When the account needs a second factor. */
  readonly factor: GivenFactor;
  readonly address: string;
  readonly requestId: string;
}

/** Invitations, which are the only way to set a password. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly roles: AdministrationRoles,
    private readonly sessions: SessionsService,
    private readonly hashes: PasswordHashes,
    private readonly rules: PasswordRules,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeysService,
    private readonly throttle: LoginThrottleService,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Invites a person into the administration area: gives them a role, and creates the account when there is none and
   * the names are given. An earlier invitation of the person stops working.
   * @throws {InviteeUnknown} when there is no account with that address, and no names to create one
   * @throws {InviteeInactive} when the account is not active
   */
  async invite(scope: Scope, invitee: InviteDto): Promise<IssuedInvitation> {
    return this.issue(scope, await this.roles.ensure(scope, invitee));
  }

  private async issue(scope: Scope, user: User): Promise<IssuedInvitation> {
    const token = newToken();
    const expiresAt = await this.unitOfWork.run(async (transaction) => {
      // Locked, so that of two simultaneous invitations the later one replaces the earlier.
      const locked = (await this.people.lock(scope, transaction, [user.id])).get(user.id);
      if (locked?.accountStatus !== 'active') throw new InviteeInactive();
      const createdAt = nowOf(scope);
      const until = new Date(createdAt.getTime() + VALID_MS);
      await this.auth.invite(transaction, {
        tokenHash: hashToken(token),
        tenantId: scope.tenantId,
        userId: user.id,
        invitedBy: scope.actor,
        createdAt,
        expiresAt: until,
        usedAt: null,
      });
      const after = { email: user.email, expiresAt: until.toISOString() };
      await this.audit.record(
        scope,
        [{ action: 'admin.invited', target: `user:${user.id}`, after }],
        transaction,
      );
      return until;
    });
    return { user, link: `${this.publicUrl.value}/admin/#/invitation?token=${token}`, expiresAt };
  }

  /**
   * The user whom a link invites.
   * @throws {InvitationNotFound} when the link is not valid any more
   */
  async show(token: string): Promise<User> {
    const { scope, userId } = await this.findValid(token);
    const user = (await this.people.find(scope, this.unitOfWork.single, [userId])).get(userId);
    if (user?.accountStatus !== 'active') throw new InvitationNotFound();
    return user;
  }

  /**
   * Sets the password, ends other sessions of the account and opens one.
   * @throws {InvitationNotFound} when the link is not valid any more
   * @throws {SecondFactorRequired} when the account needs a second factor
   * @throws {LoginCodeRefused} or {@link LoginPasskeyRefused} when it is wrong
   * @throws {RateLimited} after too many wrong ones
   * @throws {ValidationFailed} when the password is easy to guess
   */
  async accept({ token, password, factor, address, requestId }: Acceptance): Promise<NewSession> {
    // Before the password is hashed, which is expensive work and only for callers with a valid link.
    const valid = await this.findValid(token, requestId);
    const { userId, tokenHash } = valid;
    const scope = { ...valid.scope, address };
    const { tenantId } = scope;
    // Before the second factor, which is used up by being right.
    await this.rules.check(scope, await this.show(token), password);
    await this.checkFactor(scope, userId, factor);
    const hash = await this.hashes.create(password);
    return this.unitOfWork.run(async (transaction) => {
      const session = await this.sessions.replaceAllOf(scope, transaction, userId);
      const now = nowOf(scope);
      const invitation = await this.auth.lockInvitation(transaction, tokenHash, now);
      if (session === undefined || invitation === null) throw new InvitationNotFound();
      await this.auth.setPassword(transaction, { tenantId, userId, hash, changedAt: now });
      await this.auth.markUsed(transaction, tokenHash, now);
      await this.audit.record(
        scope,
        [{ action: 'admin.password-set', target: `user:${userId}` }],
        transaction,
      );
      return session;
    });
  }

  /**
   * Asks the browser for a passkey, with which this holder may then accept.
   * @throws {InvitationNotFound} when the link is not valid any more
   * @throws {NoPasskey} when the user has none
   */
  async askForPasskey(token: string, holder: Buffer): Promise<BrowserOptions> {
    const { scope } = await this.findValid(token);
    const { id } = await this.show(token);
    return this.passkeys.beginConfirming({ tenantId: scope.tenantId, userId: id }, holder);
  }

  /**
   * Makes the invitation of a person anew: the earlier link stops working.
   * @throws {NoOpenInvitation} when the person has no invitation that could still be used
   */
  async sendAgain(scope: Scope, userId: string): Promise<IssuedInvitation> {
    const user = await this.invitee(scope, this.unitOfWork.single, userId);
    if ((await this.auth.openInvitation(scope, user.id, nowOf(scope))) === null) throw new NoOpenInvitation();
    return this.issue(scope, user);
  }

  /**
   * The link stops working; the person keeps the role.
   * @throws {NoOpenInvitation} when the person has no invitation that could still be used
   */
  async withdraw(scope: Scope, userId: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const { id } = await this.invitee(scope, transaction, userId);
      if (!(await this.auth.withdraw(scope, transaction, id, nowOf(scope)))) throw new NoOpenInvitation();
      const entry = { action: 'admin.invitation-withdrawn', target: `user:${userId}` };
      await this.audit.record(scope, [entry], transaction);
    });
  }

  /** Looked up first: comparing a column of IDs with a text that is not ASCII is a collation error. */
  private async invitee(scope: Scope, reader: Reader, userId: string): Promise<User> {
    const user = (await this.people.find(scope, reader, [userId])).get(userId);
    if (user?.id !== userId) throw new NoOpenInvitation();
    return user;
  }

  /** A link is no second factor: a thief of the person's mailbox has it too. */
  private async checkFactor(scope: Scope, userId: string, given: GivenFactor): Promise<void> {
    const owner = { tenantId: scope.tenantId, userId };
    const factors = await this.secondFactors.of(owner);
    if (!hasSecondFactor(factors)) return;
    if (!isGiven(given)) throw new SecondFactorRequired(factors);
    const attempt = { emailKey: `${scope.tenantId} ${userId}`, address: scope.address ?? '' };
    await this.throttle.admit(attempt);
    await this.secondFactors.checkAtLogin(owner, given);
    await this.throttle.noteSuccess(attempt);
  }

  private async findValid(
    token: string,
    requestId?: string,
  ): Promise<Pick<Invitation, 'userId' | 'tokenHash'> & { readonly scope: Scope }> {
    const invitation = await this.auth.findInvitation(hashToken(token));
    if (invitation === null) throw new InvitationNotFound();
    const { userId, tokenHash, expiresAt } = invitation;
    const scope = await this.scopeFor(invitation, requestId);
    if (expiresAt <= nowOf(scope)) throw new InvitationNotFound();
    return { scope, userId, tokenHash };
  }

  private async scopeFor(
    { tenantId, userId }: Pick<Invitation, 'tenantId' | 'userId'>,
    requestId?: string,
  ): Promise<Scope> {
    const tenant = await this.tenancy.findTenant(tenantId);
    if (tenant.status !== 'active') throw new InvitationNotFound();
    return this.tenancy.scopeOf(tenant, `admin:${userId}`, requestId);
  }
}
