import { join } from 'node:path';

import base from '../../jest.config.js';

const [unit] = base.projects;

/**
 * The tests of faults, apart from `npm test`: they need the processor for themselves, and each has a database server of
 * its own.
 */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'faults',
  testMatch: ['<rootDir>/test/faults/*.fault-spec.ts'],
  maxWorkers: 1,
  // The load of a failed test does not stop by itself.
  forceExit: true,
  testTimeout: 300_000,
};
