// Builds docker/Dockerfile where no container engine runs: buildah needs no daemon, and by chroot no rights that a
// container lacks. The base that the Dockerfile names is made of the distribution's packages and of Node's program.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { debianMirror, ensureInstalled, isProgram } from '../programs/debian.mjs';
import { fetchNode } from '../programs/node-versions.mjs';
import { Problem } from '../setup/problem.mjs';
import { exclusively, fingerprintOf, readStamp, ROOT, run, say } from '../setup/setup.mjs';

const folder = join(ROOT, '.data/image');
const dockerfile = join(ROOT, 'docker/Dockerfile');
const NAME = 'localhost/integration-api';
// The most portable of buildah's stores: it works on every file system, also on that of a container.
const STORE = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
/** @type {[string, { top: RegExp, folders: string[] }][]} */
const SOURCES = [
  [
    '',
    {
      top: /^(\.npmrc|\.dockerignore|LICENSE|(package(-lock)?|tsconfig.*)\.json)$/,
      folders: ['src'],
    },
  ],
  ['client', { top: /^tsconfig.*\.json$/, folders: ['src'] }],
  ['pages', { top: /\.(html|json|ts)$/, folders: ['src', 'public', 'scripts'] }],
  ['docker', { top: /^Dockerfile$/, folders: [] }],
  ['scripts/build', { top: /^service\.mjs$/, folders: [] }],
];
/** @type {[string, string][]} */
const PROGRAMS = [
  ['buildah', 'buildah'],
  ['debootstrap', 'debootstrap'],
  ['unshare', 'util-linux'],
];

/**
 * Builds the image and opens it. The base is kept in `.data/image`.
 * @returns the folder with the files of the image, a file with its settings, and how to remove the opened copy
 * @throws {Problem}
 */
export async function openImage() {
  if (process.getuid?.() !== 0)
    throw new Problem('Only root may build the image: its files belong to several users.');
  await ensurePrograms();
  return exclusively('image.lock', async () => {
    mkdirSync(folder, { recursive: true });
    await ensureBase();
    await ensureImage();
    return open();
  });
}

async function ensurePrograms() {
  for (const [program, name] of PROGRAMS) {
    const reason = `Installing ${name} with apt-get, to build the image.`;
    if (!(await ensureInstalled(() => isProgram(program), [name], reason)))
      throw new Problem(`The image is built with ${program}, which cannot be installed.`);
  }
}

async function ensureBase() {
  const [, base] = /^ARG NODE=(\S+)$/m.exec(readFileSync(dockerfile, 'utf8')) ?? [];
  const [, version, suite] = /\/node:([\d.]+)-(\w+)-slim$/.exec(base ?? '') ?? [];
  if (version === undefined) throw new Problem('The Dockerfile names no base that is known.');
  if (await isStored(base)) return;
  say(`Making the base of the image (debootstrap, Node ${version}); this takes a minute the first time.`);
  const began = performance.now();
  const system = join(folder, 'base');
  rmSync(system, { recursive: true, force: true });
  const mirror = await debianMirror();
  if (mirror === undefined) throw new Problem('The sources of apt-get name no mirror of Debian.');
  // Within mounts of its own: of one that was ended half-way no /proc is left in the folder that is then removed.
  await must('unshare', ['--mount', 'debootstrap', '--variant=minbase', suite, system, mirror]);
  await addNode(system, version);
  const { stdout: container } = await buildah(['from', 'scratch'], 'begin the base');
  await buildah(['add', '--quiet', container, system, '/'], 'fill the base');
  await buildah(['config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container], 'set the base up');
  await buildah(['commit', '--quiet', '--rm', container, base], 'keep the base');
  rmSync(system, { recursive: true });
  say(`The base was made in ${seconds(performance.now() - began)} s.`);
}

/** Builds the image when it is missing or its sources have changed. */
async function ensureImage() {
  const stamp = join(folder, 'stamp');
  const fingerprint = SOURCES.map(([inner, sources]) => fingerprintOf(join(ROOT, inner), sources)).join();
  if (readStamp(stamp) === fingerprint && (await isStored(NAME))) return;
  say('Building the image.');
  const began = performance.now();
  await build();
  say(`The image was built in ${seconds(performance.now() - began)} s.`);
  writeFileSync(stamp, fingerprint);
}

/** As the official image of Node has it: the program, npm, and the user `node`. */
async function addNode(system, version) {
  for (const unneeded of ['var/cache/apt/archives', 'var/lib/apt/lists', 'usr/share/doc'])
    rmSync(join(system, unneeded), { recursive: true, force: true });
  const modules = join(system, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  await must('cp', [await fetchNode(version), join(system, 'usr/local/bin/node')]);
  const { stdout: own } = await run('npm', ['root', '--global']);
  await must('cp', ['-rL', join(own, 'npm'), modules]);
  await must('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(system, 'usr/local/bin/npm')]);
  await must('chroot', [system, 'groupadd', '--gid', '1000', 'node']);
  await must('chroot', [system, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
  // In the base, so that the places over which npm's files are mounted are no part of what is built on it.
  for (const { place } of await npmFiles()) {
    mkdirSync(dirname(join(system, place)), { recursive: true });
    writeFileSync(join(system, place), '', { flag: 'a' });
  }
}

/** Npm's settings of this machine, so that npm of the build has the same registry and trusts the same authorities. */
async function npmFiles() {
  const places = [
    ['userconfig', '/root/.npmrc'],
    ['globalconfig', '/usr/local/etc/npmrc'],
    // Those settings name it by its path.
    ['cafile', undefined],
  ];
  const files = [];
  for (const [setting, place] of places) {
    const { stdout: file } = await run('npm', ['config', 'get', setting]);
    if (existsSync(file)) files.push({ file, place: place ?? file });
  }
  return files;
}

/** Besides npm's settings, the packages that it has fetched already. */
async function npmVolumes() {
  const { stdout: cache } = await run('npm', ['config', 'get', 'cache']);
  mkdirSync(cache, { recursive: true });
  return [...(await npmFiles()).map(({ file, place }) => `${file}:${place}:ro`), `${cache}:/root/.npm`];
}

async function build() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { ok, stdout: revision } = await run('git', ['rev-parse', 'HEAD']);
  const values = [`VERSION=${version}`, `REVISION=${ok ? revision : ''}`];
  const volumes = (await npmVolumes()).map((volume) => `--volume=${volume}`);
  const args = values.map((value) => `--build-arg=${value}`);
  // Of Docker's own format, as HEALTHCHECK is in no other.
  const how = ['--isolation=chroot', '--format=docker', '--pull-never', '--layers=false', `--tag=${NAME}`];
  await buildah(['bud', ...how, ...volumes, ...args, '--file', dockerfile, ROOT], 'build the image');
}

async function open() {
  const settings = join(folder, 'settings.json');
  const { stdout } = await buildah(['inspect', '--type', 'image', NAME], 'read the image');
  const { Docker, Manifest } = JSON.parse(stdout);
  writeFileSync(settings, JSON.stringify(Docker));
  const layers = JSON.parse(Manifest).layers.map(({ size }) => mebibytes(size));
  say(`The image has ${layers.length} layers: ${layers.join(' + ')} MiB, the base first.`);
  const { stdout: container } = await buildah(['from', '--pull-never', NAME], 'open the image');
  const { stdout: files } = await buildah(['mount', container], 'open the image');
  return {
    files,
    settings,
    // With the images that have no name any more.
    close: async () => {
      await buildah(['rm', container], 'close the image');
      await buildah(['rmi', '--prune'], 'remove old images', { mayFail: true });
    },
  };
}

async function isStored(name) {
  return (await buildah(['images', '--quiet', name], 'find an image', { mayFail: true })).ok;
}

async function buildah(words, purpose, { mayFail = false } = {}) {
  const result = await run('buildah', [...STORE, ...words]);
  if (!result.ok && !mayFail) throw new Problem(`buildah could not ${purpose}.`, lastLines(result.output));
  return { ok: result.ok && result.stdout !== '', stdout: result.stdout };
}

async function must(program, words) {
  const { ok, output } = await run(program, words);
  if (!ok) throw new Problem(`The base of the image could not be made: ${program}.`, lastLines(output));
}

const lastLines = (output) => output.split('\n').slice(-30).join('\n');
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);
const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
