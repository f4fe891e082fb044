import { e2eSuiteOf } from '../jest/suite.mjs';

/** Dropped files with a real SFTP server, gpg, kills and a full disk, apart from `npm test`. */
export default e2eSuiteOf('drops');
