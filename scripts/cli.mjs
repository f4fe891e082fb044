import { ensureBuild } from './setup/setup.mjs';

await ensureBuild();
await import(new URL('../dist/cli/main.js', import.meta.url).href);
