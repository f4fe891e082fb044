import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [, e2e] = base.projects;

/** The examples, apart from `npm test`: they start services, and wait in real time as their users do. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'examples',
  testMatch: ['<rootDir>/test/examples/*.example-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
