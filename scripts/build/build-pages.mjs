// Without options: builds the administration pages when they are out of date. --background: used by `npm start` once
// the service is ready.
import { constants, setPriority } from 'node:os';
import { ensurePages, makePages } from './pages.mjs';
import { say } from '../setup/setup.mjs';

if (process.argv.includes('--background')) await inBackground();
else await ensurePages();

async function inBackground() {
  setPriority(constants.priority.PRIORITY_LOW);
  // The pipe closes when the service ends, also when it is killed; this process then ends too.
  process.stdin.resume().on('end', () => process.kill(-process.pid, 'SIGKILL'));
  try {
    if (await makePages()) say('The administration pages are built: /admin/');
  } catch (error) {
    say(`${error.message} The service works without them; npm run build:pages shows more.`);
  }
  process.exit();
}
