import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
await import(new URL('../dist/cli/main.js', import.meta.url).href);
