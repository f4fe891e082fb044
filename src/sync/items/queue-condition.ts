import type { Scope } from '../../tenancy/scope.js';
import { type FailureKind, failureParts } from '../failures/failure-filter.js';
import { conditionOf as joined, type SqlPart } from '../../database/statements/sql-part.js';
import type { SyncStatus } from '../entities/sync-statuses.js';

/** Compares the target system of an item, where blank is none. */
export const OF_SYSTEM = "COALESCE(`targetSystem`, '') COLLATE utf8mb4_bin = ?";

/** Which items a list shows. */
export interface QueueFilter {
  readonly status?: SyncStatus | undefined;
  readonly studentId?: string | undefined;
  /** The beginning of the submission IDs. */
  readonly prefix?: string | undefined;
  /** With the items of a student or a prefix only, since no index has them. */
  readonly targetSystem?: string | undefined;
  /** With the status `failed` only. */
  readonly failure?: FailureKind | undefined;
  readonly errorGroup?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface Condition {
  readonly index: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The condition, with the index that covers all of it except a student's status. */
export function conditionOf({ tenantId }: Scope, filter: QueueFilter): Condition {
  const { status, studentId, prefix, targetSystem, failure, errorGroup, from, to } = filter;
  const byOrder = status === undefined ? 'ix_sync_items_updated' : 'ix_sync_items_status';
  const parts: SqlPart[] = [['`tenantId` = ?', tenantId]];
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) parts.push([sql, value]);
  };
  add('`studentId` = ?', studentId);
  add('`syncStatus` = ?', status);
  add('`submissionId` LIKE ?', prefix && `${prefix.replaceAll('_', '\\_')}%`);
  add(OF_SYSTEM, targetSystem);
  add('`lastTransitionAt` >= ?', from);
  add('`lastTransitionAt` < ?', to);
  return {
    index: studentId === undefined ? byOrder : 'ix_sync_items_student',
    ...joined([...parts, ...failureParts({ failure, errorGroup })]),
  };
}
