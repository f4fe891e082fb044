import { join } from 'node:path';

import base from '../../jest.config.js';
import { LONG_TEST_MS } from '../jest/long-tests.mjs';

const [unit] = base.projects;

/** The tests of the image and of what is deployed with it, apart from `npm test`: they need root and an image. */
export default {
  ...unit,
  rootDir: join(import.meta.dirname, '../..'),
  displayName: 'image',
  testMatch: ['<rootDir>/test/image/*.image-spec.ts'],
  maxWorkers: 1,
  testTimeout: LONG_TEST_MS,
};
