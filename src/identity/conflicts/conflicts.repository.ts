import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResultSetHeader } from 'mysql2';
import { In, Repository } from 'typeorm';

import { SingleStatements } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { BatchTable } from '../../database/statements/batch-table.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import { statementsOf } from '../../database/statements/split-rows.js';
import { unheld } from '../../tenancy/retention/unheld.js';
import type { Scope } from '../../tenancy/scope.js';
import { OF_UNIVERSITIES } from '../../tenancy/credentials/secrets.js';
import { QUESTION_KINDS, type QuestionKind } from '../../users/model/outcome.js';
import { IdentityConflictEntry, type Seen } from './identity-conflict.entity.js';
import type { ConflictStatus } from './decision.js';

export interface ConflictFilter {
  readonly status?: ConflictStatus | undefined;
  readonly kind?: QuestionKind | undefined;
  /** An externalId, or the ID of a user who is involved. */
  readonly search?: string | undefined;
}

export interface ConflictRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** The conflict after which a page for a caller begins. */
export interface ConflictPlace {
  readonly firstAt: string;
  readonly id: string;
}

const LISTED = 'FROM `identity_conflicts` FORCE INDEX (`ix_identity_conflicts_list`)';

/** What is kept of the last asking; nothing of a question that is decided. */
const LATEST = ['actor', 'run', 'requestId', 'sent', 'seen'];
/** What is cleared when a question is open again. */
const OF_DECISION = [
  'decision',
  'effect',
  'newUserId',
  'note',
  'decidedAt',
  'decidedBy',
  'takenBackAt',
  'takenBackBy',
];
/** The number has come back to the former user since, as it would not be asked otherwise. */
const IS_NEW_CASE = "`decision` = 'another_person' AND `decidedAt` < VALUES(`lastAt`)";
/** Of several rows that were applied the first one's changes are kept: they show what there was before. */
const FIRST_APPLIED = '`applied` IS NOT NULL AND VALUES(`applied`) IS NOT NULL';

/** The assignments are made from left to right: those after the status follow the new one. */
const ASKED_AGAIN = [
  '`count` = `count` + VALUES(`count`)',
  '`lastAt` = GREATEST(`lastAt`, VALUES(`lastAt`))',
  `\`status\` = IF(\`status\` = 'decided' AND NOT (${IS_NEW_CASE}), 'decided', 'open')`,
  ...LATEST.map((name) => `\`${name}\` = IF(\`status\` = 'decided', \`${name}\`, VALUES(\`${name}\`))`),
  `\`applied\` = IF(\`status\` = 'decided' OR (${FIRST_APPLIED}), \`applied\`, VALUES(\`applied\`))`,
  ...OF_DECISION.map((name) => `\`${name}\` = IF(\`status\` = 'decided', \`${name}\`, NULL)`),
].join(', ');

/**
 * What was sent is kept, the question was neither asked, nor decided, nor taken back since a moment, and no one whom it
 * is about has a legal hold.
 */
const IS_OLD = `\`tenantId\` = ? AND \`lastAt\` < ? AND COALESCE(\`takenBackAt\`, \`decidedAt\`, \`lastAt\`) < ?
  AND \`sent\` IS NOT NULL AND ${unheld('identity_conflicts', ['userId', 'ownerId', 'newUserId'])}`;

function conditionOf(
  { tenantId }: Scope,
  { status, kind, search }: ConflictFilter,
): { sql: string; values: unknown[] } {
  const parts: [sql: string, values: unknown[]][] = [['`tenantId` = ?', [tenantId]]];
  if (status !== undefined) parts.push(['`status` = ?', [status]]);
  if (kind !== undefined) parts.push(['`kind` = ?', [kind]]);
  if (search !== undefined) {
    // The columns of IDs are ASCII: comparing them with other characters is a collation error.
    const sql =
      '(`subject` = ? OR CONVERT(`userId` USING utf8mb4) = ? OR CONVERT(`ownerId` USING utf8mb4) = ?)';
    parts.push([sql, [search, search, search]]);
  }
  return { sql: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, values]) => values) };
}

@Injectable()
export class ConflictsRepository {
  private readonly codec: RowCodec<IdentityConflictEntry>;
  private readonly table: BatchTable<IdentityConflictEntry>;

  constructor(
    @InjectRepository(IdentityConflictEntry) private readonly conflicts: Repository<IdentityConflictEntry>,
  ) {
    this.codec = new RowCodec<IdentityConflictEntry>(conflicts.metadata);
    this.table = new BatchTable(conflicts, ['tenantId', 'id']);
  }

  /**
   * Opens these questions, or counts them once more. Those that are decided stay so, unless the row was planned after
   * a decision that it is about another person; those whose decision was taken back are open again.
   */
  async ask(transaction: Transaction, asked: readonly IdentityConflictEntry[]): Promise<void> {
    const sql =
      `INSERT INTO \`identity_conflicts\` (${this.codec.columns}) VALUES ? ` +
      `ON DUPLICATE KEY UPDATE ${ASKED_AGAIN}`;
    for (const statement of statementsOf(this.codec.toRows(asked))) await transaction.write(sql, [statement]);
  }

  /** By their IDs, locked until the transaction ends; an ID that is not there is not locked. */
  async statesOf(
    { tenantId }: Scope,
    transaction: Transaction,
    ids: readonly string[],
  ): Promise<Map<string, Pick<IdentityConflictEntry, 'status' | 'count'>>> {
    const rows = await this.table.lock(transaction, tenantId, 'id', ids, ['id', 'status', 'count']);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async find({ tenantId }: Scope, id: string): Promise<IdentityConflictEntry | undefined> {
    const reader = new SingleStatements(this.conflicts.manager);
    const [found] = await this.table.find(reader, tenantId, 'id', [id]);
    return found;
  }

  /** As it is now, locked until the transaction ends. */
  async lock(
    { tenantId }: Scope,
    transaction: Transaction,
    id: string,
  ): Promise<IdentityConflictEntry | undefined> {
    const [found] = await this.table.lock(transaction, tenantId, 'id', [id]);
    return found;
  }

  /** Writes an entry that this transaction has locked. */
  async update(transaction: Transaction, conflict: IdentityConflictEntry): Promise<void> {
    await this.table.put(transaction, [conflict]);
  }

  /** Notes how the people are whom an administrator was shown, unless it was asked, decided or forgotten since. */
  async see({ tenantId }: Scope, { id, status, count }: IdentityConflictEntry, seen: Seen): Promise<void> {
    const sql =
      'UPDATE `identity_conflicts` SET `seen` = ? ' +
      'WHERE `tenantId` = ? AND `id` = ? AND `status` = ? AND `count` = ? AND `sent` IS NOT NULL';
    await this.conflicts.query(sql, [JSON.stringify(seen), tenantId, id, status, count]);
  }

  /** The conflict that was asked last comes first, unless the order is reversed. */
  async page(
    scope: Scope,
    filter: ConflictFilter,
    { order, offset, limit }: ConflictRange,
  ): Promise<{ rows: IdentityConflictEntry[]; total: number }> {
    const { sql, values } = conditionOf(scope, filter);
    const [counted]: { conflicts: number | string }[] = await this.conflicts.query(
      `SELECT COUNT(*) AS \`conflicts\` ${LISTED} WHERE ${sql}`,
      values,
    );
    const found: { id: string }[] = await this.conflicts.query(
      `SELECT \`id\` ${LISTED} WHERE ${sql} ORDER BY \`lastAt\` ${order}, \`id\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    const { tenantId } = scope;
    const rows = await this.conflicts.find({
      where: { tenantId, id: In(found.map(({ id }) => id)) },
      order: { lastAt: order, id: order },
    });
    return { rows, total: Number(counted?.conflicts ?? 0) };
  }

  /** For a caller: the one that was asked first comes last, an order that asking again does not change. */
  async after(
    { tenantId }: Scope,
    {
      status,
      externalId,
    }: { readonly status?: string | undefined; readonly externalId?: string | undefined },
    place: ConflictPlace | undefined,
    limit: number,
  ): Promise<IdentityConflictEntry[]> {
    const parts: [sql: string, values: unknown[]][] = [['`tenantId` = ?', [tenantId]]];
    if (status !== undefined) parts.push(['`status` = ?', [status]]);
    if (externalId !== undefined) parts.push(['`subject` = ?', [externalId]]);
    if (place !== undefined) {
      const at = new Date(place.firstAt);
      parts.push(['`firstAt` <= ? AND (`firstAt` < ? OR `id` < ?)', [at, at, place.id]]);
    }
    const sql = `SELECT \`id\` FROM \`identity_conflicts\` FORCE INDEX (\`ix_identity_conflicts_first\`)
      WHERE ${parts.map(([part]) => part).join(' AND ')} ORDER BY \`firstAt\` DESC, \`id\` DESC LIMIT ?`;
    const found: { id: string }[] = await this.conflicts.query(sql, [
      ...parts.flatMap(([, values]) => values),
      limit,
    ]);
    return this.conflicts.find({
      where: { tenantId, id: In(found.map(({ id }) => id)) },
      order: { firstAt: 'DESC', id: 'DESC' },
    });
  }

  /** For how many {@link forgetOlder} would forget it. */
  async countForgettable(tenantId: string, before: Date, most: number): Promise<number> {
    const [counted]: { found: number | string }[] = await this.conflicts.query(
      `SELECT COUNT(*) AS \`found\` FROM (SELECT 1 ${LISTED} WHERE ${IS_OLD} LIMIT ?) \`old\``,
      [tenantId, before, before, most],
    );
    return Number(counted?.found ?? 0);
  }

  /**
   * Forgets what was sent for old questions.
   * @returns for how many; fewer than `limit` when no older ones are left
   */
  async forgetOlder(tenantId: string, before: Date, limit: number): Promise<number> {
    const old = [tenantId, before, before];
    // Old entries that keep nothing are many; read by this statement they are not locked.
    const select = `SELECT \`id\` ${LISTED} WHERE ${IS_OLD} ORDER BY \`lastAt\` LIMIT ?`;
    const found: { id: string }[] = await this.conflicts.query(select, [...old, limit]);
    if (found.length === 0) return 0;
    const update = `UPDATE \`identity_conflicts\` SET \`sent\` = NULL, \`seen\` = NULL, \`applied\` = NULL
      WHERE ${IS_OLD} AND \`id\` IN (?)`;
    const ids = found.map(({ id }) => id);
    const result: ResultSetHeader = await this.conflicts.query(update, [...old, ids]);
    return result.affectedRows;
  }

  /** How many conflicts of the tenant are open; no more than `most` entries of an index are read. */
  async openCount({ tenantId }: Scope, most: number): Promise<number> {
    // The entries of this index end with the primary key, so that each kind is one range of the tenant.
    const sql = `SELECT COUNT(*) AS \`conflicts\` FROM (SELECT 1 FROM \`identity_conflicts\`
      FORCE INDEX (\`ix_identity_conflicts_open\`)
      WHERE \`status\` = 'open' AND \`kind\` IN (?) AND \`tenantId\` = ? LIMIT ?) AS \`open\``;
    const values = [QUESTION_KINDS, tenantId, most];
    const [row]: { conflicts: number | string }[] = await this.conflicts.query(sql, values);
    return Number(row?.conflicts ?? 0);
  }

  /** How many conflicts of all universities are open, by kind; for the operator. */
  async openOfAll(): Promise<Map<QuestionKind, number>> {
    const sql = `SELECT \`kind\`, COUNT(*) AS \`conflicts\`
      FROM \`identity_conflicts\` FORCE INDEX (\`ix_identity_conflicts_open\`)
      WHERE \`status\` = 'open' AND ${OF_UNIVERSITIES} GROUP BY \`kind\``;
    const rows: { kind: QuestionKind; conflicts: number | string }[] = await this.conflicts.query(sql);
    return new Map(rows.map(({ kind, conflicts }) => [kind, Number(conflicts)]));
  }
}
