import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** The built service on other versions of Node, apart from `npm test`: they are fetched from the registry. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'node',
  testMatch: ['<rootDir>/test/node/*.node-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
