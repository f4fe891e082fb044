import { QueryFailedError } from 'typeorm';

/** errno, not code: MariaDB's code names differ from MySQL's, and some have none. */
const ERRNO = {
  duplicateKey: 1062,
  deadlock: 1213,
  lockWait: 1205,
  snapshotConflict: 1020,
  /** MySQL's group replication: another member's transaction was first. Galera answers 1213 instead. */
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
 * An expression that overflows, in both families and all modes, in a row where the condition is not met. In a statement
 * that is sent by `Transaction.assume` that means a wrong assumption; in any other an overflow is a fault of ours.
 */
export function failUnless(condition: string): string {
  return `EXP(IF(${condition}, 0, 1000))`;
}

/** A statement of a transaction that the server refused. Its text has a `?` for each value. */
export class StatementFailed extends QueryFailedError {
  constructor(sql: string, { driverError }: QueryFailedError) {
    super(sql, [], driverError);
  }
}

/** Something that a transaction took for granted is not so. It is run again, and looks first. */
export class WrongAssumption extends StatementFailed {}

/** With a driver's error of a known kind, which `instanceof` alone leaves open. */
export function isQueryFailure(error: unknown): error is QueryFailedError {
  return error instanceof QueryFailedError;
}

/** The same error, which names the statement when it is logged: TypeORM writes a `?` for each value as well. */
export function namingStatement(error: unknown): unknown {
  if (!isQueryFailure(error) || error instanceof StatementFailed) return error;
  return new StatementFailed(error.query, error);
}

/** Which statement of a packet failed, counted from 0; undefined where no server said so: see `tellFailedStatement`. */
export function failedStatementOf(error: unknown): number | undefined {
  const { failedStatement } = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  return typeof failedStatement === 'number' ? failedStatement : undefined;
}

/** A number became too large for its place, which tells no more than that. */
export function isOverflow(error: unknown): boolean {
  return errnoOf(error) === ERRNO.overflow;
}

/**
 * 1317, 1969 and 3024: a statement was ended by an operator, or by the server's own limit. With 1180 and 3100 a cluster
 * leaves open whether the commit took place: running the step again is up to the caller.
 */
const AWAY_ERRNO = new Set([
  1040, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1836, 1047, 1317, 1927, 3168, 3169,
  4031, 1180, 3100, 1969, 3024,
]);
/** No room on the server's disk, in the words of both families. What only reads goes on. */
const FULL_ERRNO = new Set([3, 20, 28, 1021, 1026, 1030, 1114, 1878]);
const AWAY_CODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
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

/** As much of a statement tells it from the others. */
const MOST_OF_STATEMENT = 500;

/** By type, not by class: an error of a socket may come from another realm. */
function detailsOf(error: unknown): {
  errno?: unknown;
  code?: unknown;
  message?: unknown;
  failedStatement?: unknown;
} {
  return typeof error === 'object' && error !== null ? error : {};
}

function errnoOf(error: unknown): number | undefined {
  const errno = error instanceof QueryFailedError ? detailsOf(error.driverError).errno : undefined;
  return typeof errno === 'number' ? errno : undefined;
}

/** A unique index refused the row: somebody else has the value, perhaps since a moment ago. */
export function isDuplicateKey(error: unknown): boolean {
  return errnoOf(error) === ERRNO.duplicateKey;
}

/** The transaction lost against another one, or assumed what is no longer so, and may be run again from its beginning. */
export function isRetryable(error: unknown): boolean {
  return error instanceof WrongAssumption || RETRYABLE_ERRNO.has(errnoOf(error));
}

/**
 * The transaction lost against another one, which may also have inserted the same row first. Run again as often as it
 * is worth, it has met a busy server, and no error: a caller may send the same later.
 */
export function hasLostRace(error: unknown): boolean {
  return isDuplicateKey(error) || RETRYABLE_ERRNO.has(errnoOf(error));
}

/** The database cannot be used now, whatever the statement was. */
export function isDatabaseAway(error: unknown): boolean {
  const { errno, code, message } = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  return (
    (typeof errno === 'number' && (AWAY_ERRNO.has(errno) || FULL_ERRNO.has(errno))) ||
    (typeof code === 'string' && AWAY_CODE.has(code)) ||
    (typeof message === 'string' && AWAY_MESSAGE.test(message))
  );
}

/** Where an error was thrown. What stands before that is its message. */
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
 * What may be logged of an error: never a value, nor a message, which may quote one. A statement only where it is known
 * to have a `?` for each value.
 */
export function explain(error: unknown): object {
  if (!(error instanceof Error)) return { error: { name: typeof error } };
  const { errno, code } = detailsOf(error instanceof QueryFailedError ? error.driverError : error);
  const { name } = error;
  if (error instanceof StatementFailed)
    return { error: { name, errno, code, statement: error.query.slice(0, MOST_OF_STATEMENT) } };
  // Of a refused statement the frames are those of the driver.
  if (error instanceof QueryFailedError) return { error: { name, errno, code } };
  return { error: { name, errno, code, stack: framesOf(error) } };
}

/** One line for an operator: what the database answered, without the statement. Undefined for errors of another kind. */
export function describeDatabaseError(error: unknown): string | undefined {
  if (isDatabaseAway(error)) return 'The database went away; check that the server runs, and try again.';
  if (hasLostRace(error)) return 'Other requests kept changing the same data; run the command again.';
  if (!(error instanceof QueryFailedError)) return undefined;
  const errno = errnoOf(error) ?? 'unknown';
  return `The database refused a statement (error ${errno}); does its user have every right on its database?`;
}
