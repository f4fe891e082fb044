import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { ScimLink } from '../links/scim-link.entity.js';

/** How many people and groups a connection has. */
export interface LinkCounts {
  readonly people: number;
  readonly groups: number;
}

interface Counted {
  readonly connectionId: string;
  readonly size: number | string;
}

/** Counts what connections have, by indexes alone. */
@Injectable()
export class ConnectionsRepository {
  constructor(@InjectRepository(ScimLink) private readonly links: Repository<ScimLink>) {}

  /** @param connections a connection without people and groups has an entry too */
  async linkCounts(
    { tenantId }: Pick<Scope, 'tenantId'>,
    connections: readonly string[],
  ): Promise<Map<string, LinkCounts>> {
    if (connections.length === 0) return new Map();
    const values = [tenantId, connections];
    // A link has a userNameKey as long as the connection has the person.
    const people: Counted[] = await this.links.query(
      'SELECT `connectionId`, COUNT(`userNameKey`) AS `size` ' +
        'FROM `scim_links` FORCE INDEX (`uq_scim_links_user_name`) ' +
        'WHERE `tenantId` = ? AND `connectionId` IN (?) GROUP BY `connectionId`',
      values,
    );
    const groups: Counted[] = await this.links.query(
      'SELECT `connectionId`, COUNT(*) AS `size` FROM `scim_groups` FORCE INDEX (`uq_scim_groups_name`) ' +
        'WHERE `tenantId` = ? AND `connectionId` IN (?) GROUP BY `connectionId`',
      values,
    );
    const sizeIn = (counts: readonly Counted[], id: string): number =>
      Number(counts.find(({ connectionId }) => connectionId === id)?.size ?? 0);
    return new Map(connections.map((id) => [id, { people: sizeIn(people, id), groups: sizeIn(groups, id) }]));
  }
}
