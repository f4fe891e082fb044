import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Scope } from '../../tenancy/scope.js';
import { SyncItem } from '../entities/sync-item.entity.js';
import { type FailureFilter, FailureListRepository } from '../failures/failure-list.repository.js';
import type { SyncStatus } from '../sync-statuses.js';

/** Which items a replay of many is about. */
export interface ReplayFilter {
  readonly status: SyncStatus;
  readonly targetSystem: string | undefined;
  readonly formType: string | undefined;
  /** `lastTransitionAt` is at or after `from`, and before `to`. */
  readonly from: Date | undefined;
  readonly to: Date;
  /** Failed items are then found by why they are failed, and the target system may be blank. */
  readonly failed?:
    | (Pick<FailureFilter, 'failure' | 'errorGroup'> & {
        /** Whether `to` is now, so that the counters have the number. */
        readonly isUntilNow: boolean;
      })
    | undefined;
}

/** An item that fits, as it is found without a lock. */
export type ReplayCandidate = Pick<SyncItem, 'submissionId' | 'target' | 'lastTransitionAt'>;

type Part = readonly [sql: string, ...values: unknown[]];

/** Items that were never queued have no last transition. */
function momentOf({ status, from, to }: ReplayFilter): Part[] {
  if (status !== 'not_queued')
    return [
      ['`lastTransitionAt` < ?', to],
      ...(from === undefined ? [] : [['`lastTransitionAt` >= ?', from] as const]),
    ];
  return from === undefined ? [['`lastTransitionAt` IS NULL']] : [['FALSE']];
}

function partsOf({ tenantId, tenant }: Scope, filter: ReplayFilter): Part[] {
  const { status, targetSystem, formType } = filter;
  const parts: Part[] = [['`tenantId` = ?', tenantId], ['`syncStatus` = ?', status], ...momentOf(filter)];
  // The column ignores case, as labels always did.
  if (targetSystem === '') parts.push(['`targetSystem` IS NULL']);
  else if (targetSystem !== undefined) parts.push(['`targetSystem` COLLATE utf8mb4_bin = ?', targetSystem]);
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

function failuresOf({ targetSystem, from, to, failed }: ReplayFilter): FailureFilter {
  return { targetSystem, from, to, failure: failed?.failure, errorGroup: failed?.errorGroup };
}

/** Finds the items of a replay of many: all it asks for is in one index. */
@Injectable()
export class ReplayRepository {
  constructor(
    @InjectRepository(SyncItem) private readonly items: Repository<SyncItem>,
    private readonly failures: FailureListRepository,
  ) {}

  async count(scope: Scope, filter: ReplayFilter): Promise<number> {
    if (filter.failed !== undefined) {
      const { to, ...rest } = failuresOf(filter);
      return this.failures.count(scope, filter.failed.isUntilNow ? rest : { ...rest, to });
    }
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
    if (filter.failed !== undefined) {
      const last = after && { ...after, failedAt: after.lastTransitionAt ?? new Date(0) };
      const range = { order: 'ASC', after: last, limit } as const;
      const keys = await this.failures.page(scope, failuresOf(filter), range);
      return keys.map(({ failedAt, ...key }) => ({ ...key, lastTransitionAt: failedAt }));
    }
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
