import { person } from '../factories/person.js';
import { Gate } from '../support/gate.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import { untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 24 * 60 * 60_000;

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  await visit.open('/settings', 'Settings');
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
