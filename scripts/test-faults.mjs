import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runJest, withFolder } from './child.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

const COLUMNS = [
  'fault',
  'load: calls that were acknowledged',
  'writes acknowledged',
  'found',
  'missing',
  'doubled',
  'longest wait for a 503 (s)',
  'longest wait (s)',
  'seconds to recover',
  'grown by MiB',
];
const HEAD = `| ${COLUMNS.join(' | ')} |
| --- | --- |${' ---: |'.repeat(COLUMNS.length - 2)}
`;

ensureNode();
await ensureModules();
await ensureBuild();
const words = ['--config', 'test/faults/jest.config.js', ...process.argv.slice(2)];
await withFolder(async (folder) => {
  const report = join(folder, 'table.md');
  const env = { FAULTS_REPORT: report, FAULTS_FOLDER: folder, TEST_EVIDENCE: folder };
  process.exitCode = await runJest(words, env);
  // Not on stdout, which contains Jest's JSON if that is requested.
  if (existsSync(report)) process.stderr.write(`\n${HEAD}${readFileSync(report, 'utf8')}`);
});
