import { UsageProblem } from './command.js';
import type { Terminal } from './terminal.js';

/** The commands that are HTTP clients. */
const CLIENTS = ['feed', 'drops run', 'events consume'];

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first = 'help', second = ''] = words;
  if (first === 'feed') {
    // The nightly feed is an HTTP client; it needs neither the framework nor a database.
    const { feed } = await import('./feed/feed.js');
    return feed(words.slice(1), terminal, 'npm run -s cli -- feed');
  }
  if (first === 'events' && second === 'consume') {
    const { consume } = await import('./consume/consume.js');
    return consume(words.slice(2), terminal);
  }
  if (first === 'drops' && second === 'run') {
    const { drops } = await import('./drops/drops.js');
    return drops(words.slice(2), terminal);
  }
  if (first === 'doctor') {
    // It must work where the service does not start.
    const { doctor } = await import('./doctor/doctor.js');
    return doctor(words.slice(1), terminal);
  }
  const [{ COMMANDS, usage }, { runCommand }] = await Promise.all([
    import('./commands/index.js'),
    import('./run-command.js'),
  ]);
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}`);
  if (command === undefined) {
    if (first === 'help' || words.includes('--help')) {
      terminal.stdout.write(`${usage()}\n`);
      return 0;
    }
    const { unknownCommand } = await import('./near-miss.js');
    const names = [...COMMANDS.map(({ name }) => name), ...CLIENTS];
    terminal.stderr.write(`${unknownCommand(words, names) ?? usage()}\n`);
    return 2;
  }
  return runCommand(command, words.slice(2), terminal);
}

/**
 * Runs the command that these words name. An error is printed to stderr.
 * @returns the exit code
 */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(words, terminal);
  } catch (error) {
    // The usual one, which is not worth loading what knows all others.
    if (error instanceof UsageProblem) {
      terminal.stderr.write(`${error.message}\n`);
      return 1;
    }
    const { describeProblem } = await import('./describe-problem.js');
    terminal.stderr.write(`${describeProblem(error)}\n`);
    return 1;
  }
}
