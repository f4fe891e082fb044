import { runTypescript } from './child.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
process.exitCode = await runTypescript('bench/soak/main.ts', process.argv.slice(2));
