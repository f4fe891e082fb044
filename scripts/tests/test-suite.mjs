// npm run test:examples, test:monitoring, test:release, test:saml, test:scim: suites that need packages and a build
// alone.
import { ALL, ensureBuild, ensureModules } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

const [name = '', ...words] = process.argv.slice(2);
// A release builds in a clone.
await (name === 'release' ? ensureModules(ALL) : ensureBuild());
await runSuite(name, { words });
