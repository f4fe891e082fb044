import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJest } from './child.mjs';
import { ImageProblem, openImage } from './image.mjs';
import { ensureMysql, MysqlProblem } from './mysql-server.mjs';
import { ensureBuild, ensureModules, ensureNode, fail, run, say } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const { installFirstOf } = await import('../dist/database/private-server/install-server-package.js');
if (!(await run('systemd-analyze', ['--version'])).ok)
  await installFirstOf(['systemd'], 'Installing systemd with apt-get, which checks its units.', say);
const MYSQLD = await ensureMysql().catch(explain);
const image = await openImage().catch(explain);
const folder = mkdtempSync(join(tmpdir(), 'integration-api-image-'));
const words = ['--config', 'test/image/jest.config.js', ...process.argv.slice(2)];
// The client of the tests keeps what it sends and gets there, for a search that these tests do not make.
const env = { MYSQLD, IMAGE_FILES: image.files, IMAGE_SETTINGS: image.settings, TEST_EVIDENCE: folder };
process.exitCode = await runJest(words, env);
rmSync(folder, { recursive: true });
await image.close();

function explain(problem) {
  if (!(problem instanceof ImageProblem) && !(problem instanceof MysqlProblem)) throw problem;
  fail([problem.output, problem.message].filter(Boolean).join('\n'));
}
