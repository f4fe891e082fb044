import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import type { AccountType } from '../model/account.js';
import { HeldRequest, HOLD_STATUSES, type HoldReason, type HoldStatus } from './held-request.entity.js';

export interface HoldFilter {
  readonly status?: HoldStatus | undefined;
  readonly run?: string | undefined;
  readonly userId?: string | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
}

/** Which part of a list, in which order. */
export interface HoldRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** The open holds of one run. */
export interface HeldRun {
  /** Null for calls that named no run. */
  readonly run: string | null;
  readonly people: number;
  readonly since: Date;
}

/** How a hold is closed. */
export interface Closing {
  readonly status: Exclude<HoldStatus, 'held'>;
  readonly at: Date;
  readonly by: string;
}

const LISTED = 'FROM `held_requests` FORCE INDEX (`ix_held_requests_list`)';
const OF_USER = 'FROM `held_requests` FORCE INDEX (`ix_held_requests_user`)';
const OF_RUN = 'FROM `held_requests` FORCE INDEX (`ix_held_requests_run`)';
const CLOSE =
  'UPDATE `held_requests` SET `status` = ?, `openUserId` = NULL, `decidedAt` = ?, `decidedBy` = ? WHERE `tenantId` = ?';
const REOPEN =
  "UPDATE `held_requests` SET `status` = 'held', `openUserId` = `userId`, `decidedAt` = NULL, `decidedBy` = NULL, " +
  '`lastChange` = NULL, `formerRule` = NULL WHERE `tenantId` = ?';

export function newHoldId(): string {
  return `hd_${randomBytes(13).toString('hex')}`;
}

function conditionOf(
  { tenantId }: Scope,
  { status, run, userId, since }: HoldFilter,
): { sql: string; values: unknown[] } {
  const parts: [sql: string, value: unknown][] = [
    ['`tenantId` = ?', tenantId],
    ['`status` = ?', status],
    ['`run` = ?', run],
    ['`userId` = ?', userId],
    ['`requestedAt` >= ?', since],
  ];
  const given = parts.filter(([, value]) => value !== undefined);
  return { sql: given.map(([sql]) => sql).join(' AND '), values: given.map(([, value]) => value) };
}

/** How many holds a run led to, and what became of them. */
export interface HoldCounts {
  readonly holds: number;
  readonly open: number;
  readonly released: number;
  readonly rejected: number;
  readonly withdrawn: number;
  /** Holds of people whose rows the run counted as unchanged. */
  readonly unchanged: number;
}

export const NO_HOLDS: HoldCounts = {
  holds: 0,
  open: 0,
  released: 0,
  rejected: 0,
  withdrawn: 0,
  unchanged: 0,
};

/** Which open holds are meant. */
export type WhichHolds = { readonly ids: readonly string[] } | { readonly run: string | null };

/** Open holds of people who have all of this in common. */
export interface HeldGroup {
  readonly accountType: AccountType;
  readonly role: string | null;
  readonly programId: string | null;
  readonly schoolProgram: string | null;
  readonly reason: HoldReason;
  readonly people: number;
}

function openOf({ tenantId }: Scope, which: WhichHolds): { from: string; values: unknown[] } {
  const people =
    'JOIN `users` `u` FORCE INDEX (PRIMARY) ON `u`.`tenantId` = `h`.`tenantId` AND `u`.`id` = `h`.`userId`';
  if ('ids' in which) {
    const from = `FROM \`held_requests\` \`h\` FORCE INDEX (PRIMARY) ${people}
      WHERE \`h\`.\`tenantId\` = ? AND \`h\`.\`id\` IN (?) AND \`h\`.\`status\` = 'held'`;
    return { from, values: [tenantId, which.ids] };
  }
  const from = `FROM \`held_requests\` \`h\` FORCE INDEX (\`ix_held_requests_run\`) ${people}
    WHERE \`h\`.\`tenantId\` = ? AND \`h\`.\`status\` = 'held' AND \`h\`.\`run\` <=> ?`;
  return { from, values: [tenantId, which.run] };
}

/** The open holds of one reason. */
export interface HeldReason extends Pick<HeldRequest, 'reason'> {
  readonly people: number;
}

@Injectable()
export class HeldRequestsRepository {
  private readonly table: BatchTable<HeldRequest>;

  constructor(@InjectRepository(HeldRequest) private readonly holds: Repository<HeldRequest>) {
    this.table = new BatchTable(holds, ['tenantId', 'id']);
  }

  /** The open holds of these people. */
  open(
    { tenantId }: Scope,
    userIds: readonly string[],
    reader: Reader = new SingleStatements(this.holds.manager),
  ): Promise<HeldRequest[]> {
    return this.table.find(reader, tenantId, 'openUserId', userIds);
  }

  /** The open holds of these people are from now on of people who were called inactive. */
  async clearCauses(
    { tenantId }: Scope,
    transaction: Transaction,
    userIds: readonly string[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    const sql =
      'UPDATE `held_requests` SET `cause` = NULL WHERE `tenantId` = ? AND `openUserId` IN (?) AND `cause` IS NOT NULL';
    await transaction.write(sql, [tenantId, userIds]);
  }

  /** The holds of these people that were asked for in this run and rejected from this moment on. */
  async rejected(
    { tenantId }: Scope,
    userIds: readonly string[],
    run: string | null,
    since: Date,
    reader: Reader,
  ): Promise<Pick<HeldRequest, 'id' | 'userId' | 'requestedAt' | 'decidedAt'>[]> {
    if (userIds.length === 0) return [];
    const sql = `SELECT \`id\`, \`userId\`, \`requestedAt\`, \`decidedAt\` FROM \`held_requests\`
      FORCE INDEX (\`ix_held_requests_user\`)
      WHERE \`tenantId\` = ? AND \`userId\` IN (?) AND \`status\` = 'rejected' AND \`run\` <=> ?
        AND \`decidedAt\` >= ?`;
    return reader.read(sql, [tenantId, userIds, run, since]);
  }

  async add(transaction: Transaction, holds: readonly HeldRequest[]): Promise<void> {
    await this.table.put(transaction, holds);
  }

  async close(
    { tenantId }: Scope,
    transaction: Transaction,
    ids: readonly string[],
    { status, at, by }: Closing,
  ): Promise<void> {
    if (ids.length === 0) return;
    await transaction.write(`${CLOSE} AND \`id\` IN (?)`, [status, at, by, tenantId, ids]);
  }

  /** Decided holds are open again. */
  async reopen({ tenantId }: Scope, transaction: Transaction, ids: readonly string[]): Promise<void> {
    await transaction.write(`${REOPEN} AND \`id\` IN (?)`, [tenantId, ids]);
  }

  find({ tenantId }: Scope, ids: readonly string[]): Promise<HeldRequest[]> {
    return this.table.find(new SingleStatements(this.holds.manager), tenantId, 'id', ids);
  }

  /** The same as they are now, locked until the transaction ends. */
  lock({ tenantId }: Scope, transaction: Transaction, ids: readonly string[]): Promise<HeldRequest[]> {
    return this.table.lock(transaction, tenantId, 'id', ids);
  }

  async page(
    scope: Scope,
    filter: HoldFilter,
    { order, offset, limit }: HoldRange,
  ): Promise<{ rows: HeldRequest[]; total: number }> {
    const { sql, values } = conditionOf(scope, filter);
    const listed = filter.userId === undefined ? LISTED : OF_USER;
    const [counted]: { holds: number | string }[] = await this.holds.query(
      `SELECT COUNT(*) AS \`holds\` ${listed} WHERE ${sql}`,
      values,
    );
    const found: { id: string }[] = await this.holds.query(
      `SELECT \`id\` ${listed} WHERE ${sql} ORDER BY \`requestedAt\` ${order}, \`id\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    const { tenantId } = scope;
    const rows = await this.holds.find({
      where: { tenantId, id: In(found.map(({ id }) => id)) },
      order: { requestedAt: order, id: order },
    });
    return { rows, total: Number(counted?.holds ?? 0) };
  }

  /** The runs with open holds, the one with the oldest hold first. */
  async heldRuns({ tenantId }: Scope): Promise<HeldRun[]> {
    const sql =
      `SELECT \`run\`, COUNT(*) AS \`people\`, MIN(\`requestedAt\`) AS \`since\` ${OF_RUN} ` +
      "WHERE `tenantId` = ? AND `status` = 'held' GROUP BY `run` ORDER BY `since`";
    const rows: { run: string | null; people: number | string; since: Date }[] = await this.holds.query(sql, [
      tenantId,
    ]);
    return rows.map(({ run, people, since }) => ({ run, people: Number(people), since }));
  }

  /** The holds that calls of each of these runs led to; a run without any is not in the map. */
  async countsOf(scope: Scope, runs: readonly string[]): Promise<Map<string, HoldCounts>> {
    if (runs.length === 0) return new Map();
    const { tenantId } = scope;
    const sql =
      `SELECT \`run\`, \`status\`, COUNT(*) AS \`people\` ${OF_RUN} ` +
      'WHERE `tenantId` = ? AND `status` IN (?) AND `run` IN (?) GROUP BY `run`, `status`';
    const rows: { run: string; status: HoldStatus; people: number | string }[] = await this.holds.query(sql, [
      tenantId,
      [...HOLD_STATUSES],
      [...runs],
    ]);
    const unchanged = await this.unchangedRows(scope, runs);
    const counts = new Map<string, HoldCounts>();
    for (const { run, status, people } of rows) {
      const known = counts.get(run) ?? { ...NO_HOLDS, unchanged: unchanged.get(run) ?? 0 };
      const name = status === 'held' ? 'open' : status;
      counts.set(run, { ...known, holds: known.holds + Number(people), [name]: Number(people) });
    }
    return counts;
  }

  /**
   * How many people calls of each of these runs asked for beyond a limit; a run without any is not in the map. Whom a
   * later call de-provisioned nevertheless is left out: that one counts the person.
   */
  async beyondLimits({ tenantId }: Scope, runs: readonly string[]): Promise<Map<string, number>> {
    if (runs.length === 0) return new Map();
    const sql =
      `SELECT \`run\`, COUNT(DISTINCT \`userId\`) AS \`people\` ${OF_RUN} ` +
      "WHERE `tenantId` = ? AND `status` IN (?) AND `run` IN (?) AND `reason` = 'limit' " +
      "AND NOT (`status` = 'released' AND `decidedBy` LIKE 'key:%') GROUP BY `run`";
    const rows: { run: string; people: number | string }[] = await this.holds.query(sql, [
      tenantId,
      [...HOLD_STATUSES],
      [...runs],
    ]);
    return new Map(rows.map(({ run, people }) => [run, Number(people)]));
  }

  /**
   * How many holds of each of these runs are of rows that were counted as unchanged. Of older holds, which do not say
   * so, those about people whom no call with the same request ID has changed, as far as the history goes back, and who
   * were held before the run was finished: later ones are of absent people, who had no rows.
   */
  private async unchangedRows({ tenantId }: Scope, runs: readonly string[]): Promise<Map<string, number>> {
    const sql = `SELECT \`h\`.\`run\`, COUNT(*) AS \`people\`
      FROM \`held_requests\` \`h\` FORCE INDEX (\`ix_held_requests_run\`)
      LEFT JOIN \`finished_runs\` \`f\` ON \`f\`.\`tenantId\` = \`h\`.\`tenantId\` AND \`f\`.\`run\` = \`h\`.\`run\`
      WHERE \`h\`.\`tenantId\` = ? AND \`h\`.\`status\` IN (?) AND \`h\`.\`run\` IN (?)
        AND (\`h\`.\`isRowUnchanged\` = 1 OR (\`h\`.\`isRowUnchanged\` IS NULL
          AND (\`f\`.\`at\` IS NULL OR \`h\`.\`requestedAt\` < \`f\`.\`at\`)
          AND NOT EXISTS (SELECT 1 FROM \`user_changes\` \`c\` FORCE INDEX (\`ix_user_changes_user\`)
            WHERE \`c\`.\`tenantId\` = \`h\`.\`tenantId\` AND \`c\`.\`userId\` = \`h\`.\`userId\`
              AND \`c\`.\`requestId\` = \`h\`.\`requestId\`)))
      GROUP BY \`h\`.\`run\``;
    const rows: { run: string; people: number | string }[] = await this.holds.query(sql, [
      tenantId,
      [...HOLD_STATUSES],
      [...runs],
    ]);
    return new Map(rows.map(({ run, people }) => [run, Number(people)]));
  }

  /**
   * The oldest open holds of a run.
   * @param except the user whose hold is left out
   */
  async idsOfRun(scope: Scope, run: string | null, except: string, limit: number): Promise<string[]> {
    const sql =
      `SELECT \`id\` ${OF_RUN} WHERE \`tenantId\` = ? AND \`status\` = 'held' AND \`run\` <=> ? AND \`userId\` <> ? ` +
      'ORDER BY `requestedAt`, `id` LIMIT ?';
    const rows: { id: string }[] = await this.holds.query(sql, [scope.tenantId, run, except, limit]);
    return rows.map(({ id }) => id);
  }

  /** How many people these open holds are about, by what is asked before a decision. */
  async groupsOf(scope: Scope, which: WhichHolds): Promise<HeldGroup[]> {
    const { from, values } = openOf(scope, which);
    const by = '`u`.`accountType`, `u`.`role`, `u`.`programId`, `u`.`schoolProgram`, `h`.`reason`';
    const rows: (Omit<HeldGroup, 'people'> & { people: number | string })[] = await this.holds.query(
      `SELECT STRAIGHT_JOIN ${by}, COUNT(*) AS \`people\` ${from} GROUP BY ${by}`,
      values,
    );
    return rows.map(({ people, ...group }) => ({ ...group, people: Number(people) }));
  }

  /** The people of these open holds who may have seats in committees. */
  async membersOf(scope: Scope, which: WhichHolds): Promise<string[]> {
    const { from, values } = openOf(scope, which);
    const rows: { userId: string }[] = await this.holds.query(
      `SELECT STRAIGHT_JOIN \`h\`.\`userId\` ${from}
        AND (\`u\`.\`accountType\` <> 'Student' OR \`u\`.\`role\` = 'chair')`,
      values,
    );
    return rows.map(({ userId }) => userId);
  }

  /** How many holds of a tenant are open. */
  async heldCount({ tenantId }: Scope): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`holds\` ${OF_RUN} WHERE \`tenantId\` = ? AND \`status\` = 'held'`;
    const [row]: { holds: number | string }[] = await this.holds.query(sql, [tenantId]);
    return Number(row?.holds ?? 0);
  }

  /** Open holds by their reason, the most frequent first. */
  async heldReasons({ tenantId }: Scope): Promise<HeldReason[]> {
    const sql = `SELECT \`reason\`, COUNT(*) AS \`people\` ${OF_RUN}
      WHERE \`tenantId\` = ? AND \`status\` = 'held' GROUP BY \`reason\` ORDER BY \`people\` DESC, \`reason\``;
    const rows: (Pick<HeldReason, 'reason'> & { people: number | string })[] = await this.holds.query(sql, [
      tenantId,
    ]);
    return rows.map(({ reason, people }) => ({ reason, people: Number(people) }));
  }

  /** How many holds of all universities are open, for the operator. */
  async heldOfAll(): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`holds\` FROM \`held_requests\` FORCE INDEX (\`ix_held_requests_status\`)
      WHERE \`status\` = 'held' AND ${OF_UNIVERSITIES}`;
    const [row]: { holds: number | string }[] = await this.holds.query(sql);
    return Number(row?.holds ?? 0);
  }
}
