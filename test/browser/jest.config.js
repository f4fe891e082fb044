import { join } from 'node:path';

import base from '../../jest.config.js';

const [, e2e] = base.projects;

/** The browser tests, apart from `npm test`: they need Chromium and the built pages. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'browser',
  testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'],
  globalSetup: base.globalSetup,
  globalTeardown: base.globalTeardown,
  // On 2 cores: one file waits for its pages for a third of its time.
  maxWorkers: 2,
  testTimeout: base.testTimeout,
};
