import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';

import type { Writer } from '../database/transaction/reader.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditFilter {
  readonly target?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

/** Which part of a list is asked for. */
export interface AuditRange {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'ASC' | 'DESC';
}

interface Condition {
  readonly index: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The condition, with the index that covers it or that finds the few rows of one target. */
function conditionOf(
  { tenantId }: Pick<Scope, 'tenantId'>,
  { target, actor, action, from, to }: AuditFilter,
): Condition {
  const parts: [sql: string, value: unknown][] = [
    ['`tenantId` = ?', tenantId],
    ['`target` = ?', target],
    ['`actor` = ?', actor],
    ['`action` = ?', action],
    ['`at` >= ?', from],
    ['`at` < ?', to],
  ];
  const given = parts.filter(([, value]) => value !== undefined);
  return {
    index: target === undefined ? 'ix_audit_events_list' : 'ix_audit_events_target',
    sql: given.map(([sql]) => sql).join(' AND '),
    values: given.map(([, value]) => value),
  };
}

/** Has no update and no delete, on purpose. */
@Injectable()
export class AuditRepository {
  private readonly table: BatchTable<AuditEvent>;

  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {
    this.table = new BatchTable(events, ['id']);
  }

  async add(writer: Writer, events: readonly Omit<AuditEvent, 'id'>[]): Promise<void> {
    // An id of null makes the server number the row.
    await this.table.put(
      writer,
      events.map((event) => ({ ...event, id: null as unknown as number })),
    );
  }

  /** A part of the list, and the number of all entries. IDs follow the order in which entries were written. */
  async list(
    scope: Scope,
    filter: AuditFilter,
    range: AuditRange,
  ): Promise<{ rows: AuditEvent[]; total: number }> {
    const condition = conditionOf(scope, filter);
    const { index, sql, values } = condition;
    const [counted]: { events: number | string }[] = await this.events.query(
      `SELECT COUNT(*) AS \`events\` FROM \`audit_events\` FORCE INDEX (\`${index}\`) WHERE ${sql}`,
      [...values],
    );
    return { rows: await this.part(condition, range), total: Number(counted?.events ?? 0) };
  }

  /**
   * Rows are read for the part itself; entries of the index are skipped up to it. The index is named because the
   * optimizer otherwise scans all tenants' rows in the order of their IDs until it has found enough of this one's:
   * among half a million, 0.5 s for a tenant of 10,000 entries instead of 5 ms.
   */
  private async part(
    { index, sql, values }: Condition,
    { order, offset, limit }: AuditRange,
  ): Promise<AuditEvent[]> {
    const rows: { id: number }[] = await this.events.query(
      `SELECT \`id\` FROM \`audit_events\` FORCE INDEX (\`${index}\`)
      WHERE ${sql} ORDER BY \`id\` ${order} LIMIT ? OFFSET ?`,
      [...values, limit, offset],
    );
    return this.events.find({ where: { id: In(rows.map(({ id }) => id)) }, order: { id: order } });
  }
}
