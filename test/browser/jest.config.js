import { e2eSuiteOf } from '../jest/suite.mjs';

/** The browser tests, apart from `npm test`: they need Chromium and the built pages. */
export default e2eSuiteOf('browser', {
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // On 2 cores: a file waits for its pages for almost half of its time.
  maxWorkers: 3,
});
