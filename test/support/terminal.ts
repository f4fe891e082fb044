import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { COMMANDS } from '../../src/cli/commands/index.js';
import { runCli } from '../../src/cli/run-cli.js';
import type { Terminal } from '../../src/cli/terminal.js';
import type { Row } from './answers.js';
import { keepPrinted, keepSecretsOf } from './evidence.js';
import type { TestService } from './service.js';
import type { Ended } from './service-process.js';

/** What a program of this process prints, and its exit code. */
export async function printed(
  run: (output: Pick<Terminal, 'stdout' | 'stderr'>) => Promise<number>,
): Promise<Ended & { readonly code: number }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await run({ stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
}

/**
 * Runs terminal commands on the database of this test file's service. In this process, because loading another one
 * takes a second of CPU.
 */
export async function cli(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { DATABASE_URL = '', SERVER_KEY = '' } = process.env;
  const terminal = { stdin: Readable.from([]), env: { DATABASE_URL, SERVER_KEY, ...env } };
  const ended = await printed((output) => runCli(words, { ...terminal, ...output }));
  keepPrinted('error', ended.stderr);
  return ended;
}

/** For a command that reads nothing, in a test that does not check its output. */
export const NO_TERMINAL = { stdin: Readable.from([]), print: () => Promise.resolve() };

/** Runs a terminal command on a running service and returns the JSON that it would print. */
export async function command(
  service: TestService,
  words: string,
  values: Readonly<Record<string, string>> = {},
): Promise<Row> {
  const [room = '', verb = '', ...positionals] = words.split(' ');
  const found = COMMANDS.find(({ name }) => name === `${room} ${verb}`);
  if (found === undefined) throw new Error(`There is no command ${words}`);
  const act = await found.action();
  const { json } = await act(service.app, values, positionals, NO_TERMINAL);
  keepSecretsOf(json);
  return json as Row;
}
