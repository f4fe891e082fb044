import type { Page } from 'playwright-core';

import { until } from '../../support/until.js';

/** The elements that are too wide: the page itself, and on a wide screen any table. */
const OVERFLOWS = `[
  document.scrollingElement.scrollWidth > innerWidth ? 'the page is wider than ' + innerWidth : '',
  ...[...document.querySelectorAll('[role="region"]:not(pre), [role="group"][tabindex]')]
    .filter((one) => innerWidth > 1000 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.getAttribute('aria-label') + ' is cut off by ' + (one.scrollWidth - one.clientWidth)),
].filter(Boolean)`;
const LIMIT_MS = 5_000;

/** What stays too wide: the page draws itself for a new size of the window some frames later. */
export async function overflowsOf(page: Page): Promise<string[]> {
  const found = (): Promise<string[]> => page.evaluate<string[]>(OVERFLOWS);
  await until('nothing is too wide', async () => (await found()).length === 0, { within: LIMIT_MS }).catch(
    () => undefined,
  );
  return found();
}
