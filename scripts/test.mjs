import { runJest } from './child.mjs';
import { ensureModules, ensureNode } from './setup.mjs';

// One more than the cores of a small machine: tests often wait for the database and for processes. On 2 cores a whole
// run took 217 s with three workers and 281 s with two.
const WORKERS = '--maxWorkers=3';

ensureNode();
await ensureModules();
const options = process.argv.slice(2);
const isSet = options.some(
  (option) => option.startsWith('--maxWorkers') || option === '-w' || option === '-i',
);
process.exitCode = await runJest(isSet ? options : [WORKERS, ...options]);
