import { setTimeout as delay } from 'node:timers/promises';

/**
 * So many times as long as it worked: background work then takes a twentieth of one core and of the database. With 9,
 * posts took 14 % longer beside a sweep, as the database continues to purge what was deleted.
 */
const REST_PER_WORK = 19;
const LONGEST_REST_MS = 5000;

/** How many milliseconds background work rests after a step that took so many, so that it hardly slows callers. */
export function restAfter(workedMs: number): number {
  return Math.min(LONGEST_REST_MS, Math.max(0, workedMs) * REST_PER_WORK);
}

/** Rests after a step that took so many milliseconds. */
export async function rest(workedMs: number): Promise<void> {
  await delay(restAfter(workedMs));
}
