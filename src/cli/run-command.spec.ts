import { Readable, Writable } from 'node:stream';

import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { UsageProblem } from './command.js';
import { COMMANDS, usage } from './commands/index.js';
import { readArguments as consumeArguments } from './consume/arguments.js';
import { readArguments as dropsArguments } from './drops/arguments.js';
import { readArguments as feedArguments } from './feed/arguments.js';
import { runCli } from './run-cli.js';
import { runCommand } from './run-command.js';

async function problemOf(name: string, words: readonly string[]): Promise<string> {
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const problem: unknown = await runCommand(command, words, process).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(UsageProblem);
  return (problem as UsageProblem).message;
}

describe('a command that was not typed right', () => {
  it.each<[string, string[], RegExp]>([
    ['tenant create', ['--name', 'x'], /^--domain must be given\. Usage: tenant create --name /],
    ['tenant create', [], /^--name and --domain must be given\. /],
    ['tenant create', ['--name', ' '], /^--name and --domain must be given\. /],
    ['person export', [], /^<userId>, --tenant and --to must be given\. Usage: person export <userId> /],
    ['conflict decide', ['cf_1'], /^--tenant and --as must be given\. /],
    ['tenant suspend', [], /^Usage: tenant suspend <tenantId>$/],
    ['tenant suspend', ['a', 'b'], /^Usage: tenant suspend <tenantId>$/],
    ['key revoke', ['--json'], /^Usage: key revoke <apiKey>$/],
  ])('%s %j is refused in one line, before the database is connected', async (name, words, line) => {
    const message = await problemOf(name, words);
    expect(message).toMatch(line);
    expect(message).not.toContain('\n');
  });
});

describe('an invalid value', () => {
  const app = { get: (token: unknown) => (token === TenancyService ? {} : undefined) };

  const tenant = { name: 'x', domain: 'x.edu' };
  const key = { tenant: 't', label: 'x', scopes: 'workflow' };
  const SCOPES = 'integration,users,progress,sync,workflow,scim,sandbox';

  it.each<[string, Record<string, string>, string]>([
    ['tenant create', { ...tenant, name: ' ' }, '--name needs a value.'],
    ['tenant create', { ...tenant, name: 'x'.repeat(256) }, '--name must be at most 255 characters long.'],
    ['tenant create', { ...tenant, domain: 'no domain' }, '--domain must be a domain name, such as'],
    ['key create', { ...key, scopes: 'sync,all' }, `--scopes must be one or more of ${SCOPES}, separated by`],
    ['key create', { ...key, scopes: 'user' }, 'separated by commas. Did you mean users?'],
    ['tenant create', { ...tenant, 'guard-mode': 'holt' }, 'must be observe or hold. Did you mean hold?'],
    ['key create', { ...key, label: 'x'.repeat(101) }, '--label must be at most 100 characters long.'],
    ['key create', { ...key, expires: '2027-02-30' }, '--expires must be a date such as 2027-06-30.'],
    ['key create', { ...key, expires: '2020-01-01' }, '--expires must lie in the future.'],
    ['key create', { ...key, 'rate-limit': '0' }, '--rate-limit must be a whole number.'],
    ['key rotate', { 'overlap-hours': '-1' }, '--overlap-hours must be a whole number.'],
  ])('%s %j is refused', async (name, values, message) => {
    const command = COMMANDS.find((known) => known.name === name);
    const action = await command?.action();
    await expect(action?.(app as never, values, ['ik_x'], {} as never)).rejects.toThrow(message);
  });
});

describe('each command', () => {
  const PROGRAM = 'npm run -s cli -- ';
  /** A database is never reached with it. */
  const NO_DATABASE = { DATABASE_URL: 'none' };
  const CALLER = { INTEGRATION_API_KEY: 'k', INTEGRATION_API_SECRET: 's' };
  const NAMES = [...COMMANDS.map(({ name }) => name), 'feed', 'drops run', 'events consume'];

  async function saidBy(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' };
    const sink = (name: keyof typeof said): Writable =>
      new Writable({
        write(chunk, _, done) {
          said[name] += String(chunk);
          done();
        },
      });
    const terminal = { stdin: Readable.from([]), stdout: sink('out'), stderr: sink('err'), env: NO_DATABASE };
    return { code: await runCli(words, terminal), ...said };
  }

  /** The words of the example, as a shell reads them. */
  async function exampleOf(name: string): Promise<string[]> {
    const { out } = await saidBy([...name.split(' '), '--help']);
    const line =
      /^Example: (.*)$/ms
        .exec(out)?.[1]
        ?.replaceAll(/ \\\n +/g, ' ')
        .trimEnd() ?? '';
    expect(line.startsWith(`${PROGRAM}${name}`)).toBe(true);
    const words = [...line.slice(PROGRAM.length).matchAll(/"([^"]*)"|(\S+)/g)];
    return words.map(([, quoted, plain]) => quoted ?? plain ?? '');
  }

  it.each(NAMES)('%s --help is one screen, with its usage and an example', async (name) => {
    const { code, out, err } = await saidBy([...name.split(' '), '--help']);
    const lines = out.trimEnd().split('\n');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines[0]).toMatch(new RegExp(`^Usage: ${PROGRAM}${name}( |$)`));
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(out).toContain(`Example: ${PROGRAM}${name}`);
  });

  it.each(NAMES)('%s takes its example', async (name) => {
    const words = (await exampleOf(name)).slice(name.split(' ').length);
    if (name === 'feed') expect(feedArguments(words, CALLER)).toBeDefined();
    else if (name === 'drops run') expect(dropsArguments(words, CALLER)).toBeDefined();
    else if (name === 'events consume') expect(consumeArguments(words, CALLER)).toBeDefined();
    // Nothing is wrong with the words, so that the environment is read next.
    else expect((await saidBy([...name.split(' '), ...words])).err).toMatch(/^DATABASE_URL /);
  });

  it.each(NAMES)('%s names all missing options at once', async (name) => {
    const { required = [] } = COMMANDS.find((one) => one.name === name) ?? {
      required: ['url', 'key', 'secret'],
    };
    const { code, err } = await saidBy(name.split(' '));
    expect(code).toBeGreaterThan(0);
    for (const option of required) expect(err).toContain(`--${option}`);
    if (required.length > 0) expect(err).toMatch(/ (must be given\.|is missing;) /);
    expect(err.trimEnd()).not.toContain('\n');
  });

  it.each(['help', '--help', 'tenant --help'])('%s lists all of them', async (words) => {
    expect(await saidBy(words.split(' '))).toEqual({ code: 0, out: `${usage()}\n`, err: '' });
    for (const command of COMMANDS) expect(usage()).toContain(`  ${command.usage}`);
    expect(usage()).toContain('  feed ');
    expect(usage()).toContain('  drops run ');
  });
});
