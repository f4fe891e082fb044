import { e2eSuiteOf } from '../jest/suite.mjs';

/** The administration pages with a screen reader, apart from `npm test`: it is installed, and needs a desktop. */
export default e2eSuiteOf('screen-reader');
