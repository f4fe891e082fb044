// What the registry says about packages.
import { run } from '../setup.mjs';

const AT_ONCE = 6;
const FIELDS = ['dist-tags', 'time', 'license', 'maintainers', 'deprecated'];
const LIMIT_MS = 60_000;

/**
 * Asks about one package first: when the registry cannot be reached, npm tries each for a while.
 * @returns what is known of each package by name and version; undefined for those that could not be asked about
 */
export async function askRegistry(packages) {
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry']);
  const [first, ...waiting] = packages;
  const answers = new Map([[keyOf(first), await ask(registry, first)]]);
  if (answers.get(keyOf(first)) === undefined) return answers;
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      answers.set(keyOf(one), await ask(registry, one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return answers;
}

/** Two versions of a package may be installed, one of them under an alias. */
export function keyOf({ name, version }) {
  return `${name}@${version}`;
}

async function ask(registry, one) {
  const found = (await fetchFrom(registry, one)) ?? (await askNpm(one));
  return found === undefined ? undefined : { ...found, lastRelease: lastReleaseOf(found) };
}

/** Without npm, which takes a second of the processor for each package. */
async function fetchFrom(registry, { name, version }) {
  try {
    const address = new URL(name.replace('/', '%2f'), registry);
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
    const { versions, ...whole } = /** @type {any} */ (await answer.json());
    const { license, maintainers, deprecated } = versions[version];
    return { 'dist-tags': whole['dist-tags'], time: whole.time, license, maintainers, deprecated };
  } catch {
    return undefined;
  }
}

/** Where only npm's configuration on this machine knows the way: a proxy, a password, an authority. */
async function askNpm({ name, version }) {
  const words = ['view', `${name}@${version}`, ...FIELDS, '--json', '--loglevel=silent', '--fetch-retries=1'];
  const { ok, stdout } = await run('npm', words);
  return ok && stdout !== '' ? JSON.parse(stdout) : undefined;
}

/** The day of the version that is installed by default, which is no pre-release. */
function lastReleaseOf({ 'dist-tags': tags, time = {} }) {
  const released = Object.entries(time).filter(([version]) => /^\d+\.\d+\.\d+$/.test(version));
  const days = released.map(([, day]) => day.slice(0, 10)).sort();
  return time[tags?.latest]?.slice(0, 10) ?? days.at(-1);
}
