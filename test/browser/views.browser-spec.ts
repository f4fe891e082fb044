import type { Locator } from 'playwright-core';

import { facultyMember, person } from '../factories/person.js';
import { Desk } from '../support/desk.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import type { Visit } from './support/visit.js';

const STUDENTS = { list: 'users', name: 'Students', filters: { accountType: 'Student' } };

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let desk: Desk;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  await tenant.sis.post('/users', person({ lastName: 'Quartz' }));
  await tenant.sis.post('/users', facultyMember({ lastName: 'Opal' }));
  ({ visit } = await pages.administrator(tenant));
  desk = await Desk.at(pages.service, tenant);
});

/** Another administrator shares a view. @returns its ID */
async function shared(view: object = STUDENTS): Promise<string> {
  const { status, body } = await desk.call('POST', 'views', { ...view, isShared: true });
  expect(status).toBe(201);
  return String(body.data['id']);
}

const menuButton = (name: string): Locator => visit.page.getByRole('button', { name, exact: true });
const item = (name: string | RegExp): Locator => visit.page.getByRole('menuitem', { name });
const row = (name: string): Locator => visit.page.getByRole('link', { name: new RegExp(name) });
const search = (): string => new URL(visit.page.url()).hash.split('?')[1] ?? '';

async function choose(button: string, name: string | RegExp): Promise<void> {
  await menuButton(button).click();
  await item(name).click();
}

async function opens(address: string, heading = 'Users'): Promise<void> {
  await visit.page.goto('about:blank');
  await visit.open(address, heading);
}

/** Only students are listed. */
async function showsStudents(): Promise<void> {
  await row('Quartz').waitFor();
  expect(await row('Opal').count()).toBe(0);
  expect(await visit.page.getByLabel('Account type').inputValue()).toBe('Student');
}

describe('a view of a list', () => {
  it('is saved with the filters of now, and opened again from the menu and by its link', async () => {
    await visit.open('/users', 'Users');
    const { page } = visit;
    await page.getByLabel('Account type').selectOption('Student');
    await row('Opal').waitFor({ state: 'detached' });
    await choose('Views', 'Save as a view…');
    await page.getByRole('dialog').getByLabel('Name').fill('Students');
    await page.getByRole('dialog').getByRole('button', { name: 'Save the view' }).click();
    await menuButton('Students').waitFor();
    expect(search()).toMatch(/^view=vw_[0-9a-f]{26}$/);
    const address = `/users?${search()}`;
    await showsStudents();

    await choose('Students', 'No view: all rows');
    await row('Opal').waitFor();
    await choose('Views', 'Students');
    await menuButton('Students').waitFor();
    await row('Opal').waitFor({ state: 'detached' });
    await opens(address);
    await showsStudents();
  });

  it('that is shared is in the menu of others with its owner; its link shows what it holds now', async () => {
    const id = await shared();
    await visit.open('/users', 'Users');
    await menuButton('Views').click();
    await item(/^Students, shared by /).click();
    await menuButton('Students').waitFor();
    await row('Opal').waitFor({ state: 'detached' });
    const link = `/users?${search()}`;
    await desk.call('PUT', `views/${id}`, {
      name: 'Faculty',
      isShared: true,
      filters: { accountType: 'Faculty' },
    });
    await opens(link);
    await menuButton('Faculty').waitFor();
    await row('Opal').waitFor();
    expect(await row('Quartz').count()).toBe(0);
  });

  it('has its order and the size of its pages from the first rows on', async () => {
    const content = { sort: 'lastName', order: 'DESC', perPage: 10 };
    const id = await shared({ ...STUDENTS, filters: {}, ...content });
    const asked = visit.page.waitForRequest((request) => /\/admin\/users\?/.test(request.url()));
    await visit.open(`/users?view=${id}`, 'Users');
    const query = new URL((await asked).url()).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ ...content, perPage: '10' });
    await row('Quartz').waitFor();
    await menuButton('Students').waitFor();
  });

  it('is marked when a filter was changed, also after a reload, and is saved or undone', async () => {
    const id = await shared();
    await visit.open(`/users?view=${id}`, 'Users');
    await showsStudents();
    const { page } = visit;
    await page.getByLabel('Account type').selectOption('Faculty');
    await menuButton('Students · changed').waitFor();
    await row('Opal').waitFor();
    await page.reload();
    await visit.settled('Users');
    await row('Opal').waitFor();
    await choose('Students · changed', 'Undo the changes');
    await menuButton('Students').waitFor();
    await showsStudents();

    await page.getByLabel('Account type').selectOption('Faculty');
    await choose('Students · changed', 'Save the changes…');
    await page.getByRole('dialog').getByRole('button', { name: 'Save the changes' }).click();
    await menuButton('Students').waitFor();
    expect((await desk.get(`views/${id}`)).data['filters']).toEqual({ accountType: 'Faculty' });
  });

  it('keeps the name that is open to others when it is renamed, and is deleted after a question', async () => {
    const id = await shared();
    await visit.open(`/users?view=${id}`, 'Users');
    await choose('Students', 'Rename or share…');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('All students');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await menuButton('All students').waitFor();
    await choose('All students', 'Delete…');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await menuButton('Views').waitFor();
    await showsStudents();
    expect((await desk.call('GET', `views/${id}`)).status).toBe(404);
  });

  it('that another administrator has changed meanwhile is not overwritten unseen', async () => {
    const id = await shared();
    await visit.open(`/users?view=${id}`, 'Users');
    await visit.page.getByLabel('Status').selectOption('active');
    await choose('Students · changed', 'Save the changes…');
    const theirs = { name: 'Students', isShared: true, filters: { role: 'student' } };
    await desk.call('PUT', `views/${id}`, theirs);
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save the changes' }).click();
    await dialog.getByRole('alert').waitFor();
    expect((await desk.get(`views/${id}`)).data['filters']).toEqual(theirs.filters);
  });
});

describe('a link to a view', () => {
  const MISSING = /There is no such view: it was deleted, or it is private/;

  it('that was deleted, or is private to another one, shows no rows, and says so', async () => {
    const gone = await shared();
    await desk.call('DELETE', `views/${gone}`);
    const { body } = await desk.call('POST', 'views', STUDENTS);
    for (const id of [gone, String(body.data['id']), 'vw_none']) {
      await opens(`/users?view=${id}`);
      await visit.page.getByText(MISSING).waitFor();
      expect(await row('Quartz|Opal').count()).toBe(0);
      expect(await visit.page.getByRole('button', { name: /CSV/ }).count()).toBe(0);
    }
    await visit.page.getByRole('link', { name: 'Show all rows' }).click();
    await row('Opal').waitFor();
  });

  it('that was deleted since its filters were changed shows the rows of these, and says so', async () => {
    const id = await shared();
    await desk.call('DELETE', `views/${id}`);
    const filter = encodeURIComponent(JSON.stringify({ accountType: 'Student' }));
    await visit.open(`/users?view=${id}&filter=${filter}`, 'Users');
    await visit.page.getByText(MISSING).waitFor();
    await showsStudents();
  });

  it('that holds a filter which the list has no more names it', async () => {
    const id = await shared();
    const stored = JSON.stringify({ ...STUDENTS.filters, cohort: '2024' });
    await pages.service.query('UPDATE `list_views` SET `filters` = ? WHERE `id` = ?', [stored, id]);
    await visit.open(`/users?view=${id}`, 'Users');
    await visit.page.getByText(/Ignored: Cohort\./).waitFor();
    await showsStudents();
  });
});

it('a view is found by its name in the search', async () => {
  await shared();
  await visit.open('/runs', 'Runs');
  await visit.page.keyboard.press('Control+k');
  await visit.page.getByRole('combobox', { name: 'Search' }).fill('studen');
  await visit.page.getByRole('option', { name: /^Students/ }).waitFor();
  await visit.page.keyboard.press('Enter');
  await visit.settled('Users');
  await showsStudents();
});

it('a view is opened by keys alone', async () => {
  await shared();
  await visit.open('/users', 'Users');
  const { keyboard } = visit.page;
  await menuButton('Views').focus();
  await keyboard.press('Enter');
  await item(/^Students/)
    .and(visit.page.locator(':focus'))
    .waitFor();
  await keyboard.press('Enter');
  await menuButton('Students').waitFor();
  await showsStudents();
  expect(await visit.page.evaluate<string>('document.activeElement.textContent')).toBe('Students');
});

it.each([
  ['light', WIDE],
  ['dark', NARROW],
] as const)(
  'the menu and its dialog are accessible in the %s, in Spanish too',
  async (colorScheme, viewport) => {
    await shared();
    for (const [locale, heading, views, save] of [
      ['en-GB', 'Users', 'Views', 'Save as a view…'],
      ['es-ES', 'Usuarios', 'Vistas', 'Guardar como vista…'],
    ] as const) {
      ({ visit } = await pages.administrator(tenant, { colorScheme, viewport, locale }));
      await visit.open('/users', heading);
      await menuButton(views).click();
      await item(/^Students/).waitFor();
      expect(await seriousFindings(visit.page)).toEqual([]);
      await item(save).click();
      await visit.page.getByRole('dialog').waitFor();
      expect(await seriousFindings(visit.page)).toEqual([]);
      expect(await overflowsOf(visit.page)).toEqual([]);
    }
  },
);
