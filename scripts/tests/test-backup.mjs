import { ensureClient } from '../backup/database-client.mjs';
import { ensureBuild, fail } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
if (!(await ensureClient()))
  fail(
    'The tests of backups need mariadb-dump or mysqldump, which is not on this machine and cannot ' +
      'be installed by this user.\n' +
      'Install it (on Debian: apt-get install mariadb-client).',
  );
await runSuite('backup');
