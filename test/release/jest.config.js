import { join } from 'node:path';

import base from '../../jest.config.js';

const [unit] = base.projects;

/** The release command, apart from `npm test`: it builds everything twice. It needs no database. */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'release',
  testMatch: ['<rootDir>/test/release/*.release-spec.ts'],
  maxWorkers: 1,
  testTimeout: base.testTimeout,
};
