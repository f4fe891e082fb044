import { runJest, withFolder } from './child.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const words = ['--config', 'test/monitoring/jest.config.js', ...process.argv.slice(2)];
process.exitCode = await withFolder((folder) => runJest(words, { TEST_EVIDENCE: folder }));
