import { runJest, withFolder } from './child.mjs';
import { openImage } from './image.mjs';
import { ensureMysql } from './mysql-server.mjs';
import { explain } from './problem.mjs';
import { ensureBuild, ensureModules, ensureNode, run, say } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const { installFirstOf } = await import('#service/database/private-server/install-server-package.js');
if (!(await run('systemd-analyze', ['--version'])).ok)
  await installFirstOf(['systemd'], 'Installing systemd with apt-get, which checks its units.', say);
const MYSQLD = await ensureMysql().catch(explain);
const image = await openImage().catch(explain);
const words = ['--config', 'test/image/jest.config.js', ...process.argv.slice(2)];
const env = { MYSQLD, IMAGE_FILES: image.files, IMAGE_SETTINGS: image.settings };
try {
  process.exitCode = await withFolder((folder) => runJest(words, { ...env, TEST_EVIDENCE: folder }));
} finally {
  await image.close();
}
