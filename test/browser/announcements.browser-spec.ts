import type { Locator } from 'playwright-core';

import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
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
