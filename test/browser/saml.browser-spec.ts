import { MAIL, TestSamlProvider } from '../support/saml-provider.js';
import { newEmail, PASSWORD } from '../support/administrators.js';
import { faultsOfState } from './support/accessibility-walk.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SIGN_ON_BEGINS = /\/api\/v1\/admin\/(sign-on\/test|sso\/[^/]+\/start)$/;
const AFFILIATION = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9';
const PRINCIPAL = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6';

const pages = Pages.ofFile();
let provider: TestSamlProvider;
let visit: Visit;
let email: string;

beforeAll(async () => {
  provider = await TestSamlProvider.start();
});

afterAll(() => provider.stop());

beforeEach(async () => {
  const opened = await pages.administrator(await pages.service.tenant());
  ({ visit } = opened);
  ({ email } = opened.person);
});

/**
 * Posts the answer of the provider about this person, and leads the browser back to the address at which the tests open
 * the pages: the service redirects to its public one, where the browser has no cookies.
 */
async function atTheProvider({ page }: Visit, mail: string): Promise<void> {
  const { baseUrl } = pages.service;
  await page.route(SIGN_ON_BEGINS, async (route) => {
    const begun = await page.request.get(route.request().url(), { maxRedirects: 0 });
    const attributes = { [MAIL]: [mail], [PRINCIPAL]: ['lasting@home'], [AFFILIATION]: ['staff@home'] };
    const SAMLResponse = provider.answer(begun.headers()['location'] ?? '', { attributes });
    const form = { SAMLResponse };
    const back = await page.request.post(`${baseUrl}/api/v1/admin/sso/saml/acs`, { form, maxRedirects: 0 });
    const to = new URL(back.headers()['location'] ?? '', baseUrl);
    const headers = { location: `${baseUrl}${to.pathname}${to.search}${to.hash}` };
    await route.fulfill({ status: 302, headers });
  });
}

async function choose(): Promise<Visit['page']> {
  await visit.open('/sign-on', 'Single sign-on');
  const { page } = visit;
  await page.getByLabel('Provider', { exact: true }).selectOption('saml');
  return page;
}

describe('sign-on by SAML', () => {
  it('is set up by an address, tested, switched on and off, and a colleague logs in by it meanwhile', async () => {
    const page = await choose();
    await page.getByText('/api/v1/admin/sso/saml/metadata').waitFor();
    await page.getByText('/api/v1/admin/sso/saml/acs').waitFor();
    await page.getByLabel('Address of the provider’s metadata').fill(provider.metadataUrl);
    expect(await faultsOfState(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Not tested yet').waitFor();
    expect(await faultsOfState(page)).toEqual([]);
    await atTheProvider(visit, email);
    await page.getByRole('link', { name: 'Test the login' }).click();
    await page.getByText(`The test succeeded: ${email} was found.`).waitFor();
    await page.getByText('lasting@home').waitFor();
    await page.getByText('staff@home').waitFor();
    expect(await faultsOfState(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('Found on the login page by addresses of').waitFor();
    expect(await faultsOfState(page)).toEqual([]);

    const theirs = await pages.visit();
    await atTheProvider(theirs, email);
    await theirs.open('/login', 'Log in');
    await theirs.page.getByLabel('E-mail address').fill(email);
    await theirs.page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await theirs.settled('Overview');

    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('Single sign-on is off; colleagues log in with a password.').waitFor();
  });

  it('is set up by a file of metadata, and a wrong file is refused at its field', async () => {
    const page = await choose();
    const file = { name: 'metadata.xml', mimeType: 'application/xml' };
    const save = page.getByRole('button', { name: 'Save and continue' });
    await page.getByLabel('File of metadata').setInputFiles({ ...file, buffer: Buffer.from('nonsense') });
    await save.click();
    await page.getByText(/^Must be XML without a document type/).waitFor();
    const windows = provider.metadata().replaceAll('\n', '\r\n');
    await page.getByLabel('File of metadata').setInputFiles({ ...file, buffer: Buffer.from(windows) });
    await save.click();
    await page.getByText('Not tested yet').waitFor();
    await page.getByText('As it was sent; it is not read again').waitFor();
  });

  it('cannot be switched on after a test that found no account, which says why', async () => {
    const page = await choose();
    await page.getByLabel('Address of the provider’s metadata').fill(provider.metadataUrl);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Not tested yet').waitFor();
    await atTheProvider(visit, newEmail());
    await page.getByRole('link', { name: 'Test the login' }).click();
    await page.getByText('The test failed').waitFor();
    expect(await faultsOfState(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Switch on' }).count()).toBe(0);
  });
});
