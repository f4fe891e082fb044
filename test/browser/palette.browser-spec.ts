import type { Locator } from 'playwright-core';

import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

const dialog = (): Locator => visit.page.getByRole('dialog', { name: 'Search' });
const field = (): Locator => dialog().getByRole('combobox', { name: 'Search' });
const line = (name: string | RegExp): Locator => dialog().getByRole('option', { name });

/** The label of the element that has the focus. */
function focused(): Promise<string | null> {
  return visit.page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
}

/** The text of the line that the field names as marked. */
function marked(): Promise<string | null> {
  return dialog().locator('[aria-selected="true"]').textContent();
}

async function search(text: string): Promise<void> {
  await visit.page.keyboard.press('Control+k');
  await field().fill(text);
}

describe('the search', () => {
  it.each(['Control+k', 'Meta+k', '/'])('opens by %s, and Escape returns the focus', async (key) => {
    const { page } = visit;
    await visit.open('/users', 'Users');
    const menu = page.getByRole('button', { name: 'Hide the menu' });
    await menu.focus();
    await page.keyboard.press(key);
    await field().waitFor();
    expect(await focused()).toBe('Search');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Hide the menu');
  });

  it('opens by its button', async () => {
    await visit.open('/users', 'Users');
    await visit.page.getByRole('button', { name: 'Search', exact: true }).click();
    await field().waitFor();
  });

  it('does not open by a character that is typed into a field', async () => {
    await visit.open('/users', 'Users');
    await visit.page.getByRole('searchbox').pressSequentially('a/b?');
    expect(await visit.page.getByRole('searchbox').inputValue()).toBe('a/b?');
    expect(await visit.page.getByRole('dialog').count()).toBe(0);
  });

  it('finds pages by their titles, and moves the focus to the one that is opened', async () => {
    await visit.open('/users', 'Users');
    await search('log aud');
    await line('Audit log').waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.settled('Audit log');
    expect(await visit.page.evaluate<string>('document.activeElement.textContent')).toBe('Audit log');
  });

  it.each([
    ['people', 'zoll', /^Ann Zoller/, 'Zoller'],
    ['runs', 'nightly-11', 'nightly-1122', 'nightly-1122'],
    ['submissions', 'sub-7', /^sub-77/, 'Sync queue'],
    ['keys', 'feed', /^Nightly feed/, 'Nightly feed'],
    ['request IDs', 'req-11', /^req-1122/, 'Request log'],
  ])('finds %s and opens their page', async (_kind, text, found, heading) => {
    await inRun(pages.service, tenant, 'nightly-1122').post(
      '/users',
      person({ externalId: 'S-1', lastName: 'Zoller' }),
      { 'X-Request-Id': 'req-1122' },
    );
    await tenant.workflow.put('/submissions/sub-77', { formType: 'x', studentId: 'S-1', fields: {} });
    await (
      await pages.administrators.open(tenant)
    ).api.post('/keys', {
      label: 'Nightly feed',
      scopes: ['users'],
    });
    await pages.service.settle(tenant);
    await visit.open('/', 'Overview');
    await search(text);
    await line(found).click();
    await visit.settled(heading);
    await dialog().waitFor({ state: 'detached' });
  });

  it('is walked through by the arrows, from the last line to the first', async () => {
    await visit.open('/', 'Overview');
    await search('log');
    await dialog().getByText('2 results').waitFor();
    const seen = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await visit.page.keyboard.press(key);
      seen.push(await marked());
      const name = await field().getAttribute('aria-activedescendant');
      expect(await visit.page.locator(`[id="${name ?? ''}"]`).textContent()).toBe(seen.at(-1));
    }
    expect(seen).toEqual(['Request log', 'Audit log', 'Request log']);
  });

  it('never shows what a former text has found', async () => {
    await tenant.sis.bulk('/users/bulk', [person({ lastName: 'Quartz' }), person({ lastName: 'Basalt' })]);
    const { page } = visit;
    let answerTheFirst: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answerTheFirst = resolve;
    });
    await page.route('**/admin/search?q=quartz', async (route) => {
      await held;
      await route.continue();
    });
    await visit.open('/', 'Overview');
    const asked = page.waitForRequest('**/admin/search?q=quartz');
    await search('quartz');
    await asked;
    await field().fill('basalt');
    await line(/Basalt/).waitFor();
    const answered = page.waitForResponse('**/admin/search?q=quartz');
    answerTheFirst();
    await (await answered).finished();
    await line(/Basalt/).waitFor();
    expect(await line(/Quartz/).count()).toBe(0);
  });

  it('offers an operator no page of keys', async () => {
    const { email } = await pages.administrators.make(tenant, { role: 'application_operator' });
    visit = await pages.visitAs(email);
    await visit.open('/', 'Overview');
    await search('keys');
    await dialog().getByText('Nothing found').waitFor();
    await field().fill('queue');
    await line('Sync queue').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious finding of axe and fits, in %s',
    async (colorScheme) => {
      await tenant.sis.post('/users', person({ lastName: 'Keystone' }));
      const { email } = await pages.administrators.make(tenant);
      visit = await pages.visitAs(email, { colorScheme, viewport: NARROW });
      await visit.open('/', 'Overview');
      await search('key');
      await line(/Keystone/).waitFor();
      await visit.settled('Overview');
      expect(await seriousFindings(visit.page)).toEqual([]);
      expect(await overflowsOf(visit.page)).toEqual([]);
    },
  );
});

describe('the keys', () => {
  const keys = (): Locator => visit.page.getByRole('dialog', { name: 'Keyboard' });

  it('are shown by ?, without a serious finding of axe', async () => {
    await visit.open('/', 'Overview');
    await visit.page.keyboard.press('?');
    await keys().getByText('Open the marked result').waitFor();
    await visit.settled('Overview');
    expect(await seriousFindings(visit.page)).toEqual([]);
  });

  it('of a single character can be switched off, which a reload does not change', async () => {
    const { page } = visit;
    await visit.open('/', 'Overview');
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.click();
    await page.getByRole('menuitem', { name: 'Keyboard' }).click();
    await keys().getByRole('switch', { name: 'Keys of a single character' }).uncheck();
    await page.keyboard.press('Escape');
    await keys().waitFor({ state: 'detached' });
    const name = await account.getAttribute('aria-label');
    await until('the button has the focus again', async () => (await focused()) === name);
    await page.reload();
    await visit.settled('Overview');
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await field().inputValue()).toBe('');
  });
});
