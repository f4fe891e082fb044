import type { EntityMetadata } from 'typeorm';

/** What the server works out when it writes the row. */
export interface SqlExpression {
  toSqlString(): string;
}

/** A row to be written; raw columns may be left to the server. */
export type Written<T> = { readonly [Column in keyof T]: T[Column] | SqlExpression };

interface CodecColumn {
  readonly name: string;
  readonly isJson: boolean;
  readonly isBoolean: boolean;
}

/**
 * Translates between an entity and the raw rows of set-based statements, which bypass TypeORM's hydration (it costs
 * more than the statement itself for batches). The entity's own metadata says what to do, so nothing is listed twice.
 */
export class RowCodec<T extends object> {
  private readonly fields: readonly CodecColumn[];
  /** Every column, quoted, for SELECT and INSERT. */
  readonly columns: string;

  constructor(metadata: EntityMetadata) {
    this.fields = metadata.columns.map((column) => ({
      name: column.propertyName,
      isJson: column.type === 'json',
      isBoolean: column.type === 'boolean',
    }));
    this.columns = this.fields.map(({ name }) => `\`${name}\``).join(', ');
  }

  /** `a = VALUES(a), …` for every column but those named. */
  assignments(except: readonly (keyof T)[]): string {
    return this.fields
      .filter(({ name }) => !(except as readonly string[]).includes(name))
      .map(({ name }) => `\`${name}\` = VALUES(\`${name}\`)`)
      .join(', ');
  }

  toRow(entity: Written<T>): unknown[] {
    const values = entity as Record<string, unknown>;
    return this.fields.map(({ name, isJson }) => {
      const value = values[name];
      return isJson && value !== null && value !== undefined ? JSON.stringify(value) : value;
    });
  }

  fromRow(row: Readonly<Record<string, unknown>>): T {
    const entity: Record<string, unknown> = {};
    for (const { name, isJson, isBoolean } of this.fields) {
      const value = row[name];
      if (isJson && typeof value === 'string') entity[name] = JSON.parse(value);
      else entity[name] = isBoolean ? Boolean(value) : value;
    }
    return entity as T;
  }
}
