import { runJest } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensurePages } from './pages.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
await ensurePages();
const CHROMIUM = await ensureChromium();
if (CHROMIUM === undefined) {
  process.stderr.write(
    'The browser tests need Chromium, which is not on this machine and cannot be installed by this user.\n' +
      'Install it (on Debian: apt-get install chromium), or name its program in CHROMIUM.\n',
  );
  process.exit(1);
}
process.exitCode = await runJest(['--config', 'test/browser/jest.config.js', ...process.argv.slice(2)], {
  CHROMIUM,
});
