import { runJest } from './child.mjs';
import { ALL, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules(ALL);
process.exitCode = await runJest(['--config', 'test/release/jest.config.js', ...process.argv.slice(2)]);
