import { readFile } from 'node:fs/promises';

import { inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aProfessor, aStudent } from '../factories/progress-people.js';
import { aBlockedSubmission, readSubmission } from '../factories/submissions.js';
import { inMs } from '../support/clock.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 86_400_000;

/** Of an element of the page; the tests are compiled without the types of a browser. */
interface Extent {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

/** A person whom a run of the feed has de-provisioned, as the feed sends them since. */
async function deprovisioned() {
  const input = person({ firstName: 'Mei', lastName: 'Quartz' });
  const id = String((await tenant.sis.post('/users', input)).body.data['id']);
  const gone = { ...input, accountStatus: 'inactive' };
  await inRun(pages.service, tenant, 'sis-nightly-1122').post('/users', gone);
  await inRun(pages.service, tenant, 'sis-nightly-1123').post('/users', gone);
  return { id, gone };
}

/** A professor with more committees than they take, and what students stand how. */
async function aBusyProfessor() {
  const professor = await aProfessor(tenant, {
    firstName: 'Ola',
    lastName: 'Basalt',
    facultyProfile: { maxConcurrentCommittees: 1 },
  });
  const other = await aProfessor(tenant);
  const roles = ['chair', 'member'];
  for (const [index, role] of roles.entries()) {
    const student = await aStudent(tenant, { firstName: 'Ann', lastName: `Student${1 - index}` });
    const members = [
      { facultyId: professor, role, status: 'accepted' },
      { facultyId: other, role: 'member', status: 'accepted' },
    ];
    await tenant.workflow.put(`/students/${student}/committee`, { members });
    await tenant.workflow.put(`/students/${student}/milestones/candidacy`, {
      status: 'in_progress',
      dueOn: '2020-01-01',
    });
  }
  return professor;
}

describe('why a person cannot log in', () => {
  it('is understood in 1 click from the list, and the run is a second one away', async () => {
    await deprovisioned();
    await visit.open('/users?filter=%7B%22q%22%3A%22quartz%22%7D', 'Users');
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Quartz, Mei');
    await visit.settled('Quartz');
    const note = visit.page.getByRole('note', { name: 'Access' });
    expect(await note.innerText()).toMatch(
      new RegExp(
        '^Cannot log in: inactive since .+ by run sis-nightly-1122; ' +
          'a later run of the same feed, sis-nightly-1123, left it so\\.$',
      ),
    );
    expect(await visit.page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    expect(await seriousFindings(visit.page)).toEqual([]);
    await mouse.click('link', 'sis-nightly-1122');
    await visit.settled('sis-nightly-1122');
    expect(mouse.count).toBe(2);
  });
});

describe('restoring a person whom the feed says is inactive', () => {
  it('warns, keeps them active until a day, and the next night does not end it', async () => {
    const { id, gone } = await deprovisioned();
    await visit.open(`/users/${id}/show`, 'Quartz');
    const { page } = visit;
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Its next row will de-provision the user again').waitFor();
    const until = inMs(20 * DAY_MS).slice(0, 10);
    await page.getByLabel('Keep active until').fill(until);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore and keep active' }).click();
    await page.getByText('Can log in: kept active until').waitFor();
    await inRun(pages.service, tenant, 'sis-nightly-1124').post('/users', gone);
    await visit.open('/runs/sis-nightly-1124/show', 'sis-nightly-1124');
    await page.getByText('Kept active by an administrator').waitFor();
    expect((await tenant.sis.get(`/users/${id}`)).body.data['accountStatus']).toBe('active');
  });

  it('says so on the page when it was restored without a day, and the day can be given then', async () => {
    const { id } = await deprovisioned();
    await visit.open(`/users/${id}/show`, 'Quartz');
    const { page } = visit;
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Can log in, but not for long.').waitFor();
    await page.getByRole('button', { name: 'Keep active…' }).click();
    await page.getByLabel('Keep active until').fill(inMs(5 * DAY_MS).slice(0, 10));
    await page.getByRole('button', { name: 'Keep active', exact: true }).click();
    await page.getByText('Can log in: kept active until').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Keep active until').fill('');
    await page.getByRole('button', { name: 'Keep no longer' }).click();
    await page.getByText('Can log in, but not for long.').waitFor();
  });
});

describe('a faculty member who leaves', () => {
  it('is understood in 3 clicks, with the affected students as CSV', async () => {
    await aBusyProfessor();
    await visit.open('/users?filter=%7B%22q%22%3A%22basalt%22%7D', 'Users');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Basalt, Ola');
    await visit.settled('Basalt');
    await mouse.click('tab', /^Committees/);
    await visit.settled('Basalt');
    await page.getByText('2 of 1 committees, chair of 1').first().waitFor();
    await page.getByRole('cell', { name: 'No chair is left' }).waitFor();
    await page.getByRole('cell', { name: 'One member less' }).waitFor();
    // Whose chair leaves comes first, though the name comes last.
    expect(await page.getByRole('row').nth(1).innerText()).toContain('Student1');
    expect(await seriousFindings(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), mouse.click('button', 'Export CSV')]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('behind');
    expect(mouse.count).toBe(3);
  });

  it('is shown with the same students before the access ends', async () => {
    const professor = await aBusyProfessor();
    await visit.open(`/users/${professor}/show`, 'Basalt');
    const { page } = visit;
    await page.getByRole('button', { name: 'De-provision' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 students lose a member').waitFor();
    await dialog.getByText('1 of them is left without a chair, and is listed first.').waitFor();
    await untilCount(dialog.getByRole('listitem'), 2);
    expect(await dialog.getByRole('listitem').first().innerText()).toMatch(/^Student1[^]+no chair is left/);
    expect(await seriousFindings(page)).toEqual([]);
    await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    await dialog.getByRole('button', { name: 'De-provision' }).click();
    await page.getByText('Cannot log in: inactive since').waitFor();
  });
});

describe('the page of a student', () => {
  it('has every part behind a tab with an address of its own, and no finding of axe', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const { studentId } = await readSubmission(tenant, submissionId);
    const { page } = visit;
    await visit.open(`/users/${studentId}/show`, 'Lee');
    const names = await page.getByRole('tab').allInnerTexts();
    // Tabs without rows are the last ones.
    expect(names).toEqual([
      'Profile',
      'Progress',
      'Committees',
      'Submissions 1',
      'Discrepancies (1 open)',
      'Requests',
      'History',
      'Disclosures',
      'Data about this person',
      'Held 0',
      'Conflicts 0',
    ]);
    const found: string[] = [];
    for (const name of names) {
      await page.getByRole('tab', { name }).click();
      await visit.settled('Lee');
      found.push(...(await seriousFindings(page)));
    }
    expect(found).toEqual([]);
    await page.getByRole('tab', { name: 'History' }).click();
    await visit.settled('Lee');
    await page.reload();
    await visit.settled('Lee');
    expect(await page.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true');
    await page.getByText('Where each value comes from').first().waitFor();
    await page.goBack();
    await visit.open(`/users/${studentId}/show/submissions`, 'Lee');
    await page.getByRole('link', { name: submissionId }).waitFor();
  });
});

describe('the profile of a user', () => {
  it('has a row for each declared field, in words', async () => {
    const input = person({ genderPronoun: 'they', languages: ['Danish', 'English'], hideProfilePage: true });
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await visit.open(`/users/${id}/show`, 'Lee');
    const rows = await visit.page.locator('dl > div').allInnerTexts();
    expect(rows.map((row) => row.replace(/\n+/, ': '))).toEqual(
      expect.arrayContaining([
        'Gender pronoun: they',
        'Languages: Danish, English',
        'Tags: –',
        'Profile page hidden: Yes',
        'Group e-mails switched off: No',
      ]),
    );
  });
});

describe('a very long name', () => {
  it('does not push the status out of the list', async () => {
    const { page } = visit;
    await tenant.sis.post('/users', facultyMember({ lastName: `Wolfe${'schlegelsteinhausen'.repeat(4)}` }));
    await visit.open('/users', 'Users');
    const table = page.getByRole('region', { name: 'Users' });
    const beyond = await table.evaluate(({ scrollWidth, clientWidth }: Extent) => scrollWidth - clientWidth);
    expect(beyond).toBeLessThanOrEqual(1);
  });
});
