// The administration pages (pages/) have a build and a lock of their own, so that the API never waits for them.
import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explain, Problem } from '../setup/problem.mjs';
import {
  ALL,
  ensureNode,
  fingerprintOf,
  installMissing,
  makeWhenChanged,
  packageFolder,
  readStamp,
  ROOT,
  run,
  say,
} from '../setup/setup.mjs';

const pages = join(ROOT, 'pages');
const dist = join(pages, 'dist');
const stamp = join(dist, '.stamp');
const packages = { top: /^package-lock\.json$/, folders: [] };
const sources = {
  top: /^((index|reference)\.html|vite\.config\.ts|tsconfig\.json|package\.json)$/,
  folders: ['src', 'public', 'scripts'],
  // Types only, which the bundler leaves out.
  generated: 'src/api/openapi.ts',
};

/** Builds pages/dist when it is missing or its sources have changed; or ends the process. */
export async function ensurePages() {
  ensureNode();
  await makePages().catch(explain);
}

/**
 * Builds the pages when they are out of date.
 * @returns whether they were
 * @throws {Problem} when that failed
 */
export function makePages() {
  return makeWhenChanged('pages.lock', stamp, fingerprint, async () => {
    await install();
    await build();
  });
}

/**
 * Does the same in a child process of low priority, which always ends with this process. Does nothing when BUILD_PAGES
 * is false: for machines without a registry, and for tests that start many services.
 */
export function buildPagesInBackground() {
  if (process.env.BUILD_PAGES === 'false' || readStamp(stamp) === fingerprint()) return;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/build/build-pages.mjs'), '--background'], {
    // A group of its own, so that npm and the bundler end with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.on('error', (error) => say(`The administration pages could not be built: ${error.message}`));
  const stdin = /** @type {import('node:net').Socket} */ (child.stdin);
  stdin.on('error', () => {}).unref();
  child.unref();
}

function fingerprint() {
  return `${fingerprintOf(ROOT, packages)} ${fingerprintOf(pages, sources)}`;
}

/** What `npm start` has left out. */
async function install() {
  const reasons = await installMissing(ALL);
  if (reasons !== undefined)
    throw new Problem('The packages of the administration pages could not be installed.', reasons);
}

// Built beside the pages that are served, which it then replaces.
async function build() {
  const next = join(pages, 'node_modules/.next-dist');
  const vite = join(packageFolder('vite', pages), 'bin/vite.js');
  const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
  const { ok, output } = await run(process.execPath, args, pages);
  if (!ok) throw new Problem('The administration pages could not be built.', output);
  const old = join(pages, 'node_modules/.old-dist');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
}
