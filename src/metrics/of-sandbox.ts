import type { FinishedRequest } from '../http/server/finished-request.js';
import { isSandboxId } from '../tenancy/credentials/secrets.js';

/**
 * Whether a request was made with a credential of a sandbox. Testers make such calls fail on purpose, so they count
 * apart from those of universities.
 */
export function isOfSandbox({ request: { caller } }: FinishedRequest): boolean {
  return caller !== undefined && isSandboxId(caller.tenantId);
}
