import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import type { SyncStatus } from '../sync-statuses.js';

/** Which items a replay of many is about. */
export interface ReplayFilter {
  readonly status: SyncStatus;
  readonly targetSystem: string | undefined;
  readonly formType: string | undefined;
  /** Bounds of `lastTransitionAt`; the bounds belong to the range. */
  readonly from: Date | undefined;
  readonly to: Date;
}

/** An item that fits, as it is found without a lock. */
export type ReplayCandidate = Pick<SyncItem, 'submissionId' | 'target' | 'lastTransitionAt'>;

type Part = readonly [sql: string, ...values: unknown[]];

/** Items that were never queued have no last transition. */
function momentOf({ status, from, to }: ReplayFilter): Part[] {
  if (status !== 'not_queued')
    return [
      ['`lastTransitionAt` <= ?', to],
      ...(from === undefined ? [] : [['`lastTransitionAt` >= ?', from] as const]),
    ];
  return from === undefined ? [['`lastTransitionAt` IS NULL']] : [['FALSE']];
}

function partsOf({ tenantId, tenant }: Scope, filter: ReplayFilter): Part[] {
  const { status, targetSystem, formType } = filter;
  const parts: Part[] = [['`tenantId` = ?', tenantId], ['`syncStatus` = ?', status], ...momentOf(filter)];
  // The column ignores case, as labels always did.
  if (targetSystem !== undefined) parts.push(['`targetSystem` COLLATE utf8mb4_bin = ?', targetSystem]);
  if (formType !== undefined) parts.push(['`formType` = ?', formType]);
  // With targets, only an approval or a replay that names one decides for which of them an item is.
  if (status === 'not_queued' && tenant.syncTargets.length > 0) parts.push(["`target` <> ''"]);
  return parts;
}

function behind({ submissionId, target, lastTransitionAt: at }: ReplayCandidate): Part {
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
  page(
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
    parts: readonly Part[],
    order = '',
    ...more: readonly unknown[]
  ): Promise<Row[]> {
    const condition = parts.map(([sql]) => sql).join(' AND ');
    const sql = `SELECT ${what} FROM \`sync_items\` FORCE INDEX (\`ix_sync_items_replay\`)
      WHERE ${condition} ${order}`;
    return this.items.query(sql, [...parts.flatMap(([, ...values]) => values), ...more]);
  }
}
