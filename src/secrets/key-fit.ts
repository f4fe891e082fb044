import { StartupProblem } from '../errors/startup-problem.js';
import type { ServerKeys } from './server-keys.js';
import type { StoredServerKey } from './stored-server-key.entity.js';

/** The key with which a database is used. */
export type KeyInUse = Pick<StoredServerKey, 'keyId' | 'inUseSince'>;

/**
 * Why these keys do not fit a database; undefined when they do, or when it has not been used with any key.
 * @param keys undefined when the process has none yet
 */
export function problemOfKeys(
  keys: ServerKeys | undefined,
  inUse: KeyInUse | undefined,
): StartupProblem | undefined {
  if (inUse === undefined || keys?.has(inUse.keyId) === true) return undefined;
  const ours = keys === undefined ? 'none' : keys.all.map(({ id }) => id).join(' and ');
  return new StartupProblem(
    `The server key does not fit this database. The key in use has the ID ${inUse.keyId} ` +
      `(since ${inUse.inUseSince.toISOString()}); this process has ${ours}`,
    'set SERVER_KEY to the key in use. To change it, ' +
      'set it as SERVER_KEY_PREVIOUS beside the new one (docs/keys.md, "Rotating the server key"). ' +
      'If it is lost, `server-key adopt --yes` in a terminal takes the key of this process; API keys, ' +
      'authenticator apps and client secrets from before then stop working',
  );
}
