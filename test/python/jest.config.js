import { e2eSuiteOf } from '../jest/suite.mjs';

/** The client for Python, apart from `npm test`: it needs programs that not every machine has. */
export default e2eSuiteOf('python');
