import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { PageRange } from '../../http/lists/list-query.js';
import type { Scope } from '../../tenancy/scope.js';
import { peopleOfRows, type PersonFilter } from '../list/user-conditions.js';
import { HeldRequest, type HoldReason } from './held-request.entity.js';

function openOnes({ tenantId }: Scope, filter: PersonFilter): { from: string; values: unknown[] } {
  const { join, conditions } = peopleOfRows(filter);
  const others = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  return {
    from: `FROM \`held_requests\` \`w\` FORCE INDEX (\`ix_held_requests_waiting\`) ${join}
      WHERE \`w\`.\`tenantId\` = ? AND \`w\`.\`status\` = 'held'${others}`,
    values: [tenantId, ...conditions.flatMap(({ values }) => values)],
  };
}

/** Open holds by their reason, as they wait for a decision. */
@Injectable()
export class WaitingHoldsRepository {
  constructor(@InjectRepository(HeldRequest) private readonly holds: Repository<HeldRequest>) {}

  /** A reason without open holds is not in the map. */
  async counts(scope: Scope, filter: PersonFilter): Promise<ReadonlyMap<HoldReason, number>> {
    const { from, values } = openOnes(scope, filter);
    const rows: { reason: HoldReason; waiting: number | string }[] = await this.holds.query(
      `SELECT STRAIGHT_JOIN \`w\`.\`reason\`, COUNT(*) AS \`waiting\` ${from} GROUP BY \`w\`.\`reason\``,
      values,
    );
    return new Map(rows.map(({ reason, waiting }) => [reason, Number(waiting)]));
  }

  /** The one that has waited for longest comes first. */
  async page(
    scope: Scope,
    reasons: readonly HoldReason[],
    filter: PersonFilter,
    { offset, limit }: PageRange,
  ): Promise<HeldRequest[]> {
    const { from, values } = openOnes(scope, filter);
    const found: { id: string }[] = await this.holds.query(
      `SELECT STRAIGHT_JOIN \`w\`.\`id\` ${from} AND \`w\`.\`reason\` IN (?)
      ORDER BY \`w\`.\`requestedAt\`, \`w\`.\`id\` LIMIT ? OFFSET ?`,
      [...values, reasons, limit, offset],
    );
    return this.holds.find({
      where: { tenantId: scope.tenantId, id: In(found.map(({ id }) => id)) },
      order: { requestedAt: 'ASC', id: 'ASC' },
    });
  }
}
