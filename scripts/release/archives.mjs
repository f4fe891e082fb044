// The archives of a release. The same commit makes the same bytes: files in the order of their names, with the time of
// the commit, without owners, compressed without a name or a time.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { git, must } from './checkout.mjs';
import { run } from '../setup/setup.mjs';

/** What an operator gets of the repository, beside the builds. The scripts are those of {@link COMMANDS}. */
const FILES = [
  '.env.example',
  // It forbids install scripts.
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'SUPPORT.md',
  'UPGRADING.md',
  'docker',
  'docs',
  'package-lock.json',
  'scripts/backup',
  'scripts/cli.mjs',
  'scripts/programs/debian.mjs',
  'scripts/setup',
  'scripts/start.mjs',
];
/** The commands of npm that need neither sources nor tools. */
const COMMANDS = ['start', 'cli', 'backup', 'restore', 'restore:drill'];

/** What is in the repository, as `git archive` writes it. */
export async function archiveSource(folder, commit, file, name) {
  const plain = `${file}.tar`;
  await git(['archive', '--format=tar', `--prefix=${name}/`, `--output=${plain}`, commit], folder);
  compress(plain, file);
}

/**
 * What an operator needs: the builds, the documents, the commands, the files of other programs, and the lock file by
 * which the first start installs the packages.
 * @param notices the text of THIRD-PARTY-NOTICES.txt
 */
export async function archiveService(folder, file, name, time, notices) {
  const top = join(folder, '.release', name);
  const copy = (path) => cpSync(join(folder, path), join(top, path), { recursive: true, filter: isShipped });
  for (const path of [...FILES, 'dist', 'pages/dist']) copy(path);
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, description.scripts[command]]));
  // The workspaces are not there.
  const own = JSON.stringify({ ...description, workspaces: undefined, scripts }, null, 2);
  writeFileSync(join(top, 'package.json'), `${own}\n`);
  writeFileSync(join(top, 'THIRD-PARTY-NOTICES.txt'), notices);
  const plain = `${file}.tar`;
  const order = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  // The rights of files otherwise depend on the umask.
  const rights = ['--format=ustar', '--mode=u=rwX,go=rX'];
  await must(run('tar', [...order, ...rights, '-cf', plain, '-C', join(folder, '.release'), name]));
  rmSync(join(folder, '.release'), { recursive: true });
  compress(plain, file);
}

/** The package of the client, as npm would publish it; npm gives each file the same time. */
export async function packClient(folder, into) {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', into];
  await must(run('npm', words, join(folder, 'client')));
}

/** Notes of the builds stay behind. */
function isShipped(path) {
  return basename(path) !== '.stamp' && basename(path) !== '.packages.json';
}

function compress(plain, file) {
  writeFileSync(file, gzipSync(readFileSync(plain), { level: 9 }));
  rmSync(plain);
}
