import { join } from 'node:path';

import base from '../../jest.config.js';

const [, e2e] = base.projects;

/** The built service on other versions of Node, apart from `npm test`: they are fetched from the registry. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'node',
  testMatch: ['<rootDir>/test/node/*.node-spec.ts'],
  maxWorkers: 1,
  testTimeout: base.testTimeout,
};
