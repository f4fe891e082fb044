import { codeOf, reasonOf } from '../file-import/feed-error.js';
import { nearMiss } from '../texts/near-miss.js';

/** What other programs call the options of these commands; of several the first that the command has is meant. */
const SYNONYMS = new Map<string, readonly string[]>(
  Object.entries({
    mapping: ['map'],
    'mapping-file': ['map'],
    columns: ['map'],
    file: ['map', 'dir'],
    folder: ['dir'],
    directory: ['dir'],
    'api-key': ['key'],
    user: ['key'],
    username: ['key'],
    'api-secret': ['secret'],
    password: ['secret'],
    server: ['url', 'amqp'],
    host: ['url', 'amqp'],
    'base-url': ['url'],
    broker: ['amqp'],
    test: ['dry-run'],
    simulate: ['dry-run'],
    preview: ['dry-run'],
    name: ['run', 'label'],
    'tenant-id': ['tenant'],
    university: ['tenant'],
    force: ['yes'],
    confirm: ['yes'],
    errors: ['rejects'],
    failed: ['rejects'],
  }),
);

/** `Did you mean users?`, behind a blank, to end a refusal with; empty when no known word is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const word = nearMiss(typed, known);
  return word === undefined ? '' : ` Did you mean ${word}?`;
}

/**
 * What is wrong with the words of a command that `parseArgs` has refused. Of an unknown option its own message explains
 * how an argument may begin with a dash, which none does here; this one has the option that was probably meant.
 * @param options the names of the command's options
 */
export function parsingProblem(error: unknown, options: readonly string[]): string {
  const reason = reasonOf(error);
  if (codeOf(error) !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return reason;
  const [said = reason, name = ''] = /^Unknown option '-+([^']*)'/.exec(reason) ?? [];
  const synonym = SYNONYMS.get(name.toLowerCase())?.find((one) => options.includes(one));
  const option = synonym ?? nearMiss(name, options);
  return option === undefined ? `${said}. --help lists the options.` : `${said}. Did you mean --${option}?`;
}

/**
 * What to say about a command that does not exist.
 * @param words what was typed, such as `tenant lst`
 * @param names of all commands
 * @returns undefined when no command is near
 */
export function unknownCommand(words: readonly string[], names: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  const said = `There is no command "${[first, second].filter(Boolean).join(' ')}".`;
  const groups = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const group = nearMiss(first, groups);
  if (group === undefined)
    return names.includes(`${second} ${first}`) ? `${said} Did you mean ${second} ${first}?` : undefined;
  const ofGroup = names.filter((name) => name.split(' ')[0] === group);
  const verb = nearMiss(
    second,
    ofGroup.map((name) => name.slice(group.length + 1)),
  );
  if (ofGroup.length === 1 || verb !== undefined)
    return `${said} Did you mean ${verb === undefined ? String(ofGroup[0]) : `${group} ${verb}`}?`;
  return `${said} Did you mean one of ${ofGroup.join(', ')}?`;
}
