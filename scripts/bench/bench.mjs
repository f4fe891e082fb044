import { runTypescript } from '../setup/child.mjs';
import { ensureChromium } from '../programs/chromium.mjs';
import { ensurePages } from '../build/pages.mjs';
import { ensureBuild } from '../setup/setup.mjs';

await ensureBuild();
const words = process.argv.slice(2);
if (words[0] === 'pages') {
  await ensurePages();
  process.env.CHROMIUM = (await ensureChromium()) ?? '';
}
process.exitCode = await runTypescript('bench/main.ts', words);
