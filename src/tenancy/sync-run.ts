import type { Request } from 'express';

import { ValidationFailed } from '../errors/request.errors.js';

export const RUN_NAME = /^[A-Za-z0-9._:-]{1,100}$/;
/** The rule for names, for messages. */
export const RUN_NAME_RULE = '1 to 100 of A-Z, a-z, 0-9 and . _ : -';

/** The prefix of the names that undos have as runs; see `undoRunOf`. */
export const UNDO_PREFIX = 'undo:';

export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}

/**
 * What is wrong with the name that a caller gives to a run, or undefined. Calls under the name of an undo would count
 * as parts of it, and clients remove . and .. from addresses.
 */
export function runNameProblem(name: unknown): string | undefined {
  if (name === '.' || name === '..') return 'must be neither . nor .., which an address cannot contain';
  return typeof name === 'string' && isRunName(name) && !name.startsWith(UNDO_PREFIX)
    ? undefined
    : `must be ${RUN_NAME_RULE} that do not begin with ${UNDO_PREFIX}`;
}

/** The hash at the end of the name that the run of a dropped file has. */
const HASH_OF_DROP = /^(drop:.*:)[0-9a-f]{16}$/;

/**
 * Runs of one series have the same name but for its numbers, `nightly-1121` and `nightly-1122`, or but for the hash of
 * a dropped file.
 */
export function seriesOf(name: string): string {
  return name.replace(HASH_OF_DROP, '$1#').replace(/\d+/g, '#');
}

/**
 * The run that a call belongs to, from its header `X-Sync-Run`; undefined without one.
 * @throws {ValidationFailed} when the header is not a valid name
 */
export function runOf({ headers }: Request): string | undefined {
  const name = headers['x-sync-run'];
  if (name === undefined) return undefined;
  const problem = runNameProblem(name);
  if (problem === undefined && typeof name === 'string') return name;
  const message = `X-Sync-Run ${problem ?? ''}`;
  throw new ValidationFailed([{ field: 'X-Sync-Run', code: 'matches', message }]);
}
