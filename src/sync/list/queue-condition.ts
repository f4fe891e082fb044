import type { Scope } from '../../tenancy/scope.js';
import { OF_ERROR_GROUP } from '../failures/of-error-group.js';
import type { SyncStatus } from '../sync-statuses.js';

/** Which items a list shows. */
export interface QueueFilter {
  readonly status?: SyncStatus | undefined;
  readonly studentId?: string | undefined;
  /** The beginning of the submission IDs. */
  readonly prefix?: string | undefined;
  /** With the items of a student or a prefix only, since no index has them. */
  readonly targetSystem?: string | undefined;
  readonly isBlocked?: boolean | undefined;
  readonly errorGroup?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface Condition {
  readonly index: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Whether the item is one of this error group. */
const OF_GROUP = `EXISTS (SELECT 1 FROM \`sync_failed_items\` AS \`f\` WHERE \`f\`.\`tenantId\` = ?
  AND \`f\`.\`submissionId\` = \`sync_items\`.\`submissionId\` AND \`f\`.\`target\` = \`sync_items\`.\`target\`
  AND ${OF_ERROR_GROUP})`;

/** The condition, with the index that covers all of it except a student's status. */
export function conditionOf({ tenantId }: Scope, filter: QueueFilter): Condition {
  const { status, studentId, prefix, targetSystem, isBlocked, errorGroup, from, to } = filter;
  const byOrder = status === undefined ? 'ix_sync_items_updated' : 'ix_sync_items_status';
  const parts: [sql: string, values: unknown[]][] = [['`tenantId` = ?', [tenantId]]];
  const add = (sql: string, ...values: unknown[]): void => {
    if (values.every((value) => value !== undefined)) parts.push([sql, values]);
  };
  add('`studentId` = ?', studentId);
  add('`syncStatus` = ?', status);
  add('`submissionId` LIKE ?', prefix && `${prefix.replaceAll('_', '\\_')}%`);
  add("COALESCE(`targetSystem`, '') COLLATE utf8mb4_bin = ?", targetSystem);
  add('`blocked` = ?', isBlocked);
  add(OF_GROUP, tenantId, errorGroup);
  add('`lastTransitionAt` >= ?', from);
  add('`lastTransitionAt` < ?', to);
  return {
    index: studentId === undefined ? byOrder : 'ix_sync_items_student',
    sql: parts.map(([sql]) => sql).join(' AND '),
    values: parts.flatMap(([, values]) => values),
  };
}
