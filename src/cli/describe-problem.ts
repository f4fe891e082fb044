import { describeDatabaseError } from '../database/transaction/database-errors.js';
import { PrivateServerError } from '../database/private-server/private-server-error.js';
import { StartupProblem, StartupProblems } from '../errors/startup-problem.js';
import { UnknownName } from '../tenancy/tenants/tenancy.service.js';
import { FeedError } from '../file-import/feed-error.js';

const EXPECTED = [FeedError, UnknownName, StartupProblem, StartupProblems, PrivateServerError];

/** One line for an error that the operator can fix; the stack for a defect of the service. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed for an unknown reason.';
  return EXPECTED.some((expected) => error instanceof expected)
    ? error.message
    : (describeDatabaseError(error) ?? error.stack ?? error.message);
}
