import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

/** A window of 1280 by 800 whose page is enlarged to 200 %. */
const ENLARGED = { width: 640, height: 400 };

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
