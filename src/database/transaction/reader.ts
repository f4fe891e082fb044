import type { EntityManager } from 'typeorm';

/** What a repository reads with: a `Transaction`, or the database outside of one. */
export interface Reader {
  /** The rows of one SELECT, whose text has a `?` for each value. */
  read<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** TypeORM's own find, insert, update and delete. Each one is a round trip. */
  entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
}

/** What set-based statements are written with. */
export interface Writer extends Reader {
  /** A statement whose answer the caller does not need. */
  write(sql: string, parameters?: readonly unknown[]): Promise<void>;
}

/**
 * Sends every statement at once, each on its own: for reads outside a transaction, and for the temporary tables of a
 * dry run.
 */
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
