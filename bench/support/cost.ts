import { setTimeout as sleep } from 'node:timers/promises';

import { cpuSeconds, residentMiB } from './process-usage.js';

const SETTLE_STEP_MS = 50;
const SETTLE_STEPS = 40;

/** Many calls, some of them at once. */
export interface Load {
  /** Of each call, in milliseconds. */
  readonly ms: readonly number[];
  /** Of all of them, in seconds. */
  readonly seconds: number;
}

/** A load, and what it cost. */
export interface Cost extends Load {
  /** How many people, records or items the calls were about. */
  readonly rows: number;
  /** CPU seconds of the process that was called; 0 where statements were sent without one. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Undefined where there is no process. */
  readonly residentMiB: number | undefined;
}

/** Rows a second. */
export function rateOf({ rows, seconds }: Cost): number {
  return rows / seconds;
}

/** CPU seconds of the process and of the database together for each row. */
export function cpuPerRow({ cpu, databaseCpu, rows }: Cost): number {
  return (cpu + databaseCpu) / rows;
}

/** Whom calls cost something. */
export interface Target {
  /** Undefined for statements that go straight to the database. */
  readonly pid: number | undefined;
  readonly databasePid: number;
}

/** What is compared in one round. */
export interface Comparison {
  readonly service: Cost;
  readonly handwritten?: Cost;
  readonly sameWork?: Cost;
  readonly limit?: Cost;
}

/** What `work` costs a process and the database, with what the database still has to do when it is answered. */
export async function costOf(
  { pid, databasePid }: Target,
  rows: number,
  work: () => Promise<Load>,
): Promise<Cost> {
  const cpu = (): number => (pid === undefined ? 0 : cpuSeconds(pid));
  const before = { cpu: cpu(), database: cpuSeconds(databasePid) };
  const load = await work();
  const used = cpu() - before.cpu;
  const resident = pid === undefined ? undefined : residentMiB(pid);
  await settle(databasePid);
  const databaseCpu = cpuSeconds(databasePid) - before.database;
  return { ...load, rows, cpu: used, databaseCpu, residentMiB: resident };
}

/**
 * Waits until the database is idle, for two seconds unless `steps` says otherwise: old versions of rows are purged
 * and pages written later, and without a pause the next one would pay for it.
 */
export async function settle(databasePid: number, steps = SETTLE_STEPS): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const before = cpuSeconds(databasePid);
    await sleep(SETTLE_STEP_MS);
    // One tick of the clock; NaN where nothing can be measured.
    if (!(cpuSeconds(databasePid) - before > 0.01)) return;
  }
}

/**
 * One after the other, and another one first each time: in turn 1, from which rounds are counted, the first that is
 * named, so that it is first once however many contenders there are.
 */
export async function takeTurns<K extends string>(
  turn: number,
  contenders: Readonly<Record<K, () => Promise<Cost>>>,
): Promise<Record<K, Cost>> {
  const all = Object.entries(contenders) as [K, () => Promise<Cost>][];
  const first = (turn + all.length - 1) % all.length;
  const costs: Partial<Record<K, Cost>> = {};
  for (const [name, run] of [...all.slice(first), ...all.slice(0, first)]) costs[name] = await run();
  return costs as Record<K, Cost>;
}
