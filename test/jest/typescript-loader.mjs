import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { transform } from '@swc/core';

// What @swc-node/register does, without the second of processor time in which that loads TypeScript's own compiler.

const TYPESCRIPT = /\.ts(\?.*)?$/;
const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;

/** Our modules name each other as the build will: `.js`. */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  const isOurs = /^\..*\.js$/.test(specifier) && TYPESCRIPT.test(context.parentURL);
  return next(isOurs ? specifier.replace(/js$/, 'ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename });
  return { format: 'module', source: code, shortCircuit: true };
}
