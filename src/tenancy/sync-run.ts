import type { Request } from 'express';

import { ValidationFailed } from '../errors/request.errors.js';

export const RUN_NAME = /^[A-Za-z0-9._:-]{1,100}$/;
/** What a name must be, in words. */
export const RUN_NAME_RULE = '1 to 100 of A-Z, a-z, 0-9 and . _ : -';

/** How the names begin that undoing a run gives to itself; see `undoRunOf`. */
export const UNDO_PREFIX = 'undo:';

export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}

/**
 * What is wrong with the name that a caller gives to a run, or undefined. What they did under the name of an undo would be
 * taken for a part of it, and clients fold . and .. out of addresses.
 */
export function runNameProblem(name: unknown): string | undefined {
  if (name === '.' || name === '..') return 'must be neither . nor .., which an address cannot contain';
  return typeof name === 'string' && isRunName(name) && !name.startsWith(UNDO_PREFIX)
    ? undefined
    : `must be ${RUN_NAME_RULE} that do not begin with ${UNDO_PREFIX}`;
}

/** The run of the SIS that a call says it belongs to, in its header `X-Sync-Run`. @throws {ValidationFailed} */
export function runOf({ headers }: Request): string | undefined {
  const name = headers['x-sync-run'];
  if (name === undefined) return undefined;
  const problem = runNameProblem(name);
  if (problem === undefined && typeof name === 'string') return name;
  const message = `X-Sync-Run ${problem ?? ''}`;
  throw new ValidationFailed([{ field: 'X-Sync-Run', code: 'matches', message }]);
}
