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
  /** What the driver is given: the same, or with the values in their places, and then none besides. */
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Of one that checks an assumption: hears that the packet failed. */
  readonly doubt: (() => void) | undefined;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOf(one), 0) : 8;
}

/**
 * Statements that travel together, and the one place that makes several statements one text. The server runs them in
 * order and stops at the first that fails. A person's insert takes 1 to 3 round trips instead of 11, which is most of
 * its time.
 *
 * Values come into the text by `formatSql` alone, here or in the driver, and by one of them for the whole packet: a `?`
 * within a value is never taken for a place. `formatSql` escapes with backslashes and single quotes. That is right in
 * the SQL mode that every connection sets for itself (`SESSION_INIT`), whichever mode the server has; a connection on
 * which that failed is not used. Under NO_BACKSLASH_ESCAPES a value could end its quotes.
 */
export class Packet {
  private readonly statements: Statement[] = [];
  private bytes = 0;

  /**
   * @param isFormattedHere whether values are put in their places when a statement is added, and not when the packet is
   * sent: while the server is at work with an earlier packet, that costs no time for which the server would wait
   */
  constructor(private readonly isFormattedHere: boolean) {}

  add(sql: string, parameters: readonly unknown[], doubt?: () => void): void {
    const statement = this.isFormattedHere
      ? { sql, text: formatSql(sql, parameters), parameters: [], doubt }
      : { sql, text: sql, parameters, doubt };
    this.statements.push(statement);
    // Counting also makes one string of thousands of pieces: to copy those was a third of a bulk insert's CPU.
    this.bytes += Buffer.byteLength(statement.text) + sizeOf(statement.parameters);
  }

  get isEmpty(): boolean {
    return this.statements.length === 0;
  }

  /** How long the text will be, about. */
  get size(): number {
    return this.bytes;
  }

  /** What the driver is given. */
  toQuery(): { sql: string; parameters: unknown[] } {
    return {
      sql: this.statements.map(({ text }) => text).join(';\n'),
      parameters: this.statements.flatMap(({ parameters }) => parameters),
    };
  }

  /** The answer to the last statement. */
  lastAnswer(answer: unknown): unknown {
    return this.statements.length > 1 && Array.isArray(answer) ? answer.at(-1) : answer;
  }

  /**
   * What to throw when the packet failed: the same error, of the statement that failed, or of them all where the server
   * did not say which.
   */
  failure(error: unknown): unknown {
    if (!isQueryFailure(error)) return error;
    const failed = this.statements[failedStatementOf(error) ?? -1];
    if (failed === undefined)
      return new StatementFailed(this.statements.map(({ sql }) => sql).join(';\n'), error);
    const isWrong = failed.doubt !== undefined && isOverflow(error);
    return new (isWrong ? WrongAssumption : StatementFailed)(failed.sql, error);
  }

  /** Tells those who assumed something that the packet failed. */
  doubtAssumptions(): void {
    for (const { doubt } of this.statements) doubt?.();
  }
}
