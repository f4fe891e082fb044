import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FOLDER = join(import.meta.dirname, '..');
/** One that finds nothing wrong would otherwise take all memory of the machine when its bounds were raised. */
const MOST_MIB = 6000;
const MOST_DEPTH = 1_000_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Depth first stores fewer states; breadth first finds the shortest way to a mistake. */
export type Order = 'depth' | 'breadth';

/** What an exploration has found. */
export interface Exploration {
  /** Different states that were reached; all that there are, when nothing was violated. */
  readonly states: number;
  /** Steps of the longest way that was walked; after a mistake, of the shortest to it. */
  readonly depth: number;
  /** The assertion that does not hold, or what else is wrong; undefined when there is nothing. */
  readonly violated: string | undefined;
  readonly seconds: number;
}

async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...words], { cwd, maxBuffer: MOST_OUTPUT });
  return stdout;
}

const fileOf = (model: string): string => join(FOLDER, `${model}.pml`);

/**
 * Explores every state of a model until something is violated.
 * @param defines names, or `NAME=value`, for the model's preprocessor
 * @throws {Error} when it did not come to an end
 */
export async function explore(model: string, defines: readonly string[], order: Order): Promise<Exploration> {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  try {
    await run('spin', ['-a', ...defines.map((name) => `-D${name}`), fileOf(model)], folder);
    const options = ['-O2', '-w', '-DSAFETY', '-DCOLLAPSE', `-DMEMLIM=${MOST_MIB}`];
    await run('gcc', [...options, ...(order === 'breadth' ? ['-DBFS'] : []), '-o', 'pan', 'pan.c'], folder);
    const began = performance.now();
    const output = await run(join(folder, 'pan'), [`-m${MOST_DEPTH}`], folder);
    return { ...readExploration(output), seconds: (performance.now() - began) / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws {Error} when the states were not all explored, and nothing was violated */
function readExploration(output: string): Omit<Exploration, 'seconds'> {
  const states = /(\d[\d.e+]*) states, stored/.exec(output)?.[1];
  const depth = /depth reached (\d+), errors: \d+/.exec(output)?.[1];
  const violated = /^pan:1: (.+) \(at depth \d+\)$/m.exec(output)?.[1];
  const isCut = /Search not completed|max search depth too small/.test(output);
  if (states === undefined || depth === undefined || (violated === undefined && isCut))
    throw new Error(`The exploration did not end:\n${output.slice(0, 2000)}`);
  return { states: Number(states), depth: Number(depth), violated };
}

/**
 * The steps of a random run, each as the model prints it.
 * @param most statements of the model
 */
export async function randomRun(
  model: string,
  {
    seed,
    most,
    defines,
  }: { readonly seed: number; readonly most: number; readonly defines: readonly string[] },
): Promise<unknown[]> {
  const words = ['-T', `-n${seed}`, `-u${most}`, ...['TRACE', ...defines].map((name) => `-D${name}`)];
  const output = await run('spin', [...words, fileOf(model)], tmpdir());
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as unknown);
}
