import { readFile } from 'node:fs/promises';

import { someStudents } from '../factories/progress-people.js';
import { newEmail } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let students: string[];

beforeEach(async () => {
  tenant = await pages.service.tenant();
  const email = newEmail();
  await pages.administrators.open(tenant, { email });
  students = await someStudents(tenant, 3);
  await tenant.sis.get('/progress');
  await tenant.sis.get(`/users/${students[0] ?? ''}`);
  await pages.service.settle(tenant);
  visit = await pages.visitAs(email);
});

describe('disclosures', () => {
  it('are listed by days, filtered, and downloaded as they are filtered', async () => {
    await visit.open('/disclosures', 'Disclosures');
    const rows = visit.page.getByRole('region', { name: 'Disclosures' }).locator('tbody tr');
    await untilCount(rows, 2);
    expect(await rows.filter({ hasText: 'Progress export' }).innerText()).toMatch(
      /test\s+Progress export\s+3$/,
    );
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.page.getByRole('combobox', { name: 'Day', exact: true }).selectOption('Other days…');
    await visit.page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await visit.page.getByText('Nothing matches').or(visit.page.getByText('No data')).first().waitFor();
    await visit.page.getByRole('button', { name: 'Clear all' }).click();
    await untilCount(rows, 2);
    await visit.page.getByRole('combobox', { name: 'Day', exact: true }).selectOption('Other days…');
    await visit.page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await untilCount(rows, 2);
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
  });

  it('about a person are on a tab of the page of the person', async () => {
    await visit.open(`/users/${students[0] ?? ''}/show`, 'Lee');
    await visit.page.getByRole('tab', { name: 'Disclosures' }).click();
    const section = visit.page.getByRole('region', { name: 'Who received data about this person' });
    await untilCount(section.locator('tbody tr'), 2);
    expect(await seriousFindings(visit.page)).toEqual([]);
    expect(await overflowsOf(visit.page)).toEqual([]);
  });
});

describe('retention', () => {
  it('is set in the settings, and a wrong number is named', async () => {
    await visit.open('/settings/retention', 'Settings');
    const field = visit.page.getByLabel('Request log (days)');
    expect(await field.inputValue()).toBe('90');
    await field.fill('0');
    await visit.page.getByRole('button', { name: 'Save the settings' }).click();
    await visit.page
      .getByText(/requestLogDays/)
      .first()
      .waitFor();
    await field.fill('30');
    await visit.page.getByRole('button', { name: 'Save the settings' }).click();
    await visit.page.getByText('Settings saved').waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
  });
});
