// What every command does before anything else. It runs before node_modules exists, hence Node's own modules
// only, and writes to stderr only, as the command's stdout may be read by a program.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const modulesStamp = join(modules, '.package-lock.sha256');
const buildStamp = join(root, 'dist/.stamp');

/** Ends the process with one line when this Node is too old to run the project. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
}

/** Installs the packages when they are missing or not those of package-lock.json. */
export async function ensureModules() {
  if (modulesAreCurrent()) return;
  await exclusively(async () => {
    if (modulesAreCurrent()) return;
    say('Installing the packages (npm ci); this takes a moment the first time.');
    // Options of an outer npm reach us through the environment, so state those that matter.
    const args = ['ci', '--no-fund', '--no-audit', '--include=dev', '--loglevel=error'];
    const { ok, output } = await run(...npmCommand(args));
    if (!ok) fail(`${output}\nThe packages could not be installed; npm's reasons are above.`);
    writeFileSync(modulesStamp, sha256(readFileSync(lockFile)));
  });
}

/** Builds `dist` when it is missing or its sources have changed. */
export async function ensureBuild() {
  if (readStamp(buildStamp) === sourcesFingerprint()) return;
  await exclusively(async () => {
    const fingerprint = sourcesFingerprint();
    if (readStamp(buildStamp) === fingerprint) return;
    say('Building.');
    const nest = join(modules, '@nestjs/cli/bin/nest.js');
    const { ok, output } = await run(process.execPath, [nest, 'build']);
    if (!ok) fail(`${output}\nThe build failed; the reasons are above.`);
    writeFileSync(buildStamp, fingerprint);
  });
}

function modulesAreCurrent() {
  if (!existsSync(modules)) return false;
  const stamp = readStamp(modulesStamp);
  if (stamp !== undefined) return stamp === sha256(readFileSync(lockFile));
  // Somebody ran npm by hand; it writes this file last.
  const written = join(modules, '.package-lock.json');
  return existsSync(written) && statSync(written).mtimeMs > statSync(lockFile).mtimeMs;
}

function npmCommand(args) {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js'
    ? [process.execPath, [running, ...args]]
    : ['npm', args];
}

// Names, sizes and times instead of contents: this is on the path of every start.
function sourcesFingerprint() {
  const hash = createHash('sha256');
  const top = readdirSync(root).filter((name) => /^(tsconfig.*|nest-cli|package-lock)\.json$/.test(name));
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map((name) => join('src', name));
  for (const name of [...top, ...sources].sort()) {
    const found = statSync(join(root, name));
    if (found.isFile()) hash.update(`${name}\0${found.size}\0${found.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function exclusively(work) {
  const folder = join(root, '.data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withLock(join(folder, 'setup.lock'), work, () => say('Waiting for another set-up to finish.'));
}

function run(file, args) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trimEnd() }));
  });
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
