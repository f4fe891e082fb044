import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import {
  activePeople,
  setLimits,
  idOf,
  inactive,
  inactiveCount,
  inRun,
} from '../factories/deprovisioning-limits.js';
import type { Row } from '../support/answers.js';
import { inMs } from '../support/clock.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 86_400_000;
const TITLE = 'Held de-provisionings';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let people: Row[];

beforeEach(async () => {
  tenant = await pages.service.tenant();
  await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
  ({ visit } = await pages.administrator(tenant));
  people = await activePeople(tenant, 3);
});

/**
 * Tries to de-provision these people, who are all held.
 * @returns the ids of the holds
 */
async function hold(some: readonly Row[], run: string): Promise<string[]> {
  const lines = await inRun(pages.service, tenant, run).bulk('/users/bulk', inactive(some));
  return lines.slice(0, -1).map(({ holdId }) => String(holdId));
}

async function confirm(button: string, answer: string): Promise<void> {
  await visit.page.getByRole('button', { name: button, exact: true }).click();
  await visit.page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}

describe('the overview', () => {
  it('says that de-provisionings are held, and leads to them', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/', 'Overview');
    const alert = visit.page.getByRole('note').filter({ hasText: '3 users stay active' });
    await alert.getByRole('link', { name: 'Decide' }).click();
    await visit.settled(TITLE);
    await untilCount(visit.page.getByRole('checkbox', { name: 'Select Ann Lee' }), 3);
  });

  it('is 3 clicks away from having kept all people of a wrong run', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/', 'Overview');
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Decide');
    await visit.settled(TITLE);
    await mouse.click('button', 'Keep all active: run nightly-1');
    await visit.page.getByRole('dialog').waitFor();
    await mouse.click('button', 'Keep active');
    await visit.page.getByText('3 kept active').waitFor();
    expect(mouse.count).toBe(3);
    expect(await inactiveCount(tenant, people)).toBe(0);
  });
});

describe('held de-provisionings', () => {
  it('that are selected are released; the others stay held', async () => {
    const [first = '', second = ''] = await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    for (const id of [first, second]) {
      const details = visit.page.getByRole('link', { name: `Details of ${id}` });
      await visit.page.getByRole('row').filter({ has: details }).getByRole('checkbox').check();
    }
    await confirm('De-provision', 'De-provision');
    await visit.page.getByText('2 de-provisioned').waitFor();
    await visit.page.getByText('1 user in').waitFor();
    expect(await inactiveCount(tenant, people)).toBe(2);
  });

  it('of a run are decided at once, and stay listed with who decided', async () => {
    await hold(people.slice(0, 2), 'nightly-1');
    await hold(people.slice(2), 'nightly-2');
    await visit.open('/holds', TITLE);
    await confirm('Keep all active: run nightly-1', 'Keep active');
    await visit.page.getByText('2 kept active').waitFor();
    await confirm('De-provision all of run nightly-2', 'De-provision');
    await visit.page.getByText('1 de-provisioned').waitFor();
    await visit.page.getByText('Waiting for a decision').waitFor({ state: 'detached' });
    const row = visit.page.getByRole('row').filter({ hasText: 'nightly-2' });
    await row.getByText('De-provisioned', { exact: true }).waitFor();
    expect(await inactiveCount(tenant, people)).toBe(1);
    expect((await tenant.sis.get(`/users/${idOf(people[2])}`)).body.data['accountStatus']).toBe('inactive');
  });

  it('of a run are decided as far as the service answers; what was done is said, and one click goes on', async () => {
    const ids = await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    const { api } = await pages.administrators.open(tenant);
    let calls = 0;
    // As if one call decided two of them, and the next one had no answer.
    await visit.page.route('**/holds/decide-run', async (route) => {
      calls += 1;
      if (calls === 2) return route.fulfill({ status: 502 });
      if (calls > 2) return route.fallback();
      await api.post('/holds/decide', { decision: 'reject', ids: ids.slice(0, 2) });
      return route.fulfill({ json: { success: true, data: { decided: 2, remaining: 1 }, meta: {} } });
    });
    await confirm('Keep all active: run nightly-1', 'Keep active');
    await visit.page.getByText('2 kept active, 1 failed').waitFor();
    await visit.page.getByText('1 user still held: The service cannot be reached').waitFor();
    await visit.page.getByRole('button', { name: 'Go on', exact: true }).click();
    await visit.page.getByText('3 kept active', { exact: true }).waitFor();
    await visit.page.getByText('Waiting for a decision').waitFor({ state: 'detached' });
    expect(await inactiveCount(tenant, people)).toBe(0);
  });

  it('keep people active for 30 days, so that the same loss takes no access in the next night', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    const { page } = visit;
    await page.getByRole('button', { name: 'Keep all active: run nightly-1', exact: true }).click();
    const until = page.getByRole('dialog').getByLabel('Keep active until');
    expect(new Date(`${await until.inputValue()} UTC`).toISOString()).toContain(
      inMs(30 * DAY_MS).slice(0, 10),
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('3 kept active').waitFor();
    await setLimits(pages.service, tenant, { mode: 'hold', perRun: { count: 25 }, perDay: null });
    await inRun(pages.service, tenant, 'nightly-2').bulk('/users/bulk', inactive(people));
    expect(await inactiveCount(tenant, people)).toBe(0);
    await visit.open('/runs/nightly-2/show', 'nightly-2');
    await page.getByText('Kept active by an administrator').waitFor();
    await visit.open(`/users/${idOf(people[0])}/show`, 'Lee');
    await page.getByText('Can log in: kept active until').waitFor();
  });

  it('keep people active against their run alone when the day is emptied', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    const { page } = visit;
    await page.getByRole('button', { name: 'Keep all active: run nightly-1', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Keep active until').fill('');
    await dialog.getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('3 kept active').waitFor();
    await setLimits(pages.service, tenant, { mode: 'hold', perRun: { count: 25 }, perDay: null });
    await inRun(pages.service, tenant, 'nightly-2').bulk('/users/bulk', inactive(people));
    expect(await inactiveCount(tenant, people)).toBe(3);
  });

  it('stay held until the administrator confirms', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    await confirm('De-provision all of run nightly-1', 'Cancel');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await inactiveCount(tenant, people)).toBe(0);
  });

  it('are decided only once it is said what that means, or that this is not known', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    const { page } = visit;
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/holds/preview', async (route) => {
      await isAnswered;
      await route.fulfill({ status: 500, json: { message: 'Out of order' } });
    });
    await page.getByRole('button', { name: 'Keep all active: run nightly-1', exact: true }).click();
    const keep = page.getByRole('dialog').getByRole('button', { name: 'Keep active', exact: true });
    await page.getByRole('dialog').getByLabel('Keep active until').waitFor();
    expect(await keep.isDisabled()).toBe(true);
    answer();
    await page.getByText('Out of order').waitFor();
    await keep.click();
    await page.getByText('3 kept active').waitFor();
  });

  it('are confirmed in a dialog whose filled and focused button is the one that changes nothing', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/holds', TITLE);
    const { page } = visit;
    await page.getByRole('button', { name: 'De-provision all of run nightly-1', exact: true }).click();
    expect(await page.getByRole('dialog').locator('.MuiButton-contained').allInnerTexts()).toEqual([
      'Cancel',
    ]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await inactiveCount(tenant, people)).toBe(0);
  });
});

describe('the de-provisioning limits', () => {
  it('are set in the settings', async () => {
    await visit.open('/settings/limits', 'Settings');
    const { page } = visit;
    await page.getByLabel('Percent per run').fill('5');
    await page.getByLabel('Users within 24 hours').fill('200');
    await page
      .getByLabel('Beyond a limit')
      .selectOption({ label: 'De-provision, and warn in the audit log' });
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Settings saved', { exact: true }).waitFor();
    const { settings } = await pages.service.app.get(TenancyService).findTenant(tenant.tenantId);
    expect(settings?.deprovisioningGuard).toEqual({
      mode: 'observe',
      perRun: { percent: 5 },
      perDay: { count: 200 },
      everHeld: true,
    });
  });

  it('release no hold when they change; the page says so before and after saving', async () => {
    await hold(people, 'nightly-1');
    await visit.open('/settings/limits', 'Settings');
    const { page } = visit;
    const note = page.getByRole('note').filter({ hasText: '3 users are held' });
    await note.waitFor();
    await page.getByLabel('Users within 24 hours').fill('');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    const question = page.getByRole('dialog', { name: 'What this change does' });
    await question.getByText('Of the last 1 runs, 0 would have been held in part; 1 were beyond').waitFor();
    await question.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Settings saved; 3 users still held', { exact: true }).waitFor();
    await note.getByRole('link', { name: 'Decide' }).click();
    await visit.settled(TITLE);
    await untilCount(page.getByRole('checkbox', { name: 'Select Ann Lee' }), 3);
  });
});
