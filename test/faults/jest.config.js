import { suiteOf } from '../jest/suite.mjs';

/** The tests of faults, apart from `npm test`: each has a service and a database server of its own. */
export default suiteOf('faults', {
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // On 2 cores: a file waits for a third of its time or more, for a lease, a restart, a client that is slow.
  maxWorkers: 3,
  // The load of a failed test does not stop by itself.
  forceExit: true,
});
