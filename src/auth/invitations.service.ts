import { Inject, Injectable } from '@nestjs/common';

import { AuditService } from '../audit/audit.service.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { InvitationNotFound } from '../errors/auth.errors.js';
import { UserNotFound } from '../errors/users.errors.js';
import type { Scope } from '../tenancy/scope.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { CreateUpdateUserDto } from '../users/dto/create-update-user.dto.js';
import { ProvisioningService } from '../users/provisioning.service.js';
import { effectiveRole } from '../users/user-defaults.js';
import { emailKeyOf } from '../users/user-ids.js';
import { UserLookup } from '../users/user-lookup.js';
import type { User } from '../users/user.entity.js';
import { validated } from '../http/validate.js';
import { AuthRepository } from './auth.repository.js';
import type { InviteDto } from './dto/auth.dto.js';
import { hashPassword } from './password-hashes.js';
import { type NewSession, SessionsService } from './sessions.service.js';
import { hashToken, newToken } from './tokens.js';

export const ADMINISTRATOR = 'application_admin';
const VALID_MS = 72 * 3_600_000;

/** A link that works once, for 72 hours. */
export interface IssuedInvitation {
  readonly user: User;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Passwords are set by invitation only. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly provisioning: ProvisioningService,
    private readonly sessions: SessionsService,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Invites somebody into the administration area: gives them the role, and makes the account when there is none and the
   * names are given. An earlier invitation of theirs stops working.
   * @throws {UserNotFound} no account with that address, and no names to make one
   */
  async invite(scope: Scope, { email, firstName, lastName }: InviteDto): Promise<IssuedInvitation> {
    const user = await this.administrator(scope, email, firstName ?? undefined, lastName ?? undefined);
    const token = newToken();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + VALID_MS);
    await this.unitOfWork.run(async (manager) => {
      const { tenantId } = scope;
      await this.auth.invite(manager, {
        tokenHash: hashToken(token),
        tenantId,
        userId: user.id,
        invitedBy: scope.actor,
        createdAt: now,
        expiresAt,
        usedAt: null,
      });
      await this.audit.record(
        scope,
        [{ action: 'admin.invited', target: `user:${user.id}`, after: { email: user.email } }],
        manager,
      );
    });
    return { user, link: `${this.config.publicUrl}/admin/#/invitation?token=${token}`, expiresAt };
  }

  /** Whom a link is for. @throws {InvitationNotFound} */
  async show(token: string): Promise<User> {
    const invitation = await this.auth.findInvitation(hashToken(token), new Date());
    if (invitation === null) throw new InvitationNotFound();
    return this.invited(invitation.tenantId, invitation.userId);
  }

  /** Sets the password, ends other sessions of the account and opens one. @throws {InvitationNotFound} */
  async accept(token: string, password: string, address: string, requestId: string): Promise<NewSession> {
    const hash = await hashPassword(password);
    return this.unitOfWork.run(async (manager) => {
      const now = new Date();
      const invitation = await this.auth.claimInvitation(manager, hashToken(token), now);
      if (invitation === null) throw new InvitationNotFound();
      const { tenantId, userId, tokenHash } = invitation;
      const tenant = await this.tenancy.findTenant(tenantId);
      const scope = { ...this.tenancy.scopeOf(tenant, `admin:${userId}`, requestId), address };
      await this.auth.setPassword(manager, { tenantId, userId, hash, changedAt: now });
      await this.auth.markUsed(manager, tokenHash, now);
      await this.auth.endSessionsOf(scope, manager, [userId]);
      await this.audit.record(scope, [{ action: 'admin.password-set', target: `user:${userId}` }], manager);
      return this.sessions.open(manager, tenantId, userId, address);
    });
  }

  private async invited(tenantId: string, userId: string): Promise<User> {
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'invitation');
    const user = (await this.people.find(scope, this.unitOfWork.reader, [userId])).get(userId);
    if (user?.accountStatus !== 'active') throw new InvitationNotFound();
    return user;
  }

  private async administrator(
    scope: Scope,
    email: string,
    firstName: string | undefined,
    lastName: string | undefined,
  ): Promise<User> {
    const known = await this.people.findByEmail(scope, emailKeyOf(email));
    if (known !== undefined && effectiveRole(known) === ADMINISTRATOR) return known;
    const names =
      known ??
      (firstName !== undefined && lastName !== undefined
        ? { firstName, lastName, accountType: 'Staff' as const }
        : undefined);
    if (names === undefined) throw new UserNotFound();
    const person = {
      email: known?.email ?? email,
      firstName: names.firstName,
      lastName: names.lastName,
      accountType: names.accountType,
      role: ADMINISTRATOR,
    };
    const [outcome] = await this.provisioning.provision(scope, [validated(CreateUpdateUserDto, person)]);
    if (outcome === undefined || outcome.kind === 'refused') throw outcome?.refusal ?? new UserNotFound();
    return outcome.user;
  }
}
