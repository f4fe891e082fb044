import { resolve } from 'node:path';

/** Arguments for Node that run a TypeScript file as the tests load theirs. */
export const TYPESCRIPT = [
  '--no-warnings',
  '--import',
  resolve(import.meta.dirname, '../jest/typescript.mjs'),
];
