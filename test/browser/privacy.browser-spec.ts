import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

it('the data about a person is kept by a legal hold, then erased once the ID is typed', async () => {
  const input = person({ firstName: 'Mei', lastName: 'Quartz' });
  const id = String((await tenant.sis.post('/users', input)).body.data['id']);
  await visit.open(`/users/${id}/show/data`, 'Quartz');
  const { page } = visit;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  expect(await page.getByRole('link', { name: 'Download the data' }).getAttribute('href')).toBe(
    `/api/v1/admin/users/${id}/export`,
  );

  await button('Set a legal hold').click();
  await dialog.getByLabel('Reason').fill('Case 1');
  await dialog.getByRole('button', { name: 'Set the legal hold' }).click();
  await untilCount(page.getByRole('note').filter({ hasText: 'Case 1' }), 1);
  expect(await button('Erase this person').isDisabled()).toBe(true);
  await button('Remove the legal hold').click();
  await dialog.getByRole('button', { name: 'Remove the legal hold' }).click();
  await untilCount(dialog, 0);

  await button('Erase this person').click();
  await dialog.getByRole('region', { name: 'What would be erased' }).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Erase this person' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${id} to confirm`).fill(id);
  expect(await seriousFindings(page)).toEqual([]);
  await confirm.click();
  await dialog.getByRole('progressbar', { name: 'Erasing' }).waitFor();
  await pages.service.run('erasures');
  await dialog.getByText('Everything is erased.').waitFor();
  expect((await tenant.sis.get(`/users/${id}`)).status).toBe(404);
});
