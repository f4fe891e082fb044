import { ensurePages } from '../build/pages.mjs';
import { ensureChromium } from '../programs/chromium.mjs';
import { ensureBuild, fail } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
await ensurePages();
const CHROMIUM = await ensureChromium();
if (CHROMIUM === undefined)
  fail(
    'The browser tests need Chromium, which is not on this machine and cannot be installed by this user.\n' +
      'Install it (on Debian: apt-get install chromium), or name its program in CHROMIUM.',
  );
await runSuite('browser', { variables: { CHROMIUM } });
