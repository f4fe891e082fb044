import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runJest } from './child.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
// The clients of the tests keep what they send and get there, for a search that these tests do not make.
const folder = mkdtempSync(join(tmpdir(), 'integration-api-monitoring-'));
const words = ['--config', 'test/monitoring/jest.config.js', ...process.argv.slice(2)];
process.exitCode = await runJest(words, { TEST_EVIDENCE: folder });
rmSync(folder, { recursive: true });
