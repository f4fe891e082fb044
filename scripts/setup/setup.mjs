// The first step of every command. It runs before node_modules exists, so it imports only Node's own modules. It writes
// only to stderr, because a program may read the command's stdout.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

/** The top of the project. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The archive of a release has builds and no sources: nothing is built there, and no tools are installed. */
export const IS_RELEASE = !existsSync(join(ROOT, 'src'));
/** Which packages are installed. */
export const SERVICE = 'service';
export const ALL = 'all';
const buildStamp = join(ROOT, 'dist/.stamp');
const buildSources = {
  top: /^(tsconfig.*|package-lock)\.json$/,
  files: ['scripts/build/service.mjs', 'client/tsconfig.json', 'client/tsconfig.build.json'],
  folders: ['src', 'client/src'],
  // Types only, which the compiler leaves out.
  generated: 'client/src/openapi/types.gen.ts',
};

/** Exits with one line when this version of Node is too old for the project. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
}

/**
 * Installs the packages when they are missing or not those of package-lock.json; or ends the process, as it does when
 * Node is too old.
 * @param part those of the service are enough to build, start and test it; the pages have three times as many files
 */
export async function ensureModules(part = SERVICE) {
  ensureNode();
  const reasons = await installMissing(part);
  if (reasons !== undefined)
    fail(`${reasons}\nThe packages could not be installed; npm's reasons are above.`);
}

/** @returns why that failed, in npm's words; undefined when all packages of the part are there */
export async function installMissing(part) {
  if (modulesAreCurrent(ROOT, part)) return undefined;
  return exclusively('setup.lock', async () => {
    if (modulesAreCurrent(ROOT, part)) return undefined;
    say('Installing the packages (npm); this takes a moment the first time.');
    const { ok, output } = await installModules(ROOT, part);
    return ok ? undefined : output;
  });
}

/** Installs what the package-lock.json of a folder names; the caller holds the lock. */
export async function installModules(folder, part) {
  // `npm ci` would take the packages away from a service that runs.
  const isAddition = part === ALL && modulesAreCurrent(folder, SERVICE);
  const words = isAddition
    ? ['install', '--no-save']
    : ['ci', ...(part === ALL ? [] : ['--workspaces=false'])];
  const tools = existsSync(join(folder, 'src')) ? '--include=dev' : '--omit=dev';
  // Options of an outer npm are inherited through the environment, so those that matter are set here.
  const args = [...words, '--no-fund', '--no-audit', tools, '--loglevel=error'];
  const result = await run(...npmCommand(args), folder);
  if (result.ok) writeFileSync(modulesStamp(folder), stampOf(part, lockFileHash(folder)));
  return result;
}

/**
 * Builds `dist` when it is missing or its sources have changed, with the packages that this takes. In the archive of a
 * release it installs the packages alone.
 */
export async function ensureBuild(part = SERVICE) {
  await ensureModules(part);
  if (IS_RELEASE) return;
  await makeWhenChanged(
    'setup.lock',
    buildStamp,
    () => fingerprintOf(ROOT, buildSources),
    async () => {
      say('Building.');
      const { ok, output } = await run(process.execPath, [join(ROOT, 'scripts/build/service.mjs')]);
      if (!ok) fail(`${output}\nThe build failed; the reasons are above.`);
    },
  );
}

/**
 * Makes something unless its stamp has the fingerprint of the present sources, which it gets then. Of processes at once
 * one makes it.
 * @returns whether it was made
 */
export async function makeWhenChanged(lock, stamp, fingerprint, make) {
  if (readStamp(stamp) === fingerprint()) return false;
  return exclusively(lock, async () => {
    // Read before, so that a source that changes meanwhile causes another one.
    const present = fingerprint();
    if (readStamp(stamp) === present) return false;
    await make();
    writeFileSync(stamp, present);
    return true;
  });
}

/** Whether node_modules of a folder has what its package-lock.json names. */
export function modulesAreCurrent(folder, part) {
  if (!existsSync(join(folder, 'node_modules'))) return false;
  const hash = lockFileHash(folder);
  const stamp = readStamp(modulesStamp(folder)) ?? stampAfterNpm(folder, hash);
  return stamp === stampOf(ALL, hash) || stamp === stampOf(part, hash);
}

/** After a direct `npm ci` there is none. A clone that shares these packages would take them for old, and install. */
function stampAfterNpm(folder, hash) {
  // npm writes this file last.
  const written = join(folder, 'node_modules/.package-lock.json');
  if (
    !existsSync(written) ||
    statSync(written).mtimeMs <= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
    return undefined;
  const hasWorkspaces = readFileSync(written, 'utf8').includes('"link": true');
  const stamp = stampOf(hasWorkspaces ? ALL : SERVICE, hash);
  writeFileSync(modulesStamp(folder), stamp);
  return stamp;
}

function modulesStamp(folder) {
  return join(folder, 'node_modules/.package-lock.sha256');
}

const stampOf = (part, hash) => `${part} ${hash}`;

/** The folder of an installed package, which is where a module of the folder `from` finds it. */
export function packageFolder(name, from = ROOT) {
  return dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));
}

function npmCommand(args) {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js'
    ? [process.execPath, [running, ...args]]
    : ['npm', args];
}

/**
 * Says whether sources have changed. Names, sizes and times instead of contents: this is on the path of every start.
 * @param {string} folder
 * @param {{ top: RegExp, files?: string[], folders: string[], generated?: string }} sources the files at the top,
 * further ones, the folders, and one file in them that is made, not written
 */
export function fingerprintOf(folder, { top, files = [], folders, generated }) {
  const hash = createHash('sha256');
  const names = [...readdirSync(folder).filter((name) => top.test(name)), ...files];
  for (const inner of folders)
    names.push(...readdirSync(join(folder, inner), { recursive: true }).map((name) => join(inner, name)));
  for (const name of names.filter((one) => one !== generated).sort()) {
    const found = statSync(join(folder, name));
    if (found.isFile()) hash.update(`${name}\0${found.size}\0${found.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Runs `work` while no other process has the same lock. */
export function exclusively(lock, work) {
  const folder = join(ROOT, '.data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withLock(join(folder, lock), work, () => say('Waiting for another set-up to finish.'));
}

/**
 * Runs a program to its end.
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} its answer is `stdout`; `output` has the warnings
 * and errors too, in their places, and is for messages
 */
export function run(file, args, cwd = ROOT) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, output] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.on('error', ({ message }) => resolve({ ok: false, stdout: '', output: message }));
    child.on('close', (code) =>
      resolve({ ok: code === 0, stdout: stdout.trimEnd(), output: output.trimEnd() }),
    );
  });
}

export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Without the project itself and its workspaces: a new version of them needs no other packages. */
function lockFileHash(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
  return createHash('sha256').update(JSON.stringify(others)).digest('hex');
}

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @returns {never} */
export function fail(text) {
  say(text);
  process.exit(1);
}
