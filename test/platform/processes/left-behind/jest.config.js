import { join } from 'node:path';

import base from '../../../../jest.config.js';

const [, e2e] = base.projects;

/** Spec files that leave something behind, for `left-behind.e2e-spec.ts`. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../../../..'),
  testMatch: ['<rootDir>/test/platform/processes/left-behind/*.fixture.ts'],
  maxWorkers: 1,
  testTimeout: base.testTimeout,
};
