import type { Request } from 'express';

import { ValidationFailed } from '../errors/request.errors.js';

export const RUN_NAME = /^[A-Za-z0-9._:-]{1,100}$/;
/** What a name must be, in words. */
export const RUN_NAME_RULE = '1 to 100 of A-Z, a-z, 0-9 and . _ : -';

/** How the names begin that undoing a run gives to itself; see `undoRunOf`. */
export const UNDO_PREFIX = 'undo:';
/** What a caller may call a run, in words. */
export const CALLERS_RUN_RULE = `${RUN_NAME_RULE} that do not begin with ${UNDO_PREFIX} and are neither . nor ..`;

export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}

/** Whether a caller may give a run this name: what they did would be taken for a part of an undo, or be in no address. */
export function isCallersRunName(name: string): boolean {
  return isRunName(name) && !name.startsWith(UNDO_PREFIX) && !/^\.{1,2}$/.test(name);
}

/** The run of the SIS that a call says it belongs to, in its header `X-Sync-Run`. @throws {ValidationFailed} */
export function runOf({ headers }: Request): string | undefined {
  const name = headers['x-sync-run'];
  if (name === undefined) return undefined;
  if (typeof name === 'string' && isCallersRunName(name)) return name;
  const message = `X-Sync-Run must be ${CALLERS_RUN_RULE}`;
  throw new ValidationFailed([{ field: 'X-Sync-Run', code: 'matches', message }]);
}
