import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [unit] = base.projects;

/** The release command, apart from `npm test`: it builds everything twice. It needs no database. */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'release',
  testMatch: ['<rootDir>/test/release/*.release-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
