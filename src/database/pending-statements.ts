import type { EntityManager, QueryRunner } from 'typeorm';

/** A packet stays below max_allowed_packet (16 MiB on MariaDB) with the statement that may follow, even quoted. */
const MOST_BYTES = 4 * 1024 * 1024;

type Parameters = readonly unknown[];

const ofManagers = new WeakMap<EntityManager, PendingStatements>();

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOf(one), 0) : 8;
}

/**
 * Statements of one transaction that nobody waits for. They are sent in one packet with the next statement whose answer
 * is wanted, at the latest with the COMMIT: a person's insert takes 3 round trips instead of 11, which is most of its
 * time. The server runs them in order and stops at the first that fails. A statement that is answered must be one.
 */
export class PendingStatements {
  private statements: string[] = [];
  private parameters: unknown[] = [];
  private size = 0;

  private constructor(private readonly send: QueryRunner['query']) {}

  /** Lets the runner's transactions use {@link later}; also START TRANSACTION waits for the first statement. */
  static gatherOn(runner: QueryRunner): void {
    const pending = new PendingStatements(runner.query.bind(runner));
    Object.assign(runner, { query: pending.query.bind(pending) });
    ofManagers.set(runner.manager, pending);
  }

  static of(manager: EntityManager): PendingStatements | undefined {
    return ofManagers.get(manager);
  }

  async add(sql: string, parameters: Parameters): Promise<void> {
    this.statements.push(sql);
    this.parameters.push(...parameters);
    this.size += sql.length + sizeOf(parameters);
    if (this.size > MOST_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const { statements, parameters } = this.take();
    if (statements.length > 0) await this.send(statements.join(';\n'), parameters);
  }

  private async query(sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
    if (sql === 'START TRANSACTION') return this.add(sql, parameters);
    if (sql === 'ROLLBACK') {
      const { statements } = this.take();
      return statements[0] === 'START TRANSACTION' ? undefined : this.send(sql);
    }
    // The query builder reads the answer of one statement.
    if (isStructured) {
      await this.flush();
      return this.send(sql, parameters, true);
    }
    const pending = this.take();
    if (pending.statements.length === 0) return this.send(sql, parameters);
    const answers: unknown = await this.send([...pending.statements, sql].join(';\n'), [
      ...pending.parameters,
      ...parameters,
    ]);
    return Array.isArray(answers) ? answers.at(-1) : undefined;
  }

  private take(): { statements: string[]; parameters: unknown[] } {
    const { statements, parameters } = this;
    this.statements = [];
    this.parameters = [];
    this.size = 0;
    return { statements, parameters };
  }
}

/**
 * Runs a statement whose answer nobody needs, with the next one that has an answer. What it throws is thrown there, and
 * at the latest by the commit; outside a transaction of {@link UnitOfWork} it runs at once.
 */
export async function later(manager: EntityManager, sql: string, parameters: Parameters): Promise<void> {
  const pending = PendingStatements.of(manager);
  if (pending === undefined) await manager.query(sql, [...parameters]);
  else await pending.add(sql, parameters);
}
