import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';

import { partsOf } from '../../../support/packet.js';

/** A line of EXPLAIN; inserted rows have no `type`. */
interface PlanLine {
  readonly select_type: string;
  /** The alias of the table in the statement. */
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
  readonly Extra: string | null;
}

export interface WatchedStatement {
  readonly sql: string;
  /** The request during which it was sent. */
  readonly during: string;
  readonly queryPlan: readonly PlanLine[];
  /** The rows and index entries that the server read for it, including those of temporary tables. */
  readonly read: number;
}

/** A table that a statement reads completely. */
export interface FullScan {
  readonly table: string;
  readonly by: string;
}

type Runner = Pick<QueryRunner, 'query'>;
type Query = QueryRunner['query'];

/** A statement is explained at most this often: every call looks up the session and the tenant. */
const MOST_LOOKS = 10;
const EXPLAINED = /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;
const NAMED_TABLES = /\b(?:FROM|JOIN|UPDATE|INTO)\s+`?(\w+)`?(?:\s+(?:AS\s+)?`?(\w+)`?)?/gi;

/**
 * Explains every statement of a running service just before it is sent, on the same connection: with its parameters, in
 * its transaction, and with its temporary tables. Then it counts the rows that the server has read, which also reveals
 * a range over the whole tenant, or a sort of all rows for one page.
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
      // The function has two signatures with different answers.
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
      for (const [index, part] of parts.entries())
        answers.push(
          await this.watched(runner, part.sql, part.parameters).catch((error: unknown) => {
            throw inPlace(error, index);
          }),
        );
      return answers;
    }
    const send = (): Promise<unknown> =>
      structured === true ? runner.query(sql, parameters, true) : runner.query(sql, parameters);
    const looks = this.looks.get(sql) ?? 0;
    if (!EXPLAINED.test(sql) || looks === MOST_LOOKS) return send();
    this.looks.set(sql, looks + 1);
    const { during } = this;
    const queryPlan = (await runner.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters)) as PlanLine[];
    const cost = (this.costOfLooking ??= await this.measureLooking(runner));
    const before = await this.readSoFar(runner);
    const answer = await send();
    const read = (await this.readSoFar(runner)) - before - cost;
    this.statements.push({ sql, during, queryPlan, read });
    return answer;
  }

  /** Reading the counters reads rows too, always the same number. */
  private async measureLooking(runner: Runner): Promise<number> {
    const before = await this.readSoFar(runner);
    return (await this.readSoFar(runner)) - before;
  }

  private async readSoFar(runner: Runner): Promise<number> {
    const counters = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
    return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
  }
}

/** The statements of a packet are sent one by one here: the error has the place that it had in the packet. */
function inPlace(error: unknown, failedStatement: number): unknown {
  if (error instanceof QueryFailedError) Object.assign(error.driverError, { failedStatement });
  return error;
}

/** The most rows that a statement about one page, or one batch, may read. */
export const MOST_READ = 2_500;

/**
 * A DELETE takes no hint of an index. Where most rows of a table are to go, as in this crowd of one tenant, MySQL may
 * read the index from its beginning instead of from the tenant's first row, up to the LIMIT: the counter shows that.
 */
function endsAtItsLimit({ sql, read }: WatchedStatement): boolean {
  return /^\s*DELETE\b[^]*\bORDER BY\b[^]*\bLIMIT \?\s*$/.test(sql) && read <= MOST_READ;
}

/** The tables of more than a few rows that this statement reads completely, also by an index. */
export function fullScansOf(statement: WatchedStatement, isLarge: (table: string) => boolean): FullScan[] {
  const { sql, queryPlan } = statement;
  const names = new Map<string, string>();
  for (const [, table = '', alias = table] of sql.matchAll(NAMED_TABLES))
    names.set(alias, table).set(table, table);
  return queryPlan.flatMap(({ select_type: kind, table: alias, type, key }) => {
    const table = names.get(alias ?? '');
    const isScan = kind !== 'INSERT' && (type === 'ALL' || (type === 'index' && !endsAtItsLimit(statement)));
    return isScan && table !== undefined && isLarge(table) ? [{ table, by: key ?? 'no index' }] : [];
  });
}

/** Whether index entries are enough for the statement, without reading rows. */
export function isNarrow(queryPlan: readonly PlanLine[]): boolean {
  return queryPlan.every(({ Extra }) => /Using index(?! condition)/.test(Extra ?? ''));
}
