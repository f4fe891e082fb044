import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { SealedColumn } from '../sealed-columns.js';

/** A row that has a box. */
export interface SealedRow {
  readonly key: Readonly<Record<string, string>>;
  readonly box: Buffer;
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Behind a row in the order of the primary key, in a form for which both server families read a range of it. */
function behind(names: readonly string[], key: Readonly<Record<string, string>>): [string, unknown[]] {
  const values: unknown[] = [];
  const alternatives = names.map((name, index) => {
    const equal = names.slice(0, index).map((before) => {
      values.push(key[before]);
      return `${quoted(before)} = ?`;
    });
    values.push(key[name]);
    return `(${[...equal, `${quoted(name)} > ?`].join(' AND ')})`;
  });
  return [alternatives.join(' OR '), values];
}

/**
 * The boxes of all tenants, of the tables that `SealedColumns` names. Names of tables and columns are those of the
 * program and become part of the statement; values do not.
 */
@Injectable()
export class SealedRowsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Rows with a box, in the order of their key. @param after the last row that was read */
  async page(
    { table, column, key }: SealedColumn,
    after: SealedRow | undefined,
    most: number,
  ): Promise<SealedRow[]> {
    const [place, values] = after === undefined ? ['TRUE', []] : behind(key, after.key);
    const names = key.map(quoted).join(', ');
    const rows = await this.unitOfWork.single.read<Record<string, string | Buffer>>(
      `SELECT ${names}, ${quoted(column)} AS \`sealedBox\` FROM ${quoted(table)}
        WHERE (${place}) AND ${quoted(column)} IS NOT NULL ORDER BY ${names} LIMIT ?`,
      [...values, most],
    );
    return rows.map((row) => ({
      key: Object.fromEntries(key.map((name) => [name, String(row[name])])),
      box: row['sealedBox'] as Buffer,
    }));
  }

  /** Leaves a row alone whose box was replaced meanwhile. */
  async replace(
    transaction: Transaction,
    { table, column, key: names }: SealedColumn,
    { key, box }: SealedRow,
    sealed: Buffer,
  ): Promise<void> {
    const where = names.map((name) => `${quoted(name)} = ?`).join(' AND ');
    await transaction.write(
      `UPDATE ${quoted(table)} SET ${quoted(column)} = ? WHERE ${where} AND ${quoted(column)} = ?`,
      [sealed, ...names.map((name) => key[name]), box],
    );
  }
}
