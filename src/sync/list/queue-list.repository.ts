import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import { type FailureFilter, failureParts } from '../failures/failure-filter.js';
import type { ItemKey } from '../groups/open-items.repository.js';
import { conditionOf, type SqlPart } from '../../database/statements/sql-part.js';
import type { QueueRange } from '../items/sync.repository.js';
import type { SyncStatus } from '../entities/sync-statuses.js';
import { OF_SYSTEM } from '../items/queue-condition.js';

/** The most items of a status that are looked at; all of those that are failed. */
const MOST_SCANNED = 50_000;

/** Which items of a status, where the index of the list does not have the order. */
export interface MovedFilter extends FailureFilter {
  readonly status: SyncStatus;
  /** Bounds of `lastTransitionAt`; `to` is behind the range. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** An item in the order of its last transition. */
export type MovedKey = ItemKey & Pick<SyncItem, 'lastTransitionAt'>;

/** Finds items by their last transition, target system and failure: entries of one index, which has all of it. */
@Injectable()
export class QueueListRepository {
  constructor(@InjectRepository(SyncItem) private readonly items: Repository<SyncItem>) {}

  /** A part of the order. */
  async page(
    scope: Scope,
    reader: Reader,
    filter: MovedFilter,
    { order, offset, limit }: QueueRange,
  ): Promise<MovedKey[]> {
    const wanted = wantedOf(filter);
    const most = wanted.length === 0 ? offset + limit : mostOf(filter);
    const { sql, values } = conditionOf([rangeOf(scope, filter, order, most), ...wanted]);
    const statement = `SELECT \`submissionId\`, \`target\`, \`lastTransitionAt\` FROM ${sql}
      ORDER BY \`lastTransitionAt\` ${order}, \`submissionId\` ${order}, \`target\` ${order} LIMIT ? OFFSET ?`;
    return reader.read(statement, [...values, limit, offset]);
  }

  /** How many there are among those that are looked at, and whether there are more. */
  async count(
    scope: Scope,
    reader: Reader,
    filter: MovedFilter,
    order: 'ASC' | 'DESC',
  ): Promise<{ total: number; isCapped: boolean }> {
    const most = mostOf(filter);
    const wanted = conditionOf([['TRUE'], ...wantedOf(filter)]);
    const range = conditionOf([rangeOf(scope, filter, order, most === undefined ? undefined : most + 1)]);
    const statement = `SELECT COUNT(*) AS \`seen\`, COALESCE(SUM(${wanted.sql}), 0) AS \`found\` FROM ${range.sql}`;
    const [row] = await reader.read<Record<'seen' | 'found', number | string>>(statement, [
      ...wanted.values,
      ...range.values,
    ]);
    const isCapped = most !== undefined && Number(row?.seen ?? 0) > most;
    return { total: Number(row?.found ?? 0), isCapped };
  }
}

function mostOf({ status }: MovedFilter): number | undefined {
  return status === 'failed' ? undefined : MOST_SCANNED;
}

/** What the entries of the range must fulfil. */
function wantedOf({ targetSystem, failure, errorGroup }: MovedFilter): SqlPart[] {
  const system: SqlPart[] = targetSystem === undefined ? [] : [[OF_SYSTEM, targetSystem]];
  return [...system, ...failureParts({ failure, errorGroup })];
}

/**
 * The entries of a status and time, as the beginning of a condition.
 * @param most the first ones of the order; all of them when undefined
 */
function rangeOf(
  { tenantId }: Scope,
  { status, from, to }: MovedFilter,
  order: 'ASC' | 'DESC',
  most: number | undefined,
): SqlPart {
  const since = from === undefined ? '' : ' AND `lastTransitionAt` >= ?';
  const until = to === undefined ? '' : ' AND `lastTransitionAt` < ?';
  const all = `\`sync_items\` FORCE INDEX (\`ix_sync_items_replay\`)
    WHERE \`tenantId\` = ? AND \`syncStatus\` = ?${since}${until}`;
  const values = [tenantId, status, ...[from, to].filter((bound) => bound !== undefined)];
  if (most === undefined) return [all, ...values];
  const columns = '`submissionId`, `target`, `lastTransitionAt`, `targetSystem`, `errorGroup`';
  const first = `(SELECT ${columns} FROM ${all}
    ORDER BY \`lastTransitionAt\` ${order}, \`submissionId\` ${order}, \`target\` ${order} LIMIT ?) AS \`seen\`
    WHERE TRUE`;
  return [first, ...values, most];
}
