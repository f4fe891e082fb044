import { someStudents } from '../factories/progress-people.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { Pages } from './support/pages.js';
import { untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let api: ApiClient;

const milestone = (name: string): object => ({
  milestones: [{ code: 'final_defense', name, sequence: 10, required: true }],
});

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  ({ api } = await pages.administrators.open(tenant));
  await api.put('/templates/_all', milestone('Final defense'));
  const ids = await someStudents(tenant, 3);
  const milestones = [{ code: 'final_defense', status: 'in_progress' }];
  await tenant.workflow.bulk(
    '/progress/bulk',
    ids.map((studentId) => ({ studentId, milestones })),
  );
});

const name = () => visit.page.getByLabel('Name of milestone 1', { exact: true });
const question = () => visit.page.getByRole('dialog', { name: 'Rename for students who have it?' });

async function save(): Promise<void> {
  await visit.page.getByRole('button', { name: 'Save the milestones' }).click();
}

describe('a milestone that students have', () => {
  it('says how many, and is renamed for them in two clicks after the save asks', async () => {
    const { page } = visit;
    await visit.open('/milestones', 'Milestones');
    await page.getByText('This template is for 3 students.').waitFor();
    await page.getByText('3 students have it.').waitFor();
    await name().fill('Final defence');
    await save();
    await question()
      .getByText('3 students have it as “Final defense”. It becomes “Final defence”.')
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await question().getByRole('button', { name: 'Rename for 3 students' }).click();
    await question().waitFor({ state: 'detached' });
    await pages.service.settle(tenant);
    await page.getByText('3 students have it.', { exact: true }).waitFor();
    const { milestones } = (await api.get('/templates/_all/students')).body.data;
    expect(milestones).toMatchObject([{ students: 3, underOtherNames: 0 }]);
  });

  it('keeps its name for them when that is declined, says so, and is renamed later', async () => {
    const { page } = visit;
    await visit.open('/milestones', 'Milestones');
    await name().fill('Final defence');
    await save();
    await question().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('For 3 students it has another name: “Final defense”.').waitFor();
    await page.getByRole('button', { name: 'Rename for them' }).click();
    await question().getByRole('button', { name: 'Rename for 3 students' }).click();
    await pages.service.settle(tenant);
    await page.getByText('3 students have it.', { exact: true }).waitFor();
  });

  it('is not renamed without its name, which is read again when that failed or when it was changed', async () => {
    const { page } = visit;
    await api.put('/templates/_all', milestone('Final defence'));
    await visit.open('/milestones', 'Milestones');
    const names = '**/api/v1/admin/templates/_all';
    await page.getByText('For 3 students it has another name: “Final defense”.').waitFor();
    await page.route(names, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
    await page.getByRole('button', { name: 'Rename for them' }).click();
    await question().getByText('Out of order').waitFor();
    const confirm = question().getByRole('button', { name: 'Rename for 3 students' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.unroute(names);
    await question().getByRole('button', { name: 'Try again' }).click();
    await question().getByText('It becomes “Final defence”.').waitFor();
    await api.put('/templates/_all', milestone('Defence'));
    await confirm.click();
    await question().getByText('It becomes “Defence”.').waitFor();
    await confirm.click();
    await pages.service.settle(tenant);
    await page.getByText('3 students have it.', { exact: true }).waitFor();
  });

  it('is due after days that are saved, and a wrong number is named at its field', async () => {
    const { page } = visit;
    await visit.open('/milestones', 'Milestones');
    const days = page.getByLabel('Due after (days): Final defense');
    await days.fill('two');
    await save();
    await page
      .getByText(/must be a whole number/i)
      .first()
      .waitFor();
    await days.fill('1000');
    await save();
    await page.getByText('The milestones are saved').waitFor();
    await page.reload();
    await untilValue(page.getByLabel('Due after (days): Final defense'), '1000');
  });

  it.each(['light', 'dark'] as const)('is accessible and fits, in the %s', async (colorScheme) => {
    await api.put('/templates/_all', milestone('Final defence'));
    const { visit: seen } = await pages.administrator(tenant, { colorScheme });
    for (const width of [390, 1024, 1440]) {
      await seen.page.setViewportSize({ width, height: 900 });
      await seen.open('/milestones', 'Milestones');
      await seen.page.getByText('For 3 students it has another name: “Final defense”.').waitFor();
      expect(await seriousFindings(seen.page)).toEqual([]);
      expect(await overflowsOf(seen.page)).toEqual([]);
    }
  });
});
