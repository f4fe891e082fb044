import { runJest } from './child.mjs';
import { ensureClientModules } from './client.mjs';
import { ensurePageModules } from './pages.mjs';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensurePageModules();
await ensureClientModules();
process.exitCode = await runJest(['--config', 'test/release/jest.config.js', ...process.argv.slice(2)]);
