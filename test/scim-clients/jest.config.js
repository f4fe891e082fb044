import { join } from 'node:path';

import base from '../../jest.config.js';

const [, e2e] = base.projects;

/** SCIM clients that others wrote, apart from `npm test`. */
export default {
  ...e2e,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'scim-clients',
  testMatch: ['<rootDir>/test/scim-clients/*.client-spec.ts'],
  maxWorkers: 1,
  testTimeout: base.testTimeout,
};
