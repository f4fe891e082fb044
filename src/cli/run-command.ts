import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { type Command, type CommandResult, UsageProblem, type Values } from './command.js';
import { helpOf } from './help.js';
import { parsingProblem } from './near-miss.js';
import type { Terminal } from './terminal.js';

interface Typed {
  readonly values: Values;
  readonly positionals: string[];
}

const isGiven = (value: string | boolean | undefined): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined;

/**
 * Undefined when help is asked for.
 * @throws {UsageProblem} when the words are not those of the command; the message names all that is missing, and has
 * the usage
 */
function parse(command: Command, argv: readonly string[]): Typed | undefined {
  let typed: Typed;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
    typed = { values: values, positionals };
  } catch (error) {
    const known = [...Object.keys(command.options), 'json', 'help'];
    throw new UsageProblem(`${parsingProblem(error, known)} Usage: ${command.usage}`);
  }
  if (typed.values['help'] === true) return undefined;
  const { required = [], positionals = [], usage } = command;
  const options = required.filter((name) => !isGiven(typed.values[name])).map((name) => `--${name}`);
  const words = positionals.slice(typed.positionals.length).map((name) => `<${name}>`);
  if (options.length > 0)
    throw new UsageProblem(`${listOf([...words, ...options])} must be given. Usage: ${usage}`);
  if (typed.positionals.length !== positionals.length) throw new UsageProblem(`Usage: ${usage}`);
  return typed;
}

/** `a, b and c`. */
function listOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

function printed({ json, text }: CommandResult, values: Values): string {
  return values['json'] === true ? JSON.stringify(json) : text;
}

/**
 * Runs one command on the service's database; the service itself may be running or not.
 * @returns the exit code
 */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const typed = parse(command, argv);
  if (typed === undefined) {
    terminal.stdout.write(`${helpOf(command)}\n`);
    return 0;
  }
  const { values, positionals } = typed;
  const { env, stdin, stdout, stderr } = terminal;
  const print = async (part: CommandResult): Promise<void> => {
    if (!stdout.write(`${printed(part, values)}\n`)) await once(stdout, 'drain');
  };
  // With it the framework is loaded, which valid words alone are worth.
  const { withRooms } = await import('./with-rooms.js');
  const result = await withRooms(command, env, stderr, async (app) => {
    const act = await command.action();
    return act(app, values, positionals, { stdin, print });
  });
  stdout.write(`${printed(result, values)}\n`);
  return result.code ?? 0;
}
