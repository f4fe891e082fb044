import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [unit] = base.projects;

/** The tests of faults, apart from `npm test`: each has a service and a database server of its own. */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'faults',
  testMatch: ['<rootDir>/test/faults/*.fault-spec.ts'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // On 2 cores: a file waits for a third of its time or more, for a lease, a restart, a client that is slow.
  maxWorkers: 3,
  // The load of a failed test does not stop by itself.
  forceExit: true,
  testTimeout: LONG_TEST_MS,
};
