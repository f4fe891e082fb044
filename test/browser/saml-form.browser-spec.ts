import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { PROOF } from '../support/administrators.js';
import { MAIL, TestSamlProvider } from '../support/saml-provider.js';
import type { TestTenant } from '../support/service.js';
import { logIn } from './support/logging-in.js';
import { Pages } from './support/pages.js';
import { forwardTo, TlsSite } from './support/tls-site.js';
import type { Visit } from './support/visit.js';

const SSO = '/api/v1/admin/sso';
const BACK = 'Back to the service';

const site = await TlsSite.start('service');
const elsewhere = await TlsSite.start('provider');
const provider = await TestSamlProvider.start();
const metadata = provider.metadata().replaceAll(provider.issuer, elsewhere.origin);
const pages = Pages.ofFile({ PUBLIC_URL: site.origin });
/** With what the browsers posted forms of the provider. */
const posted: IncomingHttpHeaders[] = [];
let tenant: TestTenant;
let email: string;

/** The page of the provider after a login there: a form with its answer about this user. */
function formOfProvider({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const asked = `${elsewhere.origin}${url}`;
  const { answersTo } = provider.requestAt(asked);
  const answer = provider.answer(asked, { issuer: elsewhere.origin, attributes: { [MAIL]: [email] } });
  const field = `<input type="hidden" name="SAMLResponse" value="${answer}">`;
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(`<form method="post" action="${answersTo}">${field}<button>${BACK}</button></form>`);
}

beforeAll(() => {
  const forward = forwardTo(pages.service.baseUrl);
  site.answer = (request, response) => {
    if (request.url === `${SSO}/saml/acs`) posted.push(request.headers);
    forward(request, response);
  };
  elsewhere.answer = formOfProvider;
});

afterAll(() => Promise.all([provider.stop(), site.stop(), elsewhere.stop()]));

beforeEach(async () => {
  posted.length = 0;
  tenant = await pages.service.tenant();
  ({ email } = await pages.administrators.make(tenant));
});

function visitOverTls(): Promise<Visit> {
  return pages.visit({ ignoreHTTPSErrors: true }, site.origin);
}

/** Switches sign-on at the provider on, as after a test that succeeded. */
async function offer(): Promise<void> {
  const { api } = await pages.administrators.open(tenant);
  expect((await api.put('/sign-on/draft', { provider: 'saml', metadata })).status).toBe(200);
  const tested = 'UPDATE `sign_on_drafts` SET `testedAt` = `changedAt` WHERE `tenantId` = ?';
  await pages.service.query(tested, [tenant.tenantId]);
  expect((await api.post('/sign-on/switch-on', PROOF)).status).toBe(200);
}

async function postTheForm({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: BACK }).click();
}

describe('the form of a SAML provider that is another site', () => {
  it('comes with the cookie of the sign-on, and not with that of the session', async () => {
    const visit = await visitOverTls();
    const { page } = visit;
    await visit.open('/login', 'Log in');
    await logIn(visit, email);
    await visit.settled('Overview');
    await visit.open('/sign-on', 'Single sign-on');
    await page.getByLabel('Provider', { exact: true }).selectOption('saml');
    const file = { name: 'metadata.xml', mimeType: 'application/xml', buffer: Buffer.from(metadata) };
    await page.getByLabel('File of metadata').setInputFiles(file);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('link', { name: 'Test the login' }).click();
    await postTheForm(visit);
    await page.getByText(`The test succeeded: ${email} was found.`).waitFor();
    expect(posted).toMatchObject([
      {
        origin: elsewhere.origin,
        'sec-fetch-site': 'cross-site',
        cookie: expect.stringMatching(/^__Host-integration_saml_sign_on=[\w-]+$/) as string,
      },
    ]);
  });

  it('logs a colleague in, whose session is then of this site alone', async () => {
    await offer();
    const visit = await visitOverTls();
    const { page } = visit;
    await visit.open('/login', 'Log in');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await postTheForm(visit);
    await visit.settled('Overview');
    expect(await page.context().cookies()).toMatchObject([
      { name: '__Host-integration_session', sameSite: 'Strict', secure: true, httpOnly: true },
    ]);
  });

  it('is refused in a browser that has not begun the sign-on', async () => {
    await offer();
    const address = `${pages.service.baseUrl}${SSO}/${tenant.tenantId}/start`;
    const begun = await fetch(address, { redirect: 'manual' });
    const visit = await visitOverTls();
    await visit.page.goto(begun.headers.get('location') ?? '');
    await postTheForm(visit);
    await visit.page.getByText('was not begun in this browser').waitFor();
    expect(posted).toHaveLength(1);
    expect(posted[0]?.cookie).toBeUndefined();
  });
});
