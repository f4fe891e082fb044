import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const jest = [
  '--no-warnings',
  '--experimental-vm-modules',
  join(root, 'node_modules/jest/bin/jest.js'),
  ...process.argv.slice(2),
];
const child = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit' });

// Outlive the tests, to pass on how they ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
