import { activePeople, inactive, inactiveCount, inRun } from '../factories/deprovisioning-limits.js';
import { statusOf, userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let people: Row[];

const upload = (run: string, lines: readonly unknown[]): Promise<Row[]> =>
  inRun(pages.service, tenant, run).bulk('/users/bulk', lines);
const TITLE = 'People changed by wrong';

/** Two people leave, the others move to another program, and one of these gets a degree, too. */
beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  people = await activePeople(tenant, 5);
  const moved = people.slice(2).map((one) => ({ ...one, schoolProgram: 'Law' }));
  await upload('wrong', [...inactive(people.slice(0, 2)), ...moved]);
  await upload('wrong', [{ ...moved[0], degree: 'MA' }]);
});

describe('a part of a run', () => {
  it('is undone by its field in 5 clicks from the run, and the run says so', async () => {
    await visit.open('/runs/wrong/show', 'wrong');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'School program (3)');
    await visit.settled(TITLE);
    await page.getByText('3 users', { exact: true }).waitFor();
    await mouse.click('button', 'Undo all that match');
    await page.getByText('Put back School program of 3 users; other changes of the run stay.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo these changes' }).isDisabled()).toBe(true);
    await page.keyboard.type('wrong');
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Undo these changes');
    await page.getByText('3 users of 3 were put back').waitFor();
    await mouse.click('button', 'Close');
    await mouse.click('link', 'wrong');
    await visit.settled('wrong');
    await page.getByText('This run is partly undone, by undo:wrong.').waitFor();
    await page.getByText(/^School program: 3 users/).waitFor();
    await page.getByText('Of 5 users, 3 were put back, at least in part.').waitFor();
    expect(mouse.count).toBe(5);
    expect(await inactiveCount(tenant, people)).toBe(2);
    expect(await userOf(tenant, '950000003')).toMatchObject({ degree: 'MA', schoolProgram: null });
  });

  it('is undone for people who are selected, without typing, in 3 clicks from the list', async () => {
    await visit.open('/runs/wrong/people?filter={"kind":"deprovisioned"}', TITLE);
    const { page } = visit;
    await untilCount(page.getByRole('row'), 3);
    expect(await seriousFindings(page)).toEqual([]);
    const mouse = clickerOf(() => visit);
    mouse.count += 1;
    const row = page.getByRole('row').filter({ hasText: '950000002' });
    await row.getByRole('checkbox', { name: 'Select Ann Lee' }).click();
    await mouse.click('button', 'Undo the selected');
    await page.getByText('Put back all that the run changed of 1 user; other users stay').waitFor();
    await mouse.click('button', 'Undo these changes');
    await page.getByText('1 user of 1 was put back').waitFor();
    expect(mouse.count).toBe(3);
    expect(await statusOf(tenant, '950000002')).toBe('active');
    expect(await statusOf(tenant, '950000001')).toBe('inactive');
  });

  it('that is undone is the one that was previewed, whatever the address says meanwhile', async () => {
    await visit.open('/runs/wrong/people?filter={"kind":"deprovisioned"}', TITLE);
    const { page } = visit;
    await page.getByText('2 users', { exact: true }).waitFor();
    await visit.open('/runs/wrong/people?filter={"field":"schoolProgram"}', TITLE);
    await page.getByText('3 users', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo all that match' }).click();
    await page.getByText('Put back School program of 3 users').waitFor();
    await page.goBack();
    await page.getByText('2 users', { exact: true }).waitFor();
    await page.keyboard.type('wrong');
    await page.getByRole('button', { name: 'Undo these changes' }).click();
    await page.getByText('3 users of 3 were put back').waitFor();
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('stays selected when its undo is cancelled', async () => {
    await visit.open('/runs/wrong/people?filter={"kind":"deprovisioned"}', TITLE);
    const { page } = visit;
    const row = page.getByRole('row').filter({ hasText: '950000002' });
    const one = row.getByRole('checkbox', { name: 'Select Ann Lee' });
    await one.check();
    await page.getByRole('button', { name: 'Undo the selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await one.isChecked()).toBe(true);
  });

  it('says that its counts could not be read, and reads them again', async () => {
    const { page } = visit;
    const counts = '**/api/v1/admin/runs/wrong/people/counts*';
    await page.route(counts, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
    for (const [address, title, said] of [
      ['/runs/wrong/show', 'wrong', 'All (5)'],
      ['/runs/wrong/people', TITLE, '5 users'],
    ] as const) {
      await visit.open(address, title);
      await page.getByText('Out of order').waitFor();
      await page.unroute(counts);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(said, { exact: true }).waitFor();
      await page.route(counts, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
    }
  });

  it('is found by filters, whose counts are of the list, and by cursor over the pages', async () => {
    await visit.open('/runs/wrong/people?perPage=2', TITLE);
    const { page } = visit;
    const rows = page.getByRole('row');
    await untilCount(rows, 3);
    await page.getByRole('button', { name: 'next page' }).click();
    await page.getByRole('link', { name: /./ }).first().waitFor();
    await page.getByLabel('What was done').selectOption({ label: 'De-provisioned (2)' });
    await page.getByText('2 users', { exact: true }).waitFor();
    await untilCount(rows, 3);
    await page.getByLabel('Field').selectOption({ label: 'Account status (2)' });
    await untilCount(rows, 3);
  });

  it('is not undone by an auditor, who sees it', async () => {
    const { email } = await pages.administrators.make(tenant, { role: 'application_auditor' });
    const auditor = await pages.visitAs(email);
    await auditor.open('/runs/wrong/people?filter={"field":"schoolProgram"}', TITLE);
    await untilCount(auditor.page.getByRole('row'), 4);
    expect(await auditor.page.getByRole('button', { name: /Undo/ }).count()).toBe(0);
  });
});
