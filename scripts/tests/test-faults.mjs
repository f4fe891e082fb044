import { ensureBuild } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
await runSuite('faults', {
  columns: [
    'fault',
    'load: calls that were acknowledged',
    'writes acknowledged:',
    'found:',
    'missing:',
    'doubled:',
    'longest wait for a 503 (s):',
    'longest wait (s):',
    'seconds to recover:',
    'grown by MiB:',
  ],
});
