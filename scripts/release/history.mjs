// The released versions: docs/releases.json, for clones without tags, and the tags.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { run } from '../setup/setup.mjs';
import { isVersion } from './version.mjs';

const FILE = 'docs/releases.json';

/** @returns `releases` with the commit that each was made from */
function readReleases(folder) {
  return JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
}

/** @param source the commit that the release is made from; its own does not exist yet */
export function addRelease(folder, version, source) {
  const document = { releases: [...readReleases(folder).releases, { version, source }] };
  writeFileSync(join(folder, FILE), `${JSON.stringify(document, null, 2)}\n`);
}

/** The released versions, the lowest first, each with its tag or else with the commit that it was made from. */
export async function releasedVersions(folder) {
  const { ok, stdout } = await run('git', ['tag', '--list', 'v*'], folder);
  const commits = new Map(readReleases(folder).releases.map(({ version, source }) => [version, source]));
  for (const tag of ok ? stdout.split('\n') : []) if (isVersion(tag.slice(1))) commits.set(tag.slice(1), tag);
  return [...commits]
    .map(([version, commit]) => ({ version, commit }))
    .sort((a, b) => semver.compare(a.version, b.version));
}
