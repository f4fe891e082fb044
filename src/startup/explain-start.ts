import { BadEnvironment, type Config } from '../config/environment.js';
import { describeDatabaseError } from '../database/transaction/database-errors.js';
import { PrivateServerError } from '../database/private-server/private-server-error.js';
import { StartupProblem } from '../errors/startup-problem.js';

const NOT_LISTENING = new Set(['EACCES', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND']);

/** One line for the operator; a stack only for an unexpected error. */
export function explainStart(error: unknown, config: Config | undefined): string {
  if (
    error instanceof BadEnvironment ||
    error instanceof StartupProblem ||
    error instanceof PrivateServerError
  )
    return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const place = `${config?.host ?? ''}:${config?.port ?? ''}`;
  if (code === 'EADDRINUSE')
    return `Port ${config?.port ?? ''} is taken by another program; stop it, or start with another PORT.`;
  if (code !== undefined && NOT_LISTENING.has(code))
    return `The service cannot listen on ${place} (${code}); set PORT or HOST.`;
  return (
    describeDatabaseError(error) ??
    `The service could not start: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown reason'}`
  );
}
