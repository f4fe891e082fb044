import { jest } from '@jest/globals';

import { PublicUrl } from '../../src/config/public-url.js';
import { type Browser, Administrators, PROOF } from '../support/administrators.js';
import { refused, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { type AnswerOptions, MAIL, TestSamlProvider } from '../support/saml-provider.js';
import { TestService, type TestTenant } from '../support/service.js';
import { ANN, begin, SAML_ANSWERS, startOf, TEST, visit } from '../support/sign-on.js';
import { cli } from '../support/terminal.js';

const PAIRWISE = 'urn:oasis:names:tc:SAML:attribute:pairwise-id';
const PRINCIPAL = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6';
const AFFILIATION = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9';

const service = await TestService.ofWorker();
const PUBLIC_URL = service.app.get(PublicUrl).value;
const admins = new Administrators(service);
const provider = await TestSamlProvider.start();
let tenant: TestTenant;
let browser: Browser;
let api: ApiClient;

afterAll(() => provider.stop());

beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser, api } = await admins.open(tenant));
  await admins.make(tenant, { email: ANN });
});

afterEach(() => {
  provider.metadataAnswer = undefined;
});

const byUrl = (): Row => ({ provider: 'saml', metadataUrl: provider.metadataUrl });

async function draft(): Promise<unknown> {
  return ((await api.get('/sign-on')).body.data as Row)['draft'];
}

/** A test by a browser's way. */
async function test(options: AnswerOptions): Promise<void> {
  const { location, cookie } = await begin(service, TEST, browser.cookie);
  const form = { SAMLResponse: provider.answer(location, options) };
  const answer = await visit(service, SAML_ANSWERS, { form, cookie });
  expect(answer.cookies.join()).not.toContain('integration_session=');
  expect(answer).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/#/sign-on` });
}

describe('SAML', () => {
  it('is set up by the address of metadata, tested by a sign-on, and only then switched on', async () => {
    const saved = await api.put('/sign-on/draft', byUrl());
    expect(saved.body.data).toMatchObject({
      saml: {
        entityId: `${PUBLIC_URL}/api/v1/admin/sso/saml/metadata`,
        answersTo: `${PUBLIC_URL}/api/v1/admin/sso/saml/acs`,
      },
      active: null,
      draft: {
        provider: 'saml',
        issuer: provider.issuer,
        clientId: null,
        metadataUrl: provider.metadataUrl,
        signOnUrl: provider.signOnUrl,
        certificates: provider.fingerprints,
        testedAt: null,
        testedAffiliations: [],
      },
    });
    expect(await api.post('/sign-on/switch-on', {})).toMatchObject(refused(409, 'INVALID_TRANSITION'));
    const affiliations = ['staff@test.example.edu', 'member@test.example.edu'];
    await test({ attributes: { [MAIL]: [ANN], [PAIRWISE]: ['x1@test'], [AFFILIATION]: affiliations } });
    expect(await draft()).toMatchObject({
      testedEmail: ANN,
      testedSubject: 'x1@test',
      testedAffiliations: affiliations,
      testProblem: null,
    });
    expect((await api.post('/sign-on/switch-on', PROOF)).body.data).toMatchObject({
      active: { provider: 'saml', issuer: provider.issuer },
      draft: null,
    });
    const [entry] = rowsOf(await api.get('/audit?action=sso.changed'));
    const { issuer, metadataUrl, signOnUrl, fingerprints: certificates } = provider;
    expect(entry).toMatchObject({
      before: null,
      after: { protocol: 'saml', issuer, metadataUrl, signOnUrl, certificates },
    });
    expect((await api.get('/sign-on')).body.data).toMatchObject({ active: { signOnUrl, certificates } });
    expect((await api.post('/sign-on/switch-off', PROOF)).body.data).toMatchObject({ active: null });
  });

  it('is set up by metadata that is sent, which is not read again', async () => {
    const { metadataReads } = provider;
    const saved = await api.put('/sign-on/draft', { provider: 'saml', metadata: provider.metadata() });
    expect(saved.body.data).toMatchObject({ draft: { issuer: provider.issuer, metadataUrl: null } });
    await test({ attributes: { [MAIL]: [ANN] } });
    await api.post('/sign-on/switch-on', PROOF);
    const { location } = await visit(service, startOf(tenant));
    expect(location).toMatch(new RegExp(`^${provider.issuer}/sso\\?SAMLRequest=`));
    expect(provider.metadataReads).toBe(metadataReads);
  });

  it('is shown by tenant sso, and turned off', async () => {
    await api.put('/sign-on/draft', byUrl());
    await test({ attributes: { [MAIL]: [ANN] } });
    await api.post('/sign-on/switch-on', PROOF);
    const { tenantId } = tenant;
    const shown = await cli(['tenant', 'sso', tenantId, '--json'], { PUBLIC_URL });
    const { issuer, metadataUrl, signOnUrl, fingerprints: certificates } = provider;
    expect(JSON.parse(shown.stdout)).toEqual({
      tenantId,
      enabled: true,
      protocol: 'saml',
      issuer,
      metadataUrl,
      signOnUrl,
      certificates,
    });
    await cli(['tenant', 'sso', tenantId, '--off'], { PUBLIC_URL });
    expect((await api.get('/sign-on')).body.data).toMatchObject({ active: null });
  });

  it.each([
    [{ [PRINCIPAL]: ['ann@test'], [PAIRWISE]: ['x1@test'] }, 'x1@test'],
    [{ [PRINCIPAL]: ['ann@test'] }, 'ann@test'],
    [{ eduPersonPrincipalName: ['ann@test'], 'pairwise-id': ['x1@test'] }, 'x1@test'],
    [{}, 'a persistent name'],
  ])('names the user for good by %j as %s', async (attributes, subject) => {
    await api.put('/sign-on/draft', byUrl());
    await test({ nameId: 'a persistent name', attributes: { mail: [ANN], ...attributes } });
    expect(await draft()).toMatchObject({ testedEmail: ANN, testedSubject: subject });
  });

  it('that is changed must be tested again, also when the test was under way', async () => {
    await api.put('/sign-on/draft', byUrl());
    await test({ attributes: { [MAIL]: [ANN] } });
    await api.put('/sign-on/draft', byUrl());
    expect(await draft()).toMatchObject({ testedAt: null, testedEmail: null, testedSubject: null });
    expect(await api.post('/sign-on/switch-on', {})).toMatchObject(refused(409, 'INVALID_TRANSITION'));
  });

  it('says in other languages, too, why a test has failed', async () => {
    await api.put('/sign-on/draft', byUrl());
    await test({ status: 'AuthnFailed' });
    expect(await draft()).toMatchObject({
      testProblem:
        'The single sign-on of your university was not completed; begin again. ' +
        'The provider answered with the status AuthnFailed.',
      translations: {
        es:
          'El inicio de sesión único de su universidad no se completó; empiece de nuevo. ' +
          'El proveedor respondió con el estado AuthnFailed.',
      },
    });
    await api.put('/sign-on/draft', byUrl());
    expect(await draft()).toMatchObject({ testProblem: null, translations: {} });
  });

  it('of another tenant is neither seen nor changed', async () => {
    await api.put('/sign-on/draft', byUrl());
    const other = await admins.open(await service.tenant());
    expect((await other.api.get('/sign-on')).body.data).toMatchObject({ active: null, draft: null });
    expect(await other.api.post('/sign-on/switch-on', {})).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('SAML is not set up with', () => {
  it.each<[string, Row, string]>([
    ['no metadata', {}, 'metadataUrl'],
    ['both kinds of metadata', { metadataUrl: 'https://x.example', metadata: '<x/>' }, 'metadata'],
    ['fields of OpenID Connect', { metadata: '<x/>', clientId: 'integration' }, 'clientId'],
    ['an address without TLS', { metadataUrl: 'http://login.example.edu/metadata' }, 'metadataUrl'],
    ['an address of nothing', { metadataUrl: 'http://127.0.0.1:9/metadata' }, 'metadataUrl'],
    ['a file that is not XML', { metadata: 'nonsense' }, 'metadata'],
    ['a file without a provider', { metadata: '<x/>' }, 'metadata'],
  ])('%s', async (_, input, field) => {
    const answer = await api.put('/sign-on/draft', { provider: 'saml', ...input });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
    expect(await draft()).toBeNull();
  });

  it.each<[string, { status: number; text: string }]>([
    ['answers 404', { status: 404, text: 'nothing' }],
    ['redirects', { status: 302, text: '' }],
    ['answers with more than 1 MiB', { status: 200, text: ' '.repeat(1024 * 1024 + 1) }],
    ['answers with a page', { status: 200, text: '<!doctype html><html><body>Log in</body></html>' }],
  ])('an address that %s', async (_, answer) => {
    provider.metadataAnswer = answer;
    expect(await api.put('/sign-on/draft', byUrl())).toMatchObject(
      refused(400, 'VALIDATION_FAILED', 'metadataUrl'),
    );
  });

  it('an address of a private network, on a service that is not local', async () => {
    jest.spyOn(service.app.get(PublicUrl), 'isLocal', 'get').mockReturnValue(false);
    const { metadataReads } = provider;
    for (const metadataUrl of [
      provider.metadataUrl,
      'https://127.0.0.1/metadata',
      'https://169.254.169.254/x',
    ])
      expect(await api.put('/sign-on/draft', { provider: 'saml', metadataUrl })).toMatchObject(
        refused(400, 'VALIDATION_FAILED', 'metadataUrl'),
      );
    expect(provider.metadataReads).toBe(metadataReads);
  });
});
