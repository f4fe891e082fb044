// npm run test:screen-reader: Orca reads the administration pages in Chromium, on a desktop that is not shown.
import { ensurePages } from '../build/pages.mjs';
import { ensureChromium } from '../programs/chromium.mjs';
import { ensureInstalled, isProgram } from '../programs/debian.mjs';
import { ensureBuild, fail } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

/** Programs, and the packages of Debian that have them. */
const PROGRAMS = [
  ['orca', 'orca'],
  ['Xvfb', 'xvfb'],
  ['dbus-daemon', 'dbus'],
  ['openbox', 'openbox'],
  ['xdotool', 'xdotool'],
  ['speech-dispatcher', 'speech-dispatcher'],
];

await ensureBuild();
await ensurePages();
for (const [program, name] of PROGRAMS) {
  const reason = `No ${program} was found; installing the distribution’s with apt-get.`;
  if (!(await ensureInstalled(() => isProgram(program), [name], reason)))
    fail(`These tests need ${program} (on Debian: apt-get install ${name}), which cannot be installed.`);
}
const CHROMIUM = await ensureChromium({ withWindow: true });
if (CHROMIUM === undefined)
  fail(
    'These tests need a Chromium with a window (on Debian: apt-get install chromium), or its program in CHROMIUM.',
  );
await runSuite('screen-reader', { variables: { CHROMIUM } });
