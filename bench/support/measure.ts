import type { Timed } from './client.js';
import { type Cost, costOf, type Target } from './cost.js';
import type { Probe } from './probe.js';
import { peakMiB, resetPeak, residentMiB } from './process-usage.js';
import { median } from './statistics.js';

const WARM_UPS = 20;

/** A few calls, one after the other. */
export interface Measured extends Cost {
  /** The bytes of each answer. */
  readonly bytes: number;
}

/**
 * @param rows the number of rows in each answer
 * @throws {Error} unless every call answers the same number of bytes
 */
export async function measure(
  target: Target,
  calls: number,
  rows: number,
  call: () => Promise<Timed>,
): Promise<Measured> {
  const { bytes } = await call();
  const cost = await costOf(target, calls * rows, async () => {
    const ms: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const timed = await call();
      if (timed.bytes !== bytes) throw new Error(`One answer has ${timed.bytes} bytes, another one ${bytes}`);
      ms.push(timed.ms);
    }
    return { ms, seconds: ms.reduce((sum, one) => sum + one, 0) / 1000 };
  });
  return { ...cost, bytes };
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

/** The cost of one call in a process that has done little before. */
export interface MeasuredMemory {
  readonly residentMiB: number;
  readonly peakMiB: number;
}

/** @param warmUp a small call of the same kind, so that nothing is loaded and compiled for the first time */
export async function measureMemory(
  pid: number,
  warmUp: () => Promise<Timed>,
  call: () => Promise<Timed>,
): Promise<MeasuredMemory> {
  for (let index = 0; index < WARM_UPS; index += 1) await warmUp();
  resetPeak(pid);
  const before = residentMiB(pid);
  await call();
  return { residentMiB: before, peakMiB: peakMiB(pid) };
}

/** The median over the rounds of each round's value. */
export function over<T>(rounds: readonly T[], value: (round: T) => number): number {
  return median(rounds.map(value));
}
