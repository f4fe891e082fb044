import { e2eSuiteOf } from '../jest/suite.mjs';

/** The built service on other versions of Node, apart from `npm test`: they are fetched from the registry. */
export default e2eSuiteOf('node');
