import type { Locator } from 'playwright-core';

import { until } from '../../support/until.js';

/** Waits until so many elements are found: a list shows its former rows until the new ones are here. */
export function untilCount(found: Locator, count: number): Promise<void> {
  return until(`${found.toString()} is found ${count} times`, async () => (await found.count()) === count);
}

/** Waits until a field has this value: some get it by a call of their own. */
export function untilValue(field: Locator, value: string): Promise<void> {
  return until(`${field.toString()} contains ${value}`, async () => (await field.inputValue()) === value);
}
