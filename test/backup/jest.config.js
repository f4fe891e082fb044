import { e2eSuiteOf } from '../jest/suite.mjs';

/** The tests of backups, apart from `npm test`: they need the database's own client programs. */
export default e2eSuiteOf('backup');
