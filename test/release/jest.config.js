import { suiteOf } from '../jest/suite.mjs';

/** The release command, apart from `npm test`: it builds everything twice. It needs no database. */
export default suiteOf('release');
