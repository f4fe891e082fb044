import { runJest } from './child.mjs';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
process.exitCode = await runJest(['--config', 'test/examples/jest.config.js', ...process.argv.slice(2)]);
