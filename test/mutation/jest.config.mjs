import { join } from 'node:path';

import { files } from './rules.mjs';

const folders = [...new Set(files.map((file) => `<rootDir>/${file.replace(/\/[^/]+$/, '')}`))];

export default {
  rootDir: join(import.meta.dirname, '../..'),
  roots: folders,
  testMatch: folders.map((folder) => `${folder}/*.spec.ts`),
  testEnvironment: join(import.meta.dirname, 'environment.mjs'),
  runtime: join(import.meta.dirname, 'runtime.mjs'),
};
