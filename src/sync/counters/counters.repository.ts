import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { quotedNames } from '../../database/statements/row-codec.js';
import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { SyncCounter } from '../entities/sync-counter.entity.js';
import type { FailureFilter } from '../failures/failure-filter.js';
import type { ClaimFilter } from '../groups/open-items.repository.js';
import { conditionOf, type SqlPart } from '../../database/statements/sql-part.js';
import { SYNC_STATUSES, type SyncStatus } from '../entities/sync-statuses.js';
import type { CounterChange } from './counter.js';
import {
  CLAIM_COUNTERS,
  type ClaimCounterKind,
  type CounterKind,
  isPeriodic,
} from '../entities/counter-kinds.js';
import { dayBefore, periodOf } from './period.js';

/** A tenant without targets may have as many labels as items; those with most failures are answered. */
const MOST_SYSTEMS = 500;

export type QueueTotals = Readonly<Record<SyncStatus, number>>;

/** What is queued for a target system; blank is no target system. */
export interface SystemQueued {
  readonly targetSystem: string;
  readonly queued: number;
}

/** The failed items of a target system. */
export interface SystemFailures {
  readonly targetSystem: string;
  readonly decision: number;
  readonly delivery: number;
}

/** What a credential did for a target system in the last day. */
export interface ConnectorCounts {
  readonly targetSystem: string;
  readonly apiKey: string;
  readonly lastClaimAt: Date | null;
  readonly claimed: number;
  readonly sent: number;
  readonly failed: number;
}

/** What became of the claims of a target system in ten minutes. */
export interface Attempts {
  readonly targetSystem: string;
  readonly firstAt: Date;
  readonly claimed: number;
  readonly sent: number;
  readonly failed: number;
}

type RawConnector = Pick<ConnectorCounts, 'targetSystem' | 'apiKey' | 'lastClaimAt'> &
  Record<(typeof CLAIM_COUNTERS)[number], number>;

/** As the server answers sums: a number or its text. */
type Raw<T> = { [Key in keyof T]: T[Key] extends number ? number | string : T[Key] };

function totalsOf(rows: readonly { kind: SyncStatus; total: number | string }[]): QueueTotals {
  const counted = new Map(rows.map(({ kind, total }) => [kind, Number(total)]));
  return Object.fromEntries(SYNC_STATUSES.map((status) => [status, counted.get(status) ?? 0])) as QueueTotals;
}

/** Counters of which a tenant has one: with this many parts, writers seldom wait for each other. */
const PARTS_OF_ONE = 16;
/** Counters of which a tenant has many. */
const PARTS_OF_MANY = 4;
const HAS_MANY: readonly CounterKind[] = [
  'queued',
  'failed',
  'claimed',
  'claim_sent',
  'claim_failed',
  'replayed',
];

const NEVER = new Date(0);

const COLUMNS = [
  'tenantId',
  'kind',
  'targetSystem',
  'name',
  'period',
  'part',
  'count',
  'firstAt',
  'lastAt',
] as const;

/**
 * A period of the day before begins anew. The order matters: the servers assign from left to right. A row that only
 * takes away has `lastAt` long ago.
 */
const ADD = `INSERT INTO \`sync_counters\` (${quotedNames(COLUMNS)}) VALUES ? ON DUPLICATE KEY UPDATE
  \`count\` = IF(\`period\` > 0 AND \`firstAt\` <> VALUES(\`firstAt\`), 0, \`count\`) + VALUES(\`count\`),
  \`firstAt\` = IF(\`period\` > 0, VALUES(\`firstAt\`), \`firstAt\`),
  \`lastAt\` = GREATEST(\`lastAt\`, VALUES(\`lastAt\`))`;

/** The rows that a transaction will write, by their names. */
type Sums = Map<string, SyncCounter>;

/** Adds to the counters of the queue, and reads them. */
@Injectable()
export class CountersRepository {
  private readonly waiting = new WeakMap<Transaction, Sums>();

  private readonly single: Reader;

  constructor(@InjectRepository(SyncCounter) counters: Repository<SyncCounter>) {
    this.single = new SingleStatements(counters.manager);
  }

  /**
   * Counts when the transaction commits: all of its changes in one statement, since writers of the same counter wait
   * for each other.
   */
  add(scope: Scope, transaction: Transaction, changes: readonly CounterChange[]): void {
    if (changes.length === 0) return;
    const sums = this.waiting.get(transaction) ?? this.begin(transaction);
    for (const change of changes) addTo(sums, scope, change);
  }

  /** How many items have each status. Counting half a million index entries takes 100 ms, a page of the queue 20. */
  async totals({ tenantId }: Scope, reader = this.single): Promise<QueueTotals> {
    const sql = `SELECT \`kind\`, SUM(\`count\`) AS \`total\` FROM \`sync_counters\`
      WHERE \`tenantId\` = ? AND \`kind\` IN (?) GROUP BY \`kind\``;
    return totalsOf(await reader.read(sql, [tenantId, SYNC_STATUSES]));
  }

  /** The totals of all universities together, for the operator. */
  async totalsOfAll(): Promise<QueueTotals> {
    const sql = `SELECT \`kind\`, SUM(\`count\`) AS \`total\`
      FROM \`sync_counters\` FORCE INDEX (\`ix_sync_counters_kind\`)
      WHERE \`kind\` IN (?) AND ${OF_UNIVERSITIES} GROUP BY \`kind\``;
    return totalsOf(await this.single.read(sql, [SYNC_STATUSES]));
  }

  /** How many queued items fit a claim. */
  queued(scope: Scope, { targetSystem, formTypes }: ClaimFilter): Promise<number> {
    return this.sum(scope, this.single, [
      ["`kind` = 'queued'"],
      ...(targetSystem === undefined ? [] : [['`targetSystem` = ?', targetSystem] as const]),
      ...(formTypes === undefined ? [] : [['`name` IN (?)', formTypes] as const]),
    ]);
  }

  /** The target systems for which anything, or anything of these form types, is queued, those with most first. */
  async queuedBySystem({ tenantId }: Scope, formTypes?: readonly string[]): Promise<SystemQueued[]> {
    const byForm = formTypes === undefined ? '' : ' AND `name` IN (?)';
    const sql = `SELECT \`targetSystem\`, SUM(\`count\`) AS \`queued\` FROM \`sync_counters\`
      WHERE \`tenantId\` = ? AND \`kind\` = 'queued'${byForm} GROUP BY \`targetSystem\`
      HAVING SUM(\`count\`) > 0 ORDER BY \`queued\` DESC`;
    const values = formTypes === undefined ? [tenantId] : [tenantId, formTypes];
    const rows = await this.single.read<Raw<SystemQueued>>(sql, values);
    return rows.map(({ targetSystem, queued }) => ({ targetSystem, queued: Number(queued) }));
  }

  /** How many items are failed. */
  failed(
    scope: Scope,
    { targetSystem, failure, errorGroup }: FailureFilter,
    reader = this.single,
  ): Promise<number> {
    return this.sum(scope, reader, [
      ["`kind` = 'failed'"],
      ...(targetSystem === undefined ? [] : [['`targetSystem` = ?', targetSystem] as const]),
      ...(failure === undefined ? [] : [[`\`name\` ${failure === 'decision' ? '=' : '<>'} ''`] as const]),
      ...(errorGroup === undefined ? [] : [["`name` = ? AND `name` <> ''", errorGroup] as const]),
    ]);
  }

  /** The target systems that have failed items, those with most failed deliveries first. */
  async failedBySystem({ tenantId }: Scope): Promise<SystemFailures[]> {
    const sql = `SELECT \`targetSystem\`, SUM(IF(\`name\` = '', \`count\`, 0)) AS \`decision\`,
        SUM(IF(\`name\` = '', 0, \`count\`)) AS \`delivery\`
      FROM \`sync_counters\` WHERE \`tenantId\` = ? AND \`kind\` = 'failed' GROUP BY \`targetSystem\`
      HAVING SUM(\`count\`) > 0 ORDER BY \`delivery\` DESC, \`targetSystem\` LIMIT ${MOST_SYSTEMS}`;
    const rows = await this.single.read<Raw<SystemFailures>>(sql, [tenantId]);
    return rows.map(({ targetSystem, decision, delivery }) => ({
      targetSystem,
      decision: Number(decision),
      delivery: Number(delivery),
    }));
  }

  /** Every credential that ever took items of a target system, with its counts of the last day. */
  async connectors({ tenantId }: Scope, now: Date): Promise<ConnectorCounts[]> {
    const of = (kind: CounterKind): string =>
      `SUM(IF(\`kind\` = '${kind}' AND \`firstAt\` >= ?, \`count\`, 0)) AS \`${kind}\``;
    const sql = `SELECT \`targetSystem\`, \`name\` AS \`apiKey\`,
        MAX(IF(\`kind\` = 'claimed', \`lastAt\`, NULL)) AS \`lastClaimAt\`, ${CLAIM_COUNTERS.map(of).join(', ')}
      FROM \`sync_counters\` WHERE \`tenantId\` = ? AND \`kind\` IN (?) GROUP BY \`targetSystem\`, \`name\``;
    const days = CLAIM_COUNTERS.map(() => dayBefore(now));
    const rows = await this.single.read<Raw<RawConnector>>(sql, [...days, tenantId, CLAIM_COUNTERS]);
    return rows.map(({ claimed, claim_sent: sent, claim_failed: failed, ...row }) => ({
      ...row,
      claimed: Number(claimed),
      sent: Number(sent),
      failed: Number(failed),
    }));
  }

  /**
   * What became of claims in each ten minutes that are still counted, the latest first. They are whole for the day that
   * ends with the latest of a target system; of those before it, parts are overwritten where their ten minutes came
   * again.
   */
  async attempts({ tenantId }: Scope): Promise<Attempts[]> {
    const of = (kind: ClaimCounterKind): string => `SUM(IF(\`kind\` = '${kind}', \`count\`, 0))`;
    const sql = `SELECT \`targetSystem\`, \`firstAt\`, ${of('claimed')} AS \`claimed\`,
        ${of('claim_sent')} AS \`sent\`, ${of('claim_failed')} AS \`failed\`
      FROM \`sync_counters\` WHERE \`tenantId\` = ? AND \`kind\` IN (?)
      GROUP BY \`targetSystem\`, \`firstAt\` ORDER BY \`firstAt\` DESC`;
    const rows = await this.single.read<Raw<Attempts>>(sql, [tenantId, CLAIM_COUNTERS]);
    return rows.map(({ claimed, sent, failed, ...row }) => ({
      ...row,
      claimed: Number(claimed),
      sent: Number(sent),
      failed: Number(failed),
    }));
  }

  /** When items of each target system were last replayed. */
  async replays({ tenantId }: Scope): Promise<Map<string, Date>> {
    const sql = `SELECT \`targetSystem\`, MAX(\`lastAt\`) AS \`at\` FROM \`sync_counters\`
      WHERE \`tenantId\` = ? AND \`kind\` = 'replayed' GROUP BY \`targetSystem\``;
    const rows = await this.single.read<{ targetSystem: string; at: Date }>(sql, [tenantId]);
    return new Map(rows.map(({ targetSystem, at }) => [targetSystem, at]));
  }

  private async sum({ tenantId }: Scope, reader: Reader, parts: readonly SqlPart[]): Promise<number> {
    const { sql: condition, values } = conditionOf([['`tenantId` = ?', tenantId], ...parts]);
    const sql = `SELECT COALESCE(SUM(\`count\`), 0) AS \`sum\` FROM \`sync_counters\` WHERE ${condition}`;
    const [row] = await reader.read<{ sum: number | string }>(sql, values);
    return Math.max(Number(row?.sum ?? 0), 0);
  }

  private begin(transaction: Transaction): Sums {
    const sums: Sums = new Map();
    this.waiting.set(transaction, sums);
    transaction.beforeCommit(() => write(transaction, sums), 'counters');
    return sums;
  }
}

function addTo(sums: Sums, scope: Scope, { by, ...key }: CounterChange): void {
  const now = nowOf(scope);
  const { tenantId } = scope;
  const { period, begin } = isPeriodic(key.kind) ? periodOf(now) : { period: 0, begin: now };
  const name = JSON.stringify([tenantId, key.kind, key.targetSystem, key.name, period]);
  const parts = HAS_MANY.includes(key.kind) ? PARTS_OF_MANY : PARTS_OF_ONE;
  const part = Math.floor(Math.random() * parts);
  const known = sums.get(name) ?? { tenantId, ...key, period, part, count: 0, firstAt: begin, lastAt: NEVER };
  sums.set(name, { ...known, count: known.count + by, lastAt: by > 0 ? now : known.lastAt });
}

async function write(transaction: Transaction, sums: Sums): Promise<void> {
  // In one order, so that two writers of the same part never deadlock.
  const rows = [...sums]
    .filter(([, { kind, count, lastAt }]) => count !== 0 || (kind === 'failed' && lastAt !== NEVER))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => COLUMNS.map((column) => row[column]));
  if (rows.length > 0) await transaction.write(ADD, [rows]);
}
