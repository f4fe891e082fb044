import { PublicUrl } from '../../src/config/public-url.js';
import { newEmail, PASSWORD } from '../support/administrators.js';
import { codeOf } from '../support/authenticator-app.js';
import { type Claims, CLIENT, TestOpenIdProvider } from '../support/openid-provider.js';
import { connect, USER } from '../support/scim.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { logIn, withAuthenticator } from './support/logging-in.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const RECOVERY_CODE = /[A-Z0-9]{4,}-[A-Z0-9-]{4,}/i;

const SIGN_ON_BEGINS = /\/api\/v1\/admin\/(sign-on\/test|sso\/[^/]+\/start)$/;

const pages = Pages.ofFile();
let provider: TestOpenIdProvider;
let tenant: TestTenant;
let visit: Visit;
let email: string;

beforeAll(async () => {
  const { port } = new URL(pages.service.baseUrl);
  provider = await TestOpenIdProvider.start(`http://localhost:${port}/api/v1/admin/sso/callback`);
});

beforeEach(async () => {
  tenant = await pages.service.tenant();
  const opened = await pages.administrator(tenant);
  ({ visit } = opened);
  ({ email } = opened.person);
});

afterAll(() => provider.stop());

/**
 * Logs the browser in at the provider as this person, without the provider's pages, and leads it back to the address
 * at which the tests open the pages: the service redirects to its public one, where the browser has no cookies.
 */
async function atTheProvider({ page }: Visit, claims: Claims): Promise<void> {
  const { baseUrl } = pages.service;
  /** The address to which an answer redirects; the browser keeps its cookies. */
  const redirectOf = async (url: string): Promise<string> =>
    (await page.request.get(url, { maxRedirects: 0 })).headers()['location'] ?? '';
  await page.route(SIGN_ON_BEGINS, async (route) => {
    const back = await provider.visit(await redirectOf(route.request().url()), claims);
    const to = new URL(await redirectOf(`${baseUrl}${back.pathname}${back.search}`), baseUrl);
    const headers = { location: `${baseUrl}${to.pathname}${to.search}${to.hash}` };
    await route.fulfill({ status: 302, headers });
  });
}

/** Invites a colleague who is no user yet; the dialog with the link is open afterwards. */
async function invite(page: Visit['page'], colleague: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(colleague);
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByRole('dialog').getByLabel('Role').selectOption('administrator');
}

/** The link that the open dialog shows. */
async function shownLink(page: Visit['page']): Promise<string> {
  const text = await page.getByRole('dialog').innerText();
  return /#(\/invitation\S+)/.exec(text)?.[1] ?? '';
}

describe('a colleague and single sign-on', () => {
  it('are set up in 8 clicks, and the colleague logs in by the domain of the address', async () => {
    const colleague = newEmail();
    await visit.open('/administrators', 'Administrators');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('button', 'Invite a colleague');
    await invite(page, colleague);
    await mouse.click('button', 'Create the invitation');
    await page.getByText('Copy the link now').waitFor();
    await mouse.click('button', 'I have copied the link');

    await mouse.click('link', 'Single sign-on');
    await visit.settled('Single sign-on');
    await page.getByLabel('Provider').selectOption({ label: 'Another provider (OpenID Connect)' });
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.clientId);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Save and continue');
    await atTheProvider(visit, { email, email_verified: true });
    await mouse.click('link', 'Test the login');
    await page.getByText(`The test succeeded: ${email} was found.`).waitFor();
    await mouse.click('button', 'Switch on');
    await page.getByLabel('Current password').fill(PASSWORD);
    await mouse.click('button', 'Switch it on');
    await page.getByText('Found on the login page by addresses of').waitFor();
    expect(mouse.count).toBeLessThanOrEqual(9);

    const theirs = await pages.visit();
    await atTheProvider(theirs, { email: colleague, email_verified: true });
    await theirs.open('/login', 'Log in');
    await theirs.page.getByLabel('E-mail address').fill(colleague);
    await theirs.page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await theirs.settled('Overview');
  });

  it('cannot be switched on after a test that found another person', async () => {
    await visit.open('/sign-on', 'Single sign-on');
    const { page } = visit;
    await page.getByLabel('Provider').selectOption({ label: 'Another provider (OpenID Connect)' });
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.clientId);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await atTheProvider(visit, { email: newEmail(), email_verified: true });
    await page.getByRole('link', { name: 'Test the login' }).click();
    await page.getByText('The test failed').waitFor();
    expect(await page.getByRole('button', { name: 'Switch on' }).count()).toBe(0);
  });
});

describe('a connection of an identity provider', () => {
  it('waits for the test at the provider, and says when the first request came', async () => {
    const { apiKey, scim } = await connect(pages.service, tenant);
    await visit.open(`/connections/${apiKey}/show`, 'provider');
    const { page } = visit;
    await page.getByText('No request has come yet.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await scim.get('/Users?filter=userName%20eq%20%22none%22');
    await page.getByText('The test succeeded').waitFor();
    await scim.post('/Users', { schemas: [USER] });
    await pages.service.settle(tenant);
    await page.reload();
    await page.getByText('but a request was refused').waitFor();
  });
});

describe('an open invitation', () => {
  it('gets a new link, after which the old one is refused, and is withdrawn', async () => {
    await visit.open('/administrators', 'Administrators');
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await invite(page, newEmail());
    await page.getByRole('button', { name: 'Create the invitation' }).click();
    await page.getByText('Copy the link now').waitFor();
    const first = await shownLink(page);
    await page.getByRole('button', { name: 'I have copied the link' }).click();

    const menu = page.getByRole('button', { name: /the invitation of Ida Berg/ });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Make a new link' }).click();
    await page.getByText('Copy the link now').waitFor();
    const second = await shownLink(page);
    expect(second).not.toBe(first);
    await page.getByRole('button', { name: 'I have copied the link' }).click();

    const theirs = await pages.visit();
    await theirs.open(first, 'Invitation');
    await theirs.open(second, 'Set your password');

    await menu.click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation' }).click();
    await page.getByText('No open invitations').waitFor();
    await theirs.page.reload();
    await theirs.settled('Invitation');
  });
});

describe('a colleague', () => {
  it('loses the role alone; the account stays active', async () => {
    const { externalId } = await pages.administrators.make(tenant, { firstName: 'Ola', lastName: 'Holm' });
    await visit.open('/administrators', 'Administrators');
    const { page } = visit;
    await page.getByRole('button', { name: /Ola Holm/ }).click();
    await page.getByRole('menuitem', { name: 'Remove the role' }).click();
    await page.getByRole('button', { name: 'Remove the role' }).click();
    await page.getByRole('cell', { name: 'Holm, Ola' }).waitFor({ state: 'detached' });
    const { data } = (await tenant.sis.get(`/users/${externalId}`)).body;
    expect(data['accountStatus']).toBe('active');
  });
});

describe('an account', () => {
  it('gets a passkey, which the next login asks for, and which confirms its own removal', async () => {
    const theirs = await pages.visit({}, pages.service.app.get(PublicUrl).value);
    const { page } = theirs;
    await withAuthenticator(theirs);
    await theirs.open('/login', 'Log in');
    await logIn(theirs, email);
    await theirs.settled('Overview');
    await theirs.open('/account', 'Your account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Blue key');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Blue key').waitFor();
    await page.getByText('not used yet').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.context().clearCookies();
    await page.reload();
    await theirs.settled('Log in');
    await logIn(theirs, email);
    await page.getByText(`Confirm with a passkey of ${email}.`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await theirs.settled('Your account');
    await page.getByText('last used').waitFor();
    await page.getByRole('button', { name: 'Remove the passkey Blue key' }).click();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
    await page.getByText('Blue key', { exact: true }).waitFor({ state: 'detached' });
  });

  it('gets an authenticator app, which the next login asks for; a recovery code replaces it', async () => {
    await visit.open('/account', 'Your account');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = await page.getByTestId('secret').innerText();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('textbox').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Your recovery codes').waitFor();
    const [recoveryCode = ''] = RECOVERY_CODE.exec(await dialog.innerText()) ?? [];
    await dialog.getByRole('button', { name: 'I have stored the codes' }).click();
    await page.getByRole('button', { name: 'Remove the app' }).waitFor();

    const again = await pages.visit();
    await again.open('/login', 'Log in');
    await logIn(again, email);
    await again.page.getByText(`Enter the code for ${email}.`).waitFor();
    await again.page.getByLabel('Code').fill(recoveryCode);
    await again.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await again.settled('Overview');
  });

  it('ends its other sessions', async () => {
    const other = await pages.visitAs(email);
    await visit.open('/account', 'Your account');
    await visit.page.getByRole('button', { name: 'End all others' }).click();
    await visit.page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    await other.open('/users', 'Log in');
    await visit.open('/users', 'Users');
  });
});
