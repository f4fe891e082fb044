import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** The tests of upgrades, apart from `npm test`: they need an earlier version from the history, built. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'upgrade',
  testMatch: ['<rootDir>/test/upgrade/*.upgrade-spec.ts'],
  maxWorkers: 1,
  // The load of a failed test, and a version that did not start, do not end by themselves.
  forceExit: true,
  testTimeout: LONG_TEST_MS,
};
