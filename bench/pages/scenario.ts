import { setTimeout as sleep } from 'node:timers/promises';

import { type Browser, chromium, type Page } from 'playwright-core';

import { atLeast, scenario } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { signIn } from '../support/administrator.js';
import { Client } from '../support/client.js';
import { rowOfTimes } from '../support/report.js';
import { inRounds } from '../support/rounds.js';
import { personOf } from '../users/people.js';
import { seedQueue } from '../queue/seed.js';

const USERS = '/api/v1/integration/users/bulk';
/** Queue items per hundred people. */
const ITEMS = 5;
const LIMIT_MS = 60_000;
const POLL_MS = 100;
/** What is there while a page waits for its answers. */
const BUSY = '[role="progressbar"], .MuiSkeleton-root, [aria-busy="true"]';

/** A page: its address after the #, and its heading. */
const PAGES = [
  ['overview', '/', 'Overview'],
  ['runs', '/runs', 'Runs'],
  ['run', '/runs/night/show', 'night'],
  ['users', '/users', 'Users'],
  ['users, searched', '/users?filter=%7B%22q%22%3A%22nakamura%22%7D', 'Users'],
  ['person', '/users/950000100/show', ''],
  ['progress', '/progress', 'Progress'],
  ['queue', '/queue', 'Sync queue'],
  ['discrepancies by submission', '/submissions', 'Discrepancies by submission'],
  ['holds', '/holds', 'Held de-provisionings'],
  ['conflicts', '/conflicts', 'Conflicts'],
  ['keys', '/keys', 'Integration API Keys'],
  ['requests', '/requests', 'Request log'],
  ['audit', '/audit', 'Audit log'],
] as const;

function* peopleIn(count: number): Generator<object> {
  for (let index = 0; index < count; index += 1) yield personOf('pages', index);
}

/** A university with people who came in one run, and an administrator's session. */
async function furnish(bench: Bench, service: Child, people: number): Promise<string> {
  const { tenantId, headers } = await bench.createTenant(service, 'Pages');
  process.stderr.write(`Sending ${people} people.\n`);
  await new Client(service.address, { ...headers, 'X-Sync-Run': 'night' }).bulk(USERS, peopleIn(people));
  await seedQueue(await bench.connect(), tenantId, (people / 100) * ITEMS);
  return (await signIn(bench, service, tenantId)).session.Cookie;
}

/**
 * Loads a page as a bookmark does, and waits until it is complete.
 * @returns the milliseconds that it took
 */
async function load(page: Page, address: string, route: string, heading: string): Promise<number> {
  // Another document, so that the next one is loaded and not changed.
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(`${address}/admin/#${route}`);
  await page.locator('h1', { hasText: heading }).waitFor({ timeout: LIMIT_MS });
  const busy = page.locator(BUSY).locator('visible=true');
  // Twice, because the first indicator may come after the heading.
  let complete: number | undefined;
  for (;;) {
    const isBusy = (await busy.count()) > 0;
    if (!isBusy && complete !== undefined) return complete - start;
    complete = isBusy ? undefined : performance.now();
    await sleep(POLL_MS);
  }
}

async function open(browser: Browser, address: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  return context.newPage();
}

export const pages = scenario({
  name: 'pages',
  summary: 'The pages of the administration in Chromium: until each is complete, among so many people.',
  options: { people: 100_000 },
  async run(bench, { rounds, people }) {
    const service = await bench.startService();
    const cookie = await furnish(bench, service, atLeast(1000, 'people', people));
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
    bench.onStop(() => browser.close());
    const page = await open(browser, service.address, cookie);
    const loadAll = async (): Promise<Record<string, number>> => {
      const times: Record<string, number> = {};
      for (const [name, route, heading] of PAGES)
        times[name] = await load(page, service.address, route, heading);
      return times;
    };
    const times = await inRounds('Pages', rounds, loadAll, 1);
    return [...times].map(([what, ms]) => rowOfTimes(what, ms));
  },
});
