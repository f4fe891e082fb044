// The first step of every command. It runs before node_modules exists, so it imports only Node's own modules. It writes
// only to stderr, because a program may read the command's stdout.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const buildStamp = join(root, 'dist/.stamp');
const buildSources = { top: /^(tsconfig.*|nest-cli|package-lock)\.json$/, folders: ['src'] };

/** Exits with one line when this version of Node is too old for the project. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
}

/** Installs the packages when they are missing or not those of package-lock.json. */
export async function ensureModules() {
  if (modulesAreCurrent(root)) {
    // After a direct `npm ci` there is none. A clone that shares these packages would take them for old, and install.
    if (!existsSync(modulesStamp(root))) writeFileSync(modulesStamp(root), lockFileHash(root));
    return;
  }
  await exclusively('setup.lock', async () => {
    if (modulesAreCurrent(root)) return;
    say('Installing the packages (npm ci); this takes a moment the first time.');
    const { ok, output } = await installModules(root);
    if (!ok) fail(`${output}\nThe packages could not be installed; npm's reasons are above.`);
  });
}

/** Installs what the package-lock.json of a folder names; the caller holds the lock. */
export async function installModules(folder) {
  // Options of an outer npm are inherited through the environment, so those that matter are set here.
  const args = ['ci', '--no-fund', '--no-audit', '--include=dev', '--loglevel=error'];
  const result = await run(...npmCommand(args), folder);
  if (result.ok) writeFileSync(modulesStamp(folder), lockFileHash(folder));
  return result;
}

/** Builds `dist` when it is missing or its sources have changed. */
export async function ensureBuild() {
  if (readStamp(buildStamp) === fingerprintOf(root, buildSources)) return;
  await exclusively('setup.lock', async () => {
    const fingerprint = fingerprintOf(root, buildSources);
    if (readStamp(buildStamp) === fingerprint) return;
    say('Building.');
    const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    const { ok, output } = await run(process.execPath, [nest, 'build']);
    if (!ok) fail(`${output}\nThe build failed; the reasons are above.`);
    writeFileSync(buildStamp, fingerprint);
  });
}

/** Whether node_modules of a folder is what its package-lock.json names. */
export function modulesAreCurrent(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return false;
  const stamp = readStamp(modulesStamp(folder));
  if (stamp !== undefined) return stamp === lockFileHash(folder);
  // The user ran npm directly; it writes this file last.
  const written = join(modules, '.package-lock.json');
  return (
    existsSync(written) && statSync(written).mtimeMs > statSync(join(folder, 'package-lock.json')).mtimeMs
  );
}

function modulesStamp(folder) {
  return join(folder, 'node_modules/.package-lock.sha256');
}

function npmCommand(args) {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js'
    ? [process.execPath, [running, ...args]]
    : ['npm', args];
}

/**
 * Tells whether sources have changed. Names, sizes and times instead of contents: this is on the path of every start.
 */
export function fingerprintOf(folder, { top, folders }) {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => top.test(name));
  for (const inner of folders)
    names.push(...readdirSync(join(folder, inner), { recursive: true }).map((name) => join(inner, name)));
  for (const name of names.sort()) {
    const found = statSync(join(folder, name));
    if (found.isFile()) hash.update(`${name}\0${found.size}\0${found.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Runs `work` while no other process has the same lock. */
export function exclusively(lock, work) {
  const folder = join(root, '.data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withLock(join(folder, lock), work, () => say('Waiting for another set-up to finish.'));
}

/**
 * Runs a program to its end.
 * @returns its answer is `stdout`; `output` has the warnings and errors too, in their places, and is for messages
 */
export function run(file, args, cwd = root) {
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

/** Without the project itself: a new version of it needs no other packages. */
function lockFileHash(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packages).filter(([place]) => place !== '');
  return createHash('sha256').update(JSON.stringify(others)).digest('hex');
}

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export function fail(text) {
  say(text);
  process.exit(1);
}
