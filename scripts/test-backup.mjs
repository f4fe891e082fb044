import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient } from './database-client.mjs';
import { ensureBuild, ensureModules, ensureNode, fail, say } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
if (!(await ensureClient(say)))
  fail(
    'The tests of backups need mariadb-dump or mysqldump, which is not on this machine and cannot be installed by this user.\n' +
      'Install it (on Debian: apt-get install mariadb-client).',
  );

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const jest = [
  '--no-warnings',
  '--experimental-vm-modules',
  join(root, 'node_modules/jest/bin/jest.js'),
  ...['--config', join(root, 'test/backup/jest.config.js')],
  ...process.argv.slice(2),
];
const child = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit' });

// Outlive the tests, to pass on how they ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
