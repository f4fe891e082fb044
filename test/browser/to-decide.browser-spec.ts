import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { activePeople, inactive, inactiveCount, inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aBlockedSubmission } from '../factories/submissions.js';
import type { Row } from '../support/answers.js';
import { letPassIn } from '../support/clock.js';
import { Gate } from '../support/gate.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const TITLE = 'To decide';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await aTenantThat(pages.service, {
    deprovisioningGuard: { mode: 'hold', perRun: { count: 0 } },
    possibleReassignment: 'hold',
  });
  ({ visit } = await pages.administrator(tenant));
});

async function hold(some: readonly Row[]): Promise<void> {
  await inRun(pages.service, tenant, 'nightly-1').bulk('/users/bulk', inactive(some));
}

async function facultyMembers(count: number): Promise<Row[]> {
  const members = Array.from({ length: count }, () => facultyMember());
  await tenant.sis.bulk('/users/bulk', members);
  return members;
}

async function reassign(): Promise<void> {
  const one = person();
  await tenant.sis.post('/users', one);
  await tenant.sis.post('/users', successorOf(one));
}

/** Has the second of the calls to this address get no answer of the service. */
async function failSecond(address: string): Promise<void> {
  let calls = 0;
  await visit.page.route(address, (route) => {
    calls += 1;
    return calls === 2 ? route.fulfill({ status: 502 }) : route.fallback();
  });
}

const rows = () =>
  visit.page.getByRole('checkbox', { name: /^Select .+: (Held de-provisioning|Identity conflict)$/ });
const bar = () => visit.page.getByRole('group', { name: 'Selected rows' });
const dialog = () => visit.page.getByRole('dialog');

describe('40 held without the faculty among them', () => {
  let students: Row[];
  let faculty: Row[];

  beforeEach(async () => {
    students = await activePeople(tenant, 40);
    faculty = await facultyMembers(5);
    await hold([...students, ...faculty]);
    await reassign();
  });

  it('are kept active in at most 6 clicks from the overview, and held again by one more', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'choose some of them');
    await visit.settled(TITLE);
    await untilCount(rows(), 45);
    // A select is opened by one click, and its option chosen by another one.
    mouse.count += 2;
    await page.getByLabel('Account type').selectOption({ label: 'All but faculty' });
    await untilCount(rows(), 40);
    mouse.count += 1;
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    await bar().getByText('40 selected').waitFor();
    await mouse.click('button', 'Keep active');
    await dialog().getByText('No active student would lose a member of their committee.').waitFor();
    mouse.count += 1;
    await dialog().getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('40 kept active').waitFor();
    expect(mouse.count).toBeLessThanOrEqual(6);
    await page.getByText('Nothing matches the filters').waitFor();

    await mouse.click('button', 'Undo');
    await page.getByText('40 held again').waitFor();
    await untilCount(rows(), 40);
    expect(await inactiveCount(tenant, students)).toBe(0);
  });

  it('are de-provisioned by the keyboard alone, and restored by it', async () => {
    await visit.open(`/decisions?filter=${encodeURIComponent('{"accountType":"Faculty"}')}`, TITLE);
    const { page } = visit;
    await untilCount(rows(), 5);
    for (let row = 1; row <= 5; row += 1) {
      await page.keyboard.press(row === 2 ? 'ArrowDown' : 'j');
      await page.keyboard.press('x');
      await bar().getByText(`${row} selected`).waitFor();
    }
    await page.keyboard.press('d');
    await dialog().getByText('De-provision 5 users?').waitFor();
    // In the dialog the keys of the list do nothing, and Enter presses the button that changes nothing.
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(await inactiveCount(tenant, faculty)).toBe(0);
    await page.keyboard.press('d');
    await dialog().getByText('De-provision 5 users?').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('5 de-provisioned').waitFor();
    expect(await inactiveCount(tenant, faculty)).toBe(5);
    // Not a key of the list: one that is pressed by accident undoes nothing. The results have the focus.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('5 held again').waitFor();
    expect(await inactiveCount(tenant, faculty)).toBe(0);
  });
});

describe('what waits for a decision', () => {
  it('is one list with its number in the menu, and each row leads to where it is decided', async () => {
    await hold(await activePeople(tenant, 2));
    await reassign();
    await aBlockedSubmission(tenant);
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'To decide 4' }).waitFor();
    const lines = await page.locator('main tbody tr').allInnerTexts();
    expect(
      lines.map((text) => /Identity conflict|Held de-provisioning|Forms that differ/.exec(text)?.[0]),
    ).toEqual(['Identity conflict', 'Held de-provisioning', 'Held de-provisioning', 'Forms that differ']);
    await page.getByLabel('Kind').selectOption({ label: 'Held de-provisioning (2)' });
    await untilCount(rows(), 2);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await visit.settled('De-provisioning of');
  });

  it('of several kinds has the decisions of each in its bar; conflicts are ignored together', async () => {
    await hold(await activePeople(tenant, 1));
    await reassign();
    await reassign();
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await bar().getByText('1 held:').waitFor();
    await bar().getByText('2 conflicts:').waitFor();
    await bar().getByRole('link', { name: 'Open the first' }).waitFor();
    await bar().getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog().getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByText('2 ignored').waitFor();
    await untilCount(rows(), 1);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 taken back').waitFor();
  });

  it('on other pages is selected with one more click, and decided in batches', async () => {
    const many = await activePeople(tenant, 120);
    await hold(many);
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await untilCount(rows(), 50);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await bar().getByRole('button', { name: 'Select all 120 that match' }).click();
    await bar().getByText('120 selected').waitFor();
    await bar().getByRole('button', { name: 'Keep active', exact: true }).click();
    await dialog().getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('120 kept active').waitFor();
    await page.getByText('Nothing waits for a decision').waitFor();
  });

  it('is decided as far as the service answers; the rest stays selected, and what was done is undone', async () => {
    await hold(await activePeople(tenant, 120));
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await bar().getByRole('button', { name: 'Select all 120 that match' }).click();
    await bar().getByText('120 selected, 70 of them not on this page').waitFor();
    await failSecond('**/holds/decide');
    await bar().getByRole('button', { name: 'Keep active', exact: true }).click();
    await dialog().getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('100 kept active, 20 failed').waitFor();
    await page.getByText('The last 20: The service cannot be reached').waitFor();
    await bar().getByText('20 selected', { exact: true }).waitFor();
    await untilCount(rows(), 20);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('100 held again').waitFor();
  });

  it('of conflicts ends at a service that cannot be reached', async () => {
    for (let made = 0; made < 3; made += 1) await reassign();
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await failSecond('**/conflicts/*/decide');
    await bar().getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog().getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByText('1 ignored, 2 failed').waitFor();
    await untilCount(rows(), 2);
  });
});

describe('a rule that has decided nothing for a term', () => {
  const DAY_MS = 86_400_000;

  beforeEach(async () => {
    const { api } = await pages.administrators.open(tenant);
    const about = { formType: 'address_change', field: 'degree', anyRecorded: true };
    for (const submitted of ['MA', 'PhD'])
      await api.post('/discrepancy-rules', { ...about, submitted, resolution: 'accept_submitted' });
    await letPassIn(pages.service, tenant, 181 * DAY_MS);
    // The session has ended meanwhile.
    ({ visit } = await pages.administrator(tenant));
  });

  it('waits with what it does, leads to the rule, and is kept or removed by the keyboard', async () => {
    const { page } = visit;
    const box = () => page.getByRole('checkbox', { name: /: Unused rule$/ });
    await visit.open('/decisions', TITLE);
    await untilCount(box(), 2);
    await page
      .getByText('Accept the submitted value: MA, whatever is recorded; it has decided 0 forms')
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar().getByText('1 rule:').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('f');
    await dialog().getByText('Keep 1 rule in force?').waitFor();
    await dialog().getByRole('button', { name: 'Keep in force', exact: true }).click();
    await page.getByText('1 kept in force').waitFor();
    await untilCount(box(), 1);
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await visit.settled('Rules about discrepancies');
    await page.getByText('One rule').waitFor();
    await untilCount(page.locator('main tbody tr'), 1);
    await visit.open('/decisions', TITLE);
    await box().check();
    await page.keyboard.press('r');
    await dialog().getByText('Remove 1 rule?').waitFor();
    await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('1 removed').waitFor();
    await page.getByText('Nothing waits for a decision').waitFor();
  });
});

describe('the bar of the selection', () => {
  it.each([
    ['a wide', undefined],
    ['a narrow', NARROW],
  ])('stays in view on %s screen while rows are ticked further down', async (_, viewport) => {
    await hold(await activePeople(tenant, 40));
    const { page } = visit;
    if (viewport !== undefined) await page.setViewportSize(viewport);
    await visit.open('/decisions', TITLE);
    await untilCount(rows(), 40);
    await rows().last().check();
    await bar().getByText('1 selected').waitFor();
    const button = bar().getByRole('button', { name: 'Keep active', exact: true });
    await until('the button is in view', async () => {
      const box = await button.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
    });
    expect(await overflowsOf(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('a selection', () => {
  it('says what of it is not in view, and ends with another filter and with the visit', async () => {
    await hold(await activePeople(tenant, 12));
    const { page } = visit;
    await visit.open('/decisions?perPage=10', TITLE);
    await rows().first().check();
    await bar().getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'next page' }).click();
    await bar().getByText('1 selected, 1 of them not on this page').waitFor();
    await page.getByLabel('Kind').selectOption({ label: 'Held de-provisioning (12)' });
    await bar().getByText('Select rows to act on several at once').waitFor();
    await rows().first().check();
    await bar().getByText('1 selected', { exact: true }).waitFor();
    await visit.open('/', 'Overview');
    await visit.open('/decisions', TITLE);
    await untilCount(rows(), 10);
    await bar().getByText('Select rows to act on several at once').waitFor();
  });

  it('that was changed while all that match were asked for stays as it is', async () => {
    await hold(await activePeople(tenant, 60));
    const { page } = visit;
    await visit.open('/decisions', TITLE);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const gate = new Gate();
    await page.route('**/admin/decisions?*', async (route) => {
      await gate.opened;
      await route.continue();
    });
    const button = bar().getByRole('button', { name: 'Select all 60 that match' });
    await button.click();
    await rows().first().uncheck();
    await bar().getByText('49 selected').waitFor();
    await rows().first().check();
    gate.open();
    await until('the answer is here', () => button.isEnabled());
    await bar().getByText('50 selected').waitFor();
  });
});

describe('the page of a hold', () => {
  it('takes its decision back', async () => {
    const people = await activePeople(tenant, 1);
    await hold(people);
    await visit.open('/decisions', TITLE);
    const { page } = visit;
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await visit.settled('De-provisioning of');
    await page.getByRole('button', { name: 'De-provision', exact: true }).click();
    await dialog().getByRole('button', { name: 'De-provision', exact: true }).click();
    await page.getByText('1 de-provisioned').waitFor();
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await dialog().getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByText('1 held again').waitFor();
    await page.getByRole('button', { name: 'Keep active', exact: true }).waitFor();
    expect(await inactiveCount(tenant, people)).toBe(0);
  });
});
