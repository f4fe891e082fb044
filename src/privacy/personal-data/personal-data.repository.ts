import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { quotedNames } from '../../database/statements/row-codec.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { PersonalTable, Subject } from './personal-table.js';

type Row = Readonly<Record<string, unknown>>;

/** Of rows that no index finds, so that they are looked for a few times only. */
const FOUND_AT_ONCE = 2000;
const OVERWRITTEN_AT_ONCE = 100;

/**
 * The rows of any table about one person. What is personal is named in {@link PersonalTable}s, of which the texts of
 * these statements are made; all that comes from a caller is a parameter.
 */
@Injectable()
export class PersonalDataRepository {
  /** The columns of each table, and its primary key. */
  private readonly tables: ReadonlyMap<string, { columns: readonly string[]; keys: readonly string[] }>;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.tables = new Map(
      dataSource.entityMetadatas.map(({ tableName, columns, primaryColumns }) => [
        tableName,
        {
          columns: columns.map(({ databaseName }) => databaseName),
          keys: primaryColumns.map(({ databaseName }) => databaseName),
        },
      ]),
    );
  }

  /** The names of all tables of the service. */
  get names(): string[] {
    return [...this.tables.keys()];
  }

  /** How many rows each of these tables has, in their order; in one round trip. */
  async counts(subject: Subject, tables: readonly PersonalTable[]): Promise<number[]> {
    if (tables.length === 0) return [];
    const conditions = tables.map((table) => conditionOf(subject, table));
    const parts = conditions.map(
      ({ from }, place) => `SELECT ${place} AS \`place\`, COUNT(*) AS \`rows\` ${from}`,
    );
    const found: { place: number | string; rows: number | string }[] = await this.dataSource.query(
      parts.join(' UNION ALL '),
      conditions.flatMap(({ values }) => values),
    );
    const byPlace = new Map(found.map(({ place, rows }) => [Number(place), Number(rows)]));
    return tables.map((_, place) => byPlace.get(place) ?? 0);
  }

  /** Without the columns that are secret; in the order of the primary key. */
  async page(subject: Subject, table: PersonalTable, offset: number, limit: number): Promise<Row[]> {
    const { columns, keys } = this.schemaOf(table);
    const shown = columns.filter((name) => name !== 'tenantId' && table.secret?.includes(name) !== true);
    const { from, values } = conditionOf(subject, table);
    const sql = `SELECT ${quotedNames(shown)} ${from} ORDER BY ${quotedNames(keys)} LIMIT ? OFFSET ?`;
    const rows: Row[] = await this.dataSource.query(sql, [...values, limit, offset]);
    return rows;
  }

  /** @returns how many rows were deleted; fewer than `limit` when none is left */
  async delete(subject: Subject, table: PersonalTable, limit: number): Promise<number> {
    const { values, condition } = conditionOf(subject, table);
    const sql = `DELETE FROM \`${table.table}\` WHERE ${condition} LIMIT ?`;
    const result: { affectedRows: number } = await this.dataSource.query(sql, [...values, limit]);
    return result.affectedRows;
  }

  /** The same in a transaction, all at once: for tables in which a person has few rows. */
  async deleteIn(transaction: Transaction, subject: Subject, table: PersonalTable): Promise<void> {
    const { values, condition } = conditionOf(subject, table);
    await transaction.write(`DELETE FROM \`${table.table}\` WHERE ${condition}`, values);
  }

  /** Overwrites what is personal, in small statements. @returns how many rows each of them changed */
  async *overwrite(subject: Subject, table: PersonalTable): AsyncGenerator<number> {
    const { overwriting } = table;
    if (overwriting === undefined) return;
    const { keys } = this.schemaOf(table);
    const { from, values } = conditionOf(subject, table);
    const done = withUser(overwriting.done, subject);
    const set = withUser(overwriting.assignments, subject);
    const one = `(${keys.map((name) => `\`${name}\` = ?`).join(' AND ')})`;
    for (;;) {
      // A read locks nothing, also where no index finds the rows.
      const sql = `SELECT ${quotedNames(keys)} ${from} AND NOT (${done.sql}) LIMIT ${FOUND_AT_ONCE}`;
      const found: Row[] = await this.dataSource.query(sql, [...values, ...done.values]);
      for (let start = 0; start < found.length; start += OVERWRITTEN_AT_ONCE) {
        const some = found.slice(start, start + OVERWRITTEN_AT_ONCE);
        const update = `UPDATE \`${table.table}\` SET ${set.sql} WHERE ${some.map(() => one).join(' OR ')}`;
        const named = some.flatMap((row) => keys.map((name) => row[name]));
        await this.dataSource.query(update, [...set.values, ...named]);
        yield some.length;
      }
      if (found.length < FOUND_AT_ONCE) return;
    }
  }

  private schemaOf({ table }: PersonalTable): { columns: readonly string[]; keys: readonly string[] } {
    const known = this.tables.get(table);
    if (known === undefined) throw new Error(`There is no table ${table}`);
    return known;
  }
}

/** SQL in which `@userId` stands for the ID of the person. */
function withUser(sql: string, { userId }: Subject): { sql: string; values: unknown[] } {
  const parts = sql.split('@userId');
  return { sql: parts.join('?'), values: parts.slice(1).map(() => userId) };
}

function conditionOf(
  subject: Subject,
  { table, rows, index }: PersonalTable,
): { from: string; condition: string; values: unknown[] } {
  const condition = `\`tenantId\` = ? AND ${rows.sql}`;
  const force = index === undefined ? '' : `FORCE INDEX (\`${index}\`)`;
  return {
    from: `FROM \`${table}\` ${force} WHERE ${condition}`,
    condition,
    values: [subject.tenantId, ...rows.values(subject)],
  };
}
