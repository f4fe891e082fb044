import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { RequestsRepository } from '../../src/request-log/requests.repository.js';
import { person } from '../factories/person.js';
import { activePeople, inactive, inactiveCount, inRun } from '../factories/deprovisioning-limits.js';
import { storedId } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
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

const upload = (run: string, lines: readonly unknown[]): Promise<Row[]> =>
  inRun(pages.service, tenant, run).bulk('/users/bulk', lines);

const STUDNET = "accountType 'Studnet' must be Student, Faculty or Staff";

describe("last night's failures", () => {
  it('are understood in 2 clicks from the overview', async () => {
    await upload('nightly-1122', [
      person(),
      ...Array.from({ length: 3 }, (_, n) => person({ externalId: `S-BAD-${n}`, accountType: 'Studnet' })),
      person({ email: 'x' }),
    ]);
    await visit.open('/', 'Overview');
    const mouse = clickerOf(() => visit);
    await mouse.click('link', /^Runs/);
    await visit.settled('Runs');
    await mouse.click('link', 'nightly-1122');
    await visit.settled('nightly-1122');
    await visit.page.getByRole('button', { name: `3 ${STUDNET}` }).waitFor();
    await visit.page.getByRole('cell', { name: `Row 2, S-BAD-0: ${STUDNET}` }).waitFor();
    expect(mouse.count).toBe(2);
    expect(await seriousFindings(visit.page)).toEqual([]);
  });

  it('of one cause are listed when it is chosen, and all of them are downloaded', async () => {
    await upload('nightly-1122', [person({ accountType: 'Studnet' }), person({ email: 'x' })]);
    await visit.open('/runs/nightly-1122/show', 'nightly-1122');
    const { page } = visit;
    const table = page.getByRole('group', { name: 'Failed rows' });
    await page.getByRole('button', { name: `1 ${STUDNET}` }).click();
    await visit.settled('nightly-1122');
    await untilCount(table.getByRole('row'), 2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('nightly-1122-failures.csv');
  });

  it('are on the page of the person whom they are about, with a link to the run', async () => {
    const ann = person({ externalId: 'S-1' });
    const [answer] = await upload('nightly-1', [ann]);
    await upload('nightly-2', [{ ...ann, accountType: 'Studnet' }]);
    await visit.open(`/users/${String(answer?.['id'])}/show`, String(ann['lastName']));
    await visit.page.getByText(`Row 1, S-1: ${STUDNET}`).waitFor();
    await visit.page.getByRole('link', { name: 'nightly-2' }).first().click();
    await visit.settled('nightly-2');
  });
});

describe('rows about erased users', () => {
  it('are a cause of their own, as nothing is kept of them', async () => {
    const { api } = await pages.administrators.open(tenant);
    const ann = person();
    await eraseToTheEnd(pages.service, api, await storedId(tenant, ann));
    await upload('nightly-1', [ann]);
    await visit.open('/runs/nightly-1/show', 'nightly-1');
    const { page } = visit;
    await page.getByText('The user is erased: nothing of the row is kept.').waitFor();
    expect(await page.getByText('10,000').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Erased users who were sent again' }).click();
    await visit.settled('Conflicts');
  });
});

describe('the menu', () => {
  it('counts failed rows and late runs beside Runs, and says how many of each', async () => {
    const { app } = pages.service;
    const { tenantId, apiKey } = tenant;
    const counts = { inserted: 0, updated: 0, unchanged: 500, failed: 2 };
    // Uploads of one series; the last one is older than a day.
    for (const [n, hours] of [75, 51, 27].entries()) {
      const at = new Date(Date.now() - hours * 3_600_000);
      const upload = { tenantId, at, actor: `key:${apiKey}`, run: `night-${n}`, ...counts };
      await app.get(RequestsRepository).saveSeries(app.get(UnitOfWork).single, [upload]);
    }
    await visit.open('/', 'Overview');
    const badge = visit.page.getByRole('link', { name: /^Runs/ }).getByTitle(/./);
    await badge.waitFor();
    expect(await badge.innerText()).toBe('3');
    expect(await badge.getAttribute('title')).toBe('Failed rows, last night: 2\nLate runs: 1');
    await visit.open('/runs', 'Runs');
    const parts = visit.page.getByRole('note').getByRole('listitem');
    await parts.first().waitFor();
    expect(await parts.allInnerTexts()).toEqual(['Failed rows, last night: 2', 'Late runs: 1']);
  });
});

describe('a day of the overview', () => {
  it('leads to its requests in the zone that is shown', async () => {
    const { page } = visit;
    const { api } = await pages.administrators.open(tenant);
    expect((await api.patch('/settings', { timeZone: 'America/New_York' })).status).toBe(200);
    // An empty university has no chart.
    await upload('nightly-1', [person()]);
    await pages.service.settle(tenant);
    await visit.open('/', 'Overview');
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const day = page.getByRole('region', { name: 'Provisioning per day' }).getByRole('link').first();
    // In winter and in summer.
    const midnights = /T0[45]:00:00\.000Z.+T0[45]:00:00\.000Z/;
    await until('the zone is known', async () =>
      midnights.test(decodeURIComponent((await day.getAttribute('href')) ?? '')),
    );
  });
});

describe('what a sender did', () => {
  it.each([
    ['runs', '/runs', 'Runs', 'Sender'],
    ['requests', '/requests', 'Request log', 'By'],
  ])('is found in the list of %s by a key that is picked by its label', async (_, route, title, label) => {
    const { page } = visit;
    const { api } = await pages.administrators.open(tenant);
    const { data } = (await api.post('/keys', { label: 'CRM feed', scopes: ['users'] })).body;
    const crm = { ...tenant, apiKey: String(data['apiKey']), apiSecret: String(data['apiSecret']) };
    await upload('nightly-1', [person()]);
    await inRun(pages.service, crm, 'crm-1').bulk('/users/bulk', [person()]);
    await pages.service.settle(tenant);
    await visit.open(route, title);
    await page.getByRole('link', { name: 'nightly-1' }).waitFor();
    await page.getByRole('combobox', { name: label }).fill('crm');
    await page.getByRole('option', { name: /^CRM feed/ }).click();
    await page.getByRole('link', { name: 'nightly-1' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'crm-1' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('a wrong run', () => {
  it('is undone in 5 clicks, from the overview to the run that undid it', async () => {
    const people = await activePeople(tenant, 3);
    await upload('wrong', inactive(people));
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', /^Runs/);
    await visit.settled('Runs');
    await mouse.click('link', 'wrong');
    await visit.settled('wrong');
    await mouse.click('button', 'Undo this run');
    await page.getByText('3 users of 3 would be put back').waitFor();
    expect(await page.getByRole('button', { name: 'Undo the run' }).isDisabled()).toBe(true);
    await page.keyboard.type('wrong');
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Undo the run');
    await page.getByText('3 users of 3 were put back').waitFor();
    await mouse.click('link', 'undo:wrong');
    await visit.settled('undo:wrong');
    await page.getByText('This run is the undo of').waitFor();
    expect(mouse.count).toBe(5);
    expect(await inactiveCount(tenant, people)).toBe(0);
  });

  it('that was undone says that all were put back, offers no undo, and is marked in the list', async () => {
    const people = await activePeople(tenant, 3);
    await upload('wrong', inactive(people));
    const { api } = await pages.administrators.open(tenant);
    await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    await visit.open('/runs/wrong/show', 'wrong');
    const { page } = visit;
    await page.getByText('All 3 users were put back.').waitFor();
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    await visit.open('/runs', 'Runs');
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('is not undone before its name is typed', async () => {
    const people = await activePeople(tenant, 1);
    await upload('wrong', inactive(people));
    await visit.open('/runs/wrong/show', 'wrong');
    await visit.page.getByRole('button', { name: 'Undo this run' }).click();
    await visit.page.getByLabel('Type wrong to confirm').fill('wron');
    await visit.page.keyboard.press('Enter');
    expect(await visit.page.getByRole('button', { name: 'Undo the run' }).isDisabled()).toBe(true);
    expect(await inactiveCount(tenant, people)).toBe(1);
  });

  it('says before the undo who has changed something since', async () => {
    const [ann] = await activePeople(tenant, 1);
    await upload('degrees', [{ ...ann, degree: 'MA' }]);
    await tenant.sis.post('/users', { ...ann, degree: 'PhD' });
    await visit.open('/runs/degrees/show', 'degrees');
    const { page } = visit;
    await page.getByRole('button', { name: 'Undo this run' }).click();
    await page.getByText('1 user keeps something that was changed since').click();
    await page.getByText('Degree stays PhD').waitFor();
    await page.getByText('There is nothing to put back.').waitFor();
  });
});

describe('the list of runs', () => {
  it('marks what is unusual', async () => {
    const people = Array.from({ length: 3 }, () => person());
    for (const day of [1, 2, 3]) await upload(`nightly-${day}`, people);
    await upload('nightly-4', [...people, person({ email: 'x' })]);
    await visit.open('/runs', 'Runs');
    await visit.page.getByRole('cell', { name: '+1 failed' }).waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
  });

  it('is filtered by failures', async () => {
    await upload('good', [person()]);
    await upload('bad', [person({ email: 'x' })]);
    await visit.open('/runs', 'Runs');
    await visit.page.getByLabel('Failures').selectOption({ label: 'With failures' });
    await visit.page.getByRole('link', { name: 'good' }).waitFor({ state: 'detached' });
    await untilCount(visit.page.getByRole('link', { name: 'bad' }), 1);
  });
});
