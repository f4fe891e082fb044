// The command of the build in a process that kills itself: node drops-process.mjs <step|none> <times> <words>. It dies
// when it has come to the step so many times.
import { drops } from '../../../dist/cli/drops/drops.js';

const [fatal, times, ...words] = process.argv.slice(2);
let reached = 0;
process.exitCode = await drops(words, process, (step) => {
  if (step === fatal) reached += 1;
  if (step === fatal && reached === Number(times)) process.kill(process.pid, 'SIGKILL');
});
