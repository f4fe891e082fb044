import { runJest } from './child.mjs';
import { ensureClient } from './database-client.mjs';
import { ensureBuild, ensureModules, ensureNode, fail, say } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
if (!(await ensureClient(say)))
  fail(
    'The tests of backups need mariadb-dump or mysqldump, which is not on this machine and cannot ' +
      'be installed by this user.\n' +
      'Install it (on Debian: apt-get install mariadb-client).',
  );
process.exitCode = await runJest(['--config', 'test/backup/jest.config.js', ...process.argv.slice(2)]);
