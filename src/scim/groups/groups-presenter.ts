import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { TooManyMembers } from '../../errors/scim.errors.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { defaultName } from '../../users/model/user-defaults.js';
import { type Presented, presented } from '../protocol/presented.js';
import { scimAddress } from '../protocol/scim-controller.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import type { Resource } from '../schema/resource.js';
import { GROUP } from '../schema/urns.js';
import { GroupsRepository } from './groups.repository.js';
import { type MemberRow, MembersRepository, type MembersWanted } from './members.repository.js';
import type { ScimGroup } from './scim-group.entity.js';

/** A group as the connection sees it. */
export interface PresentedGroup extends Presented {
  readonly memberCount: number;
}

/** A group without its members. */
export function bareGroup({ id, displayName, externalId, kept }: ScimGroup): Resource {
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

export function groupVersion({ version }: ScimGroup): string {
  return `W/"${version}"`;
}

/** Presents groups with their members. */
@Injectable()
export class GroupsPresenter {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly members: MembersRepository,
    private readonly publicUrl: PublicUrl,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * @param members which are read; absent: none, and the groups are presented without any
   * @throws {TooManyMembers} when the groups have more of them than `most`
   */
  async presentAll(
    scope: Scope,
    groups: readonly ScimGroup[],
    members: MembersWanted | undefined,
  ): Promise<PresentedGroup[]> {
    const ids = members === undefined ? [] : groups.map(({ id }) => id);
    const byGroup = new Map<string, MemberRow[]>(ids.map((id) => [id, []]));
    const { most } = members ?? {};
    const oneMore = most === undefined ? members : { ...members, most: most + 1 };
    const rows = await this.members.of(scope, this.groups.reader, ids, oneMore);
    if (most !== undefined && rows.length > most) throw new TooManyMembers(most);
    for (const row of rows) byGroup.get(row.groupId)?.push(row);
    const shown = rows.map(({ userId }) => userId);
    this.disclosures.note(scope, 'scim', shown);
    return groups.map((group) => this.present(group, byGroup.get(group.id)));
  }

  /** @param members absent when they were not read; a group without any says so, or else authentik adds none */
  private present(group: ScimGroup, members: readonly MemberRow[] | undefined): PresentedGroup {
    const base = scimAddress(this.publicUrl);
    const shown = members?.map((row) => ({
      value: row.userId,
      $ref: `${base}/Users/${row.userId}`,
      type: 'User',
      display: row.name ?? defaultName(row),
    }));
    const resource = { ...bareGroup(group), ...(shown === undefined ? {} : { members: shown }) };
    const { createdAt, updatedAt } = group;
    const times = { createdAt, updatedAt, version: groupVersion(group) };
    return { ...presented(base, GROUP_TYPE, resource, times), memberCount: shown?.length ?? 0 };
  }
}
