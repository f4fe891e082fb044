import type { Readable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';

import type { INestApplicationContext, Type } from '@nestjs/common';

import type { AcceptedKeys } from '../secrets/known-keys.js';
import { didYouMean } from './near-miss.js';

/** The answer of a command: `--json` prints `json` as one document; otherwise `text` is printed. */
export interface CommandResult {
  readonly json: unknown;
  readonly text: string;
  /** The exit code; 0 when omitted. */
  readonly code?: number;
}

/** The part of the terminal that a command may use while it runs. */
export interface CommandTerminal {
  readonly stdin: Readable;
  /** Prints a part of the answer at once, for answers that may not fit into memory; the result of `run` comes last. */
  print(part: CommandResult): Promise<void>;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What a command does once its words are known to be valid. */
export type Action = (
  app: INestApplicationContext,
  values: Values,
  positionals: readonly string[],
  terminal: CommandTerminal,
) => Promise<CommandResult>;

/** A command of the terminal, such as `tenant create`. Its declaration loads neither the framework nor a room. */
export interface Command {
  readonly name: string;
  /** What it does, in a sentence or two. */
  readonly does: string;
  /** A whole call, without the program's name. */
  readonly example: string;
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly required?: readonly string[];
  /** The arguments without a flag after the command's name, in order; all of them are required. */
  readonly positionals?: readonly string[];
  /** Whether it runs with a server key that does not fit the database; default `known`. */
  readonly serverKey?: AcceptedKeys;
  readonly action: () => Promise<Action>;
  /**
   * The rooms of a command that only reads. Facts cannot be announced there: their handlers may be in other rooms.
   * Omitted: all rooms.
   */
  readonly rooms?: () => Promise<readonly Type[]>;
}

/** How an option is turned off. */
export const NONE = 'none';

/** The words of a command are not valid; the message is one line. */
export class UsageProblem extends Error {}

/**
 * The value of an option.
 * @throws {UsageProblem} when it is missing or blank
 */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageProblem(`--${name} needs a value.`);
  return value.trim();
}

/**
 * The value of an option that is one of a few words, in any letter case; undefined when it is not given.
 * @throws {UsageProblem} when it is another one
 */
export function oneOf<Word extends string>(
  values: Values,
  name: string,
  words: readonly Word[],
): Word | undefined {
  if (values[name] === undefined) return undefined;
  const text = textOf(values, name).toLowerCase();
  const word = words.find((one) => one.toLowerCase() === text);
  if (word === undefined)
    throw new UsageProblem(`--${name} must be one of ${words.join(', ')}.${didYouMean(text, words)}`);
  return word;
}

/** Aligns rows under headings, for the text of an answer. */
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
