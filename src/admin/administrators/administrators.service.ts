import { Injectable } from '@nestjs/common';

import { AdministrationRoles } from '../../auth/administrators/administration-roles.service.js';
import { AdministratorsRepository } from '../../auth/administrators/administrators.repository.js';
import { OwnRole } from '../../errors/account.errors.js';
import { SecondFactors } from '../../auth/login/second-factors.service.js';
import type { Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, pageRangeOf } from '../../http/lists/list-query.js';
import {
  type AdministratorDto,
  type AdministratorsQueryDto,
  type InvitationsQueryDto,
  type PendingInvitationDto,
  presentAdministrator,
  presentPending,
} from './administrators.dto.js';

/** The administrators of a tenant, and the invitations of further ones. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly people: AdministratorsRepository,
    private readonly roles: AdministrationRoles,
    private readonly secondFactors: SecondFactors,
    private readonly labels: ActorLabels,
  ) {}

  async list(scope: Scope, query: AdministratorsQueryDto): Promise<Success<AdministratorDto[]>> {
    const { sort = 'lastName', order = 'ASC' } = query;
    const { rows, total } = await this.people.administrators(scope, { sort, order, ...pageRangeOf(query) });
    return listed(rows.map(presentAdministrator), total, query);
  }

  /**
   * @throws {AdministratorNotFound} when the tenant has no such administrator
   * @throws {OwnRole} when it is the caller, who removes the own ones with one of them
   */
  async removeSecondFactor(scope: Scope, userId: string): Promise<void> {
    const { id } = await this.roles.find(scope, userId);
    if (scope.actor === `admin:${id}`) throw new OwnRole();
    await this.secondFactors.removeAll(scope, id);
  }

  async pending(scope: Scope, query: InvitationsQueryDto): Promise<Success<PendingInvitationDto[]>> {
    const { sort = 'createdAt', order = 'DESC' } = query;
    const range = { sort, order, ...pageRangeOf(query) };
    const { rows, total } = await this.people.pendingInvitations(scope, nowOf(scope), range);
    const labelOf = await this.labels.of(scope, rows, ({ invitedBy }) => invitedBy);
    return listed(
      rows.map((invitation) => presentPending(invitation, labelOf)),
      total,
      query,
    );
  }
}
