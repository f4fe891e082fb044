import type { AcknowledgedCommit } from '../../database/transaction/commit-marks.js';

/** The mark of a connection, as it is stored; `at` is by the clock of the database. */
export interface StoredMark {
  readonly connection: number;
  readonly number: number;
  readonly at: number;
}

/** What a process knows of commits that the server does not have any more. Moments are milliseconds since 1970. */
export interface Loss {
  readonly commits: readonly AcknowledgedCommit[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** The last stamp of each tenant that was lost. */
  readonly tenants: ReadonlyMap<string, number>;
  /** Whether commits that the process does not remember may have been lost before these. */
  readonly isOpen: boolean;
}

/** What a process does not remember. Moments are milliseconds since 1970. */
export interface Forgotten {
  /** Whether it has made commits before those that it compares. */
  readonly hasOlder: boolean;
  /** When it started. */
  readonly startedAt: number;
}

/**
 * Compares what the server has acknowledged with the marks that it has now. A mark that is higher than the acknowledged
 * one is of a commit whose answer was lost.
 * @param remembered in the order in which they were acknowledged
 * @returns undefined when nothing is missing
 */
export function lossOf(
  remembered: readonly AcknowledgedCommit[],
  stored: readonly StoredMark[],
  { hasOlder, startedAt }: Forgotten,
): Loss | undefined {
  const numbers = new Map(stored.map(({ connection, number }) => [connection, number]));
  const commits = remembered.filter(({ connection, number }) => number > (numbers.get(connection) ?? 0));
  const [first] = commits;
  if (first === undefined) return undefined;
  const times = commits.map(({ at }) => at);
  const earliest = Math.min(...times);
  // Later ones may be there: those that were made on the server that has lost the others.
  const isOpen = hasOlder && first === remembered[0];
  // What was committed before a mark that is there is there as well.
  const kept = stored.map(({ at }) => at).filter((at) => at <= earliest);
  return {
    commits,
    firstAt: isOpen ? Math.min(earliest, Math.max(startedAt, ...kept)) : earliest,
    lastAt: Math.max(...times),
    tenants: lastStampsOf(commits),
    isOpen,
  };
}

function lastStampsOf(commits: readonly AcknowledgedCommit[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { tenantId, stamp } of commits.flatMap(({ stamps }) => stamps))
    last.set(tenantId, Math.max(stamp, last.get(tenantId) ?? 0));
  return last;
}
