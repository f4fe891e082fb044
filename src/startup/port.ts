import { once } from 'node:events';
import { createServer } from 'node:net';

import type { Config } from '../config/environment.js';
import { StartupProblem } from '../errors/startup-problem.js';

type Place = Pick<Config, 'host' | 'port'>;

/** How long the name of HOST may take to be resolved. */
const RESOLVED_WITHIN_MS = 3000;
const NOT_LISTENING = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EAI_AGAIN',
  'EINVAL',
  'ENOTFOUND',
]);

/** Why the service cannot listen; undefined for an error of another kind. */
export function problemOfListening(error: unknown, { host, port }: Place): StartupProblem | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartupProblem(
      `Port ${port} is taken by another program`,
      'stop it, or start with another PORT',
    );
  if (!NOT_LISTENING.has(code)) return undefined;
  return new StartupProblem(`The service cannot listen on ${host}:${port} (${code})`, 'set PORT or HOST');
}

/**
 * Listens for a moment, so that a taken port is known before a database is started.
 * @throws {StartupProblem} when the service could not listen there
 */
export async function checkPort(place: Place): Promise<void> {
  const server = createServer();
  const signal = AbortSignal.timeout(RESOLVED_WITHIN_MS);
  try {
    server.listen({ host: place.host, port: place.port });
    await once(server, 'listening', { signal });
  } catch (error) {
    if (signal.aborted)
      throw new StartupProblem(
        `HOST was not resolved within ${RESOLVED_WITHIN_MS / 1000} s`,
        'set an address',
      );
    throw problemOfListening(error, place) ?? error;
  } finally {
    server.close();
  }
}
