import { distance } from 'fastest-levenshtein';

/** A variable that is taken for another one. */
export interface MistakenName {
  readonly name: string;
  /** The variable of the service that was probably meant. */
  readonly meant: string;
  /** What the operator reads. */
  readonly sentence: string;
}

/** What is to be said about names that are not those of the service. Most are of other programs: nothing. */
export interface JudgedNames {
  readonly mistaken: readonly MistakenName[];
  /** Names that look meant for the service, and are near none of its variables. */
  readonly unread: readonly string[];
}

/** Names that other programs have for the same. Platforms set some of them beside the service's own. */
const SYNONYMS: Readonly<Record<string, string>> = {
  DB_URL: 'DATABASE_URL',
  DB_URI: 'DATABASE_URL',
  MYSQL_URL: 'DATABASE_URL',
  MYSQL_URI: 'DATABASE_URL',
  MARIADB_URL: 'DATABASE_URL',
  MARIADB_URI: 'DATABASE_URL',
  TRUST_PROXY: 'TRUSTED_PROXIES',
  TRUSTED_PROXY: 'TRUSTED_PROXIES',
};

/** Beginnings that only variables for a service such as this one have. */
const FAMILY =
  /^(?:DATABASE|DB|REDIS|SMTP|SERVER_KEY|MATCH|DRAIN|KEEP_ALIVE|TRUSTED|AUTH_FAILURES|FILE_LIMIT|CERTIFICATE)_/;

/**
 * Names of so few letters are near many others: platforms set PORTS, PORT0 and HOSTS. They are taken for mistyped only
 * with two letters swapped, or an inner one missing.
 */
const SHORT = 6;
/** In a word of fewer letters, another letter makes another word: URL and SSL, MIN and MAX. */
const LONG_WORD = 5;

/** Whether two neighbouring letters are swapped. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other;
}

/** Whether one letter is missing, too much, another one, or swapped with its neighbour. */
function isSlip(one: string, other: string): boolean {
  return distance(one, other) === 1 || isSwapped(one, other);
}

function isNearShort(given: string, known: string): boolean {
  const isInnerMissing =
    given.length === known.length - 1 &&
    given[0] === known[0] &&
    given.at(-1) === known.at(-1) &&
    distance(given, known) === 1;
  return isInnerMissing || isSwapped(given, known);
}

function isNearWord(given: string, known: string): boolean {
  return given === known || isSwapped(given, known) || (known.length >= LONG_WORD && isSlip(given, known));
}

/** Whether a name is a mistyped one: in letter case, in underscores, by one slip, or by one slip in several words. */
function isNear(name: string, known: string): boolean {
  const given = name.toUpperCase();
  if (given === known) return true;
  if (known.length <= SHORT) return isNearShort(given, known);
  const [written, meant] = [given, known].map((one) => one.replace(/[^A-Z0-9]/g, ''));
  if (written === meant || isSlip(written ?? '', meant ?? '')) return true;
  const words = given.split('_');
  const knownWords = known.split('_');
  return (
    words.length === knownWords.length && words.every((word, at) => isNearWord(word, knownWords[at] ?? ''))
  );
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known.filter((one) => isNear(name, one));
  return near.sort((one, other) => distance(name, one) - distance(name, other))[0];
}

/** The variables by which Kubernetes and Docker announce another service, which may be named `database`. */
function announced(names: readonly string[]): (name: string) => boolean {
  const services = names.flatMap((name) => /^(.+)_PORT_\d+_(?:TCP|UDP|SCTP)$/.exec(name)?.[1] ?? []);
  return (name) =>
    services.some((service) => name.startsWith(`${service}_`) && /_(PORT|SERVICE|ENV|NAME)(_|$)/.test(name));
}

function mistakenFor(
  name: string,
  given: ReadonlySet<string>,
  known: readonly string[],
): MistakenName | undefined {
  const near = nearest(name, known);
  const sentence = `${name} is not read; did you mean`;
  if (near !== undefined)
    return { name, meant: near, sentence: `${sentence} ${near}? Rename it, or remove it.` };
  const synonym = SYNONYMS[name.toUpperCase()];
  if (synonym === undefined || given.has(synonym)) return undefined;
  return { name, meant: synonym, sentence: `${sentence} ${synonym}? Rename it, or set ${synonym} too.` };
}

/**
 * Looks for mistyped variables. A platform sets hundreds of others, and none of those may end a start.
 * @param names of the variables that are set
 * @param known the variables of the service
 */
export function judgeNames(names: readonly string[], known: readonly string[]): JudgedNames {
  const isAnnounced = announced(names);
  const given = new Set(names);
  const others = names.filter((name) => !known.includes(name) && !isAnnounced(name));
  const mistaken = others.flatMap((name) => mistakenFor(name, given, known) ?? []);
  const unread = others.filter(
    (name) =>
      FAMILY.test(name) && !mistaken.some((one) => one.name === name) && !(name.toUpperCase() in SYNONYMS),
  );
  return { mistaken, unread };
}

/** One line that names variables which are not read. */
export function describeUnread(names: readonly string[]): string {
  return `Not read by the service, which has other variables (docs/configuration.md): ${names.join(', ')}.`;
}
