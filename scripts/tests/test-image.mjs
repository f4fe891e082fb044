import { ensureMysql } from '../programs/mysql-server.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureBuild, run, say } from '../setup/setup.mjs';
import { openImage } from './image.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
const { installFirstOf } = await import('#service/database/private-server/install-server-package.js');
if (!(await run('systemd-analyze', ['--version'])).ok)
  await installFirstOf(['systemd'], 'Installing systemd with apt-get, which checks its units.', say);
const MYSQLD = await ensureMysql().catch(explain);
const image = await openImage().catch(explain);
try {
  await runSuite('image', {
    variables: { MYSQLD, IMAGE_FILES: image.files, IMAGE_SETTINGS: image.settings },
  });
} finally {
  await image.close();
}
