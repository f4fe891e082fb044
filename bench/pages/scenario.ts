import { setTimeout as sleep } from 'node:timers/promises';

import { type Browser, chromium, type Page } from 'playwright-core';

import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { signIn } from '../support/administrator.js';
import { createTenant } from '../support/new-tenant.js';
import { Client } from '../support/client.js';
import { type ReportRow } from '../support/report.js';
import { quantile } from '../support/statistics.js';
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
async function furnish(bench: Bench, { address }: Child, people: number): Promise<string> {
  const environment = bench.serviceEnvironment('service');
  const { tenantId, headers } = await createTenant(environment, 'Pages');
  process.stderr.write(`Sending ${people} people.\n`);
  await new Client(address, { ...headers, 'X-Sync-Run': 'night' }).bulk(USERS, peopleIn(people));
  await seedQueue(bench.databaseUrl('service'), tenantId, (people / 100) * ITEMS);
  return (await signIn(environment, address, tenantId)).Cookie;
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

export const pages: Scenario = {
  name: 'pages',
  summary: 'The pages of the administration in Chromium: until each is complete, among so many people.',
  options: { people: { type: 'string', default: '100000' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const rounds = wholeNumber(values, 'rounds');
    const people = wholeNumber(values, 'people', 1000);
    await bench.createDatabase('service');
    const service = await bench.startService();
    const cookie = await furnish(bench, service, people);
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
    bench.onStop(() => browser.close());
    const page = await open(browser, service.address, cookie);
    const times = new Map<string, number[]>(PAGES.map(([name]) => [name, []]));
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`Pages, round ${round} of ${rounds}.\n`);
      for (const [name, route, heading] of PAGES)
        times.get(name)?.push(await load(page, service.address, route, heading));
    }
    return [...times].map(([what, ms]) => ({
      what,
      'p50 ms': quantile(ms, 0.5),
      'p99 ms': quantile(ms, 1),
    }));
  },
};
