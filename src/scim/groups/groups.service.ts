import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { InvalidValue, NotUnique, ResourceNotFound } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { applyPatch } from '../patch/apply-patch.js';
import { operationsOf } from '../patch/operations.js';
import { connectionOf } from '../protocol/connection-of.js';
import { includes, type Projection } from '../protocol/projection.js';
import { requireVersion } from '../protocol/presented.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { normalise } from '../schema/normalise.js';
import { groupPatchOf, membersAfter } from './group-patch.js';
import { GroupsRepository } from './groups.repository.js';
import { bareGroup, GroupsPresenter, groupVersion, type PresentedGroup } from './groups-presenter.js';
import { MembersRepository } from './members.repository.js';
import type { ScimGroup } from './scim-group.entity.js';
import { type WantedGroup, wantedBy } from './wanted-group.js';

const GROUP_ID = /^gr_[0-9a-f]{26}$/;

/** Groups of a connection; they carry no privilege (contract, section 10). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly members: MembersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly presenter: GroupsPresenter,
  ) {}

  /** @throws {ResourceNotFound} when the connection has no such group */
  async get(scope: Scope, id: string, projection: Projection): Promise<PresentedGroup> {
    const group = GROUP_ID.test(id) ? await this.groups.find(scope, id) : undefined;
    if (group === undefined) throw new ResourceNotFound('group', id);
    const members = includes(projection, 'members') ? {} : undefined;
    const [presented] = await this.presenter.presentAll(scope, [group], members);
    if (presented === undefined) throw new ResourceNotFound('group', id);
    return presented;
  }

  /**
   * @throws {NotUnique} when the connection has a group of that name
   * @throws {InvalidValue} when a member is unknown
   */
  async create(scope: Scope, body: unknown): Promise<PresentedGroup> {
    const { content, members } = wantedBy(normalise(body, GROUP_TYPE));
    const now = nowOf(scope);
    const group: ScimGroup = {
      tenantId: scope.tenantId,
      connectionId: connectionOf(scope).id,
      id: `gr_${randomBytes(13).toString('hex')}`,
      ...content,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.refuseTaken(scope, transaction, group);
      await this.refuseUnknown(scope, transaction, members);
      await this.groups.insert(transaction, group);
      await this.members.add(scope, transaction, group.id, members);
    });
    return this.get(scope, group.id, {});
  }

  /** @throws {ResourceNotFound} and others like {@link create} and {@link get} */
  async replace(scope: Scope, id: string, body: unknown, ifMatch?: string): Promise<PresentedGroup> {
    const wanted = wantedBy(normalise(body, GROUP_TYPE));
    await this.change(scope, id, ifMatch, undefined, () => Promise.resolve(wanted));
    return this.get(scope, id, {});
  }

  /**
   * Large groups are not sent back unless attributes are asked for (RFC 7644, 3.5.2).
   * @throws {ResourceNotFound} and others like {@link create} and {@link get}
   */
  async patch(
    scope: Scope,
    id: string,
    body: unknown,
    ifMatch: string | undefined,
    projection: Projection,
  ): Promise<PresentedGroup | undefined> {
    const { others, steps, named } = groupPatchOf(operationsOf(body));
    await this.change(scope, id, ifMatch, named, async (group, present) => {
      const after = applyPatch(bareGroup(group), others, GROUP_TYPE);
      return wantedBy({ ...after, members: await membersAfter(steps, present) });
    });
    return projection.attributes === undefined ? undefined : this.get(scope, id, projection);
  }

  /** @throws {ResourceNotFound} when the connection has no such group */
  async remove(scope: Scope, id: string, ifMatch?: string): Promise<undefined> {
    await this.unitOfWork.run(async (transaction) => {
      await this.locked(scope, transaction, id, ifMatch);
      await this.members.removeAll(scope, transaction, id);
      await this.groups.remove(scope, transaction, id);
    });
  }

  /**
   * @param named the members whom the work may be about; undefined for all
   * @param work gets those of them who are members, and answers with those who shall be
   */
  private async change(
    scope: Scope,
    id: string,
    ifMatch: string | undefined,
    named: readonly string[] | undefined,
    work: (group: ScimGroup, members: readonly string[]) => Promise<WantedGroup>,
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const group = await this.locked(scope, transaction, id, ifMatch);
      const present = new Set(await this.members.idsIn(scope, transaction, id, named));
      const { content, members } = await work(group, [...present]);
      const wanted = new Set(members);
      const added = members.filter((member) => !present.has(member));
      const removed = [...present].filter((member) => !wanted.has(member));
      const isSame =
        added.length + removed.length === 0 && isDeepStrictEqual({ ...group, ...content }, group);
      if (isSame) return;
      const after = { ...group, ...content, version: group.version + 1, updatedAt: nowOf(scope) };
      await this.refuseTaken(scope, transaction, after);
      await this.refuseUnknown(scope, transaction, added);
      await this.members.remove(scope, transaction, id, removed);
      await this.members.add(scope, transaction, id, added);
      await this.groups.update(transaction, after);
    });
  }

  private async locked(
    scope: Scope,
    transaction: Transaction,
    id: string,
    ifMatch: string | undefined,
  ): Promise<ScimGroup> {
    const group = GROUP_ID.test(id) ? await this.groups.lock(scope, transaction, id) : undefined;
    if (group === undefined) throw new ResourceNotFound('group', id);
    requireVersion(ifMatch, groupVersion(group));
    return group;
  }

  private async refuseTaken(scope: Scope, transaction: Transaction, group: ScimGroup): Promise<void> {
    const other = await this.groups.named(scope, transaction, group.displayNameKey);
    if (other !== undefined && other.id !== group.id)
      throw new NotUnique(`The displayName is that of the group ${other.id}`);
  }

  private async refuseUnknown(scope: Scope, transaction: Transaction, ids: readonly string[]): Promise<void> {
    const ascii = ids.filter((id) => /^\d{1,64}$/.test(id));
    const known = await this.members.known(scope, transaction, ascii);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw new InvalidValue(`members must be people; ${unknown.slice(0, 64)} is none`);
  }
}
