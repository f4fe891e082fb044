import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { OwnAccount } from '../../errors/users.errors.js';
import type { Success } from '../../http/answers.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ofAdministrator } from '../../users/history/provenance.js';
import { ProvenanceService } from '../../users/history/provenance.service.js';
import { UserHistoryService } from '../../users/history/user-history.service.js';
import type { UserDto } from '../../users/model/dto/user.dto.js';
import { UserListService } from '../../users/list/user-list.service.js';
import { UserDetailsService } from '../../users/history/user-details.service.js';
import { StatusService } from '../../users/status/status.service.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { listed, pageRangeOf } from '../../http/lists/list-query.js';
import {
  type AccountStatusDto,
  presentUserChange,
  presentUserRow,
  type UserChangeDto,
  type UserChangesQueryDto,
  type UserRowDto,
  type UsersQueryDto,
} from './users.dto.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

function keptInactive(): ValidationFailed {
  const rule = sentence('is for accountStatus active only');
  return new ValidationFailed([problemIn('keepActiveUntil', 'isAllowed', rule)]);
}

/** The users of a tenant, for its administrators. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly people: UserListService,
    private readonly users: UserDetailsService,
    private readonly statuses: StatusService,
    private readonly history: UserHistoryService,
    private readonly provenance: ProvenanceService,
    private readonly progress: ProgressListService,
    private readonly labels: ActorLabels,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(scope: Scope, query: UsersQueryDto): Promise<Success<UserRowDto[]>> {
    const { sort = 'lastName', order = 'ASC', q, accountType, accountStatus, role } = query;
    const ids = query.chairing === true ? await this.progress.chairs(scope) : undefined;
    const filter = { q, accountType, accountStatus, role, ids };
    const { rows, total } = await this.people.page(scope, filter, { sort, order, ...pageRangeOf(query) });
    return listed(
      rows.map((user) => presentUserRow(scope, user)),
      total,
      query,
    );
  }

  /**
   * Sets the account status, and until when a person is kept active; the answer is the user after it.
   * @throws {ValidationFailed} when `keepActiveUntil` is no day of the next year, or comes with `inactive`
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {OwnAccount} when the administrator would de-provision their own account
   */
  async setStatus(
    scope: Scope,
    idOrLegacyNumber: string,
    { accountStatus, keepActiveUntil }: AccountStatusDto,
  ): Promise<Success<UserDto>> {
    if (accountStatus === 'inactive' && typeof keepActiveUntil === 'string') throw keptInactive();
    const { data: user } = await this.users.get(scope, idOrLegacyNumber);
    if (accountStatus === 'inactive' && scope.actor === `admin:${user.id}`) throw new OwnAccount();
    const source = await this.provenance.sourceOf(scope, this.unitOfWork.single, user.id, 'accountStatus');
    const approval = ofAdministrator(source);
    const { answer } = await this.statuses.set(scope, user.id, accountStatus, {
      approval,
      keepActiveUntil,
    });
    const { data } = await this.users.get(scope, user.id);
    return { ...answer, data };
  }

  /** @throws {UserNotFound} when the tenant has no such user */
  async changes(
    scope: Scope,
    idOrLegacyNumber: string,
    query: UserChangesQueryDto,
  ): Promise<Success<UserChangeDto[]>> {
    const { data: user } = await this.users.get(scope, idOrLegacyNumber);
    const { order = 'DESC' } = query;
    const { rows, total } = await this.history.page(scope, user.id, { order, ...pageRangeOf(query) });
    const labelOf = await this.labels.of(scope, rows, ({ actor }) => actor);
    return listed(
      rows.map((entry) => presentUserChange(entry, labelOf(entry.actor))),
      total,
      query,
    );
  }
}
