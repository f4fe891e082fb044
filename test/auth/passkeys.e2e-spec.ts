import { PublicUrl } from '../../src/config/public-url.js';
import { Administrators, Browser, cookieOf, PASSWORD, someAddress } from '../support/administrators.js';
import { outcomeOf, type Row, rowsOf } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { addPasskey, type Asked, Authenticator, beginPasskey, optionsOf } from '../support/authenticator.js';
import { addApp, codeOf } from '../support/authenticator-app.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const FIVE_MINUTES = 5 * 60_000;
const NEW_PASSWORD = 'another correct horse';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let email: string;
let browser: Browser;
let api: ApiClient;
let phone: Authenticator;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ email } = await admins.make(tenant));
  browser = await admins.browser(email);
  ({ api } = browser);
  phone = newAuthenticator();
});

function newAuthenticator(): Authenticator {
  return new Authenticator(service.app.get(PublicUrl).value);
}

/** Adds a passkey to the account of the session. */
const add = (authenticator: Authenticator, proof: Row = {}, caller = api): Promise<string> =>
  addPasskey(caller, authenticator, proof);

/** The answer of a passkey within the session. */
const confirmWith = async (authenticator: Authenticator, caller = api): Promise<Row> =>
  authenticator.sign(optionsOf(await caller.post('/account/passkeys/challenge', undefined)));

const remove = (passkeyId: string, proof: Row = {}, caller = api): Promise<Answer<Body>> =>
  caller.post(`/account/passkeys/${passkeyId}/remove`, { currentPassword: PASSWORD, ...proof });

const askForPasskey = (credentials: Row): Promise<Answer<Body>> =>
  service
    .anonymous()
    .post('/api/v1/admin/session/passkey', credentials, { 'X-Forwarded-For': someAddress() });

/** Before a login: what the browser is asked, and the cookie that ties it to this browser. */
async function askAtLogin(credentials: Row = {}): Promise<{ asked: Asked; cookie: string }> {
  const answer = await askForPasskey({ email, password: PASSWORD, ...credentials });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return { asked: optionsOf(answer), cookie: cookieOf(answer) };
}

const loginWith = (passkey?: Row, cookie = ''): Promise<Answer<Body>> =>
  admins.login(email, { passkey, headers: cookie === '' ? {} : { cookie } });

describe('a passkey', () => {
  it('is added with the password, listed, needed at the next login, and logs in', async () => {
    const passkeyId = await add(phone);
    const account = (await api.get('/account')).body.data;
    expect(account).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
    expect(account['passkeys']).toMatchObject([{ passkeyId, name: 'Phone', lastUsedAt: null }]);
    expect(outcomeOf(await loginWith())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'passkey']);
    const { asked, cookie } = await askAtLogin();
    expect(asked.allowCredentials).toMatchObject([{ id: phone.credential, transports: ['internal'] }]);
    expect(outcomeOf(await loginWith(phone.sign(asked), cookie))).toEqual([200]);
    const [listed] = (await api.get('/account')).body.data['passkeys'] as Row[];
    expect(listed?.['lastUsedAt']).toEqual(expect.any(String));
    const [entry] = rowsOf(await api.get('/audit?action=admin.passkey-added'));
    expect(entry).toMatchObject({ actorLabel: 'Ann Lee', after: { name: 'Phone' } });
  });

  it('is asked for on the host and the origin of the public address', async () => {
    const { rp, excludeCredentials } = optionsOf(await beginPasskey(api));
    expect({ id: rp?.id, excludeCredentials }).toEqual({
      id: new URL(service.app.get(PublicUrl).value).hostname,
      excludeCredentials: [],
    });
    await add(phone);
    const { asked, cookie } = await askAtLogin();
    const phished = phone.sign(asked, { origin: 'https://login.example.com' });
    expect(outcomeOf(await loginWith(phished, cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is one of two: with an app too, a code or a recovery code logs in as well', async () => {
    await add(phone);
    const { recoveryCodes } = await addApp(api, { passkey: await confirmWith(phone) });
    expect(outcomeOf(await loginWith())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'code', 'passkey']);
    expect(outcomeOf(await admins.login(email, { code: recoveryCodes[0] }))).toEqual([200]);
    const { asked, cookie } = await askAtLogin();
    expect(outcomeOf(await loginWith(phone.sign(asked), cookie))).toEqual([200]);
  });

  it('is not replaced by an app that was begun and not confirmed', async () => {
    await add(phone);
    const begun = await api.post('/account/second-factor', {
      currentPassword: PASSWORD,
      passkey: await confirmWith(phone),
    });
    const code = codeOf(begun.body.data['secret']);
    expect(outcomeOf(await admins.login(email, { code }))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is needed for a new password by invitation too', async () => {
    await add(phone);
    const token = await admins.token(tenant, email);
    const call = (path: string, body: Row, cookie = ''): Promise<Answer<Body>> =>
      service
        .anonymous()
        .post(`/api/v1/admin/invitations/${path}`, { token, ...body }, cookie === '' ? {} : { cookie });
    const alone = await call('accept', { password: NEW_PASSWORD });
    expect(outcomeOf(alone)).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'passkey']);
    const asked = await call('passkey', {});
    const passkey = phone.sign(optionsOf(asked));
    const accept = { password: NEW_PASSWORD, passkey };
    expect(outcomeOf(await call('accept', accept, cookieOf(asked)))).toEqual([200]);
  });
});

describe('a challenge', () => {
  it('is answered once', async () => {
    await add(phone);
    const { asked, cookie } = await askAtLogin();
    const answer = phone.sign(asked);
    expect(outcomeOf(await loginWith(answer, cookie))).toEqual([200]);
    expect(outcomeOf(await loginWith(answer, cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is answered once by simultaneous logins', async () => {
    await add(phone);
    const { asked, cookie } = await askAtLogin();
    const answer = phone.sign(asked);
    const answers = await Promise.all([1, 2, 3, 4].map(() => loginWith(answer, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is used up by a wrong answer', async () => {
    await add(phone);
    const { asked, cookie } = await askAtLogin();
    const wrong = { ...phone.sign(asked), signature: newAuthenticator().sign(asked)['signature'] };
    expect(outcomeOf(await loginWith(wrong, cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await loginWith(phone.sign(asked), cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('expires after five minutes', async () => {
    await add(phone);
    const { asked, cookie } = await askAtLogin();
    letPass(FIVE_MINUTES);
    expect(outcomeOf(await loginWith(phone.sign(asked), cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('of another browser logs no one in', async () => {
    await add(phone);
    const { asked } = await askAtLogin();
    const other = await askAtLogin();
    expect(outcomeOf(await loginWith(phone.sign(asked)))).toEqual([401, 'INVALID_CREDENTIALS']);
    const foreign = await loginWith(phone.sign(asked), other.cookie);
    expect(outcomeOf(foreign)).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('of one session confirms nothing in another, nor at a login', async () => {
    const passkeyId = await add(phone);
    const { asked, cookie } = await askAtLogin();
    const other = Browser.of(service, await loginWith(phone.sign(asked), cookie)).api;
    const passkey = await confirmWith(phone, other);
    expect(outcomeOf(await remove(passkeyId, { passkey }))).toEqual([400, 'VALIDATION_FAILED', 'passkey']);
    expect(outcomeOf(await loginWith(passkey, cookie))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await remove(passkeyId, { passkey }, other))).toEqual([200]);
  });

  it('is given out for a right password only', async () => {
    await add(phone);
    const wrong = await askForPasskey({ email, password: 'not the password' });
    expect(outcomeOf(wrong)).toEqual([401, 'INVALID_CREDENTIALS']);
    const colleague = await admins.make(tenant);
    const without = await askForPasskey({ email: colleague.email, password: PASSWORD });
    expect(outcomeOf(without)).toEqual([409, 'INVALID_TRANSITION']);
  });
});

describe('the signatures of a passkey', () => {
  it('are counted upwards: a copy of the authenticator is refused', async () => {
    phone.counter = 5;
    await add(phone);
    const tries: unknown[] = [];
    for (const counter of [6, 6, 5, 7]) {
      phone.counter = counter;
      const { asked, cookie } = await askAtLogin();
      tries.push((await loginWith(phone.sign(asked), cookie)).status);
    }
    expect(tries).toEqual([200, 401, 401, 200]);
  });

  it('that are wrong count like wrong passwords', async () => {
    await add(phone);
    const statuses: number[] = [];
    const wrong = phone.sign({ challenge: 'bm90IG91cnM', rpId: 'localhost' });
    letPass(0);
    for (let n = 0; n < 7; n += 1) statuses.push((await loginWith(wrong)).status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('adding a passkey', () => {
  it('needs the password, and a second factor when there is one', async () => {
    const wrong = await beginPasskey(api, { currentPassword: 'not the password' });
    expect(outcomeOf(wrong)).toEqual([400, 'VALIDATION_FAILED', 'currentPassword']);
    await add(phone);
    expect(outcomeOf(await beginPasskey(api))).toEqual([400, 'VALIDATION_FAILED', 'code']);
    expect(outcomeOf(await beginPasskey(api, { code: '000000' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'code',
    ]);
    const key = newAuthenticator();
    await add(key, { passkey: await confirmWith(phone) });
    expect((await api.get('/account')).body.data['passkeys']).toHaveLength(2);
  });

  it.each([
    ['of another site', { origin: 'https://login.example.com' }],
    ['of a login', { type: 'webauthn.get' }],
  ])('refuses an answer %s', async (_, wrong) => {
    const asked = optionsOf(await beginPasskey(api));
    const answer = await api.post('/account/passkeys', phone.register(asked, 'Phone', wrong));
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'credential']);
    const late = await api.post('/account/passkeys', phone.register(asked, 'Phone'));
    expect(outcomeOf(late)).toEqual([400, 'VALIDATION_FAILED', 'credential']);
    expect(outcomeOf(await loginWith())).toEqual([200]);
  });

  it('takes no passkey twice, and none that was not asked for', async () => {
    await add(phone);
    const asked = optionsOf(await beginPasskey(api, { passkey: await confirmWith(phone) }));
    expect(asked.excludeCredentials).toMatchObject([{ id: phone.credential }]);
    const again = await api.post('/account/passkeys', phone.register(asked, 'Again'));
    expect(outcomeOf(again)).toEqual([400, 'VALIDATION_FAILED', 'credential']);
    const unasked = newAuthenticator().register({ challenge: asked.challenge }, 'Unasked');
    expect((await api.post('/account/passkeys', unasked)).status).toBe(400);
  });

  it('is not possible without a password', async () => {
    const { browser: opened, id } = await admins.open(tenant);
    const sql = 'DELETE FROM `passwords` WHERE `tenantId` = ? AND `userId` = ?';
    await service.query(sql, [tenant.tenantId, id]);
    expect(outcomeOf(await beginPasskey(opened.api))).toEqual([409, 'INVALID_TRANSITION']);
  });
});

describe('removing a passkey', () => {
  it('needs the password and a second factor; without the last one the password is enough', async () => {
    const passkeyId = await add(phone);
    expect(outcomeOf(await remove(passkeyId))).toEqual([400, 'VALIDATION_FAILED', 'code']);
    const passkey = await confirmWith(phone);
    const wrong = { currentPassword: 'not the password', passkey };
    expect(outcomeOf(await remove(passkeyId, wrong))).toEqual([400, 'VALIDATION_FAILED', 'currentPassword']);
    expect(outcomeOf(await remove(passkeyId, { passkey: await confirmWith(phone) }))).toEqual([200]);
    expect(outcomeOf(await loginWith())).toEqual([200]);
    const [entry] = rowsOf(await api.get('/audit?action=admin.passkey-removed'));
    expect(entry).toMatchObject({ before: { name: 'Phone' } });
  });

  it('of a colleague or of another tenant is not possible, and theirs confirms nothing', async () => {
    const passkeyId = await add(phone);
    for (const place of [tenant, await service.tenant()]) {
      const other = await admins.open(place);
      expect(outcomeOf(await remove(passkeyId, {}, other.api))).toEqual([404, 'NOT_FOUND']);
      const theirs = newAuthenticator();
      await add(theirs, {}, other.api);
      const asked = optionsOf(await api.post('/account/passkeys/challenge', undefined));
      const removed = await remove(passkeyId, { passkey: theirs.sign(asked) });
      expect(outcomeOf(removed)).toEqual([400, 'VALIDATION_FAILED', 'passkey']);
      const begun = await askAtLogin();
      const answer = await loginWith(theirs.sign(begun.asked), begun.cookie);
      expect(outcomeOf(answer)).toEqual([401, 'INVALID_CREDENTIALS']);
    }
  });

  it('that is lost is done by another administrator, together with the app', async () => {
    await add(phone);
    await addApp(api, { passkey: await confirmWith(phone) });
    const own = String((await browser.whoAmI()).body.data['userId']);
    const colleague = await admins.open(tenant);
    const listed = rowsOf(await colleague.api.get('/administrators'));
    expect(listed.find(({ userId }) => userId === own)).toMatchObject({ hasSecondFactor: true });
    const path = `/administrators/${own}/second-factor`;
    expect(outcomeOf(await colleague.api.send('DELETE', path))).toEqual([200]);
    expect(outcomeOf(await loginWith())).toEqual([200]);
  });
});
