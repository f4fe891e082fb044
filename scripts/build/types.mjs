// The types of what the API sends and gets, for the pages and for the clients.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, fingerprintOf, makeWhenChanged, ROOT, run, say } from '../setup/setup.mjs';

/** What is not in the repository of the client in Python. */
export const PYTHON_TYPES = 'clients/python/src/integration_api/openapi.py';

const stamp = join(ROOT, '.data/api-types.stamp');
const made = ['pages/src/api/openapi.ts', 'client/src/openapi/types.gen.ts', PYTHON_TYPES];
const sources = {
  top: /^(\.swcrc|tsconfig\.json|package-lock\.json)$/,
  folders: ['src', 'scripts/build/types'],
};

/**
 * Writes the types from the sources of the service when these have changed; or ends the process. A file whose types are
 * the same stays as it is, so that nothing is built again.
 */
export async function ensureApiTypes() {
  if (!made.every((file) => existsSync(join(ROOT, file)))) rmSync(stamp, { force: true });
  await makeWhenChanged(
    'api-types.lock',
    stamp,
    () => fingerprintOf(ROOT, sources),
    async () => {
      say('Writing the types of the API.');
      const { ok, output } = await run(process.execPath, [
        '--no-warnings',
        'scripts/build/types/write-types.mjs',
        ...made,
      ]);
      if (!ok) fail(`${output}\nThe types of the API could not be written; the reasons are above.`);
    },
  );
}
