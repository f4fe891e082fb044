import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** The tests of backups, apart from `npm test`: they need the database's own client programs. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'backup',
  testMatch: ['<rootDir>/test/backup/*.backup-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
