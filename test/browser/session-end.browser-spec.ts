import { PASSWORD, type TestAdministrator } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let me: TestAdministrator;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit, person: me } = await pages.administrator(tenant));
});

/** Ends the session of the browser, as the service does after an hour without use. */
async function endSession(): Promise<void> {
  await visit.page.context().clearCookies();
}

const question = () => visit.page.getByRole('dialog', { name: 'Your session has ended' });

async function logIn(password: string): Promise<void> {
  await question()
    .getByLabel(/^Password/)
    .fill(password);
  await question().getByRole('button', { name: 'Log in' }).click();
}

/** Has the user log in in another tab of the browser. */
async function logInElsewhere({ email }: TestAdministrator): Promise<void> {
  const { cookie } = await pages.administrators.browser(email);
  const [name = '', value = ''] = cookie.split('=');
  await visit.page.context().addCookies([{ name, value, url: pages.service.baseUrl }]);
}

async function comeBack(): Promise<void> {
  await visit.page.evaluate("window.dispatchEvent(new Event('focus'))");
}

/** Changes the settings on the page. */
async function typeInSettings(): Promise<void> {
  await visit.open('/settings', 'Settings');
  await visit.page.getByLabel('Requests per minute').fill('7177');
}

async function save(): Promise<void> {
  await visit.page.getByRole('button', { name: 'Save the settings' }).click();
}

/** An administrator of another tenant, whose users have the same IDs. */
async function namesake(): Promise<TestAdministrator> {
  const other = await pages.administrators.make(await pages.service.tenant());
  expect(other.id).toBe(me.id);
  return other;
}

async function rateLimit(): Promise<unknown> {
  const { api } = await pages.administrators.browser(me.email);
  return (await api.get('/settings')).body.data['rateLimit'];
}

describe('a session that ends in a form', () => {
  it('is asked for over the page, and the save goes on after the login', async () => {
    const { page } = visit;
    await typeInSettings();
    await endSession();
    await save();
    await question().getByText(me.email).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await logIn('not the password');
    await question().getByRole('alert').waitFor();
    await logIn(PASSWORD);
    await page.getByText('Settings saved').waitFor();
    expect(await page.getByLabel('Requests per minute').inputValue()).toBe('7177');
    expect(await rateLimit()).toBe(7177);
  });

  it('keeps what was typed in a dialog', async () => {
    const { page } = visit;
    await visit.open('/keys', 'Integration API Keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Label/)
      .fill('SIS nightly');
    await page.getByRole('checkbox', { name: /^Integration / }).check();
    await endSession();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await logIn(PASSWORD);
    await page.getByRole('dialog', { name: 'The key “SIS nightly” is ready' }).waitFor();
  });

  it('goes on after a login in another tab', async () => {
    await typeInSettings();
    await endSession();
    await save();
    await question().waitFor();
    await logInElsewhere(me);
    await comeBack();
    await visit.page.getByText('Settings saved').waitFor();
    expect(await rateLimit()).toBe(7177);
  });

  it.each([
    ['another administrator', () => pages.administrators.make(tenant)],
    ['a user of another tenant with the same ID', namesake],
  ])('is not taken over by %s, whom the question names', async (_who, make) => {
    await typeInSettings();
    await endSession();
    await save();
    await question().waitFor();
    const another = await make();
    await logInElsewhere(another);
    await comeBack();
    await question().getByRole('alert').filter({ hasText: another.email }).waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
    expect(await rateLimit()).toBeNull();
    await logIn(PASSWORD);
    await visit.page.getByText('Settings saved').waitFor();
    expect(await rateLimit()).toBe(7177);
  });

  it('is asked for also where rows were only moved', async () => {
    const { page } = visit;
    await visit.open('/milestones', 'Milestones');
    const names = page.getByLabel(/^Name of milestone/);
    const first = await names.first().inputValue();
    await page
      .getByRole('button', { name: /^Move .* down$/ })
      .first()
      .click();
    await endSession();
    await page.getByRole('button', { name: 'Save the milestones' }).click();
    await logIn(PASSWORD);
    await page.getByText('The milestones are saved').waitFor();
    expect(await names.nth(1).inputValue()).toBe(first);
  });

  it('is asked for again in the next session, when the page of the question was left', async () => {
    const { page } = visit;
    await typeInSettings();
    await endSession();
    await save();
    await question().waitFor();
    await page.evaluate("location.hash = '#/login'");
    await visit.settled('Log in');
    await page.getByLabel('E-mail address').fill(me.email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await visit.settled('Settings');
    await typeInSettings();
    await endSession();
    await save();
    await logIn(PASSWORD);
    await page.getByText('Settings saved').waitFor();
  });

  it('leads to the login page when the user leaves the form, where nothing of it is stored', async () => {
    const { page } = visit;
    await typeInSettings();
    await endSession();
    await save();
    await question().getByRole('button', { name: 'Leave without saving' }).click();
    await visit.settled('Log in');
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';
    expect(await page.evaluate<string>(stored)).not.toContain('7177');
  });

  it('with nothing typed leads to the login page at once', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await endSession();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await visit.settled('Log in');
  });
});

describe('a session that another login of the browser has replaced', () => {
  it.each([
    ['another administrator', () => pages.administrators.make(tenant)],
    ['a user of another tenant with the same ID', namesake],
  ])('sends nothing as %s', async (_who, make) => {
    const another = await make();
    await typeInSettings();
    await logInElsewhere(another);
    await save();
    const refusal = visit.page.locator('form').getByRole('alert').filter({ hasText: another.email });
    await refusal.waitFor();
    await save();
    await refusal.waitFor();
    const { api } = await pages.administrators.browser(another.email);
    expect((await api.get('/settings')).body.data['rateLimit']).toBeNull();
    expect(await rateLimit()).toBeNull();
    await logInElsewhere(me);
    await save();
    await visit.page.getByText('Settings saved').waitFor();
    expect(await rateLimit()).toBe(7177);
  });
});
