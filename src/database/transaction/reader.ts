import type { EntityManager } from 'typeorm';

/** Where a repository reads: a `Transaction`, or the database outside of one. */
export interface Reader {
  /** The rows of one SELECT, with a `?` for each value. */
  read<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** TypeORM's own find, insert, update and delete. Each is a round trip of its own. */
  entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
}

/** Where set-based statements write. */
export interface Writer extends Reader {
  /** A statement that has no answer which the caller needs. */
  write(sql: string, parameters?: readonly unknown[]): Promise<void>;
}

/** Runs every statement at once and by itself: reads outside a transaction, and the temporary tables of a dry run. */
export class SingleStatements implements Writer {
  constructor(private readonly manager: EntityManager) {}

  read<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.manager.query<Row[]>(sql, [...parameters]);
  }

  entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return work(this.manager);
  }

  async write(sql: string, parameters: readonly unknown[] = []): Promise<void> {
    await this.manager.query(sql, [...parameters]);
  }
}
