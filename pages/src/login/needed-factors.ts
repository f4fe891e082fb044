import { HttpError } from 'react-admin';

import { fieldErrors, type RefusalBody } from '../api/http';

/** The second factors of an account of which one is needed. */
export interface NeededFactors {
  readonly code: boolean;
  readonly passkey: boolean;
}

/** Undefined unless the password was right, and the account needs a second factor too. */
export function neededFactors(error: unknown): NeededFactors | undefined {
  const isNeeded =
    error instanceof HttpError && (error.body as RefusalBody | null)?.code === 'SECOND_FACTOR_REQUIRED';
  if (!isNeeded) return undefined;
  const fields = fieldErrors(error);
  return { code: 'code' in fields, passkey: 'passkey' in fields };
}
