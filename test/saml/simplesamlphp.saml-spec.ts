import type { ApiClient } from '../support/api-client.js';
import { Administrators, Browser, PROOF } from '../support/administrators.js';
import { refused, type Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';
import {
  ANN,
  begin,
  SAML_ANSWERS,
  sessionIn,
  startOf,
  TEST,
  visit,
  type Visited,
} from '../support/sign-on.js';
import { type PEOPLE, SimpleSamlPhp } from './support/simplesamlphp.js';

const PUBLIC_URL = 'http://localhost:3000';

let service: TestService;
let admins: Administrators;
let provider: SimpleSamlPhp;
let tenant: TestTenant;
let browser: Browser;
let api: ApiClient;

beforeAll(async () => {
  service = await TestService.start({ PUBLIC_URL });
  admins = new Administrators(service);
  const metadata = await fetch(`${service.baseUrl}/api/v1/admin/sso/saml/metadata`);
  provider = await SimpleSamlPhp.start(await metadata.text());
});

afterAll(async () => {
  await provider.stop();
  await service.stop();
});

beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser, api } = await admins.open(tenant));
  await admins.make(tenant, { email: ANN });
});

/** Begins at this address of the service, logs in with the form of SimpleSAMLphp, and comes back. */
async function signOn(path: string, name: keyof typeof PEOPLE, own = ''): Promise<Visited> {
  const { location, cookie } = await begin(service, path, own);
  const { action, form } = await provider.logIn(location, name);
  expect(action).toBe(PUBLIC_URL + SAML_ANSWERS);
  return visit(service, SAML_ANSWERS, { form, cookie, accept: 'text/html' });
}

const test = (name: keyof typeof PEOPLE): Promise<Visited> => signOn(TEST, name, browser.cookie);

async function draft(): Promise<Row> {
  return ((await api.get('/sign-on')).body.data as Row)['draft'] as Row;
}

describe('at SimpleSAMLphp', () => {
  it('sign-on is set up by the address of its metadata, tested, switched on, and opens a session', async () => {
    const saved = await api.put('/sign-on/draft', { provider: 'saml', metadataUrl: provider.metadataUrl });
    expect(saved.body.data).toMatchObject({ draft: { provider: 'saml', issuer: provider.metadataUrl } });
    const tested = await test('ann');
    expect(tested).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/#/sign-on` });
    expect(sessionIn(tested)).toBe('');
    expect(await draft()).toMatchObject({
      testProblem: null,
      testedEmail: ANN,
      testedSubject: ANN,
      testedAffiliations: ['staff@test.example.edu', 'member@test.example.edu'],
    });
    expect((await api.post('/sign-on/switch-on', PROOF)).status).toBe(200);
    const loggedIn = await signOn(startOf(tenant), 'ann');
    expect(loggedIn).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/` });
    const { body } = await new Browser(service, sessionIn(loggedIn), '').whoAmI();
    expect(body.data).toMatchObject({ role: 'application_admin' });
  });

  it('sign-on is set up by its metadata as a file', async () => {
    const metadata = await (await fetch(provider.metadataUrl)).text();
    expect((await api.put('/sign-on/draft', { provider: 'saml', metadata })).status).toBe(200);
    await test('ann');
    expect(await draft()).toMatchObject({ testedEmail: ANN, testProblem: null });
  });

  it.each([
    ['visitor', /no verified e-mail address/],
    ['nameless', /no verified e-mail address/],
  ] as const)('the log-in of %s is refused, which says why', async (name, problem) => {
    await api.put('/sign-on/draft', { provider: 'saml', metadataUrl: provider.metadataUrl });
    await test(name);
    expect(await draft()).toMatchObject({
      testedEmail: null,
      testProblem: expect.stringMatching(problem) as unknown,
    });
    expect(await api.post('/sign-on/switch-on', {})).toMatchObject(refused(409, 'INVALID_TRANSITION'));
  });
});
