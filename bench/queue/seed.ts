import type { Connection } from 'mysql2/promise';

import { SYNC_STATUSES, type SyncStatus } from '../../src/sync/entities/sync-statuses.js';

const ROWS_PER_STATEMENT = 2000;
const ERROR = 'The other system refused it: the program is unknown there';
const ERROR_GROUP = 'unknown-program';
const START = Date.UTC(2026, 0, 1);

/** The statuses of a thousand items: most are done or were never queued, few are under way, some failed. */
const SHARES: readonly (readonly [SyncStatus, number])[] = [
  ['processing', 1],
  ['failed', 9],
  ['queued', 90],
  ['not_queued', 400],
  ['sent', 500],
];

function statusOf(index: number): SyncStatus {
  // Scattered, so that a filter does not find its items side by side.
  let rest = (index * 7919) % 1000;
  for (const [status, share] of SHARES) {
    if (rest < share) return status;
    rest -= share;
  }
  return 'sent';
}

function rowOf(tenantId: string, index: number): unknown[] {
  const syncStatus = statusOf(index);
  // Three items share each millisecond, as in a busy hour.
  const at = new Date(START + Math.floor(index / 3) * 40);
  const isNew = syncStatus === 'not_queued';
  const [lastError, errorGroup] = syncStatus === 'failed' ? [ERROR, ERROR_GROUP] : [null, null];
  return [
    tenantId,
    `form-${index.toString().padStart(9, '0')}`,
    '',
    'address_change',
    `950${index.toString().padStart(6, '0')}`,
    isNew ? 'submitted' : 'approved',
    syncStatus,
    isNew ? null : 'SIS',
    lastError,
    0,
    errorGroup,
    isNew ? 0 : 1,
    isNew ? null : at,
    isNew ? null : at,
    at,
    at,
  ];
}

/** Writes items and their totals directly, as calls would leave them. */
export async function seedQueue(connection: Connection, tenantId: string, count: number): Promise<void> {
  const totals = new Map<SyncStatus, number>(SYNC_STATUSES.map((status) => [status, 0]));
  await connection.query('START TRANSACTION');
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const length = Math.min(ROWS_PER_STATEMENT, count - from);
    const rows = Array.from({ length }, (_, index) => rowOf(tenantId, from + index));
    await connection.query('INSERT INTO `sync_items` VALUES ?', [rows]);
    for (let index = from; index < from + length; index += 1)
      totals.set(statusOf(index), (totals.get(statusOf(index)) ?? 0) + 1);
  }
  const counters = [...totals].map(([status, total]) => {
    const targetSystem = status === 'queued' || status === 'failed' ? 'SIS' : '';
    const name = status === 'queued' ? 'address_change' : status === 'failed' ? ERROR_GROUP : '';
    return [tenantId, status, targetSystem, name, 0, 0, total, new Date(START), new Date(START)];
  });
  await connection.query('INSERT INTO `sync_counters` VALUES ?', [counters]);
  await connection.query('COMMIT');
  await connection.query('ANALYZE TABLE `sync_items`');
}
