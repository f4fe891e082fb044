// npm run test:upgrade [-- <commit>]: takes the data of earlier versions over, and runs the last of them on the schema
// of this one. The versions are those of the tags and of docs/releases.json. Ends with 3 when there is none.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut, compile, giveModules } from '../release/checkout.mjs';
import { ensureBuild, ensureModules, ROOT, run, say } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

const NO_VERSION = 3;
/** The tables of the first release, which may change until it is made. */
const BASELINE = ['src/database/migrations/1795190500000-baseline.ts', 'src/database/migrations/baseline'];

/** @returns the commit; undefined when it is not in this clone */
async function find(commit) {
  const { ok, stdout } = await run('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
  return ok ? stdout : undefined;
}

/** Released versions, the last one at the end; until there is one, the commit that changed the tables last. */
async function earlierVersions() {
  const { releasedVersions } = await import('../release/history.mjs');
  const released = await releasedVersions(ROOT);
  const versions =
    released.length > 0
      ? released.map(({ version, commit }) => ({ name: version, commit }))
      : [{ name: 'the first version', commit: await lastChangeOf(BASELINE) }];
  const here = await find('HEAD');
  const found = [];
  for (const { name, commit } of versions) {
    const known = await find(commit);
    if (known === undefined) say(`${name} is not in this clone and is left out; fetch more of its history.`);
    else if (known !== here) found.push({ name, commit: known });
  }
  return found;
}

async function lastChangeOf(paths) {
  return (await run('git', ['log', '-1', '--format=%H', '--', ...paths])).stdout;
}

async function build({ name, commit }, folder) {
  mkdirSync(folder);
  await checkOut(commit, folder);
  await giveModules(folder);
  await compile(folder);
  return { name, folder };
}

await ensureModules();
const [given, ...words] = process.argv.slice(2);
const isCommit = given !== undefined && !given.startsWith('-');
const versions = isCommit ? [{ name: given, commit: given }] : await earlierVersions();
if (versions.length === 0) {
  say('There is no earlier version with these tables in this clone; name a commit to try it.');
  process.exit(NO_VERSION);
}
const folder = mkdtempSync(join(tmpdir(), 'earlier-versions-'));
try {
  say(`Building ${versions.map(({ name }) => name).join(', ')}.`);
  const places = versions.map((version, place) => build(version, join(folder, String(place))));
  const [built] = await Promise.all([Promise.all(places), ensureBuild()]);
  await runSuite('upgrade', {
    words: isCommit || given === undefined ? words : [given, ...words],
    variables: { PREVIOUS_VERSION: built.at(-1)?.folder, UPGRADE_VERSIONS: JSON.stringify(built) },
    columns: ['from version', 'migrations run:', 'seconds:', 'rows before:', 'rows after:', 'result'],
  });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
