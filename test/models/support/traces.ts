import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { randomRun } from './spin.js';

const FOLDER = join(import.meta.dirname, '../traces');

/** A random run of a model. */
export interface Trace<Step> {
  readonly model: string;
  readonly seed: number;
  /** Statements of the model, of which a step has several. */
  readonly most: number;
  readonly defines: readonly string[];
  readonly steps: readonly Step[];
}

type ClaimsCall =
  | { readonly call: 'sweep' | 'tick' }
  | { readonly call: 'approve' | 'replay'; readonly item: number }
  /** Nothing was handed out when both are missing. */
  | { readonly call: 'claim'; readonly claim?: number; readonly item?: number }
  | {
      readonly call: 'extend' | 'sent' | 'failed' | 'release';
      readonly claim: number;
      readonly isLost: boolean;
    };

/** A step of the model of claims. */
export type ClaimsStep = ClaimsCall & {
  /** Of each item, its status and how often it was handed out. */
  readonly after: readonly (readonly [string, number])[];
};

type OutboxCall =
  | { readonly call: 'reopen' | 'take' }
  | {
      readonly call: 'approve' | 'close' | 'sweep';
      readonly process: 1 | 2;
      readonly end: 'delivered' | 'died' | 'refused';
    }
  | {
      readonly call: 'event';
      readonly isNew: 0 | 1;
      readonly process: 1 | 2;
      readonly end: 'delivered' | 'died' | 'refused';
    };

/** A step of the model of the outbox. */
export type OutboxStep = OutboxCall & {
  readonly after: {
    readonly submission: string;
    readonly item: string;
    /** Events in the outbox. */
    readonly waiting: number;
    readonly queuedTimes: number;
  };
};

type LostCommitsCall =
  | { readonly call: 'change'; readonly process: 1 | 2; readonly item: 0 | 1 }
  | { readonly call: 'look'; readonly process: 1 | 2; readonly isFound: boolean }
  | { readonly call: 'list'; readonly process: 1 | 2; readonly isRefused: boolean }
  /** Of the feed, whether the reader is refused, and the loss is recorded by that. */
  | {
      readonly call: 'follow';
      readonly process: 1 | 2;
      readonly isRefused: boolean;
      readonly isNoticed: boolean;
    }
  | { readonly call: 'read'; readonly process: 1 | 2 }
  /** The last commit that the other server has. */
  | { readonly call: 'failOver'; readonly kept: number };

/** A step of the model of lost commits, which are numbered from 1; 0 stands for none. */
export type LostCommitsStep = LostCommitsCall & {
  readonly after: {
    /** How many there were, lost ones included. */
    readonly commits: number;
    /** Of each of two people, the commit that has changed them last; the same of two copies. */
    readonly stored: readonly number[];
    readonly listed: readonly number[];
    readonly followed: readonly number[];
    /** How many losses are recorded. */
    readonly losses: number;
    /** The commit up to which places are refused. */
    readonly refused: number;
    /** By process, how many of its commits it remembers. */
    readonly remembered: readonly number[];
  };
};

/** The traces that are committed, without their steps. Between them, the seeds have every call with every answer. */
export const RUNS: readonly Omit<Trace<never>, 'steps'>[] = [
  ...[10, 52, 67, 144, 172, 228].map((seed) => ({ model: 'claims', seed, most: 1200, defines: [] })),
  ...[14, 47, 49, 81, 101, 175, 192, 283, 289].map((seed) => ({
    model: 'outbox',
    seed,
    most: 600,
    defines: ['EVENTS=8'],
  })),
  ...[64, 70, 90, 118, 178, 189].map((seed) => ({
    model: 'lost-commits',
    seed,
    most: 60_000,
    defines: ['COMMITS=24', 'FAILOVERS=4'],
  })),
];

const fileOf = ({ model, seed }: Pick<Trace<never>, 'model' | 'seed'>): string =>
  join(FOLDER, `${model}-${seed}.json`);

/** The text of a trace: a line for each step. */
export async function traceText(run: Omit<Trace<never>, 'steps'>): Promise<string> {
  const steps = await randomRun(run.model, run);
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`).join(',\n');
  const { model, seed, most, defines } = run;
  return `${JSON.stringify({ model, seed, most, defines }).slice(0, -1)},\n  "steps": [\n${lines}\n  ]\n}\n`;
}

export const writtenText = (run: Omit<Trace<never>, 'steps'>): string => readFileSync(fileOf(run), 'utf8');

export function writeText(run: Omit<Trace<never>, 'steps'>, text: string): void {
  writeFileSync(fileOf(run), text);
}

/** The committed traces of a model. */
export function tracesOf(model: 'claims'): Trace<ClaimsStep>[];
export function tracesOf(model: 'outbox'): Trace<OutboxStep>[];
export function tracesOf(model: 'lost-commits'): Trace<LostCommitsStep>[];
export function tracesOf(model: string): unknown[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(`${model}-`))
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as unknown);
}
