import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import { type FailureFilter, failureParts } from '../failures/failure-filter.js';
import { conditionOf, type SqlPart } from '../../database/statements/sql-part.js';
import type { SyncStatus } from '../entities/sync-statuses.js';

/** Which items a replay of many is about. */
export interface ReplayFilter extends FailureFilter {
  readonly status: SyncStatus;
  readonly formType: string | undefined;
  /** `lastTransitionAt` is at or after `from`, and before `to`. */
  readonly from: Date | undefined;
  readonly to: Date;
}

/** An item that fits, as it is found without a lock. */
export type ReplayCandidate = Pick<SyncItem, 'submissionId' | 'target' | 'lastTransitionAt'>;

/** Items that were never queued have no last transition. */
function momentOf({ status, from, to }: ReplayFilter): SqlPart[] {
  if (status !== 'not_queued')
    return [
      ['`lastTransitionAt` < ?', to],
      ...(from === undefined ? [] : [['`lastTransitionAt` >= ?', from] as const]),
    ];
  return from === undefined ? [['`lastTransitionAt` IS NULL']] : [['FALSE']];
}

function partsOf({ tenantId, tenant }: Scope, filter: ReplayFilter): SqlPart[] {
  const { status, targetSystem, formType, failure, errorGroup } = filter;
  const parts: SqlPart[] = [['`tenantId` = ?', tenantId], ['`syncStatus` = ?', status], ...momentOf(filter)];
  // The column ignores case, as labels always did.
  if (targetSystem === '') parts.push(['`targetSystem` IS NULL']);
  else if (targetSystem !== undefined) parts.push(['`targetSystem` COLLATE utf8mb4_bin = ?', targetSystem]);
  if (formType !== undefined) parts.push(['`formType` = ?', formType]);
  // With targets, only an approval or a replay that names one decides for which of them an item is.
  if (status === 'not_queued' && tenant.syncTargets.length > 0) parts.push(["`target` <> ''"]);
  return [...parts, ...failureParts({ failure, errorGroup })];
}

function behind({ submissionId, target, lastTransitionAt: at }: ReplayCandidate): SqlPart {
  const later = '`submissionId` > ? OR (`submissionId` = ? AND `target` > ?)';
  const key = [submissionId, submissionId, target];
  if (at === null) return [`(${later})`, ...key];
  return [`\`lastTransitionAt\` >= ? AND (\`lastTransitionAt\` > ? OR ${later})`, at, at, ...key];
}

/** Finds the items of a replay of many: all it asks for is in one index. */
@Injectable()
export class ReplayRepository {
  constructor(@InjectRepository(SyncItem) private readonly items: Repository<SyncItem>) {}

  async count(scope: Scope, filter: ReplayFilter): Promise<number> {
    const rows = await this.select<{ items: number | string }>('COUNT(*) AS `items`', partsOf(scope, filter));
    return Number(rows[0]?.items ?? 0);
  }

  /** The next items behind one, those that have stayed as they are for longest first. */
  async page(
    scope: Scope,
    filter: ReplayFilter,
    after: ReplayCandidate | undefined,
    limit: number,
  ): Promise<ReplayCandidate[]> {
    const parts = [...partsOf(scope, filter), ...(after === undefined ? [] : [behind(after)])];
    const order = 'ORDER BY `lastTransitionAt`, `submissionId`, `target` LIMIT ?';
    return this.select<ReplayCandidate>('`submissionId`, `target`, `lastTransitionAt`', parts, order, limit);
  }

  private select<Row>(
    what: string,
    parts: readonly SqlPart[],
    order = '',
    ...more: readonly unknown[]
  ): Promise<Row[]> {
    const { sql: condition, values } = conditionOf(parts);
    const sql = `SELECT ${what} FROM \`sync_items\` FORCE INDEX (\`ix_sync_items_replay\`)
      WHERE ${condition} ${order}`;
    return this.items.query(sql, [...values, ...more]);
  }
}
