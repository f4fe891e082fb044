// Why a version cannot be released now. Nothing has been written when one of these is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { git } from './checkout.mjs';
import { hasUnreleased } from './changelog.mjs';
import { releasedVersions } from './history.mjs';
import { isVersion, pythonVersion } from './version.mjs';

const MIGRATIONS = 'src/database/migrations';
/** New migrations are listed here. */
const INDEX = `${MIGRATIONS}/index.ts`;

/** @returns one sentence; undefined when the version can be released */
export async function reasonAgainst(folder, version) {
  if (!isVersion(version)) return `${version} is no version such as 1.4.0 or 2.0.0-rc.1.`;
  if (pythonVersion(version) === undefined)
    return `${version} is no version of Python; end it with a pre-release such as -alpha.1, -beta.1 or -rc.1.`;
  if ((await git(['tag', '--list', `v${version}`], folder)) !== '') return `The tag v${version} exists.`;
  const changed = await git(['status', '--porcelain'], folder);
  if (changed !== '') return `There are changes that are not committed:\n${changed}`;
  const last = (await releasedVersions(folder)).at(-1);
  const { version: current } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (last !== undefined && semver.lte(version, last.version))
    return `${version} is not higher than ${last.version}, which was released.`;
  if (semver.lt(version, current)) return `${version} is lower than ${current} of package.json.`;
  if (!hasUnreleased(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')))
    return 'CHANGELOG.md has nothing under "Unreleased".';
  return last === undefined ? undefined : editedMigrations(folder, last);
}

/** A database that has run a migration never runs it again, so it would lack what was added later. */
async function editedMigrations(folder, { version, commit }) {
  const range = [commit, 'HEAD', '--', MIGRATIONS];
  const words = ['diff', '--name-only', '--no-renames', '--diff-filter=MDT', ...range];
  const edited = (await git(words, folder)).split('\n').filter((path) => path !== '' && path !== INDEX);
  if (edited.length === 0) return undefined;
  return `Migrations were edited or deleted since ${version}: ${edited.join(', ')}. Write another migration instead.`;
}
