import { TenancyService } from '../tenancy/tenancy.service.js';
import { UsageProblem } from './command.js';
import { COMMANDS, usage } from './commands/index.js';
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

  it.each<[string, Record<string, string>, string[], string]>([
    ['tenant create', { name: ' ', domain: 'x.edu' }, [], '--name needs a value.'],
    [
      'tenant create',
      { name: 'x'.repeat(256), domain: 'x.edu' },
      [],
      '--name must be at most 255 characters long.',
    ],
    [
      'tenant create',
      { name: 'x', domain: 'no domain' },
      [],
      '--domain must be a domain name, such as northern.example.edu.',
    ],
    [
      'key create',
      { tenant: 't', label: 'x', scopes: 'integration,all' },
      [],
      '--scopes must be one or more of integration,users,progress,sync,workflow,scim,sandbox, separated by commas.',
    ],
    [
      'key create',
      { tenant: 't', label: 'x'.repeat(101), scopes: 'workflow' },
      [],
      '--label must be at most 100 characters long.',
    ],
    [
      'key create',
      { tenant: 't', label: 'x', scopes: 'workflow', expires: '2027-02-30' },
      [],
      '--expires must be a date such as 2027-06-30.',
    ],
    [
      'key create',
      { tenant: 't', label: 'x', scopes: 'workflow', expires: '2020-01-01' },
      [],
      '--expires must lie in the future.',
    ],
    [
      'key create',
      { tenant: 't', label: 'x', scopes: 'workflow', 'rate-limit': '0' },
      [],
      '--rate-limit must be a whole number.',
    ],
    ['key rotate', { 'overlap-hours': '-1' }, ['ik_x'], '--overlap-hours must be a whole number.'],
  ])('%s %j is refused', async (name, values, positionals, message) => {
    const command = COMMANDS.find((known) => known.name === name);
    await expect(command?.run(app as never, values, positionals, {} as never)).rejects.toThrow(message);
  });
});

describe('the help', () => {
  it('lists every command', () => {
    for (const command of COMMANDS) expect(usage()).toContain(`  ${command.usage}`);
    expect(COMMANDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'tenant create',
        'tenant list',
        'tenant suspend',
        'tenant resume',
        'key create',
        'key list',
        'key revoke',
        'key rotate',
      ]),
    );
    expect(usage()).toContain('  feed ');
  });
});
