import { suiteOf } from '../jest/suite.mjs';

/** The alert rules and the dashboard in a real Prometheus, apart from `npm test`: most of the time is waiting. */
export default suiteOf('monitoring', {
  // The load of a failed test does not stop by itself.
  forceExit: true,
});
