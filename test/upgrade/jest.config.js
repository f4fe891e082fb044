import { e2eSuiteOf } from '../jest/suite.mjs';

/** The tests of upgrades, apart from `npm test`: they need an earlier version from the history, built. */
export default e2eSuiteOf('upgrade', {
  // The load of a failed test, and a version that did not start, do not end by themselves.
  forceExit: true,
});
