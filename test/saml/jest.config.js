import { e2eSuiteOf } from '../jest/suite.mjs';

/** Sign-on at a real SimpleSAMLphp, apart from `npm test`: it is installed, and has a program of its own. */
export default e2eSuiteOf('saml');
