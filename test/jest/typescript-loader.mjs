import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What @swc-node/register does, without the second of processor time in which that loads TypeScript's own compiler. The
// results are kept: the application and its tests are 1,000 files, for which swc takes another second.

const TYPESCRIPT = /\.ts(\?.*)?$/;
const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;
const CLIENT = new URL('../../client/src/index.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(ROOT, '.data/transformed');

const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const settings = `${version}\n${readFileSync(join(ROOT, '.swcrc'), 'utf8')}`;
mkdirSync(KEPT, { recursive: true });

/** Our modules name each other as the build will: `.js`, and `#client` for what it puts into `dist/client`. */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  if (specifier === '#client') return { url: CLIENT, shortCircuit: true };
  const isOurs = /^\..*\.js$/.test(specifier) && TYPESCRIPT.test(context.parentURL);
  return next(isOurs ? specifier.replace(/js$/, 'ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  return { format: 'module', source: await transformed(filename), shortCircuit: true };
}

async function transformed(filename) {
  const { size, mtimeMs } = statSync(filename);
  const key = digest(`${settings}\n${filename}\n${size} ${mtimeMs}`);
  // One file for each source, so that the folder does not grow with each change.
  const kept = join(KEPT, digest(filename));
  const found = read(kept);
  if (found?.startsWith(key)) return found.slice(key.length);
  const { transform } = await import('@swc/core');
  const { code } = await transform(readFileSync(filename, 'utf8'), { filename });
  keep(kept, key + code);
  return code;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// Renamed into place, because another worker may read it.
function keep(path, text) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}
