import type { Timed } from './client.js';
import { type Cost, costOf, type Target } from './cost.js';
import type { Probe } from './probe.js';
import { median } from './statistics.js';

/**
 * The cost of a few calls, one after the other.
 * @param rows the number of rows in each answer
 * @throws {Error} unless every call answers the same number of bytes
 */
export async function measure(
  target: Target,
  calls: number,
  rows: number,
  call: () => Promise<Timed>,
): Promise<Cost> {
  const { bytes } = await call();
  return costOf(target, calls * rows, async () => {
    const ms: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const timed = await call();
      if (timed.bytes !== bytes) throw new Error(`One answer has ${timed.bytes} bytes, another one ${bytes}`);
      ms.push(timed.ms);
    }
    return { ms, seconds: ms.reduce((sum, one) => sum + one, 0) / 1000 };
  });
}

/**
 * How long each request of another caller took while these calls were made, in milliseconds. Not while the calls are
 * timed: the other caller costs the process a quarter of a core.
 */
export function waitsDuring(probe: Probe, calls: number, call: () => Promise<Timed>): Promise<number[]> {
  return probe.during(async () => {
    for (let index = 0; index < calls; index += 1) await call();
  });
}

/** The median over the rounds of each round's value. */
export function over<T>(rounds: readonly T[], value: (round: T) => number): number {
  return median(rounds.map(value));
}
