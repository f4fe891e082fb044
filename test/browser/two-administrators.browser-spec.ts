import type { Page } from 'playwright-core';

import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import { untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
/** Of the other administrator, whose name is Ola Holm. */
let other: ApiClient;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  ({ api: other } = await pages.administrators.open(tenant, { firstName: 'Ola', lastName: 'Holm' }));
});

const link = (formField: string): object => ({ links: [{ formField, target: 'degree' }] });
const milestone = (name: string): object => ({
  milestones: [{ code: 'proposal', name, sequence: 10, required: true }],
});

interface Shared {
  readonly name: string;
  readonly route: string;
  readonly heading: string;
  readonly path: string;
  readonly before?: object;
  /** What the other administrator saves meanwhile. */
  readonly theirs: object;
  readonly method: 'put' | 'patch';
  readonly field: string;
  readonly mine: string;
  readonly button: string;
  /** The row of the field that both have changed. */
  readonly row: readonly [label: string, mine: string, theirs: string];
  /** The stored value, out of the data of the answer. */
  readonly storedIn: (data: Record<string, unknown>) => unknown;
  readonly stored: { readonly mine: unknown; readonly theirs: unknown };
}

const SHARED: readonly Shared[] = [
  {
    name: 'the settings',
    route: '/settings/university',
    heading: 'Settings',
    path: '/settings',
    method: 'patch',
    theirs: { rateLimit: 200, nightlyRunHours: 30 },
    field: 'Requests per minute',
    mine: '100',
    button: 'Save the settings',
    row: ['Requests per minute', '100', '200'],
    storedIn: ({ rateLimit, nightlyRunHours }) => [rateLimit, nightlyRunHours],
    stored: { mine: [100, 30], theirs: [200, 30] },
  },
  {
    name: 'the recipients of alerts',
    route: '/alert-settings',
    heading: 'Who is alerted',
    path: '/alerts/settings',
    method: 'put',
    theirs: { recipients: ['theirs@test.example.edu'] },
    field: 'Recipients',
    mine: 'mine@test.example.edu',
    button: 'Save the alerts',
    row: ['Recipients', 'mine@test.example.edu', 'theirs@test.example.edu'],
    storedIn: ({ recipients }) => recipients,
    stored: { mine: ['mine@test.example.edu'], theirs: ['theirs@test.example.edu'] },
  },
  {
    name: 'the milestones',
    route: '/milestones',
    heading: 'Milestones',
    path: '/templates/_all',
    method: 'put',
    before: milestone('First step'),
    theirs: milestone('Proposal, theirs'),
    field: 'Name of milestone 1',
    mine: 'Proposal, mine',
    button: 'Save the milestones',
    row: ['proposal', '1. Proposal, mine (required)', '1. Proposal, theirs (required)'],
    storedIn: ({ milestones }) => (milestones as { name: string }[]).map(({ name }) => name),
    stored: { mine: ['Proposal, mine'], theirs: ['Proposal, theirs'] },
  },
  {
    name: 'a mapping',
    route: '/mappings/program_transfer',
    heading: 'Mapping of program_transfer',
    path: '/mappings/program_transfer',
    method: 'put',
    before: link('degree_sought'),
    theirs: link('theirs'),
    field: 'Form field 1',
    mine: 'mine',
    button: 'Save',
    row: ['Degree', 'mine', 'theirs'],
    storedIn: ({ links }) => (links as { formField: string }[]).map(({ formField }) => formField),
    stored: { mine: ['mine'], theirs: ['theirs'] },
  },
];

/** Changes a field on the page, and saves it after the other administrator has saved theirs. */
async function saveBoth(shared: Shared): Promise<void> {
  const { page } = visit;
  if (shared.before !== undefined) await other[shared.method](shared.path, shared.before);
  await visit.open(shared.route, shared.heading);
  await page.getByLabel(shared.field, { exact: true }).fill(shared.mine);
  expect((await other[shared.method](shared.path, shared.theirs)).status).toBe(200);
  await page.getByRole('button', { name: shared.button, exact: true }).click();
  await dialogIn(page).waitFor();
}

function dialogIn(page: Page) {
  return page.getByRole('dialog', { name: 'Changed meanwhile' });
}

async function choose(page: Page, name: string): Promise<void> {
  await dialogIn(page).getByRole('button', { name }).click();
  await dialogIn(page).waitFor({ state: 'detached' });
}

async function storedOf({ path, storedIn }: Shared): Promise<unknown> {
  return storedIn((await other.get(path)).body.data);
}

describe.each(SHARED)('a save of $name that meets the change of another administrator', (shared) => {
  it('shows both values, whose the other is and when it was saved, and changes nothing before the choice', async () => {
    await saveBoth(shared);
    const { page } = visit;
    const [label, mine, theirs] = shared.row;
    const row = dialogIn(page).getByRole('row').filter({ hasText: label });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([mine, theirs]);
    const said = await dialogIn(page).innerText();
    expect(said).toMatch(/(Ola Holm|Holm, Ola) saved other values on .+\. Nothing of yours is saved yet\./);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await storedOf(shared)).toEqual(shared.stored.theirs);
  });

  it('saves mine when I keep them', async () => {
    await saveBoth(shared);
    await choose(visit.page, 'Keep mine');
    await visit.page
      .getByText(/saved$/i)
      .first()
      .waitFor();
    expect(await storedOf(shared)).toEqual(shared.stored.mine);
  });

  it('shows theirs in the form when I take them, with nothing left to save', async () => {
    await saveBoth(shared);
    const { page } = visit;
    await choose(page, 'Take theirs');
    const button = page.getByRole('button', { name: shared.button, exact: true });
    expect(await button.isDisabled()).toBe(true);
    const shown = await page.getByLabel(shared.field, { exact: true }).inputValue();
    expect(JSON.stringify(shared.stored.theirs)).toContain(shown);
    expect(await storedOf(shared)).toEqual(shared.stored.theirs);
  });
});

describe('the question', () => {
  const [settings] = SHARED as [Shared];

  it('is asked again when the other saves once more', async () => {
    await saveBoth(settings);
    const { page } = visit;
    await other.patch('/settings', { rateLimit: 300 });
    await dialogIn(page).getByRole('button', { name: 'Keep mine' }).click();
    await dialogIn(page).getByText('300').waitFor();
    await choose(page, 'Keep mine');
    await page.getByText('Settings saved').waitFor();
    expect(await storedOf(settings)).toEqual(settings.stored.mine);
  });

  it('can be left open: the form stays as it is, and says that nothing was saved', async () => {
    await saveBoth(settings);
    const { page } = visit;
    await choose(page, 'Back to the form');
    await page.getByRole('alert').filter({ hasText: 'nothing was saved' }).waitFor();
    expect(await page.getByLabel('Requests per minute').inputValue()).toBe('100');
  });

  it('does not let the form be lost: closing the tab and going back are asked about', async () => {
    const { page } = visit;
    await visit.open('/users', 'Users');
    await page.getByRole('button', { name: 'Administration', expanded: false }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await visit.settled('Settings');
    await page.getByLabel('Requests per minute').fill('100');
    await other.patch('/settings', settings.theirs);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await dialogIn(page).waitFor();
    const asksBeforeClosing = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`;
    expect(await page.evaluate<boolean>(asksBeforeClosing)).toBe(true);
    await page.evaluate('history.back()');
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await choose(page, 'Keep mine');
    await page.getByText('Settings saved').waitFor();
    expect(await storedOf(settings)).toEqual(settings.stored.mine);
  });

  it('compares the rows of a list that both have changed, and no other ones', async () => {
    const { page } = visit;
    const shared = { from: '2031-12-20', until: '2032-01-02' };
    await other.patch('/settings', { deprovisioningPauses: [shared] });
    await visit.open('/settings/pauses', 'Settings');
    await page.getByLabel('Last day of pause 1').fill('2032-01-03');
    await page.getByRole('button', { name: 'Add a pause' }).click();
    await page.getByLabel('First day of pause 2').fill('2033-07-01');
    await page.getByLabel('Last day of pause 2').fill('2033-07-31');
    const added = { from: '2031-07-01', until: '2031-07-31' };
    await other.patch('/settings', {
      deprovisioningPauses: [added, { ...shared, until: '2032-01-09' }],
    });
    await page.getByRole('button', { name: 'Save the settings' }).click();
    const rows = dialogIn(page).getByRole('row').filter({ hasText: 'Pauses of de-provisionings' });
    await rows.first().waitFor();
    expect((await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/))).toEqual([
      ['Pauses of de-provisionings › 2031-12-20', '2031-12-20 – 2032-01-03', '2031-12-20 – 2032-01-09'],
    ]);
    await choose(page, 'Take theirs');
    await page.getByText('Settings saved').waitFor();
    const days = ({ deprovisioningPauses }: Record<string, unknown>) =>
      (deprovisioningPauses as { from: string; until: string }[]).map(
        ({ from, until }) => `${from} ${until}`,
      );
    expect(await storedOf({ ...settings, storedIn: days })).toEqual([
      '2031-07-01 2031-07-31',
      '2031-12-20 2032-01-09',
      '2033-07-01 2033-07-31',
    ]);
  });

  it('has the fields alone that both have changed, and taking theirs saves my other ones', async () => {
    const { page } = visit;
    await visit.open('/settings/university', 'Settings');
    await page.getByLabel('Requests per minute').fill('100');
    await page.getByLabel('Nightly run (hours)').fill('40');
    await other.patch('/settings', { rateLimit: 200, pacing: { dueSoonDays: 20 } });
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await dialogIn(page).waitFor();
    expect(await dialogIn(page).getByRole('rowheader').allInnerTexts()).toEqual(['Requests per minute']);
    await choose(page, 'Take theirs');
    await page.getByText('Settings saved').waitFor();
    expect(await storedOf(settings)).toEqual([200, 40]);
  });

  it('is not asked when the other has changed other fields: both changes stay', async () => {
    const { page } = visit;
    await visit.open('/settings/university', 'Settings');
    await page.getByLabel('Requests per minute').fill('100');
    await other.patch('/settings', { nightlyRunHours: 30 });
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Settings saved').waitFor();
    await untilValue(page.getByLabel('Nightly run (hours)'), '30');
    expect(await storedOf(settings)).toEqual([100, 30]);
  });

  it('is not asked when both have saved the same', async () => {
    const { page } = visit;
    await visit.open('/settings/university', 'Settings');
    await page.getByLabel('Requests per minute').fill('200');
    await other.patch('/settings', { rateLimit: 200, nightlyRunHours: 30 });
    const button = page.getByRole('button', { name: 'Save the settings' });
    await button.click();
    await page.getByLabel('Nightly run (hours)').and(page.locator('[value="30"]')).waitFor();
    expect(await button.isDisabled()).toBe(true);
  });

  it('fits on a small screen', async () => {
    await visit.page.setViewportSize(NARROW);
    await saveBoth(settings);
    expect(await overflowsOf(visit.page)).toEqual([]);
  });
});
