import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [unit] = base.projects;

/** The alert rules and the dashboard in a real Prometheus, apart from `npm test`: most of the time is waiting. */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'monitoring',
  testMatch: ['<rootDir>/test/monitoring/*.monitoring-spec.ts'],
  maxWorkers: 1,
  // The load of a failed test does not stop by itself.
  forceExit: true,
  testTimeout: LONG_TEST_MS,
};
