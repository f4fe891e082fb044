import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { InvalidValue, NotUnique, ResourceNotFound, TooMany } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { defaultName } from '../../users/model/user-defaults.js';
import { predicateOf } from '../filter/predicate.js';
import { listRequestOf, type Sort } from '../listing/list-request.js';
import { applyPatch } from '../patch/apply-patch.js';
import { operationsOf } from '../patch/operations.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { ListResponse } from '../protocol/list-response.js';
import { includes, projected, type Projection } from '../protocol/projection.js';
import { SCIM_BASE } from '../protocol/scim-controller.js';
import { requireVersion } from '../protocol/versions.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { normalise } from '../schema/normalise.js';
import type { Resource } from '../schema/resource.js';
import { GROUP, LIST_RESPONSE } from '../schema/urns.js';
import { groupPointOf, isComparable } from './group-points.js';
import { GroupsRepository } from './groups.repository.js';
import { type MemberRow, MembersRepository } from './members.repository.js';
import type { ScimGroup } from './scim-group.entity.js';
import { type WantedGroup, wantedBy } from './wanted-group.js';

const MOST_SCANNED = 10_000;
const SORTS: readonly Sort[] = ['id', 'displayName', 'meta.lastModified'];
const GROUP_ID = /^gr_[0-9a-f]{26}$/;

/** A group as the connection sees it, with the address and the version. */
export interface PresentedGroup {
  readonly resource: Resource;
  readonly location: string;
  readonly version: string;
}

/** Groups of a connection; they carry no privilege (contract, section 10). */
@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly members: MembersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @throws {ResourceNotFound} when the connection has no such group */
  async get(scope: Scope, id: string, projection: Projection): Promise<PresentedGroup> {
    const group = GROUP_ID.test(id) ? await this.groups.find(scope, id) : undefined;
    if (group === undefined) throw new ResourceNotFound('group', id);
    const [presented] = await this.presentAll(scope, [group], projection);
    if (presented === undefined) throw new ResourceNotFound('group', id);
    return presented;
  }

  /**
   * @throws {NotUnique} when the connection has a group of that name
   * @throws {InvalidValue} when a member is unknown
   */
  async create(scope: Scope, body: unknown): Promise<PresentedGroup> {
    const { content, members } = wantedBy(normalise(body, GROUP_TYPE));
    const now = new Date();
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
    await this.change(scope, id, ifMatch, () => wanted);
    return this.get(scope, id, {});
  }

  /** @throws {ResourceNotFound} and others like {@link create} and {@link get} */
  async patch(scope: Scope, id: string, body: unknown, ifMatch?: string): Promise<void> {
    const operations = operationsOf(body);
    await this.change(scope, id, ifMatch, (group, members) => {
      const before = { ...bare(group), members: members.map((value) => ({ value })) };
      return wantedBy(applyPatch(before, operations, GROUP_TYPE));
    });
  }

  /** @throws {ResourceNotFound} when the connection has no such group */
  async remove(scope: Scope, id: string, ifMatch?: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.locked(scope, transaction, id, ifMatch);
      await this.members.removeAll(scope, transaction, id);
      await this.groups.remove(scope, transaction, id);
    });
  }

  /** A page of groups. */
  async search(scope: Scope, source: unknown): Promise<ListResponse> {
    const request = listRequestOf(source, SORTS);
    const { filter, projection, count, startIndex, isDescending, sort } = request;
    const point = groupPointOf(filter);
    const isImpossible = point !== undefined && !isComparable(point);
    const found = isImpossible ? [] : await this.groups.list(scope, point, MOST_SCANNED + 1);
    if (found.length > MOST_SCANNED) throw new TooMany(MOST_SCANNED);
    const meets = filter === undefined ? undefined : predicateOf(filter, GROUP_TYPE);
    // Members are read for those groups alone that are shown, unless the filter asks for them.
    const asksMembers = JSON.stringify(filter ?? '')
      .toLowerCase()
      .includes('"members"');
    const isFound = new Map(
      meets === undefined
        ? []
        : (await this.presentAll(scope, found, asksMembers ? {} : { excluded: [{ name: 'members' }] })).map(
            ({ resource }) => [resource['id'], meets(resource)] as const,
          ),
    );
    const chosen = found.filter(({ id }) => isFound.get(id) !== false);
    const key = ({ id, displayNameKey, updatedAt }: ScimGroup): string =>
      ({ id, displayName: displayNameKey, 'meta.lastModified': updatedAt.toISOString(), userName: id })[sort];
    chosen.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
    if (isDescending) chosen.reverse();
    const page = chosen.slice(startIndex - 1, startIndex - 1 + count);
    const presented = await this.presentAll(scope, page, projection);
    return {
      schemas: [LIST_RESPONSE],
      totalResults: chosen.length,
      itemsPerPage: page.length,
      startIndex,
      Resources: presented.map(({ resource }) => projected(resource, projection, GROUP_TYPE)),
    };
  }

  private async change(
    scope: Scope,
    id: string,
    ifMatch: string | undefined,
    work: (group: ScimGroup, members: readonly string[]) => WantedGroup,
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const group = await this.locked(scope, transaction, id, ifMatch);
      const rows = await this.members.of(scope, transaction, [id]);
      const present = new Set(rows.map(({ userId }) => userId));
      const { content, members } = work(group, [...present]);
      const wanted = new Set(members);
      const added = members.filter((member) => !present.has(member));
      const removed = [...present].filter((member) => !wanted.has(member));
      const isSame =
        added.length + removed.length === 0 && isDeepStrictEqual({ ...group, ...content }, group);
      if (isSame) return;
      const after = { ...group, ...content, version: group.version + 1, updatedAt: new Date() };
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
    requireVersion(ifMatch, versionOf(group));
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

  private async presentAll(
    scope: Scope,
    groups: readonly ScimGroup[],
    projection: Projection,
  ): Promise<PresentedGroup[]> {
    const ids = includes(projection, 'members') ? groups.map(({ id }) => id) : [];
    const byGroup = new Map<string, MemberRow[]>(ids.map((id) => [id, []]));
    for (const row of await this.members.of(scope, this.groups.reader, ids))
      byGroup.get(row.groupId)?.push(row);
    return groups.map((group) => this.present(group, byGroup.get(group.id)));
  }

  /** @param members absent when they were not read; a group without any says so, or else authentik adds none */
  private present(group: ScimGroup, members: readonly MemberRow[] | undefined): PresentedGroup {
    const base = `${this.publicUrl.value}/${SCIM_BASE}`;
    const location = `${base}/Groups/${group.id}`;
    const version = versionOf(group);
    const presented = members?.map((row) => ({
      value: row.userId,
      $ref: `${base}/Users/${row.userId}`,
      type: 'User',
      display: row.name ?? defaultName(row),
    }));
    const meta = {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location,
      version,
    };
    const resource = { ...bare(group), ...(presented === undefined ? {} : { members: presented }), meta };
    return { resource, location, version };
  }
}

/** A group without its members. */
function bare({ id, displayName, externalId, kept }: ScimGroup): Resource {
  const { schemas, ...others } = kept;
  const sent: unknown[] = Array.isArray(schemas) ? schemas : [];
  return {
    schemas: [...new Set([GROUP, ...sent])],
    ...others,
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
  };
}

function versionOf({ version }: ScimGroup): string {
  return `W/"${version}"`;
}
