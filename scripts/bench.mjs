import { runTypescript } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensurePages } from './pages.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const words = process.argv.slice(2);
if (words[0] === 'pages') {
  await ensurePages();
  process.env.CHROMIUM = (await ensureChromium()) ?? '';
}
process.exitCode = await runTypescript('bench/main.ts', words);
