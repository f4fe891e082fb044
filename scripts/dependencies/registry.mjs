// What the registry says about packages.
import { run } from '../setup/setup.mjs';

const AT_ONCE = 6;
const FIELDS = ['dist-tags', 'time', 'maintainers', 'deprecated'];

/**
 * Asks about one package first: when the registry cannot be reached, npm tries each for a while.
 * @returns what is known of each package by name and version; undefined for those that could not be asked about
 */
export async function askRegistry(packages) {
  const [first, ...waiting] = packages;
  const answers = new Map([[keyOf(first), await ask(first)]]);
  if (answers.get(keyOf(first)) === undefined) return answers;
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      answers.set(keyOf(one), await ask(one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return answers;
}

/** Two versions of a package may be installed, one of them under an alias. */
export function keyOf({ name, version }) {
  return `${name}@${version}`;
}

async function ask({ name, version }) {
  const words = ['view', `${name}@${version}`, ...FIELDS, '--json', '--loglevel=silent', '--fetch-retries=1'];
  const { ok, stdout } = await run('npm', words);
  if (!ok || stdout === '') return undefined;
  const found = JSON.parse(stdout);
  return { ...found, lastRelease: lastReleaseOf(found) };
}

/** The day of the version that is installed by default, which is no pre-release. */
function lastReleaseOf({ 'dist-tags': tags, time = {} }) {
  const released = Object.entries(time).filter(([version]) => /^\d+\.\d+\.\d+$/.test(version));
  const days = released.map(([, day]) => day.slice(0, 10)).sort();
  return time[tags?.latest]?.slice(0, 10) ?? days.at(-1);
}
