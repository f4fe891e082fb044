import type { Page } from 'playwright-core';

import { person } from '../factories/person.js';
import { aProfessor, putCommittee, seat } from '../factories/progress-people.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import { Visit } from './support/visit.js';

const NAME = 'Quartz';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let id: string;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  const input = person({ firstName: 'Mei', lastName: NAME });
  id = String((await tenant.sis.post('/users', input)).body.data['id']);
});

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');

/** Asks for the erasure on the page of the person, and waits until it has begun. */
async function erase(): Promise<void> {
  await button('Erase this person').click();
  await dialog().getByRole('region', { name: 'What would be erased' }).waitFor();
  await dialog().getByLabel(`Type ${id} to confirm`).fill(id);
  await dialog().getByRole('button', { name: 'Erase this person' }).click();
  await visit.page.getByRole('heading', { name: 'This person is being erased' }).waitFor();
}

/** Types the name into the search of all pages. */
async function find(): Promise<void> {
  await visit.page.keyboard.press('Control+k');
  await visit.page.getByRole('combobox', { name: 'Search' }).fill(NAME);
}

/** Whether the page, its title or what the browser stores for it has the name. */
function namesIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`Object.entries({
    page: document.body.innerText,
    title: document.title,
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
  }).filter(([, text]) => text.includes('${NAME}')).map(([place]) => place)`);
}

it('the data about a person is kept by a legal hold, then erased once the ID is typed', async () => {
  await visit.open(`/users/${id}/show/data`, NAME);
  const { page } = visit;
  expect(await page.getByRole('link', { name: 'Download the data' }).getAttribute('href')).toBe(
    `/api/v1/admin/users/${id}/export`,
  );

  await button('Set a legal hold').click();
  await dialog().getByLabel('Reason').fill('Case 1');
  await dialog().getByRole('button', { name: 'Set the legal hold' }).click();
  await untilCount(page.getByRole('note').filter({ hasText: 'Case 1' }), 1);
  expect(await button('Erase this person').isDisabled()).toBe(true);
  await button('Remove the legal hold').click();
  await dialog().getByRole('button', { name: 'Remove the legal hold' }).click();
  await untilCount(dialog(), 0);

  await button('Erase this person').click();
  await visit.page.getByRole('dialog', { name: new RegExp(`^Erase \\w+ ${NAME}, ${id}\\?$`) }).waitFor();
  await dialog().getByRole('region', { name: 'What would be erased' }).waitFor();
  const confirm = dialog().getByRole('button', { name: 'Erase this person' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog().getByLabel(`Type ${id} to confirm`).fill(id);
  expect(await seriousFindings(page)).toEqual([]);
  await confirm.click();
  await page.getByRole('progressbar', { name: 'Erasing' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await pages.service.run('erasures');
  await page.getByText('Everything is erased.').waitFor();
  expect(await page.getByText('The rest goes on by itself').count()).toBe(0);
  expect((await tenant.sis.get(`/users/${id}`)).status).toBe(404);
});

it('what is erased is said in words, before and while it is', async () => {
  const chair = await aProfessor(tenant);
  await putCommittee(tenant, id, [seat(chair)]);
  for (const code of ['candidacy', 'final_defense'])
    await tenant.workflow.put(`/students/${id}/milestones/${code}`, { name: code, status: 'in_progress' });
  await visit.open(`/users/${id}/show/data`, NAME);
  await button('Erase this person').click();
  const plan = dialog().getByRole('region', { name: 'What would be erased' });
  // Those of the template among them.
  await plan.getByText(/^\d+ milestones$/).waitFor();
  await plan.getByText('1 committee seat', { exact: true }).waitFor();
  expect(await plan.innerText()).not.toMatch(/_|users|Step|order of/);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await erase();
  const status = visit.page.getByRole('status').filter({ hasText: 'erased' });
  expect(await status.innerText()).toMatch(/\d+ milestones, 1 committee seat/);
});

it('an erased person is in no tab, behind no back button, and in nothing that the browser stores', async () => {
  const { page } = visit;
  await visit.open('/users', 'Users');
  await page.getByLabel('Name, e-mail or number').fill(NAME);
  await page.waitForURL(/Quartz/);
  await find();
  await page.getByRole('option', { name: NAME }).click();
  await visit.settled(NAME);
  expect(await namesIn(page)).toEqual(['page', 'title', 'local']);
  const other = await Visit.in(page.context(), pages.service.baseUrl);
  await other.open(`/users/${id}/show`, NAME);
  await visit.open(`/users/${id}/show/data`, NAME);
  await erase();
  expect(await namesIn(page)).toEqual([]);
  await other.page.getByRole('heading', { name: 'This person is being erased' }).waitFor();
  expect(await namesIn(other.page)).toEqual([]);

  // No answer comes any more: what these pages show is what they have kept.
  await page.route('**/api/v1/admin/**', () => undefined);
  await page.goBack();
  await page.getByRole('heading', { name: `User ${id}` }).waitFor();
  expect(await namesIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await find();
  await page.getByRole('status').filter({ hasText: 'Searching' }).waitFor();
  expect(await namesIn(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(other.problems).toEqual([]);
});
