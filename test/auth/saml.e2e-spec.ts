import { jest } from '@jest/globals';

import { SignOnSettingsService } from '../../src/auth/sso/sign-on-settings.service.js';
import { PublicUrl } from '../../src/config/public-url.js';
import { RateWindows } from '../../src/tenancy/rate-windows/rate-windows.js';
import { person } from '../factories/person.js';
import { Administrators, Browser, PROOF } from '../support/administrators.js';
import { refusalOf, type Row, rowsOf } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { rawRequest } from '../support/raw-request.js';
import {
  type AnswerOptions,
  assertionOf,
  MAIL,
  RSA_SHA1,
  SHA1,
  TestSamlProvider,
} from '../support/saml-provider.js';
import { TestService, type TestTenant } from '../support/service.js';
import {
  ANN,
  begin,
  type Begun,
  SAML_ANSWERS,
  startOf,
  TEST,
  visit,
  type Visited,
} from '../support/sign-on.js';

const NOT_COMPLETED = [
  401,
  'INVALID_CREDENTIALS',
  'The single sign-on of your university was not completed; begin again.',
];

const service = await TestService.ofWorker();
const PUBLIC_URL = service.app.get(PublicUrl).value;
const admins = new Administrators(service);
const provider = await TestSamlProvider.start();
let tenant: TestTenant;

afterAll(() => provider.stop());

beforeEach(async () => {
  tenant = await service.tenant();
  await offer(tenant, provider);
  await admins.make(tenant, { email: ANN });
});

/** Switches single sign-on at the provider on, as after a test that succeeded. */
async function offer(at: TestTenant, by: TestSamlProvider): Promise<void> {
  const { api } = await admins.open(at);
  expect((await api.put('/sign-on/draft', { provider: 'saml', metadataUrl: by.metadataUrl })).status).toBe(
    200,
  );
  const tested = 'UPDATE `sign_on_drafts` SET `testedAt` = `changedAt` WHERE `tenantId` = ?';
  await service.query(tested, [at.tenantId]);
  expect((await api.post('/sign-on/switch-on', PROOF)).status).toBe(200);
}

const start = (): Promise<Begun> => begin(service, startOf(tenant));

/** As the page of a provider has a browser do. */
const post = (form: Record<string, string>, cookie: string, to = service): Promise<Visited> =>
  visit(to, SAML_ANSWERS, { form, cookie });

const ofAnn = { attributes: { [MAIL]: [ANN] } };

/** A complete sign-on with what the provider says. */
async function signOn(options: AnswerOptions = ofAnn): Promise<Visited> {
  const { location, cookie } = await start();
  return post({ SAMLResponse: provider.answer(location, { ...ofAnn, ...options }) }, cookie);
}

/** Why a test of the provider fails, as the administrator reads it. */
async function problemOfTest(options: AnswerOptions): Promise<unknown> {
  const { api, browser } = await admins.open(tenant);
  await api.put('/sign-on/draft', { provider: 'saml', metadataUrl: provider.metadataUrl });
  const { location, cookie } = await begin(service, TEST, browser.cookie);
  const answer = await post({ SAMLResponse: provider.answer(location, { ...ofAnn, ...options }) }, cookie);
  expect(answer).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/#/sign-on` });
  return ((await api.get('/sign-on')).body.data['draft'] as Row)['testProblem'];
}

function expectRefused(answer: Visited, refusal: readonly unknown[] = NOT_COMPLETED): void {
  expect(refusalOf(answer)).toEqual(refusal);
  expect(answer.cookies.join()).not.toContain('integration_session=');
}

describe('sign-on by SAML', () => {
  it('opens a session for the active user with that address, and goes to the pages', async () => {
    const { location, cookie } = await start();
    const SAMLResponse = provider.answer(location, ofAnn);
    const answer = await post({ SAMLResponse, RelayState: 'https://elsewhere.example' }, cookie);
    expect(answer).toMatchObject({ status: 303, location: `${PUBLIC_URL}/admin/` });
    const [gone, session = ''] = answer.cookies;
    expect(gone).toMatch(/^integration_saml_sign_on=;/);
    expect(session).toMatch(/^integration_session=[\w-]{43};.*SameSite=Strict$/);
    const { body } = await new Browser(service, session.split(';')[0] ?? '', '').whoAmI();
    expect(body.data).toMatchObject({ role: 'application_admin' });
  });

  it('begins with an unsigned request by redirection, whose ID the browser keeps sealed', async () => {
    const { location, cookie } = await start();
    const { id, issuer, answersTo } = provider.requestAt(location);
    expect({ id, issuer, answersTo }).toEqual({
      id: expect.stringMatching(/^_[\w-]{43}$/) as unknown,
      issuer: `${PUBLIC_URL}/api/v1/admin/sso/saml/metadata`,
      answersTo: `${PUBLIC_URL}/api/v1/admin/sso/saml/acs`,
    });
    expect([...new URL(location).searchParams.keys()]).toEqual(['SAMLRequest']);
    expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      id.slice(1),
    );
  });

  it('keeps its cookie for forms of other sites, with TLS only', async () => {
    const host = 'api.example.edu';
    const { headers } = await rawRequest(service.baseUrl, startOf(tenant), { headers: { host } });
    expect(headers['set-cookie']?.[0]).toMatch(
      /^__Host-integration_saml_sign_on=[\w-]+; Path=\/; .*; HttpOnly; Secure; SameSite=None$/,
    );
  });

  it.each([
    ['the answer is signed too', { signed: ['assertion', 'response'] }],
    ['the digest has 512 bits', { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
    ['the address is sent by its short name', { attributes: { mail: [ANN.toUpperCase()] } }],
    ['the clock of the provider is half a minute ahead', { from: 30 }],
  ] as const)('works also where %s', async (_, options) => {
    expect((await signOn(options)).status).toBe(303);
  });
});

describe('sign-on by SAML refuses', () => {
  const SIGNATURE = /signature, its audience or its time/;
  const ONE = /exactly one assertion/;
  const TEXT = /a comment, a document type or an instruction/;
  const EVIL = 'evil@test.example.edu';
  const forged = (assertion: string): string =>
    assertion
      .replace(/<ds:Signature [^]*<\/ds:Signature>/, '')
      .replace(/ ID="[^"]*"/, ' ID="_forged"')
      .replace(EVIL, ANN);
  /** Signed for another person, and wrapped into an answer that says it is Ann. */
  const wrapped = (wrap: (original: string) => string) => ({
    attributes: { [MAIL]: [EVIL] },
    after: (xml: string) => xml.replace(assertionOf(xml), () => wrap(assertionOf(xml))),
  });
  const inSignature = (original: string, object: string): string =>
    original.replace('</ds:Signature>', () => `<ds:Object>${object}</ds:Object></ds:Signature>`);

  it.each<[string, RegExp, AnswerOptions]>([
    ['nothing that is signed', SIGNATURE, { signed: [] }],
    ['a signed answer around an assertion that is not', SIGNATURE, { signed: ['response'] }],
    ['a signature of RSA with SHA-1', /SHA-1 is refused/, { signature: RSA_SHA1 }],
    ['a digest of SHA-1', /SHA-1 is refused/, { digest: SHA1 }],
    [
      'a changed address',
      SIGNATURE,
      { attributes: { [MAIL]: [EVIL] }, after: (xml) => xml.replace(EVIL, ANN) },
    ],
    ['an assertion before the signed one', ONE, wrapped((original) => forged(original) + original)],
    ['an assertion behind the signed one', ONE, wrapped((original) => original + forged(original))],
    [
      'an assertion around the signed one',
      ONE,
      wrapped((original) =>
        forged(original).replace('</saml:Assertion>', () => `${original}</saml:Assertion>`),
      ),
    ],
    [
      'a signed one in the extensions of the answer',
      ONE,
      {
        attributes: { [MAIL]: [EVIL] },
        after: (xml) => {
          const original = assertionOf(xml);
          return xml
            .replace(original, () => forged(original))
            .replace(
              '<samlp:Status>',
              () => `<samlp:Extensions>${original}</samlp:Extensions><samlp:Status>`,
            );
        },
      },
    ],
    [
      'a signed one in the signature of another',
      ONE,
      wrapped((original) => {
        const signature = /<ds:Signature [^]*<\/ds:Signature>/.exec(original)?.[0] ?? '';
        const stolen = inSignature(signature, original.replace(signature, ''));
        return forged(original).replace('</saml:Issuer>', () => `</saml:Issuer>${stolen}`);
      }),
    ],
    [
      'two assertions with the same ID',
      ONE,
      wrapped(
        (original) =>
          original.replace(/<ds:Signature [^]*<\/ds:Signature>/, '').replace(EVIL, ANN) + original,
      ),
    ],
    [
      'an assertion of another namespace',
      ONE,
      { before: (xml) => xml.replaceAll('SAML:2.0:assertion', 'SAML:1.0:assertion') },
    ],
    ['a document type', TEXT, { after: (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}` }],
    ['a comment', TEXT, { after: (xml) => xml.replace(ANN, 'ann@test<!-- -->.example.edu') }],
    [
      'an address that a comment splits',
      TEXT,
      { attributes: { [MAIL]: [`${ANN}.evil.example`] }, after: (xml) => xml.replace(ANN, `${ANN}<!-- -->`) },
    ],
    [
      'a name that a comment splits',
      TEXT,
      { nameId: `${ANN}.evil.example`, after: (xml) => xml.replace(`${ANN}.`, `${ANN}<!-- -->.`) },
    ],
    [
      'an address that an instruction splits',
      TEXT,
      { after: (xml) => xml.replace(ANN, 'ann@test<?x?>.example.edu') },
    ],
    ['an address in CDATA', TEXT, { before: (xml) => xml.replace(ANN, `<![CDATA[${ANN}]]>`) }],
    ['an assertion that has run out', SIGNATURE, { until: -61 }],
    ['an assertion of the future', SIGNATURE, { from: 120 }],
    ['another audience', SIGNATURE, { audience: 'https://other.example/saml' }],
    ['another recipient', /Recipient/, { recipient: 'https://other.example/acs' }],
    ['another destination', /Destination/, { destination: 'https://other.example/acs' }],
    ['another issuer', /another issuer/, { issuer: 'https://other.example/idp' }],
    ['another request', /not to the request/, { inResponseTo: '_other' }],
    ['a status that is no success', /status Responder/, { status: 'Responder' }],
    [
      'no statement that the person has logged in',
      /has logged in/,
      { before: (xml) => xml.replace(/<saml:AuthnStatement[^]*<\/saml:AuthnStatement>/, '') },
    ],
    [
      'no audience',
      SIGNATURE,
      { before: (xml) => xml.replace(/<saml:AudienceRestriction>[^]*<\/saml:AudienceRestriction>/, '') },
    ],
    [
      'no conditions',
      SIGNATURE,
      { before: (xml) => xml.replace(/<saml:Conditions [^]*<\/saml:Conditions>/, '') },
    ],
    [
      'a confirmation without an end',
      SIGNATURE,
      { before: (xml) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') },
    ],
    [
      'a confirmation of another method',
      /bearer/,
      { before: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') },
    ],
    [
      'an encrypted assertion',
      /encrypted/,
      { after: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') },
    ],
    ['a document that is not XML', /XML/, { after: () => 'nonsense' }],
    [
      'elements that nest too deep',
      /XML/,
      { after: (xml) => xml.replace('<samlp:Status>', `${'<x>'.repeat(20_000)}<samlp:Status>`) },
    ],
    [
      'many elements side by side',
      /too many elements/,
      { after: (xml) => xml.replace('<samlp:Status>', `${'<x/>'.repeat(15_000)}<samlp:Status>`) },
    ],
    [
      'many attributes of one element',
      /too many attributes/,
      {
        after: (xml) => {
          const many = Array.from({ length: 2000 }, (_, index) => ` xmlns:a${index}="urn:x:${index}"`);
          return xml.replace('<samlp:Status>', `<samlp:Status${many.join('')}>`);
        },
      },
    ],
  ])('%s', async (_, reason, options) => {
    expectRefused(await signOn(options));
    expect(await problemOfTest(options)).toMatch(reason);
  });

  it('more than one network address may begin and come back in a minute', async () => {
    const { location, cookie } = await start();
    const full = { isAdmitted: false, limit: 300, remaining: 0, msLeft: 20_000 };
    const take = jest.spyOn(service.app.get(RateWindows), 'take').mockResolvedValue(full);
    try {
      const begun = await visit(service, startOf(tenant));
      expect({ status: begun.status, after: begun.headers.get('retry-after') }).toEqual({
        status: 429,
        after: '20',
      });
      const answer = await post({ SAMLResponse: provider.answer(location, ofAnn) }, cookie);
      expect(refusalOf(answer).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);
    } finally {
      take.mockRestore();
    }
  });

  it('a form of more than 128 KiB', async () => {
    const { cookie } = await start();
    const answer = await post({ SAMLResponse: 'A'.repeat(128 * 1024) }, cookie);
    expect(refusalOf(answer).slice(0, 2)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('an answer that no request of this browser asked for', async () => {
    const { location, cookie } = await start();
    const SAMLResponse = provider.answer(location, ofAnn);
    const notBegun =
      'This single sign-on was not begun in this browser within the last 10 minutes; begin again.';
    expectRefused(await post({ SAMLResponse }, ''), [401, 'INVALID_CREDENTIALS', notBegun]);
    const other = await start();
    expectRefused(await post({ SAMLResponse }, other.cookie));
    expect((await post({ SAMLResponse }, cookie)).status).toBe(303);
  });

  it('an answer to a request of more than ten minutes ago', async () => {
    const { location, cookie } = await start();
    letPass(11 * 60_000);
    const answer = await post({ SAMLResponse: provider.answer(location, ofAnn) }, cookie);
    expect(refusalOf(answer)).toEqual([401, 'INVALID_CREDENTIALS', expect.stringContaining('10 minutes')]);
  });

  it('an assertion that was used before, in this process, in another one and after a restart', async () => {
    const { location, cookie } = await start();
    const SAMLResponse = provider.answer(location, ofAnn);
    expect((await post({ SAMLResponse }, cookie)).status).toBe(303);
    expectRefused(await post({ SAMLResponse }, cookie));
    const other = await TestService.start({ PUBLIC_URL });
    try {
      expectRefused(await post({ SAMLResponse }, cookie, other));
    } finally {
      await other.stop();
    }
  });

  it('all but one of the same assertion in several processes at once', async () => {
    const { location, cookie } = await start();
    const SAMLResponse = provider.answer(location, ofAnn);
    const other = await TestService.start({ PUBLIC_URL });
    try {
      const answers = await Promise.all(
        [service, other, service, other].map((one) => post({ SAMLResponse }, cookie, one)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401]);
    } finally {
      await other.stop();
    }
  });

  it("an assertion of another tenant's provider, also with the issuer of this one", async () => {
    const theirs = await TestSamlProvider.start();
    try {
      await offer(await service.tenant(), theirs);
      for (const issuer of [theirs.issuer, provider.issuer]) {
        const { location, cookie } = await start();
        expectRefused(await post({ SAMLResponse: theirs.answer(location, { ...ofAnn, issuer }) }, cookie));
      }
    } finally {
      await theirs.stop();
    }
  });

  it('an answer with the cookie of OpenID Connect, or none of a form', async () => {
    const { location, cookie } = await start();
    const SAMLResponse = provider.answer(location, ofAnn);
    const [, value = ''] = cookie.split('=');
    expect((await post({ SAMLResponse }, `integration_sign_on=${value}`)).status).toBe(401);
    const query = new URLSearchParams({ SAMLResponse }).toString();
    const back = await visit(service, `/api/v1/admin/sso/callback?${query}`, { cookie });
    expect(back.status).toBe(401);
  });
});

describe('sign-on by SAML makes no account, and refuses', () => {
  const unknown = 'Your e-mail address belongs to no active account here; ask an administrator.';
  const unverified =
    'The single sign-on of your university sends no verified e-mail address for you; ask its operator.';

  it.each([
    ['an address that no user has', [['new@test.example.edu'], unknown]],
    ['no address', [[], unverified]],
    ['several addresses', [[ANN, 'bo@test.example.edu'], unverified]],
    ['an address of another domain', [['ann@elsewhere.example'], unverified]],
  ] as const)('%s', async (_, [addresses, message]) => {
    const answer = await signOn({ attributes: { [MAIL]: addresses } });
    expectRefused(answer, [401, 'INVALID_CREDENTIALS', message]);
  });

  it('an address of another domain, though a user has it', async () => {
    await admins.make(tenant, { email: 'consultant@elsewhere.example' });
    const answer = await signOn({ attributes: { [MAIL]: ['consultant@elsewhere.example'] } });
    expectRefused(answer, [401, 'INVALID_CREDENTIALS', unverified]);
  });

  it('an inactive account', async () => {
    await tenant.sis.post('/users', person({ email: 'bo@test.example.edu', accountStatus: 'inactive' }));
    const answer = await signOn({ attributes: { [MAIL]: ['bo@test.example.edu'] } });
    expectRefused(answer, [401, 'INVALID_CREDENTIALS', unknown]);
  });

  it('everything once it is switched off', async () => {
    const { location, cookie } = await start();
    await service.app.get(SignOnSettingsService).turnOff(await service.scope(tenant));
    expect((await post({ SAMLResponse: provider.answer(location, ofAnn) }, cookie)).status).toBe(404);
  });
});

it('a browser that is refused goes to the login page, which says why', async () => {
  const { location, cookie } = await start();
  const form = { SAMLResponse: provider.answer(location, { ...ofAnn, signed: [] }) };
  const answer = await visit(service, SAML_ANSWERS, { form, cookie, accept: 'text/html' });
  expect(answer).toMatchObject({
    status: 303,
    location: `${PUBLIC_URL}/admin/#/login?error=INVALID_CREDENTIALS&reason=SignOnRefused`,
  });
});

describe('the metadata of a provider', () => {
  it('is not used after its validUntil, neither at the beginning of a sign-on nor at its end', async () => {
    const { location, cookie } = await start();
    const ended =
      "UPDATE `sign_on_settings` SET `metadata` = JSON_SET(`metadata`, '$.validUntil', ?) WHERE `tenantId` = ?";
    await service.query(ended, [new Date(Date.now() - 1000).toISOString(), tenant.tenantId]);
    const refusal = [503, 'SERVICE_UNAVAILABLE', expect.stringContaining('has run out')];
    expectRefused(await post({ SAMLResponse: provider.answer(location, ofAnn) }, cookie), refusal);
    const begun = await visit(service, startOf(tenant));
    expect(refusalOf(begun)).toEqual(refusal);
    await service.query(ended, [new Date(Date.now() + 60_000).toISOString(), tenant.tenantId]);
    expect((await signOn()).status).toBe(303);
  });
});

describe('the certificates of a provider', () => {
  const readSince = (ms: number): Promise<unknown> =>
    service.query('UPDATE `sign_on_settings` SET `metadataReadAt` = ? WHERE `tenantId` = ?', [
      new Date(Date.now() - ms),
      tenant.tenantId,
    ]);

  it('are read again at a sign-on, an hour after the last time', async () => {
    const own = await TestSamlProvider.start();
    try {
      await offer(tenant, own);
      const by = async (): Promise<number> => {
        const { location, cookie } = await start();
        return (await post({ SAMLResponse: own.answer(location, ofAnn) }, cookie)).status;
      };
      expect(await by()).toBe(303);
      await readSince(61 * 60_000);
      expect(await by()).toBe(303);
      const before = own.fingerprints;
      own.addKey();
      expect(await by()).toBe(401);
      await readSince(61 * 60_000);
      expect(await by()).toBe(303);
      // Reading what is known already is no change.
      const entries = rowsOf(await (await admins.open(tenant)).api.get('/audit?action=sso.changed'));
      expect(entries.filter(({ actor }) => actor === 'sign-on')).toMatchObject([
        {
          before: { certificates: before, signOnUrl: own.signOnUrl },
          after: { certificates: own.fingerprints },
        },
      ]);
      const { metadataReads } = own;
      expect(await by()).toBe(303);
      expect(own.metadataReads).toBe(metadataReads);
    } finally {
      await own.stop();
    }
  });

  it.each([
    ['its address does not answer', { status: 500, text: '' }],
    ['its address has the metadata of another provider', { status: 200, text: 'other' }],
  ])('stay while %s', async (_, answer) => {
    const own = await TestSamlProvider.start();
    try {
      await offer(tenant, own);
      own.metadataAnswer =
        answer.text === '' ? answer : { ...answer, text: own.metadata('https://x.example') };
      await readSince(61 * 60_000);
      const { location, cookie } = await start();
      expect((await post({ SAMLResponse: own.answer(location, ofAnn) }, cookie)).status).toBe(303);
    } finally {
      await own.stop();
    }
  });
});

it('the metadata of the service names its entity ID and where answers are posted to', async () => {
  const answer = await fetch(`${service.baseUrl}/api/v1/admin/sso/saml/metadata`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/);
  const xml = await answer.text();
  expect(xml).toContain(`entityID="${PUBLIC_URL}/api/v1/admin/sso/saml/metadata"`);
  expect(xml).toContain(`Location="${PUBLIC_URL}/api/v1/admin/sso/saml/acs"`);
  expect(xml).toContain('AuthnRequestsSigned="false" WantAssertionsSigned="true"');
});

it('used assertions are deleted when no browser can bring them any more', async () => {
  expect((await signOn()).status).toBe(303);
  letPass(61 * 60_000);
  expect((await signOn()).status).toBe(303);
  const count = 'SELECT COUNT(*) AS `used` FROM `used_assertions` WHERE `tenantId` = ?';
  expect(await service.query(count, [tenant.tenantId])).toEqual([{ used: 1 }]);
});
