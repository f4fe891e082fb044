import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJest } from './child.mjs';
import { fetchNode } from './node-versions.mjs';
import { ensureBuild, ensureModules, ensureNode, fail } from './setup.mjs';

// Of each line that is maintained the newest version when this was written; the version of this machine is added.
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];

ensureNode();
await ensureModules();
await ensureBuild();
const programs = {};
for (const version of VERSIONS)
  programs[version] =
    version === process.versions.node ? process.execPath : await fetchNode(version).catch(explain);
const folder = mkdtempSync(join(tmpdir(), 'integration-api-node-'));
const env = { NODE_PROGRAMS: JSON.stringify(programs), TEST_EVIDENCE: folder };
process.exitCode = await runJest(['--config', 'test/node/jest.config.js', ...process.argv.slice(2)], env);
rmSync(folder, { recursive: true });

function explain(error) {
  fail(error.message);
}
