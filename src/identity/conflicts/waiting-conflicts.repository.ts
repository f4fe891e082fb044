import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { PageRange } from '../../http/lists/list-query.js';
import type { Scope } from '../../tenancy/scope.js';
import { peopleOfRows, type PersonFilter } from '../../users/list/user-conditions.js';
import type { QuestionKind } from '../../users/model/outcome.js';
import { IdentityConflictEntry } from './identity-conflict.entity.js';

function openOnes({ tenantId }: Scope, filter: PersonFilter): { from: string; values: unknown[] } {
  const { join, conditions } = peopleOfRows(filter);
  const others = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  return {
    from: `FROM \`identity_conflicts\` \`w\` FORCE INDEX (\`ix_identity_conflicts_waiting\`) ${join}
      WHERE \`w\`.\`tenantId\` = ? AND \`w\`.\`status\` = 'open'${others}`,
    values: [tenantId, ...conditions.flatMap(({ values }) => values)],
  };
}

/** Open conflicts by their kind, as they wait for a decision. */
@Injectable()
export class WaitingConflictsRepository {
  constructor(
    @InjectRepository(IdentityConflictEntry) private readonly conflicts: Repository<IdentityConflictEntry>,
  ) {}

  /** A kind without open conflicts is not in the map. */
  async counts(scope: Scope, filter: PersonFilter): Promise<ReadonlyMap<QuestionKind, number>> {
    const { from, values } = openOnes(scope, filter);
    const rows: { kind: QuestionKind; waiting: number | string }[] = await this.conflicts.query(
      `SELECT STRAIGHT_JOIN \`w\`.\`kind\`, COUNT(*) AS \`waiting\` ${from} GROUP BY \`w\`.\`kind\``,
      values,
    );
    return new Map(rows.map(({ kind, waiting }) => [kind, Number(waiting)]));
  }

  /** The one that was asked first comes first. */
  async page(
    scope: Scope,
    kinds: readonly QuestionKind[],
    filter: PersonFilter,
    { offset, limit }: PageRange,
  ): Promise<IdentityConflictEntry[]> {
    const { from, values } = openOnes(scope, filter);
    const found: { id: string }[] = await this.conflicts.query(
      `SELECT STRAIGHT_JOIN \`w\`.\`id\` ${from} AND \`w\`.\`kind\` IN (?)
      ORDER BY \`w\`.\`firstAt\`, \`w\`.\`id\` LIMIT ? OFFSET ?`,
      [...values, kinds, limit, offset],
    );
    return this.conflicts.find({
      where: { tenantId: scope.tenantId, id: In(found.map(({ id }) => id)) },
      order: { firstAt: 'ASC', id: 'ASC' },
    });
  }
}
