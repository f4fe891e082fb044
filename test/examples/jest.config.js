import { e2eSuiteOf } from '../jest/suite.mjs';

/** The examples, apart from `npm test`: they start services, and wait in real time as their users do. */
export default e2eSuiteOf('examples');
