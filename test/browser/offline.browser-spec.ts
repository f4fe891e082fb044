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
const KEYS_LIST = '**/admin/assets/keys-list-*.js';

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

/** Whether the code of a page is loaded, by the beginning of its file's name. */
const isLoaded = (file: string): Promise<boolean> =>
  visit.page.evaluate<boolean>(
    `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/${file}-'))`,
  );

describe('without the network', () => {
  it('a page that was not opened before waits, says so, and is shown when the network is back', async () => {
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
    await visit.open('/', 'Overview');
    await until('the code is loaded', () => isLoaded('keys-list'), { within: 30_000 });
    await goOffline();
    await openKeys();
    await visit.page.locator('h1', { hasText: 'Integration API Keys' }).waitFor();
    await goOnline();
    await visit.settled('Integration API Keys');
    await visit.page.getByRole('link', { name: 'test' }).first().waitFor();
    // One of the files that are loaded one after the other may have been on its way.
    forgetProblems(IS_AWAY);
  });

  it('a list stays, and is filtered when the network is back', async () => {
    for (const run of ['nightly-1', 'fix-1'])
      await inRun(pages.service, tenant, run).bulk('/users/bulk', [person()]);
    await visit.open('/runs', 'Runs');
    const { page } = visit;
    await page.getByRole('link', { name: 'fix-1' }).waitFor();
    await goOffline();
    await page.getByRole('textbox', { name: 'Name' }).or(page.getByRole('searchbox')).first().fill('nightly');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await goOnline();
    await page.getByRole('link', { name: 'fix-1' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'nightly-1' }).waitFor();
  });

  it('what is saved is refused with a clear message, and what was entered stays', async () => {
    await visit.open('/keys', 'Integration API Keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    const label = dialog.getByLabel(/^Label/);
    await label.fill('CRM feed');
    await goOffline();
    const create = dialog.getByRole('button', { name: 'Create the key' });
    await create.click();
    await dialog.getByText('You are offline: nothing was saved.').waitFor();
    expect(await label.inputValue()).toBe('CRM feed');
    await goOnline();
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    const { api } = await pages.administrators.open(tenant);
    expect((await api.get('/keys?q=CRM')).body.meta['total']).toBe(1);
  });
});

describe('while the service cannot be reached', () => {
  it('the page says so, and goes on when it answers again', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    await page.route('**/api/v1/admin/**', (route) => route.abort());
    await openKeys();
    const note = page.getByText('The service cannot be reached. This page goes on by itself.');
    await note.waitFor();
    await page.unroute('**/api/v1/admin/**');
    await note.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'test' }).first().waitFor();
  });
});

describe('after an upgrade that replaced the files', () => {
  it('the pages are loaded again, once, and the chosen page is shown', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    let loads = 0;
    await page.route(KEYS_LIST, (route) => (loads > 0 ? route.continue() : route.fulfill({ status: 404 })));
    page.on('load', () => (loads += 1));
    await openKeys();
    await page.getByRole('link', { name: 'test' }).first().waitFor();
    expect(loads).toBe(1);
    forgetProblems(/404/);
  });

  it('a message stays when loading them again has not helped', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    let loads = 0;
    await page.route(KEYS_LIST, (route) => route.fulfill({ status: 404 }));
    page.on('load', () => (loads += 1));
    await openKeys();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    expect(loads).toBe(1);
    forgetProblems(/404|dynamically imported module|keys-list/);
  });
});
