// npm run test:drops, test:examples, test:faults, test:monitoring, test:release, test:saml, test:scim: suites that need
// packages and a build alone.
import { ALL, ensureBuild, ensureModules } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

/** @type {Readonly<Record<string, string[]>>} */
const COLUMNS = {
  drops: ['killed after the step', 'writes:', 'found:', 'missing:', 'doubled:'],
  faults: [
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
};

const [name = '', ...words] = process.argv.slice(2);
// A release builds in a clone.
await (name === 'release' ? ensureModules(ALL) : ensureBuild());
await runSuite(name, { words, columns: COLUMNS[name] });
