import { parseArgs } from 'node:util';

import { ACCESS_SCOPES } from '../http/access-scopes.js';
import { nearMiss } from '../texts/near-miss.js';
import { ACCOUNT_TYPES } from '../users/model/account.js';
import { didYouMean, parsingProblem, unknownCommand } from './near-miss.js';

const FEED = ['url', 'key', 'secret', 'run', 'map', 'rejects', 'expect-rows', 'complete', 'dry-run'];
const DROPS = ['dir', 'url', 'key', 'secret', 'once'];
const CONSUME = ['amqp', 'queue', 'url', 'key', 'secret'];
const CREATE = ['tenant', 'scopes', 'label', 'expires', 'rate-limit'];

function problemOf(words: string[], names: readonly string[]): string {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    return parsingProblem(error, names);
  }
  throw new Error(`${words.join(' ')} has no unknown option`);
}

describe('an unknown option', () => {
  it.each([
    ['--mapping', FEED, '--map'],
    ['--mapping=m.json', FEED, '--map'],
    ['--file', FEED, '--map'],
    ['--file', DROPS, '--dir'],
    ['--folder', DROPS, '--dir'],
    ['--api-key', FEED, '--key'],
    ['--Api-Key', FEED, '--key'],
    ['--password', FEED, '--secret'],
    ['--server', FEED, '--url'],
    ['--host', CONSUME, '--url'],
    ['--broker', CONSUME, '--amqp'],
    ['--test', FEED, '--dry-run'],
    ['--simulate', FEED, '--dry-run'],
    ['--preview', FEED, '--dry-run'],
    ['--dryrun', FEED, '--dry-run'],
    ['--expected-rows', FEED, '--expect-rows'],
    ['--name', FEED, '--run'],
    ['--name', CREATE, '--label'],
    ['--scope', CREATE, '--scopes'],
    ['--tenat', CREATE, '--tenant'],
    ['--tenant-id', CREATE, '--tenant'],
  ])('%s of a command with %j means %s', (typed, options, meant) => {
    expect(problemOf([typed], options)).toMatch(
      new RegExp(`^Unknown option '[^']+'\\. Did you mean ${meant}\\?$`),
    );
  });

  it.each([
    ['--zebra', FEED],
    // A synonym of an option that this command does not have.
    ['--test', DROPS],
    ['--mapping', CONSUME],
    ['--constructor', FEED],
    [`--${'map'.repeat(50)}`, FEED],
  ])('%s of a command with %j is refused with the way to the list of them', (typed, options) => {
    expect(problemOf([typed], options)).toBe(`Unknown option '${typed}'. --help lists the options.`);
  });

  it('is named without the advice of Node about arguments that begin with a dash', () => {
    expect(problemOf(['--zebra'], FEED)).not.toContain('positional');
  });

  it('is no matter of an option without its value', () => {
    expect(problemOf(['--map'], FEED)).toContain('argument missing');
  });
});

describe('a word of a fixed list', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['user', ACCESS_SCOPES, 'users'],
    ['USERS', ACCESS_SCOPES, 'users'],
    ['integraton', ACCESS_SCOPES, 'integration'],
    ['students', ACCOUNT_TYPES, 'Student'],
    ['facutly', ACCOUNT_TYPES, 'Faculty'],
    ['alumnus', ACCOUNT_TYPES, undefined],
    ['', ACCOUNT_TYPES, undefined],
    // As near to both: the one that stands first.
    ['cat', ['bat', 'hat'], 'bat'],
  ])('%j among %j means %s', (typed, known, meant) => {
    expect(nearMiss(typed, known)).toBe(meant);
    expect(didYouMean(typed, known)).toBe(meant === undefined ? '' : ` Did you mean ${meant}?`);
  });
});

describe('a command that does not exist', () => {
  const NAMES = [
    'tenant create',
    'tenant list',
    'key create',
    'key list',
    'run list',
    'run undo',
    'feed',
    'drops run',
  ];

  it.each([
    ['tenant lst', 'There is no command "tenant lst". Did you mean tenant list?'],
    ['tenants list', 'There is no command "tenants list". Did you mean tenant list?'],
    ['keys lists', 'There is no command "keys lists". Did you mean key list?'],
    ['list tenant', 'There is no command "list tenant". Did you mean tenant list?'],
    ['fed people.csv', 'There is no command "fed people.csv". Did you mean feed?'],
    ['drops', 'There is no command "drops". Did you mean drops run?'],
    ['tenant', 'There is no command "tenant". Did you mean one of tenant create, tenant list?'],
    ['run away', 'There is no command "run away". Did you mean one of run list, run undo?'],
    ['zebra list', undefined],
    ['', undefined],
  ])('%j', (words, said) => {
    expect(unknownCommand(words.split(' '), NAMES)).toBe(said);
  });
});
