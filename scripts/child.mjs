// For commands that run another Node process and exit with its code.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * What ends a command: it passes them on to its child.
 * @type {readonly NodeJS.Signals[]}
 */
export const SIGNALS = ['SIGINT', 'SIGTERM'];

/** @param variables besides those of this process. @returns the exit code */
export function runJest(words, variables = {}) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  return runNode(['--no-warnings', jest, ...words], variables);
}

/**
 * Gives `work` a folder, which is removed when it is done. As Jest's TEST_EVIDENCE it has what the clients of the tests
 * send and get, for a search that only some tests make.
 */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'integration-api-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code */
export function runTypescript(file, words) {
  const loader = ['--no-warnings', '--import', '@swc-node/register/esm-register'];
  return runNode([...loader, join(root, file), ...words]);
}

function runNode(words, variables = {}) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit', env });
  // Waits for the child, which first ends its own processes and removes its data.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return codeOf(child);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code, once its output is at its end
 */
export function codeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
