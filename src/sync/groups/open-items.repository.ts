import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BatchTable } from '../../database/statements/batch-table.js';
import { RowCodec } from '../../database/statements/row-codec.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { type Due, forcedFor, ofDue } from '../../tenancy/time/due.js';
import type { Scope } from '../../tenancy/scope.js';
import { OpenItem } from '../entities/open-item.entity.js';

/** One student's items for one target system; blank for items without one. */
export type GroupKey = Pick<OpenItem, 'studentId' | 'targetSystem'>;

/** An item of the queue: a submission on its way to one target. */
export type ItemKey = Pick<OpenItem, 'submissionId' | 'target'>;

/** Which items a claim takes; all of them when a member is absent. */
export interface ClaimFilter {
  readonly targetSystem?: string | undefined;
  readonly formTypes?: readonly string[] | undefined;
}

/** A queued item that may be handed out. */
export type Candidate = ItemKey & GroupKey & Pick<OpenItem, 'queuedAt'>;

/**
 * Eligibilities are worked out for so many items of a student and target, the first ones of its order. A connector that
 * asks for some form types does not see one of them behind that many items of others.
 */
const MOST_MEMBERS = 50;

const CANDIDATE = '`submissionId`, `target`, `studentId`, `targetSystem`, `queuedAt`';

/** All SQL on open items and on the groups in which they are ordered. */
@Injectable()
export class OpenItemsRepository {
  private readonly table: BatchTable<OpenItem>;
  private readonly codec: RowCodec<OpenItem>;

  constructor(@InjectRepository(OpenItem) private readonly items: Repository<OpenItem>) {
    this.table = new BatchTable(items, ['tenantId', 'submissionId', 'target']);
    this.codec = new RowCodec(items.metadata);
  }

  /** The open items of these submissions, in no particular order. */
  find({ tenantId }: Scope, reader: Reader, submissionIds: readonly string[]): Promise<OpenItem[]> {
    return this.table.find(reader, tenantId, 'submissionId', submissionIds);
  }

  /**
   * Locks the order of these groups until the transaction ends. Lock items first. A few more groups may be locked: the
   * servers find rows by a list of pairs without an index, so students and targets are listed.
   */
  async lockGroups(
    { tenantId }: Scope,
    transaction: Transaction,
    groups: readonly GroupKey[],
  ): Promise<void> {
    if (groups.length === 0) return;
    const students = [...new Set(groups.map(({ studentId }) => studentId))];
    const targets = [...new Set(groups.map(({ targetSystem }) => targetSystem))];
    const sql = `SELECT \`studentId\`, \`targetSystem\` FROM \`sync_groups\` FORCE INDEX (PRIMARY)
      WHERE \`tenantId\` = ? AND \`studentId\` IN (?) AND \`targetSystem\` IN (?) FOR UPDATE`;
    const parameters = [tenantId, students, targets];
    const known = new Set((await transaction.read<GroupKey>(sql, parameters)).map(nameOf));
    const missing = groups.filter((group) => !known.has(nameOf(group)));
    if (missing.length === 0) return;
    // In one order, so that two writers never deadlock.
    const ordered = [...missing].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    const rows = ordered.map(({ studentId, targetSystem }) => [tenantId, studentId, targetSystem]);
    await transaction.write(
      'INSERT IGNORE INTO `sync_groups` (`tenantId`, `studentId`, `targetSystem`) VALUES ?',
      [rows],
    );
    await transaction.read(sql, parameters);
  }

  /** The first items of each group in the order of the queue; lock the groups before. */
  async membersOf(
    { tenantId }: Scope,
    transaction: Transaction,
    groups: readonly GroupKey[],
  ): Promise<OpenItem[]> {
    if (groups.length === 0) return [];
    const one = `(SELECT ${this.codec.columns} FROM \`sync_open_items\` FORCE INDEX (\`ix_sync_open_items_group\`)
      WHERE \`tenantId\` = ? AND \`studentId\` = ? AND \`targetSystem\` = ?
      ORDER BY \`queuedAt\`, \`submissionId\`, \`target\` LIMIT ${MOST_MEMBERS})`;
    const rows = await transaction.read<Record<string, unknown>>(
      groups.map(() => one).join(' UNION ALL '),
      groups.flatMap(({ studentId, targetSystem }) => [tenantId, studentId, targetSystem]),
    );
    return rows.map((row) => this.codec.fromRow(row));
  }

  async put(transaction: Transaction, rows: readonly OpenItem[]): Promise<void> {
    await this.table.put(transaction, rows);
  }

  /** Writes the eligibilities of rows whose group is locked. */
  async setEligibility(transaction: Transaction, rows: readonly OpenItem[]): Promise<void> {
    await this.table.overwrite(transaction, rows, ['eligibility', 'notBefore']);
  }

  async remove({ tenantId }: Scope, transaction: Transaction, keys: readonly ItemKey[]): Promise<void> {
    for (const target of new Set(keys.map((key) => key.target))) {
      const ids = keys.filter((key) => key.target === target).map(({ submissionId }) => submissionId);
      const sql =
        'DELETE FROM `sync_open_items` WHERE `tenantId` = ? AND `submissionId` IN (?) AND `target` = ?';
      await transaction.write(sql, [tenantId, ids, target]);
    }
  }

  async extend(
    { tenantId }: Scope,
    transaction: Transaction,
    { submissionId, target }: ItemKey,
    leaseUntil: Date,
  ): Promise<void> {
    const sql =
      'UPDATE `sync_open_items` SET `leaseUntil` = ? ' +
      'WHERE `tenantId` = ? AND `submissionId` = ? AND `target` = ?';
    await transaction.write(sql, [leaseUntil, tenantId, submissionId, target]);
  }

  /**
   * Items that may be handed out, longest queued first, from the index of the filter: as many rows are read as are
   * returned, for each target and form type of the filter.
   * @param systems the target systems that are looked through; all of them, in one range, when undefined
   */
  async candidates(
    { tenantId }: Scope,
    reader: Reader,
    formTypes: readonly string[] | undefined,
    { systems, limit }: { readonly systems: readonly string[] | undefined; readonly limit: number },
  ): Promise<Candidate[]> {
    const parts = (systems ?? [undefined]).flatMap((system) =>
      (formTypes ?? [undefined]).map((formType) => partOf(tenantId, system, formType, limit)),
    );
    if (parts.length === 0) return [];
    const rows = await reader.read<Candidate>(
      parts.map(({ sql }) => `(${sql})`).join(' UNION ALL '),
      parts.flatMap(({ values }) => values),
    );
    return rows.sort(inOrder).slice(0, limit);
  }

  /** Items whose lease has run out, those that ran out first. */
  async expired(due: Due, limit: number): Promise<Pick<OpenItem, 'tenantId' | 'claimId'>[]> {
    const of = ofDue(due);
    const sql = `SELECT \`tenantId\`, \`claimId\` FROM \`sync_open_items\`
      ${forcedFor(due, 'ix_sync_open_items_lease')} WHERE \`leaseUntil\` <= ? AND ${of.sql}
      ORDER BY \`leaseUntil\` LIMIT ?`;
    return this.items.query(sql, [due.now, ...of.values, limit]);
  }

  /** Groups in which a delay is over. */
  async due(due: Due, limit: number): Promise<(GroupKey & Pick<OpenItem, 'tenantId'>)[]> {
    const of = ofDue(due);
    const sql = `SELECT \`tenantId\`, \`studentId\`, \`targetSystem\` FROM \`sync_open_items\`
      ${forcedFor(due, 'ix_sync_open_items_delay')} WHERE \`notBefore\` <= ? AND ${of.sql}
      ORDER BY \`notBefore\` LIMIT ?`;
    return this.items.query(sql, [due.now, ...of.values, limit]);
  }

  /** When a lease of a tenant runs out, or a delay is over, after this moment; undefined when none will. */
  async nextDue({ tenantId }: Pick<Scope, 'tenantId'>, after: Date): Promise<Date | undefined> {
    const sql = `SELECT MIN(IF(\`leaseUntil\` > ?, \`leaseUntil\`, NULL)) AS \`lease\`,
        MIN(IF(\`notBefore\` > ?, \`notBefore\`, NULL)) AS \`delay\`
      FROM \`sync_open_items\` WHERE \`tenantId\` = ?`;
    const rows: { lease: Date | null; delay: Date | null }[] = await this.items.query(sql, [
      after,
      after,
      tenantId,
    ]);
    const times = rows.flatMap(({ lease, delay }) => [lease, delay]).filter((at) => at !== null);
    return times.sort((one, other) => one.getTime() - other.getTime())[0];
  }
}

function nameOf({ studentId, targetSystem }: GroupKey): string {
  return `${studentId}\n${targetSystem}`;
}

/** Longest queued first; the order of every list of open items. */
export function inOrder(
  one: ItemKey & Pick<OpenItem, 'queuedAt'>,
  other: ItemKey & Pick<OpenItem, 'queuedAt'>,
): number {
  const apart = one.queuedAt.getTime() - other.queuedAt.getTime();
  if (apart !== 0) return apart;
  if (one.submissionId !== other.submissionId) return one.submissionId < other.submissionId ? -1 : 1;
  if (one.target === other.target) return 0;
  return one.target < other.target ? -1 : 1;
}

function partOf(
  tenantId: string,
  system: string | undefined,
  formType: string | undefined,
  limit: number,
): { sql: string; values: unknown[] } {
  const suffix = formType !== undefined ? 'form' : system !== undefined ? 'target' : 'any';
  const conditions: [string, string][] = [
    ['tenantId', tenantId],
    ...(system === undefined ? [] : [['targetSystem', system] as [string, string]]),
    ...(formType === undefined ? [] : [['formType', formType] as [string, string]]),
    ['eligibility', 'ready'],
  ];
  return {
    sql: `SELECT ${CANDIDATE} FROM \`sync_open_items\` FORCE INDEX (\`ix_sync_open_items_${suffix}\`)
      WHERE ${conditions.map(([column]) => `\`${column}\` = ?`).join(' AND ')}
      ORDER BY \`queuedAt\`, \`submissionId\`, \`target\` LIMIT ?`,
    values: [...conditions.map(([, value]) => value), limit],
  };
}
