import { person } from '../factories/person.js';
import { someStudents } from '../factories/progress-people.js';
import { Gate } from '../support/gate.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import { untilCount, untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 24 * 60 * 60_000;

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  await visit.open('/settings/pauses', 'Settings');
});

/** A day so many days from now. */
function day(from: number): string {
  return new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);
}

async function save(): Promise<void> {
  await visit.page.getByRole('button', { name: 'Save the settings' }).click();
}

async function addPause(number: number, from: string, until: string, note: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: 'Add a pause' }).click();
  await page.getByLabel(`First day of pause ${number}`).fill(from);
  await page.getByLabel(`Last day of pause ${number}`).fill(until);
  await page.getByLabel(`Note of pause ${number}`).fill(note);
}

/** The status of the SIS's call that de-provisions a new user. */
async function asksToEnd(lastName: string): Promise<number> {
  const one = person({ lastName });
  await tenant.sis.post('/users', one);
  return (await tenant.sis.post('/users', { ...one, accountStatus: 'inactive' })).status;
}

describe('a pause of de-provisionings', () => {
  it('is added in the settings, holds whom the SIS de-provisions, and the hold names it as the reason', async () => {
    const { page } = visit;
    // Whatever the day is in the zone of the university.
    await addPause(1, day(-1), day(1), 'winter break');
    await save();
    const effect = page.getByRole('dialog', { name: 'What this change does' });
    await effect.getByText('Today is within a pause').waitFor();
    await effect.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Settings saved').waitFor();
    // A process remembers the settings of a caller for some seconds.
    await until('the pause is known', async () => (await asksToEnd('Earlier')) === 202);
    expect(await asksToEnd('Winter')).toBe(202);
    await visit.open('/holds', 'Held de-provisionings');
    await page.getByRole('row').filter({ hasText: 'Winter' }).getByText('Within a pause').waitFor();
  });

  it('that is removed is gone after saving, and the page is accessible on a small screen', async () => {
    const { page } = visit;
    await page.setViewportSize(NARROW);
    await addPause(1, day(10), day(12), 'winter break');
    await addPause(2, day(20), day(22), 'spring break');
    await page.getByRole('button', { name: 'Remove pause 1' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowsOf(page)).toEqual([]);
    await save();
    await page.getByText('Settings saved').waitFor();
    await page.reload();
    await visit.settled('Settings');
    await untilValue(page.getByLabel('Note of pause 1'), 'spring break');
    expect(await page.getByRole('group', { name: 'Pause 2' }).count()).toBe(0);
  });

  it('that shares a day with another one is refused beside its days', async () => {
    const { page } = visit;
    await addPause(1, day(10), day(12), 'winter break');
    await addPause(2, day(12), day(22), '');
    await save();
    await page
      .getByRole('group', { name: 'Pause 2' })
      .getByText(/overlaps/)
      .waitFor();
  });
});

describe('the terms of files', () => {
  it('are offered with their usual months, hold only once they are saved, and may be of another year', async () => {
    const { page } = visit;
    await visit.open('/settings/terms', 'Settings');
    await page.getByRole('button', { name: 'Add the usual terms' }).click();
    await untilValue(page.getByLabel('Name of term 3'), 'Fall');
    expect(await termsOf()).toEqual([]);
    await page.getByRole('button', { name: 'Add a term' }).click();
    await page.getByLabel('Name of term 14').fill('10');
    await save();
    await page.getByRole('group', { name: 'Term 14' }).getByText('Must be a word such as Fall').waitFor();
    await page.getByLabel('Name of term 14').fill('YYYY10');
    await page.getByLabel('Month of term 14').selectOption({ label: 'September' });
    await page.getByLabel('Year of term 14').selectOption({ label: 'The year before' });
    expect(await seriousFindings(page)).toEqual([]);
    await save();
    await page.getByText('Settings saved').waitFor();
    const terms = await termsOf();
    expect(terms).toContainEqual({ name: 'Fall', month: 9, yearOffset: 0 });
    // Reads FA26.
    expect(terms).toContainEqual({ name: 'FAYY', month: 9, yearOffset: 0 });
    expect(terms).toContainEqual({ name: 'YYYY10', month: 9, yearOffset: -1 });
  });

  async function termsOf(): Promise<unknown[]> {
    const { api } = await pages.administrators.open(tenant);
    return (await api.get('/settings')).body.data['terms'] as unknown[];
  }
});

describe('what is typed while a save is under way', () => {
  it('stays in the form, and is saved by the next one', async () => {
    const { page } = visit;
    const gate = new Gate();
    await visit.open('/settings/university', 'Settings');
    await page.route('**/api/v1/admin/settings', async (route) => {
      if (route.request().method() === 'PATCH') await gate.opened;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Requests per minute').fill('100');
    await save();
    await sent;
    const hours = page.getByLabel('Nightly run (hours)');
    await hours.fill('31');
    gate.open();
    await page.getByText('Settings saved').waitFor();
    expect(await hours.inputValue()).toBe('31');
    const again = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await save();
    expect((await again).request().postDataJSON()).toEqual({ nightlyRunHours: 31 });
  });
});

const search = () => visit.page.getByRole('searchbox', { name: 'Search the settings' });
const groups = () => visit.page.getByRole('navigation', { name: 'Groups of settings' });

/** The name of the field that has the focus. */
async function focused(): Promise<unknown> {
  return visit.page.evaluate(
    'document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent',
  );
}

describe('the groups of settings', () => {
  it('have addresses of their own, and one is in view', async () => {
    const { page } = visit;
    await visit.open('/settings/pacing', 'Settings');
    await page.getByRole('heading', { name: 'Pacing', level: 2 }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1);
    expect(await page.getByLabel('Requests per minute').count()).toBe(0);
    const shown = groups().getByRole('link', { name: 'Pacing', exact: true });
    expect(await shown.getAttribute('aria-current')).toBe('page');
    await groups().getByRole('link', { name: 'Retention' }).click();
    await page.getByRole('heading', { name: 'Retention', level: 2 }).waitFor();
    expect(page.url()).toMatch(/#\/settings\/retention$/);
  });

  it('are not left without a question while something is not saved', async () => {
    const { page } = visit;
    await visit.open('/settings/pacing', 'Settings');
    await page.getByLabel('Due soon (days)').fill('21');
    await groups().getByRole('link', { name: 'Retention' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await untilValue(page.getByLabel('Due soon (days)'), '21');
    await groups().getByRole('link', { name: 'Retention' }).click();
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await page.getByRole('heading', { name: 'Retention', level: 2 }).waitFor();
    await groups().getByRole('link', { name: 'Pacing', exact: true }).click();
    await untilValue(page.getByLabel('Due soon (days)'), '14');
  });

  it.each([
    ['a word of its label', 'revision', 'pacing.revisionLoopVersions'],
    ['its name in the API', 'requestLogDays', 'retention.requestLogDays'],
    ['what it may be', 'users without a legacy number', 'adoptByEmail'],
  ])('are searched by %s, and lead to the field in one key press', async (_, text, name) => {
    await search().fill(text);
    await visit.page.getByText('1 setting found').waitFor();
    await search().press('Enter');
    await visit.page.locator(`[name="${name}"]`).waitFor();
    await until('the field has the focus', async () => (await focused()) === name);
  });

  it('say when nothing is found, and lead by a click to the heading of a list', async () => {
    await search().fill('qqq');
    await visit.page.getByText('0 settings found').waitFor();
    await search().fill('deprovisioningPauses');
    await groups().getByRole('link', { name: 'Pauses of de-provisionings' }).click();
    await until('the heading has the focus', async () => (await focused()) === 'Pauses of de-provisionings');
  });

  it('are a list on a phone, and one leads back to it', async () => {
    const { page } = visit;
    await page.setViewportSize(NARROW);
    await visit.open('/settings', 'Settings');
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0);
    expect(await overflowsOf(page)).toEqual([]);
    await groups().getByRole('link', { name: 'Sync queue' }).click();
    await page.getByLabel('Most attempts').waitFor();
    expect(await groups().count()).toBe(0);
    await page.getByRole('link', { name: 'All groups of settings' }).click();
    await groups().waitFor();
  });

  it.each(['light', 'dark'] as const)('are accessible and fit, in the %s', async (colorScheme) => {
    const { visit: seen } = await pages.administrator(tenant, { colorScheme });
    for (const width of [390, 1024, 1440]) {
      await seen.page.setViewportSize({ width, height: 900 });
      for (const route of ['/settings', '/settings/limits', '/settings/retention']) {
        await seen.open(route, 'Settings');
        expect(await seriousFindings(seen.page)).toEqual([]);
        expect(await overflowsOf(seen.page)).toEqual([]);
      }
    }
  });
});

describe('the effect of a change', () => {
  it('is shown before it is saved, in two clicks, and can be left without saving', async () => {
    const { page } = visit;
    const ids = await someStudents(tenant, 3);
    const milestones = [{ code: 'candidacy', status: 'not_started', dueOn: day(18) }];
    await tenant.workflow.bulk(
      '/progress/bulk',
      ids.map((studentId) => ({ studentId, milestones })),
    );
    await visit.open('/settings/pacing', 'Settings');
    await page.getByLabel('Due soon (days)').fill('21');
    const effect = page.getByRole('dialog', { name: 'What this change does' });
    await save();
    await effect.getByText('3 students become “At risk”, now “On track”.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await effect.getByRole('button', { name: 'Cancel' }).click();
    await effect.waitFor({ state: 'detached' });
    const { api } = await pages.administrators.open(tenant);
    const stored = async (): Promise<unknown> => (await api.get('/settings')).body.data['pacing'];
    expect(await stored()).toMatchObject({ dueSoonDays: 14 });
    await save();
    await effect.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText(/^Settings saved/).waitFor();
    expect(await stored()).toMatchObject({ dueSoonDays: 21 });
  });

  it('that is nothing is not asked about', async () => {
    const { page } = visit;
    await visit.open('/settings/pacing', 'Settings');
    await page.getByLabel('Due soon (days)').fill('21');
    await save();
    await page.getByText(/^Settings saved/).waitFor();
  });
});

describe('the last change of a setting', () => {
  it('stands at its field, and leads to the entry of the audit log', async () => {
    const { page } = visit;
    const { api } = await pages.administrators.open(tenant, { firstName: 'Ida', lastName: 'Quartz' });
    await api.patch('/settings', { pacing: { dueSoonDays: 20 } });
    await api.patch('/settings', { pacing: { dueSoonDays: 21 }, rateLimit: 600 });
    await visit.open('/settings/pacing', 'Settings');
    const change = page.getByText('Changed by Ida Quartz, less than a minute ago, from 20 to 21');
    await change.getByRole('link').click();
    await visit.settled('Audit log');
    const rows = page.getByRole('row').filter({ hasText: 'Settings changed' });
    await untilCount(rows, 1);
    await rows.getByText('21').first().waitFor();
  });
});
