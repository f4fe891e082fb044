import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** The browser tests, apart from `npm test`: they need Chromium and the built pages. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'browser',
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // On 2 cores: a file waits for its pages for almost half of its time.
  maxWorkers: 3,
  testTimeout: LONG_TEST_MS,
};
