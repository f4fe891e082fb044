import type { EntityManager, Repository } from 'typeorm';

import { RowCodec } from './row-codec.js';
import { statementsOf } from './statements.js';

type Row = Readonly<Record<string, unknown>>;

/** Set-based reads and writes of one table, for rows that belong to many owners at once. */
export class BatchTable<T extends object> {
  private readonly codec: RowCodec<T>;
  private readonly table: string;

  /** @param keys the columns of the primary key, which an update leaves alone */
  constructor(
    repository: Repository<T>,
    private readonly keys: readonly (keyof T)[],
  ) {
    this.codec = new RowCodec<T>(repository.metadata);
    this.table = `\`${repository.metadata.tableName}\``;
  }

  /** The tenant's rows whose `column` is one of these values; each value is a look-up in an index that begins with the tenant. */
  async find(
    manager: EntityManager,
    tenantId: string,
    column: keyof T & string,
    values: readonly string[],
    lock = false,
  ): Promise<T[]> {
    if (values.length === 0) return [];
    const suffix = lock ? ` ORDER BY \`${column}\` FOR UPDATE` : '';
    const sql = `SELECT ${this.codec.columns} FROM ${this.table} WHERE \`tenantId\` = ? AND \`${column}\` IN (?)${suffix}`;
    const rows: Row[] = await manager.query(sql, [tenantId, values]);
    return rows.map((row) => this.codec.fromRow(row));
  }

  /** @throws a duplicate-key error when one of the rows is there */
  async insert(manager: EntityManager, rows: readonly T[]): Promise<void> {
    if (rows.length === 0) return;
    const sql = `INSERT INTO ${this.table} (${this.codec.columns}) VALUES ?`;
    await manager.query(sql, [rows.map((row) => this.codec.toRow(row))]);
  }

  /** Inserts rows, or overwrites those that are there, in as few statements as their size allows. */
  async put(manager: EntityManager, rows: readonly T[]): Promise<void> {
    const sql = `INSERT INTO ${this.table} (${this.codec.columns}) VALUES ? ON DUPLICATE KEY UPDATE ${this.codec.assignments(this.keys)}`;
    for (const statement of statementsOf(rows.map((row) => this.codec.toRow(row))))
      await manager.query(sql, [statement]);
  }
}
