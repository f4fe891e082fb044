// Versions of this project from its history, each in a folder of its own, with packages and a build.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installModules, modulesAreCurrent, run } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes the files of a commit into an empty folder. */
export async function checkOut(commit, folder) {
  const archive = join(folder, 'source.tar');
  await must(run('git', ['archive', '--output', archive, commit]));
  await must(run('tar', ['-xf', archive, '-C', folder]));
}

/**
 * Gives a checkout its packages: those of this project when they contain what its lock file names, else its own.
 * @param part the folder with the package-lock.json: '.', 'pages' or 'client'
 */
export async function giveModules(folder, part = '.') {
  const [ours, theirs] = [join(root, part), join(folder, part)];
  if (modulesAreCurrent(ours) && contains(packagesOf(ours), packagesOf(theirs)))
    symlinkSync(join(ours, 'node_modules'), join(theirs, 'node_modules'));
  else await must(installModules(theirs));
}

/**
 * Compiles the service of a checkout into its `dist`, as `nest build` does without its type check, which takes longer
 * than the rest: `npm run check` has passed for what is in the history.
 */
export async function compile(folder) {
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  await must(run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], folder));
  const guides = 'http/openapi/guides';
  if (!existsSync(join(folder, 'src', guides))) return;
  mkdirSync(join(folder, 'dist', guides), { recursive: true });
  cpSync(join(folder, 'src', guides), join(folder, 'dist', guides), { recursive: true });
}

/**
 * @returns the answer of the program
 * @throws {Error} with its output when it fails
 */
export async function must(running) {
  const { ok, stdout, output } = await running;
  if (!ok) throw new Error(output);
  return stdout;
}

/** The packages of a lock file without the project itself, whose version changes with every release. */
function packagesOf(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([place]) => place !== '');
}

function contains(ours, theirs) {
  const integrities = new Map(ours.map(([place, { integrity }]) => [place, integrity]));
  return theirs.every(
    ([place, { integrity }]) => integrities.has(place) && integrities.get(place) === integrity,
  );
}
