import { setTimeout as pause } from 'node:timers/promises';

import type { Locator } from 'playwright-core';

const POLL_MS = 50;

/**
 * Repeats a check until it succeeds.
 * @throws {Error} when it has not succeeded within the limit
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`After ${limitMs / 1000} s it was not so that ${what}.`);
    await pause(POLL_MS);
  }
}

/** Waits until so many elements are found: a list shows its former rows until the new ones are here. */
export function untilCount(found: Locator, count: number): Promise<void> {
  return until(`${found.toString()} is found ${count} times`, async () => (await found.count()) === count);
}

/** Waits until a field has this value: some get it by a call of their own. */
export function untilValue(field: Locator, value: string): Promise<void> {
  return until(`${field.toString()} contains ${value}`, async () => (await field.inputValue()) === value);
}
