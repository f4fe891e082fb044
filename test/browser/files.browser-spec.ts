import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { changeAsAdministrator } from '../factories/claims.js';
import { activePeople, idOf, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { workbook } from '../factories/workbook.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { isInView } from './support/failing.js';
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

/** @param words those that mean Student */
async function mapColumns(words: readonly string[] = ['STU']): Promise<void> {
  const { page } = visit;
  for (const [column, field] of Object.entries(FIELDS)) {
    const select = page.getByLabel(`Field of column ${column}`, { exact: true });
    await select.selectOption(field);
  }
  for (const word of words) await wordOf(word).selectOption('Student');
}

/** The select with the meaning of a word that the file has. */
function wordOf(word: string): Locator {
  return visit.page.getByLabel(new RegExp(`^“${word}”`));
}

/** Waits until the word means this. */
async function meant(word: string, value: string): Promise<void> {
  await wordOf(word).locator(`option[value="${value}"]:checked`).waitFor({ state: 'attached' });
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
    await meant('STU', 'Student');
    const sender = page.getByLabel('Sender of the file');
    expect(await sender.inputValue()).toBe('Registrar');
    await plan();
    expect(await figure('Created')).toBe('1');

    await page.getByRole('button', { name: 'Back' }).click();
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
    await meant('STU', 'Student');
  });

  it('replaces what was decided by hand only when the administrator says so', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await mapColumns();
    await keepFor('Registrar');
    await page.getByLabel('Field of column Familie', { exact: true }).selectOption('degree');
    const sender = page.getByLabel('Sender of the file');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await sender.selectOption({ label: 'None' });
    await question.getByRole('button', { name: /^(Stay|Cancel)/ }).click();
    await question.waitFor({ state: 'detached' });
    expect(await sender.inputValue()).toBe('Registrar');
    await page.locator('select option[value="degree"]:checked').waitFor({ state: 'attached' });
    await sender.selectOption({ label: 'None' });
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await sender.inputValue()).toBe('');
  });

  it('of another encoding is chosen by hand, since its columns cannot be read before', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    const content = Buffer.from(csv(person({ lastName: 'Müller' })), 'latin1');
    await writeFile(join(folder, 'latin.csv'), content);
    const take = () => page.getByLabel('File of people').setInputFiles(join(folder, 'latin.csv'));
    await take();
    await page.getByText(/cannot be read with this encoding\. Choose another one below/).waitFor();
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page.getByText('Müller').waitFor();
    await mapColumns();
    await keepFor('Registrar');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await take();
    await page.getByText(/cannot be read with this encoding\. Choose another one below/).waitFor();
    const sender = page.getByLabel('Sender of the file');
    // Whether its columns are others is not known yet.
    expect(await sender.innerText()).not.toContain('other columns');
    await sender.selectOption('Registrar');
    await meant('STU', 'Student');
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
    await page.getByRole('button', { name: 'Plan the file, 1 word left open' }).waitFor();
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

  it('is not called applied when it is planned again since, wherever the browser leads', async () => {
    const { page } = visit;
    const applied = page.getByRole('heading', { name: 'The file is applied' });
    await visit.open('/files', TITLE);
    await drop(csv(person()));
    await mapColumns();
    await plan();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await applied.waitFor();
    await page.goBack();
    await page.goForward();
    await applied.waitFor();
    await page.goBack();
    await plan();
    await page.goForward();
    await page.waitForURL(/step=plan$/);
    await page.getByRole('heading', { name: '3. Plan' }).waitFor();
    expect(await applied.count()).toBe(0);
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
    await mapColumns([]);
    await plan();
    expect(await Promise.all(['De-provisioned', 'Held'].map(figure))).toEqual(['1', '1']);
    await page.locator('summary', { hasText: 'Held until an administrator decides' }).click();
    await page.getByText('Beyond a limit').waitFor();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page
      .getByRole('dialog')
      .getByText(/who can no longer log in/)
      .waitFor();
    // As in the report: whose access is taken counts once.
    expect(await figure('Changed')).toBe('0');
    await page.getByRole('dialog').getByText('Changed: 0 users').waitFor();
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
    await page.getByLabel('File of people').setInputFiles(join(folder, 'registrar.csv'));
    await leaving().getByRole('button', { name: 'Stay on this page' }).click();
    await page.getByRole('button', { name: 'Continue with this file' }).click();
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

describe("a registrar's usual file", () => {
  const HEADER = 'Stu_ID;First Name;Last Name;E-Mail;Status;Type;Program';
  const lineOf = (state: string, kind: string, { externalId, firstName, lastName, email }: Row): string =>
    [externalId, firstName, lastName, email, state, kind, 'EDD'].join(';');
  const content = (...lines: readonly string[]): string => [HEADER, ...lines, ''].join('\r\n');
  const usual = (): string =>
    content(
      lineOf('A', 'STU', person({ externalId: 'M-1', lastName: 'Newcomer' })),
      ...['A', 'ENR', 'ENR', 'A', 'enr'].map((state) => lineOf(state, 'UGRD', person())),
      ...['AW', 'AW'].map((state) => lineOf(state, 'stu', person())),
      lineOf('active', 'Faculty', person()),
    );

  it('is applied in 8 clicks from the overview', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Files');
    await visit.settled(TITLE);
    // The click that opens the browser's dialog for a file.
    mouse.count += 1;
    await drop(usual());
    await page.getByText('4 words have a likely meaning').waitFor();
    await wordOf('AW').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Take all proposals');
    await meant('ENR', 'active');
    await meant('UGRD', 'Student');
    await page.getByRole('button', { name: 'Plan the file, 1 word left open' }).waitFor();
    // One click opens the list, another one chooses.
    mouse.count += 2;
    await page.getByLabel('“AW”, 2 rows: means').selectOption('inactive');
    await mouse.click('button', 'Plan the file');
    await page.getByRole('region', { name: 'What the file would do' }).waitFor();
    expect(await figure('Refused rows')).toBe('0');
    await mouse.click('button', 'Apply the file');
    await page.getByRole('dialog').waitFor();
    await mouse.click('button', 'Apply');
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    expect(mouse.count).toBe(8);
    expect((await tenant.sis.get('/users/M-1')).body.data).toMatchObject({
      lastName: 'Newcomer',
      accountType: 'Student',
      programId: 'EDD',
    });
  });

  it('refuses the rows of a word that is left open, and of a proposal that is not taken', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(usual());
    await page.getByRole('button', { name: 'Take all proposals' }).click();
    await wordOf('UGRD').selectOption('open');
    await page.getByRole('button', { name: 'Plan the file, 2 words left open' }).click();
    await page.getByRole('region', { name: 'What the file would do' }).waitFor();
    expect(await figure('Refused rows')).toBe('7');
  });

  it('is applied with the keyboard on a small screen, with the button of each step in view', async () => {
    const { page } = visit;
    await page.setViewportSize(NARROW);
    await visit.open('/files', TITLE);
    await drop(usual());
    const take = page.getByRole('button', { name: 'Take all proposals' });
    await page.getByText('4 words have a likely meaning').waitFor();
    await take.focus();
    await page.keyboard.press('Enter');
    await wordOf('AW').focus();
    await page.keyboard.press('i');
    await meant('AW', 'inactive');
    const next = page.getByRole('button', { name: 'Plan the file', exact: true });
    await next.waitFor();
    expect(await isInView(next)).toBe(true);
    expect(await overflowsOf(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await next.focus();
    await page.keyboard.press('Enter');
    const apply = page.getByRole('button', { name: 'Apply the file' });
    await apply.waitFor();
    expect(await page.locator(':focus').innerText()).toBe('3. Plan');
    expect(await isInView(apply)).toBe(true);
    expect(await overflowsOf(page)).toEqual([]);
    await apply.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    expect(await page.locator(':focus').innerText()).toBe('4. The file is applied');
    expect(await isInView(page.getByRole('button', { name: 'Another file' }))).toBe(true);
  });

  it('is counted as a whole, and words beyond a number are said and not listed', async () => {
    const { page } = visit;
    const many = Array.from({ length: 300 }, (_, n) => lineOf('A', `K${n}`, person()));
    await visit.open('/files', TITLE);
    await drop(content(...Array.from({ length: 150 }, () => lineOf('A', 'STU', person())), ...many));
    await page.getByRole('button', { name: 'Take all proposals' }).click();
    await page.getByLabel('“STU”, 150 rows: means').waitFor();
    await page.getByText(/Rows with words that are not listed, .+: 101\./).waitFor();
  });
});

describe('the steps of a file', () => {
  const content =
    'externalId,firstName,lastName,email,accountType\nM-1,Ann,Lee,ann.lee@test.example.edu,Student\n';
  const focused = (): Promise<string> => visit.page.locator(':focus').innerText();

  it('have addresses, so that the browser goes one step back, and nothing is lost', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(content);
    expect(await focused()).toBe('2. Columns and words');
    await page.getByLabel('A blank cell').selectOption('clear');
    await plan();
    expect(await focused()).toBe('3. Plan');
    expect(page.url()).toContain('step=plan');
    await page.goBack();
    expect(await page.getByLabel('A blank cell').inputValue()).toBe('clear');
    expect(await focused()).toBe('2. Columns and words');
    await page.goForward();
    await page.getByRole('region', { name: 'What the file would do' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('The file is registrar.csv.').waitFor();
    expect(await focused()).toBe('1. File');
    await page.getByRole('button', { name: 'Continue with this file' }).click();
    expect(await page.getByLabel('A blank cell').inputValue()).toBe('clear');
  });

  it('begin with the first one when the page is loaded again, which says so', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(content);
    await plan();
    await page.reload();
    await visit.settled(TITLE);
    await page.getByText('The page was loaded again, and keeps no file').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await drop(content);
    expect(await page.getByText('The page was loaded again').count()).toBe(0);
  });

  it('end with a run that another file may follow', async () => {
    const { page } = visit;
    await visit.open('/files', TITLE);
    await drop(content);
    await plan();
    await page.getByRole('button', { name: 'Apply the file' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('heading', { name: 'The file is applied' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Plan the file' }).waitFor();
    expect(await page.getByRole('button', { name: 'Apply the file' }).count()).toBe(0);
    await page.goForward();
    await page.getByRole('button', { name: 'Another file' }).click();
    await drop(content, 'next.csv');
    await page.getByText('next.csv').waitFor();
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
    await page.getByText('Recognised by its name.').first().waitFor();
    for (const [column, taken] of Object.entries({
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'E-Mail': 'email',
    }))
      expect(await page.getByLabel(`Field of column ${column}`, { exact: true }).inputValue()).toBe(taken);
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
    await page.getByText('4 columns have a proposal').waitFor();
    await page.getByRole('button', { name: 'Take all proposals' }).click();
    await page.getByText('2 columns have a proposal').waitFor();
    await page.getByLabel('Account type of rows without one').selectOption('Student');
    await page.getByText('which is no term of the table').waitFor();
    // The way to the terms keeps the file, which is read anew when the user comes back.
    const [settings] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the terms of the settings in a new tab' }).click(),
    ]);
    await settings.getByRole('button', { name: 'Add the usual terms' }).waitFor();
    await settings.close();
    await changeAsAdministrator(pages.service, tenant, { terms: [{ name: 'Fall', month: 9 }] });
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('which is no term of the table').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Field of column Adm Term', { exact: true }).inputValue()).toBe(
      'term:monthOfEntry+yearOfEntry',
    );
    expect(await page.getByLabel('Field of column Program', { exact: true }).inputValue()).toBe('');
  });
});

describe('a plan', () => {
  it('does not outlive the terms that it was made with', async () => {
    const { page } = visit;
    await changeAsAdministrator(pages.service, tenant, { terms: [{ name: 'Fall', month: 9 }] });
    await visit.open('/files', TITLE);
    await drop(
      [
        'externalId;firstName;lastName;email;accountType;Adm Term',
        '7;Ann;Lee;ann.lee@northern.example.edu;Student;Fall 2026',
        '8;Kim;Ash;kim.ash@northern.example.edu;Student;Spring 2027',
        '',
      ].join('\r\n'),
    );
    await page
      .getByLabel('Field of column Adm Term', { exact: true })
      .selectOption('term:monthOfEntry+yearOfEntry');
    await plan();
    expect(await Promise.all(['Created', 'Refused rows'].map(figure))).toEqual(['1', '1']);
    const [settings] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the terms of the settings in a new tab' }).click(),
    ]);
    await settings.close();
    const terms = [
      { name: 'Fall', month: 9 },
      { name: 'Spring', month: 1 },
    ];
    await changeAsAdministrator(pages.service, tenant, { terms });
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByRole('button', { name: 'Apply the file' }).waitFor({ state: 'detached' });
    await plan();
    expect(await Promise.all(['Created', 'Refused rows'].map(figure))).toEqual(['2', '0']);
  });
});
