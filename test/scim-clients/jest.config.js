import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** SCIM clients that others wrote, apart from `npm test`. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'scim-clients',
  testMatch: ['<rootDir>/test/scim-clients/*.client-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
