import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { resend } from '../factories/stored-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  itemOf,
  resolveAll,
} from '../factories/submissions.js';
import { newEmail } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { Gate } from '../support/gate.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const SIZES = [{ width: 1024, height: 768 }, { width: 1440, height: 900 }, WIDE, NARROW];
const TWO_FIELDS = { degree: 'PhD', lastName: 'Kay', note: 'Research career' };

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

async function degreeOf(submissionId: string): Promise<unknown> {
  const { studentId } = await itemOf(tenant, submissionId);
  return (await tenant.sis.get(`/users/${studentId}`)).body.data['degree'];
}

describe('a submission with differences', () => {
  it('is one card with the whole form, decided in 5 clicks from the overview; nothing is chosen before', async () => {
    const submissionId = await aBlockedSubmission(tenant, TWO_FIELDS);
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', /^Discrepancies/);
    await visit.settled('Discrepancies by submission');
    await mouse.click('link', submissionId);
    await visit.settled(`Submission ${submissionId}`);

    await page.getByRole('row').filter({ hasText: 'Research career' }).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    const save = page.getByRole('button', { name: 'Save the decisions' });
    expect(await save.isDisabled()).toBe(true);
    const choose = async (field: string, decision: string): Promise<void> => {
      const group = page.getByRole('radiogroup', { name: `Decision about ${field}` });
      await group.getByRole('radio', { name: decision }).check();
      mouse.count += 1;
    };
    await choose('Degree', 'Accept the submitted value');
    await choose('Last name', 'Keep the record');
    await page.getByText('2 of 2 chosen').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Save the decisions');

    await page.getByText('2 differences decided').waitFor();
    expect(mouse.count).toBe(5);
    expect(await degreeOf(submissionId)).toBe('PhD');
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
  });

  it('keeps its choices, and says why, when one of them is refused', async () => {
    const submissionId = await aBlockedSubmission(tenant, { email: 'no-address' });
    await visit.open(`/submissions/${submissionId}/show`, submissionId);
    const { page } = visit;
    await page.getByRole('radio', { name: 'Accept the submitted value' }).check();
    await page.getByRole('button', { name: 'Save the decisions' }).click();
    await page.getByText('Nothing was decided.').waitFor();
    expect(await page.getByRole('radio', { name: 'Accept the submitted value' }).isChecked()).toBe(true);
    expect(await discrepanciesOf(tenant, submissionId)).toMatchObject([{ resolution: null }]);
  });

  it('has an undo for each decision, which puts the former value back', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    await visit.open(`/submissions/${submissionId}/show`, submissionId);
    const { page } = visit;
    await page.getByRole('radio', { name: 'Accept the submitted value' }).check();
    await page.getByRole('button', { name: 'Save the decisions' }).click();
    await page.getByRole('button', { name: 'Undo the decision about Degree' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('1 taken back').waitFor();
    await page.getByText('1 difference', { exact: true }).waitFor();
    expect(await degreeOf(submissionId)).toBe('EdD');
  });
});

/** So many forms of a transfer to a program, whose students have one of some other programs. */
async function transfers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const recorded = { schoolProgram: ['EdD', 'EdD', 'Law'][n % 3], programId: `P-${n % 5}` };
    const studentId = await aStudent(tenant, recorded);
    const fields = { schoolProgram: 'edd-leadership', programId: 'P-9' };
    ids.push(
      await aSubmission(tenant, { studentId, fields, formType: 'program_transfer', status: 'approved' }),
    );
  }
  return ids;
}

async function recordsOf(ids: readonly string[]): Promise<Record<string, unknown>[]> {
  const students = await Promise.all(ids.map((id) => itemOf(tenant, id)));
  return Promise.all(
    students.map(async ({ studentId }) => (await tenant.sis.get(`/users/${studentId}`)).body.data),
  );
}

describe('groups of discrepancies', () => {
  it('hold 90 differences of 45 forms, decided in 6 clicks; the dialog has the numbers of the result', async () => {
    const ids = await transfers(45);
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', /^Discrepancies/);
    await visit.settled('Discrepancies by submission');
    await mouse.click('link', 'In groups');
    await visit.settled('Discrepancies in groups');
    const row = page.getByRole('row').filter({ hasText: 'edd-leadership' });
    await row.getByText('2 values: EdD (30), Law (15)').waitFor();
    await row.getByText('Program ID (45)').waitFor();
    await mouse.click('button', 'Decide about School program: edd-leadership');
    const dialog = page.getByRole('dialog', { name: 'Decide about 45 submissions' });
    const confirm = dialog.getByRole('button', { name: 'Decide about all 45' });
    expect(await confirm.isDisabled()).toBe(true);
    const follows = dialog.getByRole('status', { name: 'What follows' });
    await dialog.getByRole('radio', { name: 'Accept the submitted value' }).check();
    mouse.count += 1;
    await follows.getByText('45 differences of 45 submissions').waitFor();
    await follows.getByText('45 records change.').waitFor();
    await follows.getByText('45 submissions still wait for Program ID.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Program ID of 45 of them: P-9 (45)' }).check();
    mouse.count += 1;
    await follows.getByText('90 differences of 45 submissions').waitFor();
    await follows.getByText('45 records change.').waitFor();
    await follows.getByText('45 submissions wait no longer, and are queued if they are approved.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Decide about all 45');

    await page.getByText('90 differences of 45 submissions decided').waitFor();
    expect(mouse.count).toBe(6);
    for (const record of await recordsOf(ids))
      expect(record).toMatchObject({ schoolProgram: 'edd-leadership', programId: 'P-9' });
    for (const id of ids) expect((await itemOf(tenant, id)).syncStatus).toBe('queued');
    await page.getByText('No group waits for a decision').waitFor();
  });

  it('are selected by keyboard across fields, and decided together', async () => {
    const ids = await transfers(2);
    await aBlockedSubmission(tenant);
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    const { page } = visit;
    for (const name of ['Select School program: edd-leadership', 'Select Program ID: P-9'])
      await page.getByRole('checkbox', { name }).press('Space');
    await page.getByRole('button', { name: 'Decide about 2 groups' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Decide about 2 submissions' });
    await dialog.getByRole('radio', { name: 'Keep the record' }).press('Space');
    await dialog.getByText('No record changes.').waitFor();
    await dialog.getByText('4 differences of 2 submissions').waitFor();
    await dialog.getByRole('button', { name: 'Decide about all 2' }).press('Enter');

    await page.getByText('4 differences of 2 submissions decided').waitFor();
    await page.getByText('Select rows to act on several at once').waitFor();
    for (const id of ids) expect((await itemOf(tenant, id)).syncStatus).toBe('queued');
    await page.getByRole('row').filter({ hasText: 'PhD' }).waitFor();
  });

  it('are not decided when more are selected than one decision takes, and the page says so', async () => {
    await aBlockedSubmission(tenant);
    const { api } = await pages.administrators.open(tenant);
    const [group] = rowsOf(await api.get('/discrepancy-groups'));
    const data = Array.from({ length: 101 }, (_, n) => ({ ...group, groupKey: `group-${n}` }));
    const { page } = visit;
    await page.route('**/api/v1/admin/discrepancy-groups?*', (route) =>
      route.fulfill({ json: { success: true, data, meta: { total: data.length } } }),
    );
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByText('At most 100 groups can be decided at once.').waitFor();
    const decide = page.getByRole('button', { name: 'Decide about 101 groups' });
    expect(await decide.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole('checkbox', { name: /^Select Degree/ })
      .first()
      .uncheck();
    await page.getByRole('button', { name: 'Decide about 100 groups' }).waitFor();
    expect(await page.getByText('At most 100 groups').count()).toBe(0);
  });

  it('say what another administrator has decided meanwhile, and lead to their forms', async () => {
    const [id] = [await aBlockedSubmission(tenant), await aBlockedSubmission(tenant)];
    const other = await aBlockedSubmission(tenant, { degree: 'MA' });
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('button', 'Decide about Degree: PhD');
    await page.getByRole('radio', { name: 'Accept the submitted value' }).check();
    await page.getByText('2 records change.').waitFor();
    await resolveAll(tenant, id);
    await mouse.click('button', 'Decide about all 2');
    const said =
      '1 difference of 1 submission decided; 1 submission was decided or changed by others meanwhile';
    await page.getByText(said).waitFor();
    expect(await degreeOf(id)).toBe('EdD');

    expect((await itemOf(tenant, other)).syncStatus).toBe('failed');
    await mouse.click('link', '1');
    await visit.settled('Discrepancies');
    await page.getByText('One group, open ones').waitFor();
    await untilCount(page.getByRole('checkbox', { name: /^Select \d/ }), 1);
  });
});

describe('groups whose records have changed since the dialog', () => {
  it('are decided but for these, and the result names them', async () => {
    const [changed] = [await aBlockedSubmission(tenant), await aBlockedSubmission(tenant)];
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('button', 'Decide about Degree: PhD');
    await page.getByRole('radio', { name: 'Accept the submitted value' }).check();
    await page.getByText('2 records change.').waitFor();
    const { studentId } = await itemOf(tenant, changed);
    await resend(tenant, studentId, { degree: 'MS' });
    await mouse.click('button', 'Decide about all 2');
    await page.getByText('1 difference of 1 submission decided, 1 failed').waitFor();
    await page.getByText('has changed since the preview').waitFor();
    expect(await degreeOf(changed)).toBe('MS');
  });
});

describe('a dialog that saves', () => {
  it('takes no input until it is answered, and then again when it was refused', async () => {
    await visit.open('/discrepancy-rules', 'Rules about discrepancies');
    const { page } = visit;
    const gate = new Gate();
    await page.route('**/admin/discrepancy-rules', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await gate.opened;
      return route.fulfill({ status: 502 });
    });
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Form').fill('address_change');
    await dialog.getByLabel('Field').selectOption({ label: 'Degree' });
    await dialog.getByRole('radio', { name: 'Accept the submitted value' }).check();
    await dialog.getByLabel('Note').fill('as agreed');
    await dialog.getByRole('button', { name: 'Make the rule' }).click();
    const note = dialog.getByLabel('Note');
    await until('the note takes no input', () => note.isDisabled());
    expect(await seriousFindings(page)).toEqual([]);
    gate.open();
    await dialog.getByText('The service cannot be reached').waitFor();
    expect(await note.isDisabled()).toBe(false);
    expect(await note.inputValue()).toBe('as agreed');
  });
});

describe('a rule about discrepancies', () => {
  it('is made, seen with what it decided, and removed', async () => {
    await visit.open('/discrepancy-rules', 'Rules about discrepancies');
    const { page } = visit;
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule about all values of a field' });
    const make = dialog.getByRole('button', { name: 'Make the rule' });
    await dialog.getByLabel('Form').fill('address_change');
    await dialog.getByLabel('Field').selectOption({ label: 'Degree' });
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Accept the submitted value' }).check();
    expect(await seriousFindings(page)).toEqual([]);
    await make.click();
    await page.getByRole('row').filter({ hasText: 'All values' }).getByText('0×').waitFor();

    const submissionId = await aBlockedSubmission(tenant);
    expect(await degreeOf(submissionId)).toBe('PhD');
    await visit.open(`/submissions/${submissionId}/show`, submissionId);
    await page.getByText('Rule: degree of address_change').waitFor();

    await visit.open('/discrepancy-rules', 'Rules about discrepancies');
    await page.getByRole('button', { name: /^Remove the rule about Degree/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No rules').waitFor();
    const later = await aBlockedSubmission(tenant);
    expect(await degreeOf(later)).toBe('EdD');
  });

  it('is made with the decision about a group: about its most frequent recorded value, or any', async () => {
    await aBlockedSubmission(tenant);
    const studentId = await aStudent(tenant, { programId: 'P-1' });
    await aSubmission(tenant, { studentId, fields: { programId: 'P-9' }, status: 'approved' });
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Decide about 2 groups' }).click();
    await page.getByRole('radio', { name: 'Keep the record' }).check();
    await page.getByRole('checkbox', { name: 'Make 2 rules: decide so from now on' }).check();
    const ofDegree = page.getByLabel('Rule about Degree');
    expect(await ofDegree.locator('option:checked').innerText()).toBe('PhD instead of EdD');
    await page.getByLabel('Rule about Program ID').selectOption({ label: 'P-9, whatever is recorded' });
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decide about all 2' }).click();
    await page.getByText('2 differences of 2 submissions decided; 2 rules made').waitFor();

    const statuses: string[] = [];
    for (const [recorded, fields] of [
      [{ degree: 'EdD' }, { degree: 'PhD' }],
      [{ degree: 'MA' }, { degree: 'PhD' }],
      [{ programId: 'P-2' }, { programId: 'P-9' }],
    ] as const) {
      const student = await aStudent(tenant, recorded);
      const id = await aSubmission(tenant, { studentId: student, fields, status: 'approved' });
      statuses.push((await itemOf(tenant, id)).syncStatus);
    }
    expect(statuses).toEqual(['queued', 'failed', 'queued']);
    await visit.open('/discrepancy-rules', 'Rules about discrepancies');
    await page.getByRole('row').filter({ hasText: 'P-9, whatever is recorded' }).getByText('1×').waitFor();
  });
});

describe('rules of a decision about groups', () => {
  it('are made for each recorded value and field, which is said before; Undo is offered at once', async () => {
    const transfer = { schoolProgram: 'edd-leadership', programId: 'P-9' };
    for (const recorded of ['EdD', 'EdD', 'Law']) {
      const studentId = await aStudent(tenant, { schoolProgram: recorded, programId: 'P-1' });
      await aSubmission(tenant, { studentId, fields: transfer, status: 'approved' });
    }
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    const { page } = visit;
    const decide = page.getByRole('button', { name: 'Decide about School program: edd-leadership' });
    await decide.click();
    await page.getByRole('radio', { name: 'Accept the submitted value' }).check();
    const rules = (count: number) =>
      page.getByRole('checkbox', { name: `Make ${count} rules: decide so from now on` });
    await rules(2).waitFor();
    await page.getByRole('checkbox', { name: /^Program ID of 3 of them/ }).check();
    await rules(3).check();
    const chosen = page.getByLabel('Rule about School program').locator('option:checked');
    expect(await chosen.innerText()).toBe('edd-leadership instead of each of the 2 recorded values');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decide about all 3' }).click();
    await page.getByText('6 differences of 3 submissions decided; 3 rules made').waitFor();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('6 taken back; the 3 rules stay in force').waitFor();
    await decide.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const studentId = await aStudent(tenant, { schoolProgram: 'Law', programId: 'P-1' });
    const next = await aSubmission(tenant, { studentId, fields: transfer, status: 'approved' });
    expect((await itemOf(tenant, next)).syncStatus).toBe('queued');
  });
});

describe('an auditor', () => {
  it('reads what waits, and is offered no decision', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const input = person({ accountType: 'Staff', email: newEmail(), role: 'application_auditor' });
    await pages.administrators.make(tenant, input);
    visit = await pages.visitAs(String(input['email']));
    await visit.open(`/submissions/${submissionId}/show`, submissionId);
    expect(await visit.page.getByRole('radio').count()).toBe(0);
    await visit.open('/discrepancy-groups', 'Discrepancies in groups');
    await visit.page.getByText('PhD').first().waitFor();
    expect(await visit.page.getByRole('button', { name: /^Decide/ }).count()).toBe(0);
  });
});

describe('the pages of decisions', () => {
  it.each(SIZES)('fit a screen of $width pixels, in both languages and themes', async ({ width, height }) => {
    const submissionId = await aBlockedSubmission(tenant, TWO_FIELDS);
    const email = newEmail();
    await pages.administrators.make(tenant, { email });
    const { api } = await pages.administrators.browser(email);
    const rule = { formType: 'program_transfer', field: 'schoolProgram', resolution: 'accept_submitted' };
    await api.post('/discrepancy-rules', rule);
    for (const [locale, colorScheme, list, groups, rules] of [
      ['en-GB', 'light', 'Discrepancies by submission', 'Discrepancies in groups', 'Rules about'],
      ['es-ES', 'dark', 'Discrepancias por solicitud', 'Discrepancias en grupos', 'Reglas sobre'],
    ] as const) {
      const options = { locale, colorScheme, viewport: { width, height } };
      const seen = await pages.visitAs(email, options);
      for (const [name, route, heading] of [
        ['submissions', '/submissions', list],
        ['submission-card', `/submissions/${submissionId}/show`, submissionId],
        ['discrepancy-groups', '/discrepancy-groups', groups],
        ['discrepancy-rules', '/discrepancy-rules', rules],
      ] as const) {
        await seen.open(route, heading);
        expect(await overflowsOf(seen.page)).toEqual([]);
        expect(await seriousFindings(seen.page)).toEqual([]);
        await keepScreenshot(seen.page, `${name}-${colorScheme}-${width}`);
      }
      await seen.open('/discrepancy-groups', groups);
      await seen.page.getByRole('button', { name: /: PhD$/ }).click();
      await seen.page.getByRole('dialog').getByRole('radio').first().check();
      await seen.page.getByRole('dialog').getByRole('checkbox').last().check();
      await seen.settled(groups);
      expect(await overflowsOf(seen.page)).toEqual([]);
      expect(await seriousFindings(seen.page)).toEqual([]);
      await keepScreenshot(seen.page, `decide-groups-${colorScheme}-${width}`);
    }
  });
});
