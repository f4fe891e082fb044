import type { Locator } from 'playwright-core';

import { type Preset, sentValue } from '../../pages/src/ui/dates/relative-days.js';
import { person } from '../factories/person.js';
import { newEmail } from '../support/administrators.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import { untilCount, untilValue } from './support/until.js';
import { until } from '../support/until.js';
import type { Visit } from './support/visit.js';

const TITLE = 'Request log';
const ZONE = 'America/New_York';

const pages = Pages.ofFile();
let tenant: TestTenant;
let api: ApiClient;
let email: string;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  email = newEmail();
  ({ api } = await pages.administrators.open(tenant, { email }));
  await api.patch('/settings', { timeZone: ZONE });
  visit = await pages.visitAs(email);
});

const chips = (): Locator => visit.page.getByRole('group', { name: 'Set filters' });
const chip = (text: string): Locator => chips().getByRole('button', { name: `${text} (remove the filter)` });
const range = (name = 'When'): Locator => visit.page.getByRole('combobox', { name, exact: true });
const field = (name: string): Locator => visit.page.getByRole('textbox', { name, exact: true });

/** What a call for the rows has asked for. */
function asked(resource: string, ...parameters: readonly string[]): Promise<readonly (string | null)[]> {
  return visit.page
    .waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith(`/${resource}`) && parameters.every((name) => searchParams.has(name));
    })
    .then((request) => parameters.map((name) => new URL(request.url()).searchParams.get(name)));
}

/** What the API gets for it now. */
function momentsOf(preset: Preset, terms: readonly number[] = []): readonly (string | undefined)[] {
  const calendar = { shownZone: ZONE, tenantZone: ZONE, terms };
  return (['from', 'before'] as const).map((edge) => sentValue(`${preset}/${edge}`, calendar, Date.now()));
}

function untilFocused(element: Locator): Promise<void> {
  return element.and(visit.page.locator(':focus')).waitFor();
}

describe('a range of days', () => {
  it('stays relative in the address, which another user opens, and is sent as moments', async () => {
    await visit.open('/requests', TITLE);
    const sent = asked('requests', 'from', 'to');
    await range().selectOption('Last 7 days');
    expect(await sent).toEqual(momentsOf('last-7-days'));
    await chip('When: last 7 days').waitFor();
    const { page } = visit;
    await page.waitForURL(/last-7-days/);
    const address = page.url().split('#')[1] ?? '';
    const link = page.getByRole('link', { name: 'Export CSV' });
    const query = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams;
    const [from, to] = momentsOf('last-7-days');
    expect(Object.fromEntries(query)).toMatchObject({ from, to });
    ({ visit } = await pages.administrator(tenant));
    const again = asked('requests', 'from', 'to');
    await visit.open(address, TITLE);
    expect(await again).toEqual(momentsOf('last-7-days'));
    await chip('When: last 7 days').waitFor();
  });

  it('offers terms when the settings have some, and says so in an address of before', async () => {
    await api.patch('/settings', {
      terms: [
        { name: 'Fall', month: 9 },
        { name: 'Spring', month: 1 },
      ],
    });
    await visit.open('/requests', TITLE);
    const sent = asked('requests', 'from', 'to');
    await range().selectOption('Last term');
    expect(await sent).toEqual(momentsOf('last-term', [9, 1]));
    await api.patch('/settings', { terms: [] });
    await visit.page.reload();
    const message = visit.page.getByText('The settings have no terms any more; choose other days.');
    // In place of the rows, and below the page for a while.
    await message.first().waitFor();
    await pages.service.settle(tenant);
    await chip('When: last term').click();
    await visit.page.getByRole('row').filter({ hasText: 'PATCH' }).first().waitFor();
    expect(await range().locator('option').allInnerTexts()).not.toContain('This term');
  });

  it('of days to come is offered where students are due', async () => {
    await visit.open('/progress', 'Progress');
    const sent = asked('progress', 'dueFrom', 'dueTo');
    await range('Due').selectOption('Next 30 days');
    const calendar = { shownZone: ZONE, tenantZone: ZONE, terms: [] };
    const days = ['next-30-days/first', 'next-30-days/last'];
    expect(await sent).toEqual(days.map((one) => sentValue(one, calendar, Date.now())));
  });

  it('begins with the days of the preset when it is changed, and says when it ends before it begins', async () => {
    await visit.open('/requests', TITLE);
    await range().selectOption('Other days…');
    await field('From').fill('31/2/2026');
    await field('From').press('Tab');
    await visit.page.getByText('31 February does not exist').waitFor();
    expect(await field('From').getAttribute('aria-invalid')).toBe('true');
    expect(await seriousFindings(visit.page)).toEqual([]);
    const begun = asked('requests', 'from');
    await field('From').fill('8/3/2026');
    expect(await begun).toEqual(['2026-03-08T05:00:00.000Z']);
    await field('To').fill('7 March 2026');
    await visit.page.getByText('This day is before the first one').waitFor();
    const sent = asked('requests', 'from', 'to');
    await field('To').fill('8 March 2026');
    // A day of 23 hours.
    expect(await sent).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z']);
    await field('To').press('Tab');
    await untilValue(field('To'), '8 Mar 2026');
    await chip('When: 8 Mar 2026').waitFor();
  });
});

describe('a field of a day', () => {
  it('has a calendar for the keyboard', async () => {
    await visit.open('/requests', TITLE);
    const { page } = visit;
    await range().selectOption('Other days…');
    await field('From').fill('2026-03-31');
    await field('From').press('Tab');
    const button = page.getByRole('button', { name: 'Calendar' }).first();
    await untilFocused(button);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'From' });
    await untilFocused(dialog.getByRole('button', { name: /^Tuesday,? 31 March 2026$/ }));
    // Rows of before are dimmed while others are loaded.
    await untilCount(page.locator('[aria-busy="true"]'), 0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('PageUp');
    await untilFocused(dialog.getByRole('button', { name: /^Saturday,? 28 February 2026$/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await untilFocused(dialog.getByRole('button', { name: /^Monday,? 2 March 2026$/ }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await untilFocused(button);
    await untilValue(field('From'), '2 Mar 2026');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await untilFocused(button);
  });

  it('refuses a key whose last day does not exist', async () => {
    await visit.open('/keys', 'Integration API Keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Label').fill('Feed of 31 February');
    await dialog.getByLabel('Expires at the end of').fill('31/2/2031');
    const refused = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/keys'),
    );
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    expect((await refused).status()).toBe(400);
    await until('the field is refused', async () => {
      const invalid = await dialog.getByLabel('Expires at the end of').getAttribute('aria-invalid');
      return invalid === 'true';
    });
  });

  it('is written and read in Spanish', async () => {
    visit = await pages.visitAs(email, { locale: 'es-ES' });
    await visit.open('/requests', 'Registro');
    const { page } = visit;
    await page.getByRole('combobox', { name: 'Cuándo', exact: true }).selectOption('Otros días…');
    const from = page.getByRole('textbox', { name: 'Desde', exact: true });
    expect(await from.getAttribute('placeholder')).toBe('dd/mm/aaaa');
    await from.fill('31 de febrero de 2026');
    await from.press('Tab');
    await page.getByText('El 31 de febrero no existe').waitFor();
    const sent = asked('requests', 'from');
    await from.fill('8 de marzo de 2026');
    expect(await sent).toEqual(['2026-03-08T05:00:00.000Z']);
    await from.press('Tab');
    await untilValue(from, '8 mar 2026');
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('the filters that are set', () => {
  const SET = JSON.stringify({ accountStatus: 'active', accountType: 'Student', q: 'quartz' });
  const ADDRESS = `/users?filter=${encodeURIComponent(SET)}`;
  const said = (): Locator => visit.page.getByRole('search').locator('[aria-live="polite"]');

  beforeEach(() =>
    tenant.sis.bulk('/users/bulk', [
      person({ firstName: 'Mei', lastName: 'Quartz' }),
      person({ firstName: 'Ola', lastName: 'Quartz' }),
      person({ firstName: 'Ola', lastName: 'Basalt' }),
    ]),
  );

  it('are removed by keys, which leads to the next one and at last to the fields', async () => {
    await visit.open(ADDRESS, 'Users');
    const { page } = visit;
    await untilCount(page.getByRole('link', { name: 'Quartz' }), 2);
    await chip('Account type: Student').focus();
    await page.keyboard.press('Delete');
    await untilFocused(chip('Status: Active'));
    await page.keyboard.press('Enter');
    const last = chip('Name, e-mail or number: quartz');
    await untilFocused(last);
    await page.waitForURL((url) => !url.href.includes('accountStatus'));
    await page.keyboard.press('Enter');
    await untilFocused(page.getByRole('searchbox'));
    await page.getByRole('link', { name: 'Basalt' }).waitFor();
    expect(await chips().count()).toBe(0);
    await until('the rows are said', async () => /^\d+ rows?/.test(await said().innerText()));
  });

  it.each(['light', 'dark'] as const)('are below one button on a phone, in the %s', async (colorScheme) => {
    visit = await pages.visitAs(email, { viewport: NARROW, hasTouch: true, colorScheme });
    await visit.open(ADDRESS, 'Users');
    const { page } = visit;
    await chip('Status: Active').waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(await overflowsOf(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters (3)' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('searchbox').fill('basalt');
    expect(await seriousFindings(page)).toEqual([]);
    // Without the pause in typing.
    await dialog.getByRole('button', { name: /^Show/ }).tap();
    await dialog.waitFor({ state: 'detached' });
    await chip('Name, e-mail or number: basalt').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).tap();
    await untilFocused(page.getByRole('button', { name: 'Filters', exact: true }));
  });

  it('leave room for the days on a phone', async () => {
    visit = await pages.visitAs(email, { viewport: NARROW, hasTouch: true });
    await visit.open('/requests', TITLE);
    const { page } = visit;
    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await range().selectOption('Other days…');
    await page.getByRole('button', { name: 'Calendar' }).first().tap();
    const calendar = page.getByRole('dialog', { name: 'From' });
    await calendar.getByRole('button', { name: 'Next month' }).tap();
    expect(await overflowsOf(page)).toEqual([]);
    await calendar.getByRole('gridcell').nth(10).getByRole('button').tap();
    await calendar.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: /^Show \d+ rows?$/ }).tap();
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  });
});
