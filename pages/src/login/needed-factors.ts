import { fieldErrors, isRefusal } from '../api/http';

/** The second factors of an account of which one is needed. */
export interface NeededFactors {
  readonly code: boolean;
  readonly passkey: boolean;
}

/** Undefined unless the password was right, and the account needs a second factor too. */
export function neededFactors(error: unknown): NeededFactors | undefined {
  if (!isRefusal(error, 'SECOND_FACTOR_REQUIRED')) return undefined;
  const fields = fieldErrors(error);
  return { code: 'code' in fields, passkey: 'passkey' in fields };
}
