import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = [
  '--no-warnings',
  '--import',
  '@swc-node/register/esm-register',
  join(root, 'bench/cluster/main.ts'),
];
const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });

// Outlive the cluster, which stops its processes and removes its data first.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
