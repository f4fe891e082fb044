import type { ParseArgsConfig } from 'node:util';

import type { Bench } from './support/bench.js';
import type { ReportRow } from './support/report.js';

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One thing that can be measured: `npm run bench -- <name>`. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Flags of this scenario, besides those of every scenario. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(bench: Bench, values: Values): Promise<ReportRow[]>;
}

/**
 * The number of a flag.
 * @throws {Error} unless it is a whole number of `least` or more
 */
export function wholeNumber(values: Values, name: string, least = 1): number {
  return checked(name, values[name], least);
}

/**
 * The numbers of a flag, separated by commas.
 * @throws {Error} unless each is whole and `least` or more
 */
export function wholeNumbers(values: Values, name: string, least = 1): number[] {
  return String(values[name])
    .split(',')
    .map((text) => checked(name, text, least));
}

function checked(name: string, value: string | boolean | undefined, least: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least)
    throw new Error(`--${name} must be a whole number of ${least} or more`);
  return number;
}
