import type { EntityMetadata } from 'typeorm';

/** An expression that the server computes when it writes the row. */
export interface SqlExpression {
  toSqlString(): string;
}

/** `a = VALUES(a), …`, which overwrites these columns of existing rows. */
export function assignmentsOf(columns: readonly string[]): string {
  return columns.map((name) => `\`${name}\` = VALUES(\`${name}\`)`).join(', ');
}

export function quotedNames(columns: readonly string[]): string {
  return columns.map((name) => `\`${name}\``).join(', ');
}

/** A row to be written; a column may be an expression that the server computes. */
export type Written<T> = { readonly [Column in keyof T]: T[Column] | SqlExpression };

interface CodecColumn {
  readonly name: string;
  readonly isJson: boolean;
  readonly isBoolean: boolean;
}

function valueOf(entity: object, { name, isJson }: CodecColumn): unknown {
  const value = (entity as Record<string, unknown>)[name];
  return isJson && value !== null && value !== undefined ? JSON.stringify(value) : value;
}

/**
 * Translates between an entity and the raw rows of set-based statements. They bypass TypeORM's hydration, which costs
 * more than the statement itself for batches. The columns come from the entity's metadata.
 */
export class RowCodec<T extends object> {
  private readonly fields: readonly CodecColumn[];
  private readonly names: readonly (keyof T & string)[];
  /** The columns without which a row cannot be found or inserted. */
  private readonly required: readonly (keyof T & string)[];
  /**
   * Every column, quoted, for INSERT. For a frequent SELECT `*` is faster: parsing the names of 35 columns is a third
   * of what the server does to find a person (0.1 of 0.3 ms).
   */
  readonly columns: string;

  constructor(metadata: EntityMetadata) {
    this.fields = metadata.columns.map((column) => ({
      name: column.propertyName,
      isJson: column.type === 'json',
      isBoolean: column.type === 'boolean',
    }));
    this.names = this.fields.map(({ name }) => name as keyof T & string);
    this.required = metadata.columns
      .filter((column) => column.isPrimary || (!column.isNullable && column.default === undefined))
      .map(({ propertyName }) => propertyName as keyof T & string);
    this.columns = quotedNames(this.names);
  }

  /** All columns except these. */
  columnsBut(except: readonly (keyof T)[]): (keyof T & string)[] {
    return this.names.filter((name) => !except.includes(name));
  }

  /** Columns in which some entity has another value than before; objects are compared by identity. */
  changedColumns(changes: readonly { readonly before: T; readonly after: T }[]): (keyof T & string)[] {
    return this.names.filter((name) => changes.some(({ before, after }) => before[name] !== after[name]));
  }

  /** The smallest list of columns for an INSERT that overwrites these columns of existing rows. */
  columnsToOverwrite(columns: readonly (keyof T & string)[]): (keyof T & string)[] {
    const named = new Set([...this.required, ...columns]);
    return this.names.filter((name) => named.has(name));
  }

  /** Columns in which some entity has a value. The others are null, as in a row whose INSERT does not name them. */
  filledColumns(entities: readonly Written<T>[]): (keyof T & string)[] {
    return this.names.filter((name) => entities.some((entity) => entity[name] !== null));
  }

  /** Rows of these columns, in the order in which {@link columns} names them. */
  toRows(
    entities: readonly Partial<Written<T>>[],
    columns: readonly (keyof T & string)[] = this.names,
  ): unknown[][] {
    const named = new Set<string>(columns);
    const fields = this.fields.filter(({ name }) => named.has(name));
    return entities.map((entity) => fields.map((field) => valueOf(entity, field)));
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
