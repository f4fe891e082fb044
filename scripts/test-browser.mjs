import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { ensurePages } from './pages.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
await ensurePages();
const CHROMIUM = await ensureChromium();
if (CHROMIUM === undefined) {
  process.stderr.write(
    'The browser tests need Chromium, which is not on this machine and cannot be installed by this user.\n' +
      'Install it (on Debian: apt-get install chromium), or name its program in CHROMIUM.\n',
  );
  process.exit(1);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const jest = [
  '--no-warnings',
  '--experimental-vm-modules',
  join(root, 'node_modules/jest/bin/jest.js'),
  ...['--config', join(root, 'test/browser/jest.config.js')],
  ...process.argv.slice(2),
];
const env = { ...process.env, CHROMIUM };
const child = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit', env });

// Outlive the tests, to pass on how they ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
