import type { Route } from 'playwright-core';

import { person } from '../factories/person.js';
import { until } from '../support/until.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

const OFFLINE = 'You are offline. This page goes on by itself.';
const UNREACHABLE = 'The service cannot be reached. This page goes on by itself.';
const KEYS_LIST = '**/admin/assets/keys-list-*.js';
const SEARCH = '**/admin/assets/palette-search-dialog-*.js';
/** The part that is loaded last of those that are loaded ahead. */
const LAST_PART = '**/admin/assets/settings-settings-page-*.js';
const CALLS = '**/api/v1/admin/**';
const SESSION = '**/api/v1/admin/session';
/** More than the pages wait before they load ahead, and between two probes. */
const TIMERS_MS = 10_000;

async function goOffline(): Promise<void> {
  await visit.page.context().setOffline(true);
  await visit.page.getByText(OFFLINE).waitFor();
}

async function goOnline(): Promise<void> {
  await visit.page.context().setOffline(false);
  await visit.page.getByText(OFFLINE).waitFor({ state: 'detached' });
}

const IS_AWAY = /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/;

/** The browser says of each file that could not be loaded, and React of a page that could not be shown. */
function forgetProblems(expected: RegExp): void {
  expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([]);
  visit.problems.splice(0);
}

const openKeys = (): Promise<void> =>
  visit.page.getByRole('link', { name: 'Integration API Keys' }).first().click();

/** The browser never has time to load code ahead, so that a page loads its own when it is opened. */
async function loadNothingAhead(): Promise<void> {
  await visit.page.addInitScript('window.requestIdleCallback = () => 0');
}

/** Has the browser load all code ahead, without the wait before it. */
async function openAndLoadAhead(): Promise<void> {
  const { page } = visit;
  await page.clock.install();
  const last = page.waitForResponse(LAST_PART);
  await visit.open('/', 'Overview');
  await page.clock.fastForward(TIMERS_MS);
  await (await last).finished();
}

/** Has the limits of calls end by the clock of the page. */
const LIMITS_BY_CLOCK = `AbortSignal.timeout = (ms) => {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}`;

describe('without the network', () => {
  it('a page that was not opened before waits, says so, and is shown when the network is back', async () => {
    await loadNothingAhead();
    await visit.open('/', 'Overview');
    let loads = 0;
    visit.page.on('load', () => (loads += 1));
    await goOffline();
    await openKeys();
    await visit.page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
    await goOnline();
    await visit.settled('Integration API Keys');
    await visit.page.getByRole('link', { name: 'test' }).first().waitFor();
    expect(loads).toBe(0);
    forgetProblems(IS_AWAY);
  });

  it('a page whose code the browser had time to load is shown, and its rows when the network is back', async () => {
    await openAndLoadAhead();
    await goOffline();
    await openKeys();
    await visit.page.locator('h1', { hasText: 'Integration API Keys' }).waitFor();
    await goOnline();
    await visit.settled('Integration API Keys');
    await visit.page.getByRole('link', { name: 'test' }).first().waitFor();
  });

  it('one file that cannot be loaded ahead does not keep the others from it', async () => {
    await visit.page.route(KEYS_LIST, (route) => route.fulfill({ status: 404 }));
    await openAndLoadAhead();
    forgetProblems(/404/);
  });

  it('a list stays, and is filtered when the network is back', async () => {
    for (const run of ['nightly-1', 'fix-1'])
      await inRun(pages.service, tenant, run).bulk('/users/bulk', [person()]);
    await loadNothingAhead();
    await visit.open('/runs', 'Runs');
    const { page } = visit;
    await page.getByRole('link', { name: 'fix-1' }).waitFor();
    await goOffline();
    await page.getByRole('textbox', { name: 'Name' }).or(page.getByRole('searchbox')).first().fill('nightly');
    await page.waitForURL(/nightly/);
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await goOnline();
    await page.getByRole('link', { name: 'fix-1' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'nightly-1' }).waitFor();
  });

  it('what is saved is refused with a clear message, and what was entered stays', async () => {
    await loadNothingAhead();
    await visit.open('/keys', 'Integration API Keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    const label = dialog.getByLabel(/^Label/);
    await label.fill('CRM feed');
    await dialog.getByRole('checkbox', { name: /^Integration / }).check();
    await goOffline();
    const create = dialog.getByRole('button', { name: 'Create the key' });
    await create.click();
    await dialog.getByText('You are offline: nothing was saved.').waitFor();
    expect(await label.inputValue()).toBe('CRM feed');
    await goOnline();
    await dialog.getByText('You are offline').waitFor({ state: 'detached' });
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    const { api } = await pages.administrators.open(tenant);
    expect((await api.get('/keys?q=CRM')).body.meta['total']).toBe(1);
  });
});

describe('while the service cannot be reached', () => {
  it.each([
    ['does not answer', (route: Route) => route.abort()],
    ['is away behind a proxy', (route: Route) => route.fulfill({ status: 502, body: '<html></html>' })],
  ])('because it %s, the page says so, and goes on when it answers again', async (_, answer) => {
    const { page } = visit;
    await page.clock.install();
    await visit.open('/', 'Overview');
    await page.route(CALLS, answer);
    await openKeys();
    const note = page.getByText(UNREACHABLE);
    await note.waitFor();
    await page.unroute(CALLS);
    await page.clock.fastForward(TIMERS_MS);
    await note.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'test' }).first().waitFor();
  });

  it('pages that are opened wait for it, and the user stays logged in', async () => {
    const { page } = visit;
    await page.clock.install();
    await page.route(CALLS, (route) => route.abort());
    await page.goto(`${pages.service.baseUrl}/admin/#/keys`);
    await page.getByText(UNREACHABLE).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute(CALLS);
    await page.clock.fastForward(TIMERS_MS);
    await visit.settled('Integration API Keys');
    await page.getByText(UNREACHABLE).waitFor({ state: 'detached' });
  });

  it('a probe without an answer ends, and the next one is sent', async () => {
    const { page } = visit;
    await page.clock.install();
    await page.addInitScript(LIMITS_BY_CLOCK);
    await visit.open('/', 'Overview');
    let probes = 0;
    await page.route(CALLS, (route) => route.abort());
    // The route does nothing, so the probe has no answer.
    await page.route(SESSION, () => void (probes += 1));
    await openKeys();
    await until('a second probe is sent', async () => {
      await page.clock.fastForward(TIMERS_MS);
      return probes >= 2;
    });
    await page.unroute(CALLS);
    await page.unroute(SESSION);
    await page.clock.fastForward(TIMERS_MS);
    await page.getByRole('link', { name: 'test' }).first().waitFor();
  });

  it('one call that fails while the service answers is not repeated, and the rest goes on', async () => {
    const { page } = visit;
    let calls = 0;
    let probes = 0;
    await page.route('**/api/v1/admin/overview?*', (route) => {
      calls += 1;
      return route.abort();
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/session')) probes += 1;
    });
    await page.goto(`${pages.service.baseUrl}/admin/`);
    // The session itself, and a probe after the call.
    await until('the call has failed', () => probes === 2);
    await page.getByText('The service cannot be reached; check the connection and try again.').waitFor();
    await openKeys();
    await visit.settled('Integration API Keys');
    expect(calls).toBe(1);
    expect(await page.getByText(UNREACHABLE).count()).toBe(0);
  });
});

describe('after an upgrade that replaced the files', () => {
  let loads: number;

  beforeEach(async () => {
    loads = 0;
    await loadNothingAhead();
    // Two loads of a slow browser may be further apart than those of which the second is not repeated.
    await visit.page.clock.setFixedTime(new Date());
  });

  async function openOverview(): Promise<void> {
    await visit.open('/', 'Overview');
    visit.page.on('load', () => (loads += 1));
  }

  it('the pages are loaded again, once, and the chosen page is shown', async () => {
    const { page } = visit;
    await page.route(KEYS_LIST, (route) => (loads > 0 ? route.continue() : route.fulfill({ status: 404 })));
    await openOverview();
    await openKeys();
    await page.getByRole('link', { name: 'test' }).first().waitFor();
    expect(loads).toBe(1);
    forgetProblems(/404/);
  });

  it('a message stays when loading them again has not helped', async () => {
    const { page } = visit;
    await page.route(KEYS_LIST, (route) => route.fulfill({ status: 404 }));
    await openOverview();
    await openKeys();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    expect(loads).toBe(1);
    forgetProblems(/404|dynamically imported module|keys-list/);
  });

  it('a form that is not saved stays when a dialog over it cannot be shown', async () => {
    const { page } = visit;
    await page.route(SEARCH, (route) => route.fulfill({ status: 404 }));
    await visit.open('/settings', 'Settings');
    page.on('load', () => (loads += 1));
    const limit = page.getByLabel('Requests per minute');
    await limit.fill('7177');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'This dialog could not be shown' });
    await dialog.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await limit.inputValue()).toBe('7177');
    expect(loads).toBe(0);
    forgetProblems(/404|dynamically imported module|search-dialog/);
  });
});
