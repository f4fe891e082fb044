import { describeDatabaseError } from '../database/transaction/database-errors.js';
import { PrivateServerError } from '../database/private-server/private-server-error.js';
import { StartupProblem, StartupProblems } from '../errors/startup-problem.js';

/** How the process ends: EX_CONFIG of sysexits.h for what an operator can correct, 1 for a defect of the service. */
export const EXIT_CONFIGURATION = 78;
const EXIT_DEFECT = 1;

export interface FailedStart {
  readonly text: string;
  readonly exitCode: number;
}

/** Of a file or folder that the process cannot use; its error names it. */
function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return undefined;
  return `${error.message}; check DATA_DIR and what the user of the process may write.`;
}

function sentenceOf(error: unknown): string | undefined {
  const isExpected = [StartupProblem, StartupProblems, PrivateServerError].some(
    (one) => error instanceof one,
  );
  if (isExpected && error instanceof Error) return error.message;
  return describeDatabaseError(error) ?? describeFileError(error);
}

/** One line for each problem that an operator can solve; a stack only for an unexpected error. */
export function explainStart(error: unknown): FailedStart {
  const sentence = sentenceOf(error);
  if (sentence !== undefined) return { text: sentence, exitCode: EXIT_CONFIGURATION };
  const details = error instanceof Error ? (error.stack ?? error.message) : 'unknown reason';
  return { text: `The service could not start: ${details}`, exitCode: EXIT_DEFECT };
}
