import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { changeAsAdministrator } from '../factories/claims.js';
import { activePeople, idOf, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { workbook } from '../factories/workbook.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const TITLE = 'Files';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file whose header no system has, so that it must be mapped by hand. */
function csv(...people: readonly Row[]): string {
  const lines = people.map(({ externalId, firstName, lastName, email, kind, state }) =>
    [externalId, firstName, lastName, email, kind ?? 'STU', state ?? ''].join(';'),
  );
  return ['Matrikel;Vorname;Familie;Adresse;Art;Zustand', ...lines, ''].join('\r\n');
}

/** Drops a file on the page, as a browser does. */
async function drop(content: string | Buffer, name = 'registrar.csv'): Promise<void> {
  const { page } = visit;
  const path = join(folder, name);
  await writeFile(path, content);
  await page.getByLabel('File of people').setInputFiles(path);
  await page.getByRole('region', { name: 'Columns of the file' }).waitFor();
}

/** The same by the event of dragging; the browser makes the file. */
async function dragAndDrop(content: string): Promise<void> {
  const { page } = visit;
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], 'dragged.csv', { type: 'text/csv' }));
    return transfer;
  })()`);
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer });
  await page.getByRole('region', { name: 'Columns of the file' }).waitFor();
}

const FIELDS = {
  Matrikel: 'externalId',
  Vorname: 'firstName',
  Familie: 'lastName',
  Adresse: 'email',
  Art: 'accountType',
  Zustand: 'accountStatus',
} as const;

async function mapColumns(): Promise<void> {
  const { page } = visit;
  for (const [column, field] of Object.entries(FIELDS)) {
    const select = page.getByLabel(`Field of column ${column}`, { exact: true });
    await select.selectOption(field);
  }
  await page.getByLabel('Word for Account type in the file').fill('STU');
  await page.getByRole('button', { name: 'Add the word for Account type' }).click();
  await page.getByText('“STU” means Student').waitFor();
}

async function plan(): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: 'Plan the file' }).click();
  await page.getByRole('region', { name: 'What the file would do' }).waitFor();
}

/** A figure of the plan or of the result. */
async function figure(label: string): Promise<string> {
  const group = visit.page.locator('dl > div').filter({ hasText: new RegExp(`^${label}`) });
  return (await group.locator('dd').innerText()).trim();
}

async function keepFor(sender: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: 'Keep this mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this mapping' });
  await dialog.getByLabel('Sender').fill(sender);
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('a mapping that is kept for a sender', () => {
  const another = [
    'Zustand;Art;Adresse;Familie;Vorname;Matrikel',
    'active;STU;kim.new@test.example.edu;New;Kim;M-2',
  ];

  it('is that of the next file with the same columns, can be downloaded, and is removed', async () => {
    const { page } = visit;
    await changeAsAdministrator(pages.service, tenant, { terms: [{ name: 'Fall', month: 9 }] });
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await mapColumns();
    await keepFor('Registrar');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await drop([...another, ''].join('\n'), 'next.csv');
    await page.getByText('“STU” means Student').waitFor();
    const sender = page.getByLabel('Sender of the file');
    expect(await sender.inputValue()).toBe('Registrar');
    await plan();
    expect(await figure('Created')).toBe('1');

    await page.getByRole('button', { name: 'Actions for Registrar' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as a mapping file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Registrar.mapping.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({
      columns: FIELDS,
      values: { accountType: { STU: 'Student' } },
      terms: { Fall: { month: 9, yearOffset: 0 } },
    });
    await page.getByRole('button', { name: 'Actions for Registrar' }).click();
    await page.getByRole('menuitem', { name: 'Remove the kept mapping' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await sender.waitFor({ state: 'detached' });
  });

  it('is replaced under its name, and its name is refused at its field', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await keepFor('Registrar');
    await mapColumns();
    await page.getByRole('button', { name: 'Keep this mapping' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep this mapping' });
    await dialog.getByLabel('Sender').fill('x'.repeat(101));
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog
      .getByText(/at most 100/)
      .first()
      .waitFor();
    await dialog.getByLabel('Sender').fill('Registrar');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await visit.settled(TITLE);
    await drop(csv(person()));
    await page.getByText('“STU” means Student').waitFor();
  });

  it('of another encoding is chosen by hand, since its columns cannot be read before', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    const content = Buffer.from(csv(person({ lastName: 'Müller' })), 'latin1');
    await writeFile(join(folder, 'latin.csv'), content);
    const take = () => page.getByLabel('File of people').setInputFiles(join(folder, 'latin.csv'));
    await take();
    await page.getByText(/name its encoding/).waitFor();
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page.getByText('Müller').waitFor();
    await mapColumns();
    await keepFor('Registrar');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await take();
    await page.getByText(/name its encoding/).waitFor();
    await page.getByLabel('Sender of the file').selectOption('Registrar');
    await page.getByText('“STU” means Student').waitFor();
    await plan();
    expect(await figure('Created')).toBe('1');
  });
});

describe('a file that is dropped', () => {
  it('is mapped by hand, planned, applied as a run, and undone on the page of the run', async () => {
    const { page } = visit;
    const [known = {}] = await activePeople(tenant, 1);
    const ann = person({ externalId: 'M-1', firstName: 'Ann', lastName: 'Newcomer' });
    await visit.open('/files', TITLE);
    await drop(
      csv(
        ann,
        { ...known, lastName: 'Renamed', kind: known['accountType'] },
        { ...person(), kind: 'Studnet' },
      ),
    );
    await page.getByText(/Each person needs these fields/).waitFor();
    expect(await page.getByRole('button', { name: 'Plan the file' }).isDisabled()).toBe(true);
    await mapColumns();
    await page.getByText("accountType 'Studnet' must be Student, Faculty or Staff").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await plan();
    expect(await Promise.all(['Rows', 'Created', 'Changed', 'Refused rows'].map(figure))).toEqual([
      '3',
      '1',
      '1',
      '1',
    ]);
    await page.locator('summary', { hasText: 'Created' }).click();
    await page.getByText('Ann Newcomer').waitFor();
    await page.locator('summary', { hasText: 'Changed' }).click();
    await page.getByRole('link', { name: /Renamed/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect((await tenant.sis.get('/users/M-1')).status).toBe(404);

    await page.getByLabel('Name of the run').fill('registrar-by-hand');
    await plan();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect((await tenant.sis.get('/users/M-1')).body.data['lastName']).toBe('Newcomer');

    await page.getByRole('link', { name: 'registrar-by-hand' }).click();
    await visit.settled('registrar-by-hand');
    await page.getByText('Row 4', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type registrar-by-hand to confirm').fill('registrar-by-hand');
    await dialog.getByRole('button', { name: 'Undo the run' }).click();
    await page.getByText('registrar-by-hand is undone').waitFor();
    const { data } = (await tenant.sis.get(`/users/${idOf(known)}`)).body;
    expect(data['lastName']).toBe(known['lastName']);
  });

  it('whose header names the fields is applied in 6 clicks from the overview', async () => {
    const ann = person({ externalId: 'M-1', lastName: 'Newcomer' });
    const fields = ['externalId', 'firstName', 'lastName', 'email', 'accountType'] as const;
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Files');
    await visit.settled(TITLE);
    // The click that opens the browser's dialog for a file.
    mouse.count += 1;
    await drop([fields.join(','), fields.map((field) => ann[field]).join(','), ''].join('\n'));
    await mouse.click('button', 'Plan the file');
    await page.getByRole('region', { name: 'What the file would do' }).waitFor();
    await mouse.click('button', 'Apply the file');
    await page.getByRole('dialog').waitFor();
    await mouse.click('button', 'Apply');
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    await mouse.click('link', /registrar\.csv/);
    await visit.settled('registrar.csv');
    expect(mouse.count).toBe(6);
    expect((await tenant.sis.get('/users/M-1')).body.data['lastName']).toBe('Newcomer');
  });

  it('that is a workbook is read from the sheet that is chosen, and applied', async () => {
    const ann = person({ lastName: 'Newcomer' });
    const fields = ['firstName', 'lastName', 'email', 'accountType'] as const;
    const numbered = (value: number) => [
      { value, format: '000000' },
      ...fields.map((field) => String(ann[field])),
    ];
    const sheets = [
      { name: 'Read me', rows: [['People of the autumn']] },
      { name: 'Students', rows: [['externalId', ...fields], numbered(42), numbered(1.5)] },
    ];
    await visit.open('/files', TITLE);
    await drop(workbook({ sheets }), 'registrar.xlsx');
    const { page } = visit;
    await page.getByText(/Each person needs these fields/).waitFor();
    await page.getByLabel('Sheet of the workbook').selectOption('Students');
    await page.getByText('000042').waitFor();
    await page.getByText(/has the number 1.5 in the place of an identifier/).waitFor();
    expect(await page.getByLabel('Encoding').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await plan();
    expect(await Promise.all(['Created', 'Refused rows'].map(figure))).toEqual(['1', '1']);
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    expect((await tenant.sis.get('/users/000042')).body.data['lastName']).toBe('Newcomer');
  });

  it('names the people whom it would de-provision and those who would be held, before it is applied', async () => {
    const { page } = visit;
    await setLimits(pages.service, tenant, { mode: 'hold', perRun: { count: 1 } });
    const people = await activePeople(tenant, 2);
    await visit.open('/files', TITLE);
    await dragAndDrop(csv(...people.map((one) => ({ ...one, kind: one['accountType'], state: 'inactive' }))));
    await mapColumns();
    await plan();
    expect(await Promise.all(['De-provisioned', 'Held'].map(figure))).toEqual(['1', '1']);
    await page.locator('summary', { hasText: 'Held until an administrator decides' }).click();
    await page.getByText('Beyond a limit').waitFor();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page
      .getByRole('dialog')
      .getByText(/who can no longer log in/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await tenant.sis.get(`/users/${idOf(people[0])}`)).body.data['accountStatus']).toBe('active');
  });

  it('fits on a small screen, and a file that is no table says why it cannot be read', async () => {
    const { page } = visit;
    await page.setViewportSize(NARROW);
    await visit.open('/files', TITLE);
    await drop(csv(person(), person()));
    expect(await overflowsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await writeFile(join(folder, 'empty.csv'), '');
    await page.getByLabel('File of people').setInputFiles(join(folder, 'empty.csv'));
    await page.getByText(/there is no header row/i).waitFor();
  });
});

describe('the columns of a file that were decided', () => {
  const leaving = () => visit.page.getByRole('dialog', { name: 'Leave without saving?' });
  const users = () => visit.page.getByRole('link', { name: 'Users', exact: true });

  it('are not lost without a question: neither with the page nor for another file', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await mapColumns();
    await users().click();
    await leaving().getByRole('button', { name: 'Stay on this page' }).click();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await leaving().getByRole('button', { name: 'Stay on this page' }).click();
    const column = page.getByLabel('Field of column Familie', { exact: true });
    expect(await column.inputValue()).toBe('lastName');
    await users().click();
    await leaving().getByRole('button', { name: 'Discard the changes' }).click();
    await visit.settled('Users');
  });

  it('are not asked about when they are kept for a sender', async () => {
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await mapColumns();
    await keepFor('Registrar');
    await users().click();
    await visit.settled('Users');
  });
});

describe('the proposals for columns', () => {
  const content = [
    'Stu_ID;First Name;Last Name;E-Mail;Adm Term;Program;Major;Password',
    '7;Ann;Lee;ann.lee@northern.example.edu;Fall 2026;P;M;x',
    '',
  ].join('\r\n');

  it('are shown with their reason, and fill nothing until they are accepted', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(content);
    const id = page.getByRole('note', { name: 'Proposal for column Stu_ID' });
    await id.getByText('Its name reads as “student id”.').waitFor();
    const field = page.getByLabel('Field of column Stu_ID', { exact: true });
    expect(await field.inputValue()).toBe('');
    expect(await page.getByRole('note', { name: 'Proposal for column Password' }).count()).toBe(0);
    await page.getByText('Major would fill the same: accept one of them.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept the proposal for column Stu_ID' }).click();
    await id.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('externalId');
  });

  it('are accepted together, but for those of which only one can be right', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(content);
    await page.getByRole('button', { name: 'Accept 5 proposals' }).click();
    await page.getByText('2 columns have a proposal').waitFor();
    await page.getByLabel('Account type of rows without one').selectOption('Student');
    await page.getByText('which is no term of the table').waitFor();
    expect(await page.getByLabel('Field of column Adm Term', { exact: true }).inputValue()).toBe(
      'term:monthOfEntry+yearOfEntry',
    );
    expect(await page.getByLabel('Field of column Program', { exact: true }).inputValue()).toBe('');
  });
});
