import { QueryFailedError } from 'typeorm';

import type { LogLine } from '../../log-lines/log-fields.js';

/** errno, not code: MariaDB's and MySQL's code names differ, and some errors have no code. */
const ERRNO = {
  duplicateKey: 1062,
  deadlock: 1213,
  lockWait: 1205,
  snapshotConflict: 1020,
  /** MySQL's group replication: another member's transaction committed first. Galera answers 1213 instead. */
  lostInGroup: 3101,
  /** A number does not fit; see also `failUnless`. */
  overflow: 1690,
} as const;

const RETRYABLE_ERRNO: ReadonlySet<number | undefined> = new Set([
  ERRNO.deadlock,
  ERRNO.lockWait,
  ERRNO.snapshotConflict,
  ERRNO.lostInGroup,
]);

/**
 * An expression that overflows, in both families and all SQL modes, for a row where the condition is not met. In a
 * statement sent by `Transaction.assume` the overflow means a wrong assumption. In any other statement it is a defect
 * of this service.
 */
export function failUnless(condition: string): string {
  return `EXP(IF(${condition}, 0, 1000))`;
}

/** The server refused a statement of a transaction. The statement's text has a `?` for each value. */
export class StatementFailed extends QueryFailedError {
  constructor(sql: string, { driverError }: QueryFailedError) {
    super(sql, [], driverError);
  }
}

/** An assumption of a transaction is wrong. The step runs again and reads the rows first. */
export class WrongAssumption extends StatementFailed {}

/** Narrows the type of the driver's error, which `instanceof` alone does not. */
export function isQueryFailure(error: unknown): error is QueryFailedError {
  return error instanceof QueryFailedError;
}

/** The same error with the statement's text, for the log. TypeORM also writes a `?` for each value. */
export function namingStatement(error: unknown): unknown {
  if (!isQueryFailure(error) || error instanceof StatementFailed) return error;
  return new StatementFailed(error.query, error);
}

/**
 * Which statement of a packet failed, counted from 0, by `reportFailedStatement`; undefined when the server said none.
 */
export function failedStatementOf(error: unknown): number | undefined {
  const { failedStatement } = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  return typeof failedStatement === 'number' ? failedStatement : undefined;
}

/** Whether a number was too large for its column or type. */
export function isOverflow(error: unknown): boolean {
  return errnoOf(error) === ERRNO.overflow;
}

/**
 * 1317, 1969 and 3024: an operator, or a limit of the server, ended the statement. After 1180 and 3100 a cluster does
 * not say whether the commit took place: the caller decides whether to run the step again. 3032: a member left its
 * group and takes no more statements. 3796 to 3799: a member cannot show what the group committed, or is leaving it.
 */
const AWAY_ERRNO = new Set([
  1040, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1836, 1047, 1317, 1927, 3168, 3169,
  4031, 1180, 3100, 1969, 3024, 3032, 3796, 3797, 3798, 3799,
]);
/** The server's disk is full, in the error numbers of both families. Reads still work. */
const FULL_ERRNO = new Set([3, 20, 28, 1021, 1026, 1030, 1114, 1878]);
const AWAY_CODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'POOL_CLOSED',
  'POOL_NONEONLINE',
  'POOL_UNAVAILABLE',
]);
const AWAY_MESSAGE =
  /queue limit reached|pool is closed|connection is in closed state|closed state|connection lost/i;

/** This much of a statement's text is enough to identify it. */
const MOST_OF_STATEMENT = 500;

/** Checks properties, not the class: an error of a socket may come from another realm. */
function detailsOf(error: unknown): {
  errno?: unknown;
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  failedStatement?: unknown;
} {
  return typeof error === 'object' && error !== null ? error : {};
}

function errnoOf(error: unknown): number | undefined {
  const errno = error instanceof QueryFailedError ? detailsOf(error.driverError).errno : undefined;
  return typeof errno === 'number' ? errno : undefined;
}

/** A unique index refused the row: another row has the value, perhaps only since a moment ago. */
export function isDuplicateKey(error: unknown): boolean {
  return errnoOf(error) === ERRNO.duplicateKey;
}

/** Another transaction won, or an assumption was wrong. The transaction may run again from its beginning. */
export function isRetryable(error: unknown): boolean {
  return error instanceof WrongAssumption || RETRYABLE_ERRNO.has(errnoOf(error));
}

/**
 * Another transaction won, or has just inserted the same row. When that is still so after all attempts, the server is
 * busy: the caller may send the same request later.
 */
export function isContended(error: unknown): boolean {
  return isDuplicateKey(error) || RETRYABLE_ERRNO.has(errnoOf(error));
}

/** The database cannot be used now, whatever the statement was. */
export function isDatabaseAway(error: unknown): boolean {
  const details = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  const { errno, code, message, syscall } = details;
  // A file that is missing is no database.
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    (typeof errno === 'number' && (AWAY_ERRNO.has(errno) || FULL_ERRNO.has(errno))) ||
    (typeof code === 'string' && AWAY_CODE.has(code)) ||
    (typeof message === 'string' && AWAY_MESSAGE.test(message))
  );
}

/** The stack frames of an error, without its message, which precedes them. */
function framesOf({ message, stack = '' }: Error): string {
  // A message may have lines that look like frames.
  const from = Math.max(0, stack.indexOf(message)) + message.length;
  return stack
    .slice(from)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

/**
 * What may be logged of an error: neither values nor a message, which may contain values. A statement's text only if it
 * is known to have a `?` for each value.
 */
export function explain(error: unknown): Pick<LogLine, 'error'> {
  if (!(error instanceof Error)) return { error: { name: typeof error } };
  const { errno, code } = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  const { name } = error;
  if (error instanceof StatementFailed)
    return { error: { name, errno, code, statement: error.query.slice(0, MOST_OF_STATEMENT) } };
  // For a refused statement the stack has only frames of the driver.
  if (error instanceof QueryFailedError) return { error: { name, errno, code } };
  return { error: { name, errno, code, stack: framesOf(error) } };
}

/** One line for an operator: the database's answer, without the statement. Undefined for errors of another kind. */
export function describeDatabaseError(error: unknown): string | undefined {
  if (isDatabaseAway(error))
    return 'The database went away; check DATABASE_URL and that the server runs, and try again.';
  if (isContended(error)) return 'Other requests kept changing the same data; run the command again.';
  if (!(error instanceof QueryFailedError)) return undefined;
  const remedy = 'give the user of DATABASE_URL every right on its database';
  return `The database refused a statement (error ${errnoOf(error) ?? 'unknown'}); ${remedy}.`;
}
