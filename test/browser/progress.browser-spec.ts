import { addDays, dayIn } from '../../src/tenancy/time/calendar.js';
import { aProfessor, aStudent, formCommittee, seat } from '../factories/progress-people.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const TITLE = 'Progress';
/** A4 with margins, at 96 dots per inch. */
const PAPER = { width: 718, height: 1047 };
const FILTERED = encodeURIComponent('{"entry":"2028-09"}');

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

const inDays = (days: number): string => addDays(dayIn('UTC', new Date()), days);

/** A student of the cohort whose candidacy is due in so many days, and of one who entered a year later. */
async function aCohort(): Promise<void> {
  const days = { Ash: 30, Elm: -40, Fir: -5 };
  const lines: object[] = [];
  for (const [lastName, inSoMany] of Object.entries(days)) {
    const studentId = await aStudent(tenant, {
      firstName: 'Mei',
      lastName,
      yearOfEntry: 2028,
      monthOfEntry: 9,
    });
    lines.push({
      studentId,
      milestones: [
        { code: 'program_of_study', status: 'completed', dueOn: inDays(-90), completedOn: inDays(-95) },
        { code: 'coursework_complete', status: 'waived', dueOn: inDays(-60) },
        { code: 'candidacy', status: 'in_progress', dueOn: inDays(inSoMany) },
      ],
    });
  }
  const studentId = await aStudent(tenant, { lastName: 'Oak', yearOfEntry: 2029 });
  lines.push({ studentId, milestones: [{ code: 'candidacy', status: 'in_progress', dueOn: inDays(-90) }] });
  await tenant.workflow.bulk('/progress/bulk', lines);
}

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  await aCohort();
});

/** The names in the order of the rows. */
async function studentsOf(): Promise<string[]> {
  const links = visit.page.getByRole('row').getByRole('link', { name: ', ' });
  return (await links.allInnerTexts())
    .filter((name) => /^\w+, /.test(name))
    .map((name) => name.split(',')[0] ?? '');
}

describe('a required milestone', () => {
  it('that has failed is said to be late after its due day', async () => {
    const studentId = await aStudent(tenant, { firstName: 'Ann', lastName: 'Yew' });
    const milestones = [{ code: 'candidacy', status: 'failed', dueOn: inDays(-90) }];
    await tenant.workflow.bulk('/progress/bulk', [{ studentId, milestones }]);
    await visit.open(`/progress/${studentId}/show`, 'Ann Yew');
    await visit.page.getByText(/^Failed · was due/).waitFor();
  });
});

describe('the late milestones of a cohort', () => {
  it('are seen 2 clicks after the overview, those who are behind most first', async () => {
    const { page } = visit;
    await visit.open('/', 'Overview');
    const mouse = clickerOf(() => visit);
    await mouse.click('link', TITLE);
    await visit.settled(TITLE);
    await page.getByLabel('Entry').fill('2028-09');
    await page.getByRole('link', { name: 'Oak' }).waitFor({ state: 'detached' });
    await mouse.click('link', 'Timeline');
    await page.getByText('3 students, those who are behind most first').waitFor();
    expect(mouse.count).toBe(2);
    expect(await studentsOf()).toEqual(['Elm', 'Fir', 'Ash']);
    await page.getByRole('row', { name: /Elm, Mei Candidacy: was due .+ Behind 40/ }).waitFor();
    expect(await page.locator('svg polygon.late').count()).toBeGreaterThan(2);
  });

  it('are read to a screen reader in words, and reached by the keyboard', async () => {
    await visit.open(`/progress-timeline?filter=${FILTERED}`, TITLE);
    const { page } = visit;
    const row = page.getByRole('row', { name: /Elm/ });
    await row.waitFor();
    const words = await row.getByRole('listitem').allInnerTexts();
    expect(words[0]).toMatch(/^Program of study: completed /);
    expect(words).toContain('Coursework complete: waived');
    expect(words).toContain('Final defence: no due date');
    expect(await seriousFindings(page)).toEqual([]);
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await visit.settled('Mei Elm');
  });

  it('stay on the timeline through a reload, and the list has the same filter and order', async () => {
    const { page } = visit;
    await visit.open('/progress', TITLE);
    // The worst first, with the milestone that makes them late.
    await page.locator('th[aria-sort="descending"]', { hasText: 'Days behind' }).waitFor();
    await page.getByRole('row', { name: /Elm, Mei .* 40 ?Candidacy/ }).waitFor();
    await page.getByRole('row').nth(1).filter({ hasText: 'Oak' }).waitFor();
    expect(await studentsOf()).toEqual(['Oak', 'Elm', 'Fir', 'Ash']);
    await page.getByRole('link', { name: 'Timeline', exact: true }).click();
    await page.getByText('4 students').waitFor();
    await page.getByLabel('Entry').fill('2028');
    await page.getByText('3 students').waitFor();
    const before = page.url();
    await page.reload();
    await page.getByText('3 students').waitFor();
    expect(page.url()).toBe(before);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: 'Days behind' }).waitFor();
    await page.getByRole('link', { name: 'Ash' }).waitFor();
    expect(await studentsOf()).toEqual(['Elm', 'Fir', 'Ash']);
  });

  it('are those of one advisor, who is found by name', async () => {
    const { page } = visit;
    const chair = await aProfessor(tenant, { firstName: 'Ola', lastName: 'Basalt' });
    const id = await aStudent(tenant, { lastName: 'Yew' });
    await formCommittee(tenant, id, [seat(chair)]);
    await aProfessor(tenant, { firstName: 'Abe', lastName: 'Basalt' });
    await visit.open('/progress-timeline', TITLE);
    await page.getByText('5 students').waitFor();
    await page.getByRole('combobox', { name: 'Advisor' }).fill('basalt');
    // Of two with this name one chairs a committee.
    const found = page.getByRole('option', { name: /Basalt/ });
    await found.waitFor();
    expect(await found.count()).toBe(1);
    await found.click();
    await page.getByText('1 student', { exact: true }).waitFor();
    expect(await studentsOf()).toEqual(['Yew']);
  });

  it('are on paper with every column, and nothing is cut off', async () => {
    await visit.open('/progress-timeline', TITLE);
    const { page } = visit;
    await page.getByText('4 students').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    const heads = page.locator('thead th').filter({ visible: true });
    expect(await heads.count()).toBe(4);
    expect(await page.getByRole('navigation', { name: 'Views of progress' }).isVisible()).toBe(false);
    const widths = '[document.scrollingElement.scrollWidth, innerWidth]';
    const [width, room] = await page.evaluate<[number, number]>(widths);
    expect(width).toBeLessThanOrEqual(room);
  });

  it('of no one are said to be none', async () => {
    await visit.open(`/progress-timeline?filter=${encodeURIComponent('{"entry":"1999"}')}`, TITLE);
    await visit.page.getByText('Nothing matches the filters').waitFor();
  });
});
