import { Injectable } from '@nestjs/common';

import { AuditService } from '../audit/audit.service.js';
import { PublicUrl } from '../config/public-url.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { InvitationNotFound, InviteeInactive, InviteeUnknown } from '../errors/auth.errors.js';
import { validated } from '../http/validation/validate.js';
import type { Scope } from '../tenancy/scope.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { CreateUpdateUserDto } from '../users/model/dto/create-update-user.dto.js';
import { Batch } from '../users/provisioning/batch.js';
import { ProvisioningService } from '../users/provisioning/provisioning.service.js';
import { ADMINISTRATOR, effectiveRole } from '../users/model/user-defaults.js';
import { emailKeyOf } from '../users/model/user-ids.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import type { User } from '../users/model/user.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { InviteDto } from './dto/auth.dto.js';
import type { Invitation } from './entities/invitation.entity.js';
import { PasswordHashes } from './password-hashes.js';
import { type NewSession, SessionsService } from './sessions.service.js';
import { hashToken, newToken } from './tokens.js';

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
  readonly address: string;
  readonly requestId: string;
}

/** Invitations, which are the only way to set a password. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly auth: AuthRepository,
    private readonly people: UserLookup,
    private readonly provisioning: ProvisioningService,
    private readonly sessions: SessionsService,
    private readonly hashes: PasswordHashes,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Invites a person into the administration area: gives them the role, and creates the account when there is none and
   * the names are given. An earlier invitation of the person stops working.
   * @throws {InviteeUnknown} when there is no account with that address, and no names to create one
   * @throws {InviteeInactive} when the account is not active
   */
  async invite(scope: Scope, invitee: InviteDto): Promise<IssuedInvitation> {
    const user = await this.ensureAdministrator(scope, invitee);
    const token = newToken();
    const expiresAt = await this.unitOfWork.run(async (transaction) => {
      // Locked, so that of two simultaneous invitations the later one replaces the earlier.
      const locked = (await this.people.lock(scope, transaction, [user.id])).get(user.id);
      if (locked?.accountStatus !== 'active') throw new InviteeInactive();
      const createdAt = new Date();
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
    const { tenantId, userId } = await this.findValid(token);
    const scope = await this.scopeFor({ tenantId, userId });
    const user = (await this.people.find(scope, this.unitOfWork.single, [userId])).get(userId);
    if (user?.accountStatus !== 'active') throw new InvitationNotFound();
    return user;
  }

  /**
   * Sets the password, ends other sessions of the account and opens one.
   * @throws {InvitationNotFound} when the link is not valid any more
   */
  async accept({ token, password, address, requestId }: Acceptance): Promise<NewSession> {
    // Before the password is hashed, which is expensive work and only for callers with a valid link.
    const { tenantId, userId, tokenHash } = await this.findValid(token);
    const scope = { ...(await this.scopeFor({ tenantId, userId }, requestId)), address };
    const hash = await this.hashes.create(password);
    return this.unitOfWork.run(async (transaction) => {
      const session = await this.sessions.replaceAllOf(scope, transaction, userId);
      const now = new Date();
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

  private async findValid(token: string): Promise<Invitation> {
    const invitation = await this.auth.findInvitation(hashToken(token), new Date());
    if (invitation === null) throw new InvitationNotFound();
    return invitation;
  }

  private async scopeFor(
    { tenantId, userId }: Pick<Invitation, 'tenantId' | 'userId'>,
    requestId?: string,
  ): Promise<Scope> {
    const tenant = await this.tenancy.findTenant(tenantId);
    if (tenant.status !== 'active') throw new InvitationNotFound();
    return this.tenancy.scopeOf(tenant, `admin:${userId}`, requestId);
  }

  private async ensureAdministrator(scope: Scope, { email, firstName, lastName }: InviteDto): Promise<User> {
    const known = await this.people.findByEmail(scope, emailKeyOf(email));
    if (known !== undefined && known.accountStatus !== 'active') throw new InviteeInactive();
    if (known !== undefined && effectiveRole(known) === ADMINISTRATOR) return known;
    const person = known ?? { email, firstName, lastName, accountType: 'Staff' };
    if (!person.firstName || !person.lastName) throw new InviteeUnknown();
    const account = validated(CreateUpdateUserDto, {
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      accountType: person.accountType,
      role: ADMINISTRATOR,
    });
    const [outcome] = await this.provisioning.provision(new Batch(scope, [{ person: account }]));
    if (outcome === undefined) throw new Error('A batch of one had no outcome');
    if (outcome.kind === 'refused') throw outcome.refusal;
    return outcome.user;
  }
}
