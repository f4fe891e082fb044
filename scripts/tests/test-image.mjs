import { ensureInstalled, isProgram } from '../programs/debian.mjs';
import { ensureMysql } from '../programs/mysql-server.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureBuild } from '../setup/setup.mjs';
import { openImage } from './image.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
await ensureInstalled(
  () => isProgram('systemd-analyze'),
  ['systemd'],
  'Installing systemd with apt-get, which checks its units.',
);
const MYSQLD = await ensureMysql().catch(explain);
const image = await openImage().catch(explain);
try {
  await runSuite('image', {
    variables: { MYSQLD, IMAGE_FILES: image.files, IMAGE_SETTINGS: image.settings },
  });
} finally {
  await image.close();
}
