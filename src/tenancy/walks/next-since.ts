/** Clocks of processes differ by so much at most, and a stamp is somewhat older than its commit. */
const APART_MS = 2000;

/**
 * From which stamp on a caller asks tomorrow: every change that a walk up to `until` does not show has a later one.
 *
 * It is not before the caller's own `since`: behind that may be a change that the caller has and the database has lost,
 * which only `since` shows once the loss is recorded. A `since` of the future, or of the last moments, counts as a
 * moment that clocks of other processes have passed: a change that they commit next may be before it.
 * @param now milliseconds by the tenant's clock
 */
export function nextSinceOf({ since, until }: { since: number; until: number }, now: number): number {
  return Math.max(until + 1, Math.min(since, now - APART_MS));
}
