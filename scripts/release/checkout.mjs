// Versions of this project from its history, each in a folder of its own, with packages and a build.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installModules, modulesAreCurrent, ROOT, run, SERVICE } from '../setup/setup.mjs';

/** Writes the files of a commit into an empty folder. */
export async function checkOut(commit, folder) {
  const archive = join(folder, 'source.tar');
  await git(['archive', '--output', archive, commit]);
  await must(run('tar', ['-xf', archive, '-C', folder]));
}

/** Gives a checkout its packages: those of this project when they contain what its lock file names, else its own. */
export async function giveModules(folder, part = SERVICE) {
  const theirs = packagesOf(folder);
  if (!modulesAreCurrent(ROOT, part) || !contains(packagesOf(ROOT), theirs))
    return must(installModules(folder, part));
  // Beside those at the top, a workspace has the packages that the others need in another version.
  const folders = new Set(theirs.map(([place]) => place.slice(0, place.indexOf('node_modules/'))));
  for (const inner of folders) {
    const modules = join(inner, 'node_modules');
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(folder, modules));
  }
}

/**
 * Compiles the service of a checkout into its `dist` with its own compiler, without a type check: `npm run check` has
 * passed for what is in the history. Its programs are not joined.
 */
export async function compile(folder) {
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const tsc = (...words) => must(run(process.execPath, [compiler, '--noCheck', '-p', ...words], folder));
  await tsc('tsconfig.build.json');
  const client = 'client/tsconfig.build.json';
  if (existsSync(join(folder, client))) await tsc(client, '--outDir', 'dist/client');
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

/** The answer of git in a folder. @throws {Error} as {@link must} */
export function git(words, folder = ROOT) {
  return must(run('git', words, folder));
}

/** The packages of a lock file without the project and its workspaces, whose version changes with every release. */
function packagesOf(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
}

function contains(ours, theirs) {
  const integrities = new Map(ours.map(([place, { integrity }]) => [place, integrity]));
  return theirs.every(
    ([place, { integrity }]) => integrities.has(place) && integrities.get(place) === integrity,
  );
}
