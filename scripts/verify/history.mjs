// What git knows: the present files, and what has changed since they were verified.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/setup.mjs';
import { isAffected } from './selection.mjs';

/** Of each suite the commit with which it passed last. It is in the repository, since CI clones it. */
const RECORD = '.ci/verified.json';

async function git(folder, ...words) {
  const { ok, stdout } = await run('git', words, folder);
  return ok ? stdout : undefined;
}

/** @returns the commit, and the name of the present files: that of the commit when nothing else has changed */
export async function presentState(folder) {
  const commit = (await git(folder, 'rev-parse', 'HEAD')) ?? '';
  const others = ['--', '.', `:!${RECORD}`];
  const status = await git(folder, 'status', '--porcelain', ...others);
  if (status === '') return { commit, state: commit, isClean: true };
  const difference = await git(folder, 'diff', 'HEAD', '--binary', ...others);
  const hash = createHash('sha256').update(`${status}\n${difference}\n`);
  for (const path of await untrackedIn(folder))
    hash.update(`${path}\0`).update(contentsOf(join(folder, path)));
  return { commit, state: `${commit}+${hash.digest('hex').slice(0, 12)}`, isClean: false };
}

const pathsOf = (text) => (text ?? '').split('\0').filter(Boolean);

async function untrackedIn(folder) {
  return pathsOf(await git(folder, 'ls-files', '-z', '--others', '--exclude-standard'));
}

/** Empty for what is no file, such as a link to nothing. */
function contentsOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return '';
  }
}

/** Paths that differ from a commit, uncommitted ones included; undefined when this clone does not have the commit. */
async function changedSince(folder, commit) {
  const changed = await git(folder, 'diff', '-z', '--name-only', '--no-renames', commit, '--');
  if (changed === undefined) return undefined;
  return [...pathsOf(changed), ...(await untrackedIn(folder))];
}

/**
 * @returns {Promise<Set<string>>} the names of the suites that what has changed since their last success, or the last
 * release, may affect
 */
export async function affectedSuites(folder, suites) {
  // It needs the packages.
  const { releasedVersions } = await import('../release/history.mjs');
  const record = readRecord(folder);
  const released = (await releasedVersions(folder)).at(-1)?.commit;
  const changes = new Map();
  const changed = async (commit) => {
    if (!changes.has(commit)) changes.set(commit, await changedSince(folder, commit));
    return changes.get(commit);
  };
  const affected = new Set();
  for (const suite of suites) {
    const bases = [record[suite.name]?.commit, released].filter((base) => base !== undefined);
    const differences = await Promise.all(bases.map(changed));
    if (differences.every((paths) => isAffected(suite, paths))) affected.add(suite.name);
  }
  return affected;
}

export function readRecord(folder) {
  const path = join(folder, RECORD);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** @param entry commit, date, tests and seconds of a suite that has passed */
export function addToRecord(folder, name, entry) {
  const record = { ...readRecord(folder), [name]: entry };
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}
