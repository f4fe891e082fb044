import type { DataSource, QueryRunner } from 'typeorm';

import { partsOf } from '../../support/packet.js';

/** A line of EXPLAIN; rows that are put in have no `type` of their own. */
interface PlanLine {
  readonly select_type: string;
  /** The name that the statement gives the table. */
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
  readonly Extra: string | null;
}

export interface WatchedStatement {
  readonly sql: string;
  /** What the service was asked for when it was sent. */
  readonly during: string;
  readonly plan: readonly PlanLine[];
  /** Rows and entries of indexes that the server read for it, those of its own temporary tables included. */
  readonly read: number;
}

/** A table that a statement reads from end to end. */
export interface FullScan {
  readonly table: string;
  readonly by: string;
}

type Runner = Pick<QueryRunner, 'query'>;
type Query = QueryRunner['query'];

/** The session and the tenant are looked up by every call; nothing new is seen of a statement after so many times. */
const MOST_LOOKS = 10;
const EXPLAINED = /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;
const NAMED_TABLES = /\b(?:FROM|JOIN|UPDATE|INTO)\s+`?(\w+)`?(?:\s+(?:AS\s+)?`?(\w+)`?)?/gi;

/**
 * Explains every statement of a running service just before it is sent, on the same connection: with its parameters, in
 * its transaction, and while its temporary tables are there. Then it counts the rows that the server really read, which
 * also shows a range over the whole tenant, or a sort of all rows for one page.
 */
export class StatementWatch {
  readonly statements: WatchedStatement[] = [];
  during = 'nothing';
  private readonly looks = new Map<string, number>();
  private costOfLooking: number | undefined;

  constructor(dataSource: DataSource) {
    const { driver } = dataSource;
    const create = driver.createQueryRunner.bind(driver);
    driver.createQueryRunner = (mode) => {
      const runner = create(mode);
      const query: Query = runner.query.bind(runner);
      // The signature has two forms, which differ in what they answer.
      runner.query = ((sql: string, parameters?: unknown[], structured?: true) =>
        this.watched({ query }, sql, parameters, structured)) as Query;
      return runner;
    };
  }

  private async watched(
    runner: Runner,
    sql: string,
    parameters: unknown[] = [],
    structured?: true,
  ): Promise<unknown> {
    const parts = partsOf(sql, parameters);
    if (parts.length > 1) {
      const answers: unknown[] = [];
      for (const part of parts) answers.push(await this.watched(runner, part.sql, part.parameters));
      return answers;
    }
    const send = (): Promise<unknown> =>
      structured === true ? runner.query(sql, parameters, true) : runner.query(sql, parameters);
    const looks = this.looks.get(sql) ?? 0;
    if (!EXPLAINED.test(sql) || looks === MOST_LOOKS) return send();
    this.looks.set(sql, looks + 1);
    const { during } = this;
    const plan = (await runner.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters)) as PlanLine[];
    const cost = (this.costOfLooking ??= await this.measureLooking(runner));
    const before = await this.readSoFar(runner);
    const answer = await send();
    const read = (await this.readSoFar(runner)) - before - cost;
    this.statements.push({ sql, during, plan, read });
    return answer;
  }

  /** Asking for the counters reads rows too, always the same number. */
  private async measureLooking(runner: Runner): Promise<number> {
    const before = await this.readSoFar(runner);
    return (await this.readSoFar(runner)) - before;
  }

  private async readSoFar(runner: Runner): Promise<number> {
    const counters = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
    return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
  }
}

/** Which tables of more than a few rows this statement reads from end to end, be it by way of an index. */
export function fullScansOf(
  { sql, plan }: WatchedStatement,
  isLarge: (table: string) => boolean,
): FullScan[] {
  const names = new Map<string, string>();
  for (const [, table = '', alias = table] of sql.matchAll(NAMED_TABLES))
    names.set(alias, table).set(table, table);
  return plan.flatMap(({ select_type: kind, table: alias, type, key }) => {
    const table = names.get(alias ?? '');
    const isScan = kind !== 'INSERT' && (type === 'ALL' || type === 'index');
    return isScan && table !== undefined && isLarge(table) ? [{ table, by: key ?? 'no index' }] : [];
  });
}

/** Whether all of it is answered by entries of indexes, without the rows that these point to. */
export function isNarrow(plan: readonly PlanLine[]): boolean {
  return plan.every(({ Extra }) => /Using index(?! condition)/.test(Extra ?? ''));
}
