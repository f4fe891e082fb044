import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { AdministratorNotFound, OwnRole } from '../../errors/account.errors.js';
import { InviteeInactive, InviteeUnknown } from '../../errors/auth.errors.js';
import { validated } from '../../http/validation/validate.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import {
  ADMINISTRATION_ROLES,
  type AdministrationRole,
  administrationRoleOf,
  effectiveRole,
} from '../../users/model/user-defaults.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { Batch } from '../../users/batch/batch.js';
import { ProvisioningService } from '../../users/provisioning/provisioning.service.js';
import { AuthRepository } from '../auth.repository.js';
import type { InviteDto } from '../dto/auth.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';

type Named = Pick<CreateUpdateUserDto, 'email' | 'firstName' | 'lastName' | 'accountType'>;

/** Who may do what in the administration. A role is the user's role, so the audit log shows every change of it. */
@Injectable()
export class AdministrationRoles {
  constructor(
    private readonly people: UserLookup,
    private readonly provisioning: ProvisioningService,
    private readonly auth: AuthRepository,
    private readonly sessions: SessionsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Gives the invitee a role, and creates the account when there is none and the names are given.
   * @throws {InviteeUnknown} when there is no account with that address, and no names to create one
   * @throws {InviteeInactive} when the account is not active
   * @throws {OwnRole} when the caller would change their own role
   */
  async ensure(scope: Scope, { email, firstName, lastName, role: wanted }: InviteDto): Promise<User> {
    const known = await this.people.findByEmail(scope, emailKeyOf(email));
    if (known !== undefined && known.accountStatus !== 'active') throw new InviteeInactive();
    const current = known === undefined ? undefined : administrationRoleOf(effectiveRole(known));
    const role = wanted ?? current ?? 'administrator';
    if (known !== undefined && current === role) return known;
    if (known !== undefined) refuseOwn(scope, known.id);
    const person = known ?? { email, firstName, lastName, accountType: 'Staff' as const };
    if (!person.firstName || !person.lastName) throw new InviteeUnknown();
    const { firstName: first, lastName: last, accountType } = person;
    return this.give(scope, { email: person.email, firstName: first, lastName: last, accountType }, role);
  }

  /**
   * Gives a user who has a role of the administration another one.
   * @throws {AdministratorNotFound} when the tenant has no such administrator
   * @throws {OwnRole} when the caller would change their own role
   */
  async change(scope: Scope, userId: string, role: AdministrationRole): Promise<User> {
    const user = await this.find(scope, userId);
    refuseOwn(scope, userId);
    return effectiveRole(user) === ADMINISTRATION_ROLES[role] ? user : this.give(scope, user, role);
  }

  /**
   * Takes the role away, and nothing else of the person: they have the role of their account type again. Sessions and
   * an open invitation end.
   * @throws {AdministratorNotFound} when the tenant has no such administrator
   * @throws {OwnRole} when the caller would remove their own role
   */
  async remove(scope: Scope, userId: string): Promise<void> {
    const user = await this.find(scope, userId);
    refuseOwn(scope, userId);
    await this.give(scope, user, null);
    await this.unitOfWork.run(async (transaction) => {
      // Users are locked before sessions, as by a de-provisioning.
      await this.people.lock(scope, transaction, [userId]);
      await this.sessions.endAllOf(scope, transaction, [userId]);
      await this.auth.withdraw(scope, transaction, userId, nowOf(scope));
    });
  }

  /** @throws {AdministratorNotFound} when the tenant has no such administrator */
  async find(scope: Scope, userId: string): Promise<User> {
    const user = (await this.people.find(scope, this.unitOfWork.single, [userId])).get(userId);
    if (user?.id !== userId || administrationRoleOf(effectiveRole(user)) === undefined)
      throw new AdministratorNotFound();
    return user;
  }

  private async give(scope: Scope, person: Named, role: AdministrationRole | null): Promise<User> {
    const { email, firstName, lastName, accountType } = person;
    const account = validated(CreateUpdateUserDto, {
      email,
      firstName,
      lastName,
      accountType,
      role: role === null ? null : ADMINISTRATION_ROLES[role],
    });
    const [outcome] = await this.provisioning.provision(new Batch(scope, [{ person: account }]));
    if (outcome === undefined) throw new Error('A batch of one had no outcome');
    if (outcome.kind === 'refused') throw outcome.refusal;
    return outcome.user;
  }
}

function refuseOwn({ actor }: Scope, userId: string): void {
  if (actor === `admin:${userId}`) throw new OwnRole();
}
