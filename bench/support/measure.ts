import type { Timed } from './client.js';
import type { Probe } from './probe.js';
import { cpuSeconds, peakMiB, resetPeak, residentMiB } from './process-usage.js';
import { median } from './statistics.js';

const WARM_UPS = 20;

/** Whom a call costs something. */
export interface Target {
  readonly pid: number;
  readonly databasePid: number;
  /** Another caller of the same process. */
  readonly probe?: Probe;
}

/** A few calls one after the other. */
export interface Measured {
  readonly ms: readonly number[];
  readonly bytes: number;
  /** Per call. */
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  /** How long each request of another caller took while the same calls were made again, in milliseconds. */
  readonly waits: readonly number[];
}

/** @throws {Error} unless every call answers the same number of bytes */
export async function measure(target: Target, calls: number, call: () => Promise<Timed>): Promise<Measured> {
  const { pid, databasePid, probe } = target;
  const { bytes } = await call();
  const before = { own: cpuSeconds(pid), database: cpuSeconds(databasePid) };
  const ms: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const timed = await call();
    if (timed.bytes !== bytes) throw new Error(`One answer has ${timed.bytes} bytes, another one ${bytes}`);
    ms.push(timed.ms);
  }
  const cpuMs = ((cpuSeconds(pid) - before.own) * 1000) / calls;
  const databaseCpuMs = ((cpuSeconds(databasePid) - before.database) * 1000) / calls;
  return { ms, bytes, cpuMs, databaseCpuMs, waits: await waitsDuring(probe, calls, call) };
}

/** Not while the calls are timed: the other caller costs the process a quarter of a core. */
async function waitsDuring(
  probe: Probe | undefined,
  calls: number,
  call: () => Promise<Timed>,
): Promise<number[]> {
  if (probe === undefined) return [];
  return probe.during(async () => {
    for (let index = 0; index < calls; index += 1) await call();
  });
}

/** What one call costs a process that has done little yet. */
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
