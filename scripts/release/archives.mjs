// The archives of a release. The same commit makes the same bytes: files in the order of their names, with the time of
// the commit, without owners, compressed without a name or a time.
import { cpSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { git, must } from './checkout.mjs';
import { run } from '../setup/setup.mjs';

/** Files of the repository beside the build; .npmrc forbids install scripts. */
const BESIDE = ['.npmrc', 'CHANGELOG.md', 'LICENSE', 'package-lock.json'];
/** What `npm run` can do beside the build; the other commands need the scripts or the sources of the repository. */
const COMMANDS = { start: 'node dist/main.js', cli: 'node dist/cli/main.js' };

/** What is in the repository, as `git archive` writes it. */
export async function archiveSource(folder, commit, file, name) {
  const plain = `${file}.tar`;
  await git(['archive', '--format=tar', `--prefix=${name}/`, `--output=${plain}`, commit], folder);
  compress(plain, file);
}

/**
 * What a machine needs to run the service: the builds, the lock file for `npm ci --omit=dev`, and the licences.
 * @param notices the text of THIRD-PARTY-NOTICES.txt
 */
export async function archiveBuild(folder, file, name, time, notices) {
  const top = join(folder, '.release', name);
  mkdirSync(join(top, 'pages'), { recursive: true });
  for (const beside of BESIDE) copyFileSync(join(folder, beside), join(top, beside));
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // The workspaces are not there.
  const own = JSON.stringify({ ...description, workspaces: undefined, scripts: COMMANDS }, null, 2);
  writeFileSync(join(top, 'package.json'), `${own}\n`);
  for (const dist of ['dist', 'pages/dist'])
    cpSync(join(folder, dist), join(top, dist), { recursive: true, filter: (path) => !isStamp(path) });
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

function isStamp(path) {
  return basename(path) === '.stamp' || basename(path) === '.packages.json';
}

function compress(plain, file) {
  writeFileSync(file, gzipSync(readFileSync(plain), { level: 9 }));
  rmSync(plain);
}
