import { PASSWORD } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let email: string;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  const opened = await pages.administrator(tenant);
  ({ visit } = opened);
  ({ email } = opened.person);
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

async function rateLimit(): Promise<unknown> {
  const { api } = await pages.administrators.browser(email);
  return (await api.get('/settings')).body.data['rateLimit'];
}

describe('a session that ends in a form', () => {
  it('is asked for over the page, and the save goes on after the login', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await page.getByLabel('Requests per minute').fill('7177');
    await endSession();
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await question().getByText(email).waitFor();
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
    await endSession();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await logIn(PASSWORD);
    await page.getByRole('dialog', { name: 'The key “SIS nightly” is ready' }).waitFor();
  });

  it('goes on after a login in another tab', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await page.getByLabel('Requests per minute').fill('7177');
    await endSession();
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await question().waitFor();
    const { cookie } = await pages.administrators.browser(email);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: pages.service.baseUrl }]);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('Settings saved').waitFor();
    expect(await rateLimit()).toBe(7177);
  });

  it('is not taken over by another administrator', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await page.getByLabel('Requests per minute').fill('7177');
    await endSession();
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await question().waitFor();
    const { email: another } = await pages.administrators.make(tenant);
    const { cookie } = await pages.administrators.browser(another);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: pages.service.baseUrl }]);
    const looked = page.waitForResponse('**/api/v1/admin/session');
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await looked;
    expect(await rateLimit()).toBeNull();
    // The question still waits for its own user.
    await logIn(PASSWORD);
    await page.getByText('Settings saved').waitFor();
    expect(await rateLimit()).toBe(7177);
  });

  it('leads to the login page when the user leaves the form, where nothing of it is stored', async () => {
    const { page } = visit;
    await visit.open('/settings', 'Settings');
    await page.getByLabel('Requests per minute').fill('7177');
    await endSession();
    await page.getByRole('button', { name: 'Save the settings' }).click();
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
