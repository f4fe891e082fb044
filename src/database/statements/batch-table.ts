import type { Repository } from 'typeorm';

import type { Reader, Writer } from '../transaction/reader.js';
import type { Transaction } from '../transaction/transaction.js';
import { assignmentsOf, quotedNames, RowCodec, type Written } from './row-codec.js';
import { statementsOf } from './split-rows.js';

type Row = Readonly<Record<string, unknown>>;

/** Set-based reads and writes of one table, for the rows of many users at once. */
export class BatchTable<T extends object> {
  private readonly codec: RowCodec<T>;
  private readonly table: string;

  /** @param keys the columns of the primary key, which an update does not change */
  constructor(
    repository: Repository<T>,
    private readonly keys: readonly (keyof T)[],
  ) {
    this.codec = new RowCodec<T>(repository.metadata);
    this.table = `\`${repository.metadata.tableName}\``;
  }

  /**
   * The tenant's rows whose `column` has one of these values. Each value is a look-up in an index that begins with the
   * tenant.
   */
  find(reader: Reader, tenantId: string, column: keyof T & string, values: readonly string[]): Promise<T[]> {
    return this.select(reader, tenantId, column, values);
  }

  /**
   * The same, with the rows locked until the transaction ends. `column` must follow the tenant in the primary key: a
   * locking read by any other index misses a row that another transaction moves within that index while the read waits.
   * @param columns the columns to read; all of them when omitted
   */
  lock<Wanted extends keyof T & string = keyof T & string>(
    transaction: Transaction,
    tenantId: string,
    column: keyof T & string,
    values: readonly string[],
    columns?: readonly Wanted[],
  ): Promise<Pick<T, Wanted>[]> {
    const order = ` ORDER BY \`${column}\` FOR UPDATE`;
    const wanted = columns === undefined ? '*' : quotedNames(columns);
    return this.select(transaction, tenantId, column, values, {
      index: ' FORCE INDEX (PRIMARY)',
      order,
      wanted,
    });
  }

  /** Inserts rows, or overwrites existing ones, in as few statements as their size allows. */
  async put(writer: Writer, rows: readonly Written<T>[]): Promise<void> {
    await this.overwrite(writer, rows, this.codec.columnsBut(this.keys));
  }

  /**
   * Overwrites these columns of existing rows that this transaction has locked. A row must also have the columns
   * without which a row cannot be inserted; their values are not written.
   */
  async overwrite(
    writer: Writer,
    rows: readonly Partial<Written<T>>[],
    columns: readonly (keyof T & string)[],
  ): Promise<void> {
    const named = this.codec.columnsToOverwrite(columns);
    const sql =
      `INSERT INTO ${this.table} (${quotedNames(named)}) VALUES ? ` +
      `ON DUPLICATE KEY UPDATE ${assignmentsOf(columns)}`;
    for (const statement of statementsOf(this.codec.toRows(rows, named)))
      await writer.write(sql, [statement]);
  }

  private async select(
    reader: Reader,
    tenantId: string,
    column: keyof T & string,
    values: readonly string[],
    { index = '', order = '', wanted = '*' } = {},
  ): Promise<T[]> {
    if (values.length === 0) return [];
    const sql = `SELECT ${wanted} FROM ${this.table}${index} WHERE \`tenantId\` = ? AND \`${column}\` IN (?)${order}`;
    const rows: Row[] = await reader.read(sql, [tenantId, values]);
    return rows.map((row) => this.codec.fromRow(row));
  }
}
