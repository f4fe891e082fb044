// The wheel and the source distribution of the client for Python. The same commit makes the same bytes with the same
// versions of Python and flit.
import { chmodSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../setup/setup.mjs';

const PROGRAM = `
import os, sys
os.environ["SOURCE_DATE_EPOCH"], into = sys.argv[1:]
from flit_core import buildapi
buildapi.build_wheel(into)
buildapi.build_sdist(into)
`;
const VERSIONS = 'import platform, flit_core; print(platform.python_version(), flit_core.__version__)';

/**
 * @param {string} python a program that has flit_core
 * @param {string} root with the types of the API, which `npm run api-types` writes
 * @param {string} into an empty folder
 * @param {number} time of the files, in seconds
 * @returns what {@link run} does
 */
export async function packPython(python, root, into, time) {
  // flit packs what there is, and a package without the types cannot be imported.
  const types = join(root, 'clients/python/src/integration_api/openapi.py');
  if (!existsSync(types))
    return { ok: false, stdout: '', output: `${types} is missing; run npm run api-types.` };
  const built = await run(python, ['-B', '-c', PROGRAM, String(time), into], join(root, 'clients/python'));
  for (const name of built.ok ? readdirSync(into) : []) {
    // The name of today (PEP 625); flit before 3.9 has the older one, and keeps a wheel to its user.
    const file = join(into, name.replace(/^integration-api-client-/, 'integration_api_client-'));
    renameSync(join(into, name), file);
    chmodSync(file, 0o644);
  }
  return built;
}

/** The versions of Python and flit, which the bytes depend on. */
export async function versionsOf(python) {
  const { stdout } = await run(python, ['-c', VERSIONS]);
  const [version, flit] = stdout.split(' ');
  return { python: version, flit };
}
