import { join } from 'node:path';

import { files } from './rules.mjs';

const folders = [...new Set(files.map((file) => `<rootDir>/${file.replace(/\/[^/]+$/, '')}`))];

/**
 * Unit tests in the way that Jest documents: a realm for each file, made anew in each run. Stryker runs Jest many times
 * in one process, where modules in the realm of the worker (`test/jest/native-runtime.mjs`) would stay as they were.
 */
export default {
  rootDir: join(import.meta.dirname, '../..'),
  roots: folders,
  testMatch: folders.map((folder) => `${folder}/*.spec.ts`),
  setupFiles: ['<rootDir>/test/mutation/own-realm.mjs'],
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
