import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import type { ItemKey } from '../groups/open-items.repository.js';
import type { SyncStatus } from '../sync-statuses.js';

/** The most items of a status that are looked at for a target system. */
const MOST_SCANNED = 50_000;

/** Which items of a status, where counters and the index of the list do not tell. */
export interface MovedFilter {
  readonly status: SyncStatus;
  /** Blank is no target system. */
  readonly targetSystem?: string | undefined;
  /** Bounds of `lastTransitionAt`; the bounds belong to the range. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** An item in the order of its last transition. */
export type MovedKey = ItemKey & Pick<SyncItem, 'lastTransitionAt'>;

const SYSTEM = "COALESCE(`targetSystem`, '') COLLATE utf8mb4_bin = ?";

/** Finds items by their target system and their last transition: a bounded number of entries of one index. */
@Injectable()
export class QueueListRepository {
  constructor(@InjectRepository(SyncItem) private readonly items: Repository<SyncItem>) {}

  /** The first items of the order, as many as are asked for. */
  first(
    scope: Scope,
    reader: Reader,
    filter: MovedFilter,
    { order, limit }: { readonly order: 'ASC' | 'DESC'; readonly limit: number },
  ): Promise<MovedKey[]> {
    const most = filter.targetSystem === undefined ? limit : MOST_SCANNED;
    const { sql, values } = seenOf(scope, filter, order, most);
    const [condition, more] = ofSystem(filter);
    const statement = `SELECT \`submissionId\`, \`target\`, \`lastTransitionAt\` FROM ${sql} WHERE ${condition}
      ORDER BY \`lastTransitionAt\` ${order}, \`submissionId\` ${order}, \`target\` ${order} LIMIT ?`;
    return reader.read(statement, [...values, ...more, limit]);
  }

  /** How many there are among those that are looked at, and whether there are more. */
  async count(
    scope: Scope,
    reader: Reader,
    filter: MovedFilter,
    order: 'ASC' | 'DESC',
  ): Promise<{ total: number; isCapped: boolean }> {
    const { sql, values } = seenOf(scope, filter, order, MOST_SCANNED + 1);
    const [condition, more] = ofSystem(filter);
    const statement = `SELECT COUNT(*) AS \`seen\`, COALESCE(SUM(${condition}), 0) AS \`found\` FROM ${sql}`;
    const [row] = await reader.read<Record<'seen' | 'found', number | string>>(statement, [
      ...more,
      ...values,
    ]);
    return { total: Number(row?.found ?? 0), isCapped: Number(row?.seen ?? 0) > MOST_SCANNED };
  }
}

function ofSystem({ targetSystem }: MovedFilter): [string, unknown[]] {
  return targetSystem === undefined ? ['1 = 1', []] : [SYSTEM, [targetSystem]];
}

function seenOf(
  { tenantId }: Scope,
  { status, from, to }: MovedFilter,
  order: 'ASC' | 'DESC',
  most: number,
): { sql: string; values: unknown[] } {
  const since = from === undefined ? '' : ' AND `lastTransitionAt` >= ?';
  const until = to === undefined ? '' : ' AND `lastTransitionAt` < ?';
  const bounds = [from, to].filter((bound) => bound !== undefined);
  return {
    sql: `(SELECT \`submissionId\`, \`target\`, \`lastTransitionAt\`, \`targetSystem\` FROM \`sync_items\`
      FORCE INDEX (\`ix_sync_items_replay\`) WHERE \`tenantId\` = ? AND \`syncStatus\` = ?${since}${until}
      ORDER BY \`lastTransitionAt\` ${order}, \`submissionId\` ${order}, \`target\` ${order} LIMIT ?) AS \`seen\``,
    values: [tenantId, status, ...bounds, most],
  };
}
