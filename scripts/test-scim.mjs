import { runJest } from './child.mjs';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
process.exitCode = await runJest(['--config', 'test/scim-clients/jest.config.js', ...process.argv.slice(2)]);
