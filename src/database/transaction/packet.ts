import type { ResultSetHeader } from 'mysql2';

import {
  failedStatementOf,
  isOverflow,
  isQueryFailure,
  StatementFailed,
  WrongAssumption,
} from './database-errors.js';
import { formatSql } from './format-sql.js';

/** One statement of a packet. */
interface Statement {
  /** With a `?` for each value. */
  readonly sql: string;
  /** The text for the driver: `sql`, or `sql` with the values in it, and then without parameters. */
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** For a statement that checks an assumption: called when the packet failed. */
  readonly doubt: (() => void) | undefined;
  /** Called with the server's answer to the statement. */
  readonly answered: ((answer: ResultSetHeader) => void) | undefined;
}

/** What follows from the answer to a statement. */
export type Follow = Partial<Pick<Statement, 'doubt' | 'answered'>>;

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOf(one), 0) : 8;
}

/**
 * Statements that are sent together. This is the only place that joins several statements into one text. The server
 * runs them in order and stops at the first that fails. A person's insert takes 1 to 3 round trips instead of 11, which
 * are most of its time.
 *
 * Values are put into the text only by `formatSql`, here or in the driver, and by one of the two for the whole packet:
 * a `?` within a value is never taken for a placeholder. `formatSql` escapes with backslashes and single quotes. That
 * is correct in the SQL mode that every connection sets for itself (`SESSION_INIT`), whatever the server's mode; a
 * connection on which that failed is not used. Under NO_BACKSLASH_ESCAPES a value could end its quotes.
 */
export class Packet {
  private readonly statements: Statement[] = [];
  private bytes = 0;

  /**
   * @param isFormattedHere whether values are put into the text when a statement is added, instead of when the packet
   * is sent. While the server executes an earlier packet, this adds nothing to the time of the request.
   */
  constructor(private readonly isFormattedHere: boolean) {}

  add(sql: string, parameters: readonly unknown[], { doubt, answered }: Follow = {}): void {
    const statement = this.isFormattedHere
      ? { sql, text: formatSql(sql, parameters), parameters: [], doubt, answered }
      : { sql, text: sql, parameters, doubt, answered };
    this.statements.push(statement);
    // `byteLength` also joins the thousands of pieces of the string: copying them later was a third of a bulk insert's
    // CPU.
    this.bytes += Buffer.byteLength(statement.text) + sizeOf(statement.parameters);
  }

  get isEmpty(): boolean {
    return this.statements.length === 0;
  }

  /** The approximate length of the text. */
  get size(): number {
    return this.bytes;
  }

  /** The query for the driver. */
  toQuery(): { sql: string; parameters: unknown[] } {
    return {
      sql: this.statements.map(({ text }) => text).join(';\n'),
      parameters: this.statements.flatMap(({ parameters }) => parameters),
    };
  }

  /** Hands out the answers. @returns that to the last statement */
  lastAnswer(answer: unknown): unknown {
    const answers: unknown[] = this.statements.length > 1 && Array.isArray(answer) ? answer : [answer];
    for (const [index, { answered }] of this.statements.entries())
      answered?.(answers[index] as ResultSetHeader);
    return answers.at(-1);
  }

  /**
   * The error to throw when the packet failed: of the statement that failed, or of the whole packet when the server did
   * not say which one it was.
   */
  failure(error: unknown): unknown {
    if (!isQueryFailure(error)) return error;
    const failed = this.statements[failedStatementOf(error) ?? -1];
    if (failed === undefined)
      return new StatementFailed(this.statements.map(({ sql }) => sql).join(';\n'), error);
    const isWrong = failed.doubt !== undefined && isOverflow(error);
    return new (isWrong ? WrongAssumption : StatementFailed)(failed.sql, error);
  }

  /** Reports to the callers that assumed something that the packet failed. */
  doubtAssumptions(): void {
    for (const { doubt } of this.statements) doubt?.();
  }
}
