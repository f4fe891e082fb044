import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { GroupsRepository } from './groups.repository.js';
import { MembersRepository } from './members.repository.js';

/** Takes people whom a connection gives up out of its groups. */
@Injectable()
export class GroupLeavers {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** The groups that had them have another version afterwards. They are locked, so no group gets them meanwhile. */
  async leave(scope: Scope, transaction: Transaction, userIds: readonly string[]): Promise<void> {
    const memberships = await this.members.groupsOf(scope, transaction, userIds);
    const groupIds = [...new Set(memberships.map(({ groupId }) => groupId))];
    await this.members.removePeople(scope, transaction, userIds);
    await this.groups.countChange(scope, transaction, groupIds, nowOf(scope));
  }
}
