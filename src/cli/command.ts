import type { Readable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';

import type { INestApplicationContext } from '@nestjs/common';

/** What a command answers: `--json` prints `json` as one document, a person reads `text`. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
}

/** What a command may need of the terminal while it runs. */
export interface CommandTerminal {
  readonly stdin: Readable;
  /** Prints a part of the answer at once, for what may be more than fits into memory; what `run` returns comes last. */
  print(part: CommandResult): Promise<void>;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One thing that can be asked from a terminal, such as `tenant create`. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly required?: readonly string[];
  /** What stands after the command's name without a flag, in order; all of them are required. */
  readonly positionals?: readonly string[];
  run(
    app: INestApplicationContext,
    values: Values,
    positionals: readonly string[],
    terminal: CommandTerminal,
  ): Promise<CommandResult>;
}

/** Something is wrong with what was typed; the message is one line. */
export class UsageProblem extends Error {}

/** The value of an option that `required` guarantees. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageProblem(`--${name} needs a value.`);
  return value.trim();
}

/** Aligns rows under headings; for people only. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
