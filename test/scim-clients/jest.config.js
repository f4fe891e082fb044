import { e2eSuiteOf } from '../jest/suite.mjs';

/** SCIM clients that others wrote, apart from `npm test`. */
export default e2eSuiteOf('scim-clients');
