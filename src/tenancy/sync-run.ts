import type { Request } from 'express';

import { ValidationFailed } from '../errors/request.errors.js';

export const RUN_NAME = /^[A-Za-z0-9._:-]{1,100}$/;
/** What a name must be, in words. */
export const RUN_NAME_RULE = '1 to 100 of A-Z, a-z, 0-9 and . _ : -';

export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}

/** The run of the SIS that a call says it belongs to, in its header `X-Sync-Run`. @throws {ValidationFailed} */
export function runOf({ headers }: Request): string | undefined {
  const name = headers['x-sync-run'];
  if (name === undefined) return undefined;
  if (typeof name === 'string' && isRunName(name)) return name;
  const message = `X-Sync-Run must be ${RUN_NAME_RULE}`;
  throw new ValidationFailed([{ field: 'X-Sync-Run', code: 'matches', message }]);
}
