import { setTimeout as sleep } from 'node:timers/promises';

import { cpuSeconds, residentMiB } from './process-usage.js';

const SETTLE_STEP_MS = 50;
const SETTLE_STEPS = 40;

/** Many calls, some of them at once. */
export interface Load {
  /** The time of each call, in milliseconds. */
  readonly ms: readonly number[];
  /** The time of all calls, in seconds. */
  readonly seconds: number;
}

/** A load, and what it cost. */
export interface Cost extends Load {
  /** The number of people, records or items in the calls. */
  readonly rows: number;
  /** CPU seconds of the called process; 0 where statements were sent directly. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Undefined where there is no process. */
  readonly residentMiB: number | undefined;
}

/** Rows per second. */
export function rateOf({ rows, seconds }: Cost): number {
  return rows / seconds;
}

/** CPU seconds of process and database together, per row. */
export function cpuPerRow({ cpu, databaseCpu, rows }: Cost): number {
  return (cpu + databaseCpu) / rows;
}

/** The processes whose CPU time is measured. */
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
  readonly scimmy?: Cost;
  readonly limit?: Cost;
}

/** The CPU time that `work` costs a process and the database, including the work of the database after the answers. */
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
 * Measures the contenders one after the other, and begins with another one each round: in round 1 with the first.
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
