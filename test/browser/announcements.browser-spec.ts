import type { Locator } from 'playwright-core';

import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { logIn } from './support/logging-in.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

/** What a screen reader says by itself, without a move of the focus. */
function said(text: RegExp): Locator {
  const regions = visit.page.locator(
    '[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]',
  );
  return regions.filter({ hasText: text });
}

/** Keeps in the page what its live regions say, also what is gone soon. */
async function keepSaid({ page }: Visit): Promise<void> {
  await page.evaluate(`window.said = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target.parentElement ?? target).closest('[aria-live]') ?? target;
        if (region instanceof Element && region.matches('[aria-live]')) window.said.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
}

describe('what happens without a move of the focus is said in a live region', () => {
  it('a save, and why one was refused, which its field names too', async () => {
    await visit.open('/settings/university', 'Settings');
    const { page } = visit;
    const field = page.getByLabel('E-mail domain');
    const save = page.getByRole('button', { name: 'Save the settings' });
    const domain = await field.inputValue();
    await field.fill('not a domain');
    await save.click();
    await said(/domain/)
      .first()
      .waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${described.split(' ')[0]}"]`).innerText()).toMatch(/domain name/);
    await field.fill(domain);
    await page.getByLabel('Nightly run (hours)').fill('31');
    await save.click();
    await said(/settings/i)
      .first()
      .waitFor();
  });

  it('how many rows a filter leaves', async () => {
    await tenant.sis.post('/users', person({ firstName: 'Mei', lastName: 'Quartz' }));
    await visit.open('/users', 'Users');
    await visit.page.getByRole('searchbox').fill('quartz');
    await said(/^1 row$/).waitFor({ state: 'attached' });
  });

  it('that something was copied, also in a dialog, which hides the page below it', async () => {
    await visit.open('/keys', 'Integration API Keys');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Library feed');
    await page.getByRole('checkbox', { name: /^Integration/ }).check();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('button', { name: 'Copy the secret' }).click();
    // By its role it is found only where it is not hidden.
    await page
      .getByRole('alert')
      .filter({ hasText: /Copied|did not allow copying/ })
      .waitFor();
  });
});

describe('a page that is opened', () => {
  const focused = (): Promise<string> => visit.page.locator(':focus').innerText();

  it('has its heading focused after the link of the menu, which stays', async () => {
    await visit.open('/', 'Overview');
    await visit.page.getByRole('link', { name: 'Users', exact: true }).press('Enter');
    await visit.settled('Users');
    expect(await focused()).toBe('Users');
  });

  it('is said by its title where what had the focus is gone: after the login, and after a row', async () => {
    await tenant.sis.post('/users', person({ firstName: 'Mei', lastName: 'Quartz' }));
    const { email } = await pages.administrators.make(tenant);
    visit = await pages.visit();
    await visit.open('/login', 'Log in');
    await keepSaid(visit);
    await logIn(visit, email);
    await visit.settled('Overview');
    expect(await focused()).toBe('Overview');
    await visit.page.getByRole('link', { name: 'Users', exact: true }).press('Enter');
    await visit.page.getByRole('link', { name: 'Quartz, Mei' }).press('Enter');
    await visit.settled('Mei Quartz');
    expect(await focused()).toBe('Mei Quartz');
    await until('both titles were said', async () => {
      const said = await visit.page.evaluate<string[]>('window.said');
      return said.includes('Overview') && said.includes('Mei Quartz');
    });
  });
});

describe('a dialog whose focus is behind its text', () => {
  it('is described by the text', async () => {
    const { body } = await tenant.sis.post('/users', person({ firstName: 'Mei', lastName: 'Quartz' }));
    await visit.open(`/users/${String(body.data['id'])}/show`, 'Mei Quartz');
    await visit.page.getByRole('button', { name: 'De-provision' }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'De-provision Mei Quartz?' });
    const id = await dialog.getAttribute('aria-describedby');
    expect(await dialog.locator(`[id="${id}"]`).innerText()).toMatch(/can no longer log in/);
  });
});

describe('a button that saves', () => {
  it('keeps the focus while it saves and when nothing is left to save', async () => {
    await visit.open('/settings/university', 'Settings');
    const { page } = visit;
    await page.getByLabel('Nightly run (hours)').fill('31');
    const save = page.getByRole('button', { name: 'Save the settings' });
    await save.press('Enter');
    await page.getByText('Settings saved').waitFor();
    await save.and(page.locator('[aria-disabled="true"]')).waitFor();
    expect(await save.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('button', { name: 'Save the settings', disabled: true }).waitFor();
  });
});

describe('a tooltip', () => {
  it('stays while the pointer is on it, and is closed by Escape', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    await page.getByRole('button', { name: 'Use dark colours' }).hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.hover();
    await visit.settled('Overview');
    expect(await tooltip.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
  });
});
