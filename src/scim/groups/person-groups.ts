import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Projection } from '../protocol/projection.js';
import { scimAddress } from '../protocol/scim-controller.js';
import type { Resource } from '../schema/resource.js';
import { GroupsRepository } from './groups.repository.js';
import { MembersRepository } from './members.repository.js';

/** Adds to people the groups that have them as members, where the caller asks for these by name. */
@Injectable()
export class PersonGroups {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly members: MembersRepository,
    private readonly publicUrl: PublicUrl,
  ) {}

  async added(
    scope: Scope,
    people: readonly Resource[],
    { attributes = [] }: Projection,
  ): Promise<Resource[]> {
    if (!attributes.some(({ name }) => name?.toLowerCase() === 'groups')) return [...people];
    const ids = people.map(({ id }) => String(id));
    const rows = await this.members.groupsOf(scope, this.groups.reader, ids);
    const base = `${scimAddress(this.publicUrl)}/Groups`;
    return people.map((person) => {
      const own = rows.filter(({ userId }) => userId === person['id']);
      const groups = own.map(({ groupId, displayName }) => ({
        value: groupId,
        $ref: `${base}/${groupId}`,
        display: displayName,
        type: 'direct',
      }));
      return groups.length === 0 ? person : { ...person, groups };
    });
  }
}
