// For commands that run another Node process and exit with its code.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/**
 * What ends a command: it passes them on to its child.
 * @type {readonly NodeJS.Signals[]}
 */
export const SIGNALS = ['SIGINT', 'SIGTERM'];

/** @returns the exit code */
export function runTypescript(file, words) {
  const loader = ['--no-warnings', '--import', '@swc-node/register/esm-register'];
  return runNode([...loader, join(ROOT, file), ...words]);
}

/** @param variables besides those of this process. @returns the exit code */
export function runNode(words, variables = {}) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit', env });
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
