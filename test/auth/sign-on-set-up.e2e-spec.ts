import { createServer } from 'node:http';

import { PublicUrl } from '../../src/config/public-url.js';
import { person } from '../factories/person.js';
import type { Browser } from '../support/administrators.js';
import { Administrators, PROOF } from '../support/administrators.js';
import { outcomeOf, refused, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { close, listen, portOf } from '../support/loopback.js';
import { type Claims, CLIENT, TestOpenIdProvider } from '../support/openid-provider.js';
import { TestService, type TestTenant } from '../support/service.js';
import { ANN, begin, startOf, TEST, visit } from '../support/sign-on.js';

const service = await TestService.ofWorker();
const PUBLIC_URL = service.app.get(PublicUrl).value;
const admins = new Administrators(service);
const provider = await TestOpenIdProvider.start(`${PUBLIC_URL}/api/v1/admin/sso/callback`);
let tenant: TestTenant;
let browser: Browser;
let api: ApiClient;

afterAll(() => provider.stop());

beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser, api } = await admins.open(tenant));
});

const input = (): Row => ({ provider: 'openid', issuer: provider.issuer, ...CLIENT });

async function setUp(): Promise<Row> {
  return (await api.get('/sign-on')).body.data;
}

/** A test by a real browser's way, with these claims. */
async function test(claims: Claims | 'cancelled'): Promise<{ status: number; location: string }> {
  const { location, cookie } = await begin(service, TEST, browser.cookie);
  const back = await provider.visit(location, claims);
  // The browser comes from another site, so it does not send the cookie of the session.
  const answer = await visit(service, back.pathname + back.search, { cookie, accept: 'text/html' });
  expect(answer.cookies.join()).not.toContain('integration_session=');
  return { status: answer.status, location: answer.location };
}

describe('single sign-on', () => {
  it('is set up, tested by a sign-on, and only then switched on', async () => {
    await admins.make(tenant, { email: ANN });
    const saved = await api.put('/sign-on/draft', input());
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({
      redirectUri: `${PUBLIC_URL}/api/v1/admin/sso/callback`,
      emailDomain: 'test.example.edu',
      active: null,
      draft: { provider: 'openid', clientId: CLIENT.clientId, testedAt: null },
    });
    expect(JSON.stringify(saved.body)).not.toContain('odd+characters');
    expect(await api.post('/sign-on/switch-on', {})).toMatchObject(refused(409, 'INVALID_TRANSITION'));
    expect(await test({ email: ANN, email_verified: true })).toEqual({
      status: 303,
      location: `${PUBLIC_URL}/admin/#/sign-on`,
    });
    expect((await setUp())['draft']).toMatchObject({ testedEmail: ANN, testProblem: null });
    expect((await api.post('/sign-on/switch-on', PROOF)).status).toBe(200);
    expect(await setUp()).toMatchObject({ active: { issuer: provider.issuer }, draft: null });
    const [entry] = rowsOf(await api.get('/audit?action=sso.changed'));
    expect(entry).toMatchObject({ before: null, after: { issuer: provider.issuer } });
    const { location } = await begin(service, startOf(tenant));
    expect(new URL(location).origin).toBe(provider.issuer);
    expect((await api.post('/sign-on/switch-off', PROOF)).body.data).toMatchObject({ active: null });
  });

  it.each([
    ['is cancelled', 'cancelled', /not completed/],
    ['finds no account', { email: 'unknown@test.example.edu', email_verified: true }, /no active account/],
    ['finds no verified address', { email: ANN }, /no verified e-mail address/],
  ] as const)('is not switched on after a test that %s, and says why', async (_, claims, problem) => {
    await api.put('/sign-on/draft', input());
    await test(claims);
    const { draft } = await setUp();
    expect(draft).toMatchObject({
      testedEmail: null,
      testProblem: expect.stringMatching(problem) as unknown,
    });
    expect(await api.post('/sign-on/switch-on', {})).toMatchObject(refused(409, 'INVALID_TRANSITION'));
  });

  it('shows the beginning of a name of the provider that is very long', async () => {
    await admins.make(tenant, { email: ANN });
    await api.put('/sign-on/draft', input());
    expect((await test({ email: ANN, email_verified: true, sub: 's'.repeat(300) })).status).toBe(303);
    expect((await setUp())['draft']).toMatchObject({
      testedSubject: expect.stringMatching(/^.{254}$/) as unknown,
      testProblem: null,
    });
  });

  it('is switched on by who knows the password of the account, if it has one', async () => {
    await admins.make(tenant, { email: ANN });
    await api.put('/sign-on/draft', input());
    await test({ email: ANN, email_verified: true });
    for (const wrong of [{}, { currentPassword: null }, { currentPassword: 'another password' }])
      expect(await api.post('/sign-on/switch-on', wrong)).toMatchObject(
        refused(400, 'VALIDATION_FAILED', 'currentPassword'),
      );
    expect(await setUp()).toMatchObject({ active: null });
    await service.query('DELETE FROM `passwords` WHERE `tenantId` = ?', [tenant.tenantId]);
    expect((await api.post('/sign-on/switch-on', {})).body.data).toMatchObject({ draft: null });
  });

  it('is switched off by who knows the password of the account, if it has one', async () => {
    await admins.make(tenant, { email: ANN });
    await api.put('/sign-on/draft', input());
    await test({ email: ANN, email_verified: true });
    await api.post('/sign-on/switch-on', PROOF);
    for (const wrong of [{}, { currentPassword: null }, { currentPassword: 'another password' }])
      expect(await api.post('/sign-on/switch-off', wrong)).toMatchObject(
        refused(400, 'VALIDATION_FAILED', 'currentPassword'),
      );
    expect(await setUp()).toMatchObject({ active: { issuer: provider.issuer } });
    await service.query('DELETE FROM `passwords` WHERE `tenantId` = ?', [tenant.tenantId]);
    expect((await api.post('/sign-on/switch-off', {})).body.data).toMatchObject({ active: null });
  });

  it('that is changed must be tested again, also when the test was under way', async () => {
    await admins.make(tenant, { email: ANN });
    await api.put('/sign-on/draft', input());
    await test({ email: ANN, email_verified: true });
    const { clientSecret, ...without } = input();
    expect(clientSecret).toBeDefined();
    // The secret of the same client is kept.
    expect((await api.put('/sign-on/draft', without)).status).toBe(200);
    expect((await setUp())['draft']).toMatchObject({ testedAt: null });
    const answer = await api.put('/sign-on/draft', { ...without, clientId: 'another' });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'clientSecret'));
  });

  it.each([
    [{ issuer: 'http://login.example.edu' }, 'issuer'],
    [{ issuer: 'https://user@login.example.edu' }, 'issuer'],
    [{ issuer: 'http://127.0.0.1:9' }, 'issuer'],
    [{ provider: 'ldap' }, 'provider'],
    [{ metadataUrl: 'https://login.example.edu/metadata' }, 'metadataUrl'],
    [{ issuer: null }, 'issuer'],
    [{ clientId: null }, 'clientId'],
    [{ clientId: '' }, 'clientId'],
  ])('is not set up with %j', async (wrong, field) => {
    const answer = await api.put('/sign-on/draft', { ...input(), ...wrong });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it.each([
    ['an address of sign-on that is no https:// address', { authorization_endpoint: 'javascript:alert(1)' }],
    ['keys that are at no https:// address', { jwks_uri: 'http://10.0.0.7/keys' }],
    ['a description of more than 1 MiB', { padding: 'x'.repeat(1024 * 1024) }],
  ])('is not set up with a provider that has %s', async (_, wrong) => {
    const server = createServer((__, response) => {
      const issuer = `http://127.0.0.1:${portOf(server)}`;
      const right = { issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...right, ...wrong }));
    });
    const issuer = `http://127.0.0.1:${await listen(server)}`;
    const answer = await api.put('/sign-on/draft', { ...input(), issuer });
    await close(server);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'issuer'));
    expect((await setUp())['draft']).toBeNull();
  });

  it('of another tenant is neither seen nor changed', async () => {
    await api.put('/sign-on/draft', input());
    const other = await admins.open(await service.tenant());
    expect((await other.api.get('/sign-on')).body.data).toMatchObject({ active: null, draft: null });
    expect(await other.api.post('/sign-on/switch-on', {})).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await setUp())['draft']).not.toBeNull();
  });
});

describe('the login page', () => {
  const find = async (email: string): Promise<unknown[]> => {
    const answer = await service.anonymous().post('/api/v1/admin/sso/find', { email });
    return answer.status === 200 ? rowsOf(answer).map(({ tenantId }) => tenantId) : outcomeOf(answer);
  };

  it('finds single sign-on by the domain of an address, whether or not the address is known', async () => {
    const domain = `d${tenant.tenantId.slice(1)}.example.edu`;
    tenant = await service.tenant({ emailDomain: domain });
    ({ browser, api } = await admins.open(tenant));
    expect(await find(`ann@${domain}`)).toEqual([]);
    const address = `ann@${domain}`;
    await tenant.sis.post('/users', person({ accountType: 'Staff', email: address }));
    await api.put('/sign-on/draft', input());
    await test({ email: address, email_verified: true });
    await api.post('/sign-on/switch-on', PROOF);
    expect(await find(address)).toEqual([tenant.tenantId]);
    expect(await find(`unknown@staff.${domain.toUpperCase()}`)).toEqual([tenant.tenantId]);
    expect(await find(`unknown@x${domain}`)).toEqual([]);
    expect(await find('not an address')).toEqual([400, 'VALIDATION_FAILED', 'email']);
  });
});

describe('a connection of an identity provider', () => {
  it('is created with its address and a token that works', async () => {
    const created = await api.post('/connections', { label: 'Entra ID', defaultAccountType: 'Staff' });
    const { url, token, ...connection } = created.body.data;
    expect({ status: created.status, url }).toEqual({ status: 201, url: `${PUBLIC_URL}/scim/v2` });
    expect(connection).toMatchObject({ label: 'Entra ID', defaultAccountType: 'Staff', people: 0 });
    const asked = await service.anonymous({ Authorization: `Bearer ${String(token)}` }).get('/scim/v2/Users');
    expect(asked.status).toBe(200);
    const listed = await api.get('/connections');
    expect(JSON.stringify(listed.body)).not.toContain('is_');
  });

  it.each([
    [{}, 'label'],
    [{ label: 'Okta', defaultAccountType: 'Guest' }, 'defaultAccountType'],
    [{ label: 'Okta', secret: 'x' }, 'secret'],
  ])('is not created with %j', async (wrong, field) => {
    expect(await api.post('/connections', wrong)).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });
});
