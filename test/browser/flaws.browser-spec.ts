import { activePeople, inactive, inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { ENLARGED, NARROW, Pages, WIDE } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

/** Of the header, which covers what is scrolled below it. */
const HEADER_HEIGHT = 56;
/** How much of the menu has to be scrolled to. */
const HIDDEN_OF_MENU = `(() => {
  const { scrollHeight, clientHeight } = document.querySelector('nav[aria-label="Main"]').parentElement;
  return scrollHeight - clientHeight;
})()`;

/** A4 without margins of 1 cm, in pixels. */
const A4 = { width: 718, height: 1046 };
/** What is beyond the edge of the paper, by its text. */
const CUT = `[...document.querySelectorAll('main *')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.textContent.slice(0, 60))`;
const DEMO_ADMINISTRATOR = 'admin@demo.example.edu';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

describe('a page that is enlarged to 200 %', () => {
  it('is not covered by the menu, which opens over it and closes again', async () => {
    const { page } = visit;
    await page.setViewportSize(ENLARGED);
    await visit.open('/users', 'Users');
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await menu.count()).toBe(0);
    await page.getByRole('button', { name: 'Show the menu' }).click();
    await menu.getByRole('link', { name: 'Progress' }).click();
    await visit.settled('Progress');
    await untilCount(menu, 0);
    expect(await overflowsOf(page)).toEqual([]);
  });
});

/** De-provisionings of so many people, which wait for a decision. */
async function holds(count: number, run: string): Promise<void> {
  await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
  await inRun(pages.service, tenant, run).bulk('/users/bulk', inactive(await activePeople(tenant, count)));
}

const menu = () => visit.page.getByRole('navigation', { name: 'Main' });

describe('the menu', () => {
  it('keeps a number of two digits on one line beside a label of two lines', async () => {
    await holds(12, 'nightly-1');
    await visit.open('/', 'Overview');
    const link = menu().getByRole('link', { name: 'Held de-provisionings 12' });
    expect((await link.boundingBox())?.height).toBeGreaterThan(40);
    expect((await link.getByText('12', { exact: true }).boundingBox())?.height).toBe(20);
  });

  it('fits a window of 900 pixels, and has everything that is counted in a folded section at its heading', async () => {
    const { page } = visit;
    await holds(12, 'nightly-1');
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit.open('/', 'Overview');
    await menu().getByRole('link', { name: 'Held de-provisionings 12' }).waitFor();
    expect(await page.evaluate<number>(HIDDEN_OF_MENU)).toBe(0);
    const section = menu().getByRole('list', { name: 'Integrations' });
    const counts = await section.locator('span[title]').allInnerTexts();
    await menu().getByRole('button', { name: 'Integrations', expanded: true }).click();
    await untilCount(section, 0);
    const sum = counts.reduce((all, one) => all + Number(one), 0);
    await menu()
      .getByRole('button', { name: `Integrations ${sum}`, expanded: false })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('leaves its sections as the user left them, and opens the one of the page that is shown', async () => {
    const { page } = visit;
    await visit.open('/', 'Overview');
    await menu().getByRole('button', { name: 'People' }).press('Enter');
    await untilCount(menu().getByRole('link', { name: 'Users' }), 0);
    await menu().getByRole('button', { name: 'Administration', expanded: false }).press('Space');
    await menu().getByRole('link', { name: 'Settings' }).waitFor();
    await page.reload();
    await visit.settled('Overview');
    expect(await menu().getByRole('link', { name: 'Settings' }).count()).toBe(1);
    expect(await menu().getByRole('link', { name: 'Users' }).count()).toBe(0);
    await visit.open('/users', 'Users');
    expect(await menu().getByRole('link', { name: 'Users' }).count()).toBe(1);
    expect(await menu().getByRole('button', { name: 'People' }).count()).toBe(0);
  });
});

describe('the list of held de-provisionings', () => {
  it('has the name of a run on two lines at most', async () => {
    const { page } = visit;
    await holds(1, 'nightly-2026-09-01');
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit.open('/holds', 'Held de-provisionings');
    const name = page.getByRole('cell').getByRole('link', { name: 'nightly-2026-09-01' });
    expect((await name.boundingBox())?.height).toBeLessThan(45);
    expect(await overflowsOf(page)).toEqual([]);
  });

  it.each([WIDE, NARROW])('shows at $width pixels what can be done with the selected rows', async (size) => {
    const { page } = visit;
    await holds(12, 'nightly-1');
    await page.setViewportSize(size);
    await visit.open('/holds', 'Held de-provisionings');
    for (const box of await page.getByRole('checkbox', { name: 'Select Ann Lee' }).all()) await box.check();
    await page.getByText('12 selected').waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const button = page.getByRole('button', { name: 'Clear selection' });
    const { y = -1 } = (await button.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(HEADER_HEIGHT);
    expect(y).toBeLessThan(size.height);
    await button.click();
    await page.getByText('Select rows to act on several at once').waitFor();
  });
});

describe('a page on paper', () => {
  it('has its content, and neither menus nor buttons', async () => {
    const { page } = visit;
    await tenant.sis.post('/users', person({ firstName: 'Paula', lastName: 'Paper' }));
    await visit.open('/users', 'Users');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('link', { name: 'Paper, Paula' }).isVisible()).toBe(true);
    for (const hidden of [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('banner'),
      page.getByRole('search', { name: 'Filters' }),
    ])
      expect(await hidden.isVisible()).toBe(false);
    expect(await page.locator('button').locator('visible=true').allInnerTexts()).toEqual([]);
  });
});

describe('on paper of A4', () => {
  it.each([
    ['a run', '/runs/first-import/show', 'first-import'],
    ['the progress of a student', '/progress/950000010/show', 'Соловейко'],
    ['the audit log', '/audit', 'Audit log'],
  ])('%s is whole, without menus and buttons', async (_what, route, heading) => {
    await pages.demo();
    const onPaper = await pages.visitAs(DEMO_ADMINISTRATOR, { viewport: A4 });
    const { page } = onPaper;
    await onPaper.open(route, heading);
    await page.emulateMedia({ media: 'print' });
    await onPaper.settled(heading);
    expect(await overflowsOf(page)).toEqual([]);
    expect(await page.evaluate<string[]>(CUT)).toEqual([]);
    const pressed = page
      .locator('button, .MuiButton-root, nav[aria-label="Main"], header')
      .locator('visible=true');
    expect(await pressed.allInnerTexts()).toEqual([]);
  });
});

describe('changes that are not saved', () => {
  it('are not lost when another page is opened: the page asks, and stays', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(1);
    const hours = page.getByLabel('Nightly run (hours)');
    await hours.fill('30');
    await page.getByRole('link', { name: 'Users' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await hours.inputValue()).toBe('30');
    await page.getByRole('link', { name: 'Users' }).click();
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await visit.settled('Users');
  });

  it('are not lost when another program is chosen for milestones', async () => {
    const { page } = visit;
    await tenant.sis.post('/users', person({ programId: 'LAW', schoolProgram: 'Law' }));
    await visit.open('/milestones', 'Milestones');
    const first = page.getByLabel('Name of milestone 1', { exact: true });
    await first.fill('First step');
    const program = page.getByLabel('Program', { exact: true });
    const former = await program.inputValue();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await program.selectOption('LAW');
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await program.inputValue()).toBe(former);
    expect(await first.inputValue()).toBe('First step');
    await program.selectOption('LAW');
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await program.inputValue()).toBe('LAW');
    await program.selectOption(former);
    expect(await first.inputValue()).not.toBe('First step');
  });

  it('do not ask once they are saved', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await page.getByLabel('Nightly run (hours)').fill('30');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Settings saved').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await visit.settled('Users');
  });
});
