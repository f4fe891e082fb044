import { ackClaim, changeAsAdministrator, claimOne } from '../factories/claims.js';
import { activePeople, inactive, inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { finishRun } from '../factories/complete-runs.js';
import { facultyMember, person } from '../factories/person.js';
import { approvedSubmissions } from '../factories/submissions.js';
import { letPassIn } from '../support/clock.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 86_400_000;

const pages = Pages.ofFile();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await pages.service.tenant();
});

async function overview(): Promise<Visit> {
  const { visit } = await pages.administrator(tenant);
  await visit.open('/', 'Overview');
  return visit;
}

/** The titles of the sentences, in their order. */
function titles({ page }: Visit): Promise<string[]> {
  return page.getByRole('note').locator('.MuiAlertTitle-root').allInnerTexts();
}

async function night(n: number, rows: readonly unknown[]): Promise<void> {
  await inRun(pages.service, tenant, `nightly-${n}`).bulk('/users/bulk', [...rows]);
  await pages.service.settle(tenant);
}

describe('the overview', () => {
  it('begins with the worst: a run that took the access of more people than usual, and its undo', async () => {
    const people = await activePeople(tenant, 12);
    for (const n of [1, 2, 3]) {
      await night(n, people);
      await letPassIn(pages.service, tenant, DAY_MS);
    }
    await night(4, [...inactive(people.slice(0, 8)), person({ email: 'x' })]);
    const visit = await overview();
    expect((await titles(visit))[0]).toBe('More people than usual lost their access');
    const { page } = visit;
    const sentence = page.getByRole('note').filter({ hasText: 'nightly-4' });
    expect(await sentence.innerText()).toContain('8 de-provisioned (usually 0), 1 failed, 0 inserted');
    expect(await seriousFindings(page)).toEqual([]);
    await sentence.getByRole('link', { name: 'Undo' }).click();
    await visit.settled('nightly-4');
    await page.getByRole('button', { name: 'Undo this run' }).waitFor();
  });

  it('still says on Monday whom a night before took the access from, whatever came since', async () => {
    const people = await activePeople(tenant, 12);
    for (const n of [1, 2, 3]) {
      await night(n, people);
      await letPassIn(pages.service, tenant, DAY_MS);
    }
    await night(4, inactive(people.slice(0, 8)));
    await letPassIn(pages.service, tenant, DAY_MS);
    await night(5, people.slice(8, 9));
    const visit = await overview();
    expect((await titles(visit))[0]).toBe('More people than usual lost their access');
    const sentence = visit.page.getByRole('note').filter({ hasText: 'nightly-4' });
    expect(await sentence.innerText()).toContain('8 de-provisioned (usually 0).');
    expect(await seriousFindings(visit.page)).toEqual([]);
    await sentence.getByRole('link', { name: 'Undo' }).click();
    await visit.settled('nightly-4');
  });

  it('says that the nightly run was not complete, and how many users are missing in it', async () => {
    const faculty = [facultyMember(), facultyMember()];
    await night(1, faculty);
    const students = await activePeople(tenant, 3);
    for (const n of [2, 3]) {
      await letPassIn(pages.service, tenant, DAY_MS);
      await night(n, students);
    }
    const complete = { accountTypes: ['Student', 'Faculty'] };
    expect((await finishRun(tenant, 'nightly-3', { complete })).status).toBe(409);
    const visit = await overview();
    expect((await titles(visit))[0]).toBe('The nightly run was not complete');
    const { page } = visit;
    const words = 'It names no active user of: Faculty. 2 active users are missing in it.';
    await page.getByText(words).waitFor();
    await visit.open('/runs/nightly-3/show', 'nightly-3');
    await page.getByRole('note').filter({ hasText: 'The run was not complete' }).getByText(words).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await visit.open('/runs', 'Runs');
    await page.getByText('Not complete', { exact: true }).waitFor();
  });

  it('calls a run unusual only when it is known what is usual', async () => {
    const people = await activePeople(tenant, 12);
    for (const n of [1, 2]) {
      await night(n, people);
      await letPassIn(pages.service, tenant, DAY_MS);
    }
    await night(3, inactive(people.slice(0, 8)));
    const visit = await overview();
    expect(await titles(visit)).toEqual(['The nightly run is on time']);
    const sentence = visit.page.getByRole('note').filter({ hasText: 'nightly-3' });
    expect(await sentence.innerText()).toContain(': 8 de-provisioned, none failed, ');
  });

  it('says why people are held, as it is', async () => {
    await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const people = await activePeople(tenant, 3);
    await inRun(pages.service, tenant, 'nightly-1').bulk('/users/bulk', inactive(people));
    const { page } = await overview();
    const sentence =
      '3 users stay active until an administrator decides: 3 beyond the limits of the settings.';
    await page.getByText(sentence).waitFor();
  });

  it('does not show the numbers of the last visit beside newer ones of the menu', async () => {
    await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
    const people = await activePeople(tenant, 1);
    await inRun(pages.service, tenant, 'nightly-1').bulk('/users/bulk', inactive(people));
    const { page } = await overview();
    const held = page.getByText('De-provisionings are held');
    await held.waitFor();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Readers' }).click();
    await held.waitFor({ state: 'detached' });
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/admin/overview?*', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await menu.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await held.count()).toBe(0);
    answer();
    await held.waitFor();
  });

  it('has what delivers nothing before what is held, and no green state after a replay', async () => {
    await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
    await changeAsAdministrator(pages.service, tenant, { syncTargets: [{ name: 'CRM' }] });
    tenant = await pages.service.anotherCaller(tenant);
    await inRun(pages.service, tenant, 'nightly-1').bulk(
      '/users/bulk',
      inactive(await activePeople(tenant, 1)),
    );
    await approvedSubmissions(tenant, 2);
    for (let n = 0; n < 2; n += 1) await ackClaim(tenant, await claimOne(tenant, { limit: 1 }), 'failed');

    const visit = await overview();
    const { page } = visit;
    expect((await titles(visit)).slice(0, 2)).toEqual(['CRM: Failing', 'De-provisionings are held']);
    await page.getByRole('note').getByRole('link', { name: 'Look at CRM' }).click();
    await visit.settled('CRM');
    await page.getByRole('button', { name: 'Replay all failed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('2 queued').waitFor();
    await page.getByText('Replayed, nothing taken yet').waitFor();
    await visit.open('/', 'Overview');
    await page.getByText('CRM: Replayed, nothing taken yet').waitFor();
    await page.getByText('0 of the last 2 deliveries were sent.').waitFor();
  });

  it('has only what is wrong as cards, and the rest in one line', async () => {
    await tenant.sis.bulk('/users/bulk', [person()]);
    await pages.service.settle(tenant);
    const { page } = await overview();
    await page.getByText('The nightly run is on time').waitFor();
    expect(await page.getByRole('list', { name: 'What needs attention' }).count()).toBe(0);
    const quiet = page.getByText(/^None:/);
    await quiet.getByRole('link', { name: 'Open conflicts' }).waitFor();
    await quiet.getByRole('link', { name: 'Keys expiring' }).waitFor();
  });

  it('does not say that none lost their access within a day: only more than the limit are counted', async () => {
    await night(1, inactive(await activePeople(tenant, 2)));
    const { page } = await overview();
    const quiet = page.getByText(/^None:/);
    await quiet.getByRole('link', { name: 'Open conflicts' }).waitFor();
    expect(await quiet.innerText()).not.toContain('De-provisioned');
  });
});

describe('a target system', () => {
  it('has a limit of silence that an administrator changes, and a refusal is gone with its dialog', async () => {
    await changeAsAdministrator(pages.service, tenant, { syncTargets: [{ name: 'CRM' }] });
    const { visit } = await pages.administrator(tenant);
    await visit.open('/connectors/CRM/show', 'CRM');
    const { page } = visit;
    await page.getByText('26 hours (limit of the alert)').waitFor();
    await page.getByRole('button', { name: 'Change the limit' }).click();
    await page.getByLabel('Minutes without a contact, while something waits').fill('4');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('minutes must be').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change the limit' }).click();
    await page.getByLabel('Minutes without a contact, while something waits').fill('90');
    expect(await page.getByText('minutes must be').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('90 minutes (set)').waitFor();
  });
});
