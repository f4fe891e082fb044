import { ensureBuild } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
await runSuite('drops', { columns: ['killed after the step', 'writes:', 'found:', 'missing:', 'doubled:'] });
