import { jest } from '@jest/globals';

import { SignOnSettingsService } from '../../src/auth/sso/sign-on-settings.service.js';
import { PublicUrl } from '../../src/config/public-url.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../factories/person.js';
import { Administrators, Browser, newEmail } from '../support/administrators.js';
import { outcomeOf, refusalOf } from '../support/answers.js';
import { auditOf } from '../support/audit.js';
import { letPass } from '../support/clock.js';
import { type Claims, CLIENT, TestOpenIdProvider } from '../support/openid-provider.js';
import { rawRequest } from '../support/raw-request.js';
import { TestService, type TestTenant } from '../support/service.js';
import { ANN, begin, type Begun, sessionIn, startOf, visit, type Visited } from '../support/sign-on.js';
import { command } from '../support/terminal.js';

const service = await TestService.ofWorker();
const PUBLIC_URL = service.app.get(PublicUrl).value;
const admins = new Administrators(service);
const provider = await TestOpenIdProvider.start(`${PUBLIC_URL}/api/v1/admin/sso/callback`);
let tenant: TestTenant;

afterAll(() => provider.stop());

beforeEach(async () => {
  tenant = await service.tenant();
  await offer(tenant);
});

async function offer(
  at: TestTenant,
  account: Partial<typeof CLIENT & { issuer: string }> = {},
): Promise<void> {
  const settings = service.app.get(SignOnSettingsService);
  await settings.set(await service.scope(at), { issuer: provider.issuer, ...CLIENT, ...account });
}

const start = (): Promise<Begun> => begin(service, startOf(tenant));

/** A complete sign-on with these claims. */
async function signOn(claims: Claims | 'cancelled'): Promise<Visited> {
  const { location, cookie } = await start();
  const back = await provider.visit(location, claims);
  return visit(service, back.pathname + back.search, { cookie });
}

describe('single sign-on', () => {
  it('opens a session for the active user with that verified address, in any case', async () => {
    const { id } = await admins.make(tenant, { email: ANN });
    const answer = await signOn({ email: 'Ann@Test.example.edu', email_verified: true });
    expect(answer).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/` });
    const [gone, session = ''] = answer.cookies;
    expect(gone).toMatch(/^integration_sign_on=;/);
    expect(session).toMatch(
      /^integration_session=[\w-]{43}; Path=\/api\/v1\/admin; .*HttpOnly; SameSite=Strict$/,
    );
    const { body } = await new Browser(service, session.split(';')[0] ?? '', '').whoAmI();
    expect(body.data).toMatchObject({ userId: id, role: 'application_admin' });
  });

  it('needs no second factor here where the university demands one, and the password does', async () => {
    const { email } = await admins.make(tenant);
    await command(service, `tenant settings ${tenant.tenantId}`, { 'demand-second-factor': 'on' });
    const session = sessionIn(await signOn({ email, email_verified: true }));
    const users = await new Browser(service, session, '').api.get('/users');
    expect(outcomeOf(users)).toEqual([200]);
    const byPassword = await admins.browser(email);
    expect(outcomeOf(await byPassword.api.get('/users'))).toEqual([403, 'SECOND_FACTOR_NOT_SET_UP']);
  });

  it('lets an administrator without a password demand a second factor of the others', async () => {
    const email = newEmail();
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, role: 'application_admin' }));
    const session = sessionIn(await signOn({ email, email_verified: true }));
    const { body } = await new Browser(service, session, '').whoAmI();
    const { api } = new Browser(service, session, String(body.data['csrfToken']));
    expect(outcomeOf(await api.patch('/settings', { demandSecondFactor: true }))).toEqual([200]);
    expect(outcomeOf(await api.get('/users'))).toEqual([200]);
  });

  it('redirects the browser with state, nonce and PKCE, and a short-lived cookie that shows none of them', async () => {
    const { location, cookies } = await visit(service, startOf(tenant));
    const { origin, searchParams } = new URL(location);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT.clientId,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${PUBLIC_URL}/api/v1/admin/sso/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    const [cookie = ''] = cookies;
    expect(cookie).toMatch(
      /^integration_sign_on=[\w-]+; Path=\/api\/v1\/admin; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    const kept = Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1');
    expect(kept).not.toContain(searchParams.get('state'));
  });

  it('demands TLS for its cookie elsewhere than on the machine itself', async () => {
    const host = 'api.example.edu';
    const { headers } = await rawRequest(service.baseUrl, startOf(tenant), { headers: { host } });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-integration_sign_on=[\w-]+; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe('single sign-on never makes an account, and refuses', () => {
  const unknown = 'Your e-mail address belongs to no active account here; ask an administrator.';
  const unverified =
    'The single sign-on of your university sends no verified e-mail address for you; ask its operator.';

  async function refused(claims: Claims | 'cancelled', message: string): Promise<void> {
    const answer = await signOn(claims);
    expect(refusalOf(answer)).toEqual([401, 'INVALID_CREDENTIALS', message]);
    expect(answer.cookies.filter((cookie) => cookie.startsWith('integration_session'))).toEqual([]);
  }

  it('an address that no user has', async () => {
    await refused({ email: 'new@test.example.edu', email_verified: true }, unknown);
    await expect(admins.invite(tenant, 'new@test.example.edu')).rejects.toThrow();
  });

  it("another tenant's user", async () => {
    await admins.make(await service.tenant(), { email: ANN });
    await refused({ email: ANN, email_verified: true }, unknown);
  });

  it('an inactive account', async () => {
    await tenant.sis.post('/users', person({ email: ANN, accountStatus: 'inactive' }));
    await refused({ email: ANN, email_verified: true }, unknown);
  });

  it.each([
    ['is not verified', { email: ANN, email_verified: false }],
    ['is not said to be verified', { email: ANN }],
    ['is missing', { email_verified: true }],
  ])('an address that %s', async (_, claims) => {
    await admins.make(tenant, { email: ANN });
    await refused(claims, unverified);
  });

  it('a sign-on that was cancelled at the provider', async () => {
    await refused('cancelled', 'The single sign-on of your university was not completed; begin again.');
  });
});

describe('coming back', () => {
  const notBegun =
    'This single sign-on was not begun in this browser within the last 10 minutes; begin again.';
  const notCompleted = 'The single sign-on of your university was not completed; begin again.';
  let back: URL;
  let cookie: string;

  beforeEach(async () => {
    await admins.make(tenant, { email: ANN });
    const started = await start();
    cookie = started.cookie;
    back = await provider.visit(started.location, { email: ANN, email_verified: true });
  });

  const comeBack = (url: URL, with_ = cookie): Promise<Visited> =>
    visit(service, url.pathname + url.search, { cookie: with_ });

  it.each([
    ['without the cookie', () => ''],
    ['with a changed cookie', () => `${cookie.slice(0, -3)}AAA`],
    ['with a cookie of nothing', () => 'integration_sign_on='],
  ])('%s is refused', async (_, given) => {
    expect(refusalOf(await comeBack(back, given()))).toEqual([401, 'INVALID_CREDENTIALS', notBegun]);
  });

  it('after more than ten minutes is refused', async () => {
    letPass(11 * 60_000);
    expect(refusalOf(await comeBack(back))).toEqual([401, 'INVALID_CREDENTIALS', notBegun]);
  });

  it("with another sign-on's cookie is refused: the state differs", async () => {
    const other = await start();
    expect(refusalOf(await comeBack(back, other.cookie))).toEqual([401, 'INVALID_CREDENTIALS', notCompleted]);
  });

  it.each(['state', 'code', 'iss'])('with another %s is refused', async (name) => {
    back.searchParams.set(name, 'x'.repeat(43));
    expect(refusalOf(await comeBack(back))).toEqual([401, 'INVALID_CREDENTIALS', notCompleted]);
  });

  it('twice is refused the second time', async () => {
    expect((await comeBack(back)).status).toBe(303);
    expect(refusalOf(await comeBack(back))).toEqual([401, 'INVALID_CREDENTIALS', notCompleted]);
  });

  it('to a tenant that was suspended or turned it off meanwhile is refused', async () => {
    await service.app.get(SignOnSettingsService).turnOff(await service.scope(tenant));
    expect((await comeBack(back)).status).toBe(404);
    await offer(tenant);
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
    expect((await comeBack(back)).status).toBe(404);
  });
});

describe('a tenant', () => {
  const notOffered = [
    404,
    'NOT_FOUND',
    'Single sign-on is not set up for this tenant; log in with e-mail address and password.',
  ];

  it.each(['t000000000000x', 'x', '%C3%BC', 't%20'])(
    'that does not exist (%s) is answered like one without a provider',
    async (id) => {
      expect(refusalOf(await visit(service, startOf(await service.tenant())))).toEqual(notOffered);
      expect(refusalOf(await visit(service, `/api/v1/admin/sso/${id}/start`))).toEqual(notOffered);
    },
  );

  it('whose provider is away is answered 503, and does not wait for its return', async () => {
    await offer(tenant, { issuer: 'http://127.0.0.1:1' });
    const answer = await visit(service, startOf(tenant));
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
    await offer(tenant);
    expect((await visit(service, startOf(tenant))).status).toBe(303);
  });

  it('that an administrator has set up calls no address of a private network, one of an operator does', async () => {
    jest.spyOn(service.app.get(PublicUrl), 'isLocal', 'get').mockReturnValue(false);
    const statusOf = async (): Promise<number> => (await visit(service, startOf(tenant))).status;
    const ofOperator = await statusOf();
    const setUpInPages = "UPDATE `sign_on_settings` SET `provider` = 'openid' WHERE `tenantId` = ?";
    await service.query(setUpInPages, [tenant.tenantId]);
    expect({ ofOperator, ofAdministrator: await statusOf() }).toEqual({
      ofOperator: 303,
      ofAdministrator: 503,
    });
  });

  it('with a wrong client secret refuses every sign-on', async () => {
    await admins.make(tenant, { email: ANN });
    await offer(tenant, { clientSecret: 'wrong' });
    expect((await signOn({ email: ANN, email_verified: true })).status).toBe(401);
  });

  it.each([
    'http://login.example.edu',
    'https://u:p@login.example.edu',
    'ftp://127.0.0.1',
    'x',
    'https://x?y=1',
    'https://ü.example',
  ])('cannot have the issuer %s', async (issuer) => {
    await expect(offer(tenant, { issuer })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('keeps its client secret sealed, and accounts for every change without it', async () => {
    const { tenantId } = tenant;
    const sql = 'SELECT `sealedSecret` FROM `sign_on_settings` WHERE `tenantId` = ?';
    const [row]: { sealedSecret: Buffer }[] = await service.query(sql, [tenantId]);
    expect(row?.sealedSecret.toString('latin1')).not.toContain('secret');
    const scope = await service.scope(tenant);
    await service.app.get(SignOnSettingsService).turnOff(scope);
    const events = await auditOf(service, scope, { action: 'sso.changed' });
    const settings = { protocol: 'openid', issuer: provider.issuer, clientId: CLIENT.clientId };
    expect(events.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['sso.changed', settings, null],
      ['sso.changed', null, settings],
    ]);
  });
});
