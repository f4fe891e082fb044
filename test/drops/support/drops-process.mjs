// The command of the build in a process that kills itself after a step: node drops-process.mjs <step|none> <words>.
import { drops } from '../../../dist/cli/drops/drops.js';

const [fatal, ...words] = process.argv.slice(2);
process.exitCode = await drops(words, process, (step) => {
  if (step === fatal) process.kill(process.pid, 'SIGKILL');
});
