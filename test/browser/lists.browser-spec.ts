import { readFile } from 'node:fs/promises';

import { person } from '../factories/person.js';
import { aBlockedSubmission, aSubmission, discrepanciesOf, itemOf } from '../factories/submissions.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import { untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

/** Selects rows, presses the button above them, and confirms, perhaps with a choice. */
async function doWithSelection(
  action: string,
  ids: readonly (string | number)[],
  choice?: string,
): Promise<void> {
  const { page } = visit;
  for (const id of ids) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  await page.getByRole('button', { name: action, exact: true }).click();
  if (choice !== undefined) await page.getByRole('dialog').getByRole('radio', { name: choice }).check();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

describe('the last discrepancy of a submission', () => {
  it('resolved in its list, puts the item into the queue, where it is seen', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const [discrepancy] = await discrepanciesOf(tenant, submissionId);
    await visit.open('/discrepancies', 'Discrepancies');
    await doWithSelection('Resolve', [discrepancy?.id ?? ''], 'Dismiss');
    await visit.page.getByText('1 resolved').waitFor();
    await visit.open('/queue', 'Sync queue');
    const row = visit.page.getByRole('row').filter({ hasText: submissionId });
    await row.getByText('Queued', { exact: true }).waitFor();
    expect(await itemOf(tenant, submissionId)).toMatchObject({ syncStatus: 'queued', lastError: null });
  });
});

describe('a selection of the queue', () => {
  it('is replayed; what was not selected stays as it was', async () => {
    const ids = [1, 2, 3].map((number) => `form-${number}`);
    for (const submissionId of ids) {
      await aSubmission(tenant, { submissionId, status: 'approved' });
      await tenant.sis.post('/sync/ack', { submissionId, status: 'failed', lastError: 'no answer' });
    }
    await visit.open('/queue', 'Sync queue');
    await doWithSelection('Replay', ['form-1', 'form-3']);
    await visit.page.getByText('2 queued').waitFor();
    await visit.page
      .getByRole('row')
      .filter({ hasText: 'form-3' })
      .getByText('Queued', { exact: true })
      .waitFor();
    const statuses = await Promise.all(ids.map(async (id) => (await itemOf(tenant, id)).syncStatus));
    expect(statuses).toEqual(['queued', 'failed', 'queued']);
  });
});

describe('a list', () => {
  beforeEach(() =>
    tenant.sis.bulk('/users/bulk', [
      person({ externalId: 'S-quartz', firstName: 'Mei', lastName: 'Quartz' }),
      person({ externalId: 'S-basalt', firstName: 'Ola', lastName: 'Basalt' }),
    ]),
  );

  it('keeps its filter and its order in the address, through a reload', async () => {
    const { page } = visit;
    await visit.open('/users', 'Users');
    await page.getByRole('link', { name: 'Basalt' }).waitFor();
    await page.getByRole('columnheader', { name: 'E-mail' }).getByRole('button').click();
    const ordered = page.locator('th[aria-sort="ascending"]', { hasText: 'E-mail' });
    await ordered.waitFor();
    await page.getByRole('searchbox').fill('quartz');
    await page.getByRole('link', { name: 'Basalt' }).waitFor({ state: 'detached' });
    const before = page.url();
    await page.reload();
    await visit.settled('Users');
    await page.getByRole('link', { name: 'Quartz' }).waitFor();

    expect(page.url()).toBe(before);
    await untilValue(page.getByRole('searchbox'), 'quartz');
    expect(await page.getByRole('link', { name: 'Basalt' }).count()).toBe(0);
    await ordered.waitFor();
  });

  it('says that it loads other rows, and shows the former ones as such', async () => {
    const { page } = visit;
    await visit.open('/users', 'Users');
    await page.getByRole('link', { name: 'Basalt' }).waitFor();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/admin/users?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('quartz');
    const busy = page
      .locator('[aria-busy="true"]')
      .filter({ has: page.getByRole('link', { name: 'Basalt' }) });
    await busy.waitFor();
    await busy.locator('.MuiLinearProgress-root').waitFor();
    // The former rows can be read.
    expect(await seriousFindings(page)).toEqual([]);
    letGo();
    await page.getByRole('link', { name: 'Basalt' }).waitFor({ state: 'detached' });
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
  });

  it('has no row to select while rows of another filter are loaded', async () => {
    const { page } = visit;
    await aBlockedSubmission(tenant);
    await visit.open('/discrepancies', 'Discrepancies');
    const boxes = page.getByRole('checkbox', { name: /^Select/ });
    await page.getByRole('checkbox', { name: 'Select all rows of this page', disabled: false }).waitFor();
    await page.route('**/api/v1/admin/discrepancies?*', () => undefined);
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption({ label: 'Degree' });
    await page.getByRole('checkbox', { name: 'Select all rows of this page', disabled: true }).waitFor();
    for (const box of await boxes.all()) expect(await box.isDisabled()).toBe(true);
    await page.unrouteAll();
  });

  it('is downloaded as CSV, as it is filtered', async () => {
    const { page } = visit;
    await visit.open('/users', 'Users');
    await page.getByRole('searchbox').fill('quartz');
    await page.getByRole('link', { name: 'Basalt' }).waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);

    expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('S-quartz');
  });
});
