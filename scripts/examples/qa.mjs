// The examples of tests with sandboxes, each of which is run by a test runner of its own.
import { join } from 'node:path';
import { ensurePython } from '../programs/python.mjs';
import { ROOT } from '../setup/setup.mjs';

const NPM = ['jest', 'vitest', 'playwright'];
const PYTEST = 'pytest';

export const RUNNERS = [...NPM, PYTEST];

/**
 * How the example of a runner is run, as its reader does.
 * @returns {Promise<{ file: string, words: string[], cwd: string, env: Record<string, string> } | undefined>} undefined
 * when Python with pytest is not here, and may not be installed
 */
export async function programOf(runner) {
  const cwd = join(ROOT, 'examples/qa', runner);
  if (runner !== PYTEST) return { file: 'npm', words: ['test'], cwd, env: {} };
  const file = await ensurePython([PYTEST]);
  if (file === undefined) return undefined;
  // Where the client is installed pytest finds both by itself.
  const env = {
    PYTHONPATH: join(ROOT, 'clients/python/src'),
    PYTEST_PLUGINS: 'integration_api.pytest_plugin',
  };
  return { file, words: ['-m', 'pytest'], cwd, env };
}
