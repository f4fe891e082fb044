import type { Bench } from './support/bench.js';
import type { ReportRow } from './support/report.js';

/** Flags of a scenario with their defaults, of which a text may be missing; numbers are whole ones. */
type Options = Readonly<Record<string, number | readonly number[] | boolean | string>>;

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** One thing that can be measured: `npm run bench -- <name>`. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Besides those of every scenario. */
  readonly options: Options;
  run(bench: Bench, values: Values): Promise<ReportRow[]>;
}

type Widened<V> = V extends boolean ? boolean : V extends number ? number : V extends string ? string : V;
type Chosen<O> = { readonly [K in keyof O]: Widened<O[K]> } & { readonly rounds: number };

/** @param one whose `run` gets the options as they were chosen */
export function scenario<O extends Options>(one: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  run(bench: Bench, chosen: Chosen<O>): Promise<ReportRow[]>;
}): Scenario {
  return {
    ...one,
    run: (bench, values) => {
      const defaults = Object.entries({ ...one.options, rounds: 3 });
      const chosen = defaults.map(([name, value]) => [name, chosenFor(name, value, values[name])]);
      return one.run(bench, Object.fromEntries(chosen) as Chosen<O>);
    },
  };
}

function chosenFor(name: string, byDefault: Options[string], value: string | boolean | undefined): unknown {
  if (typeof byDefault === 'number') return wholeNumber(name, value, Math.min(1, byDefault));
  if (typeof byDefault === 'object')
    return String(value)
      .split(',')
      .map((text) => wholeNumber(name, text, 1));
  return value;
}

function wholeNumber(name: string, value: string | boolean | undefined, least: number): number {
  const number = Number(value);
  if (!Number.isInteger(number)) throw new Error(`--${name} must be a whole number`);
  return atLeast(least, name, number);
}

/** @throws {Error} when the number of a flag is lower */
export function atLeast(least: number, name: string, number: number): number {
  if (number < least) throw new Error(`--${name} must be ${least} or more`);
  return number;
}
