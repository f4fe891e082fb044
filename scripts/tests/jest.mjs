// How the commands of tests run Jest.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../setup/child.mjs';
import { ROOT, say } from '../setup/setup.mjs';

/**
 * One more than the cores of a small machine: tests often wait for the database and for processes. On 2 cores a whole
 * run took 217 s with three workers and 281 s with two.
 */
export const WORKERS = '--maxWorkers=3';

/** The socket at which `npm test -- <file>` borrows the server of `npm run test:db`. */
export const KEPT_DATABASE = join(ROOT, '.data/test-database.sock');

/** @param variables besides those of this process. @returns the exit code */
export function runJest(words, variables = {}) {
  return runNode(['--no-warnings', join(ROOT, 'node_modules/jest/bin/jest.js'), ...words], variables);
}

/**
 * Runs the tests of a folder of `test/` by the configuration there, and sets the exit code. They get a folder that is
 * removed afterwards: as TEST_EVIDENCE it has what their clients send and get, for a search that some tests make.
 * @param {string} name of the folder
 * @param {{ words?: string[], variables?: object, columns?: string[] }} [options] `words` for Jest; `columns` are the
 * names of those of the table whose rows the tests append to TEST_REPORT, with `:` behind one of numbers
 */
export async function runSuite(name, { words = process.argv.slice(2), variables, columns = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'integration-api-'));
  const report = join(folder, 'table.md');
  try {
    const env = { TEST_EVIDENCE: folder, TEST_REPORT: report, ...variables };
    process.exitCode = await runJest(['--config', `test/${name}/jest.config.js`, ...words], env);
    // Not on stdout, which contains Jest's JSON if that is requested.
    if (existsSync(report)) say(`\n${headOf(columns)}\n${readFileSync(report, 'utf8').trimEnd()}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function headOf(columns) {
  const rule = columns.map((column) => (column.endsWith(':') ? '---:' : '---'));
  return [columns.map((column) => column.replace(/:$/, '')), rule]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
