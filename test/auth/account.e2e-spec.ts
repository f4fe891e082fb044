import { Administrators, type Browser, newEmail, PASSWORD } from '../support/administrators.js';
import { outcomeOf, rowsOf } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { addApp, codeOf, PERIOD } from '../support/authenticator-app.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const NEW_PASSWORD = 'another correct horse';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let email: string;
let browser: Browser;
let api: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ email } = await admins.make(tenant));
  browser = await admins.browser(email);
  ({ api } = browser);
});

const loginWith = (code?: string): Promise<Answer<Body>> => admins.login(email, { code });

describe('the own password', () => {
  it('is changed with the current one; other sessions end, this one stays', async () => {
    const other = await admins.browser(email);
    const changed = await api.put('/account/password', { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(outcomeOf(changed)).toEqual([200]);
    expect((await browser.whoAmI()).status).toBe(200);
    expect((await other.whoAmI()).status).toBe(401);
    expect((await admins.login(email)).status).toBe(401);
    expect((await admins.login(email, { password: NEW_PASSWORD })).status).toBe(200);
    const [entry] = rowsOf(await api.get('/audit?action=admin.password-set'));
    expect(entry).toMatchObject({ actorLabel: 'Ann Lee' });
  });

  it.each([
    [{ currentPassword: 'not the password', password: NEW_PASSWORD }, 'currentPassword'],
    [{ currentPassword: PASSWORD, password: 'too short' }, 'password'],
    [{ currentPassword: PASSWORD, password: 'password1234' }, 'password'],
    [{ password: NEW_PASSWORD }, 'currentPassword'],
  ])('is not changed by %j', async (input, field) => {
    expect(outcomeOf(await api.put('/account/password', input))).toEqual([400, 'VALIDATION_FAILED', field]);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('is not guessed within a session: after five wrong ones comes a delay', async () => {
    const wrong = { currentPassword: 'not the password', password: NEW_PASSWORD };
    letPass(0);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await api.put('/account/password', wrong)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });
});

describe('the own sessions', () => {
  it('are listed, and each can be ended', async () => {
    const other = await admins.browser(email);
    const listed = rowsOf(await api.get('/account/sessions'));
    expect(listed.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
    const others = rowsOf(await other.api.get('/account/sessions'));
    const theirs = others.find(({ isCurrent }) => isCurrent);
    expect((await api.send('DELETE', `/account/sessions/${String(theirs?.['sessionId'])}`)).status).toBe(200);
    expect((await other.whoAmI()).status).toBe(401);
    expect((await browser.whoAmI()).status).toBe(200);
    await api.send('DELETE', '/account/sessions');
    expect(rowsOf(await api.get('/account/sessions'))).toHaveLength(1);
  });

  it('of another user are not ended', async () => {
    const colleague = await admins.open(tenant);
    const [theirs] = rowsOf(await colleague.api.get('/account/sessions'));
    const answer = await api.send('DELETE', `/account/sessions/${String(theirs?.['sessionId'])}`);
    expect(outcomeOf(answer)).toEqual([404, 'NOT_FOUND']);
    expect((await colleague.browser.whoAmI()).status).toBe(200);
  });
});

describe('an authenticator app', () => {
  it('is needed from its confirmation on, and each code works once', async () => {
    const { secret } = await addApp(api);
    letPass(PERIOD);
    expect(outcomeOf(await loginWith())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'code']);
    const code = codeOf(secret);
    expect(outcomeOf(await loginWith(code))).toEqual([200]);
    expect(outcomeOf(await loginWith(code))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await api.get('/account')).body.data).toEqual({
      hasPassword: true,
      hasApp: true,
      recoveryCodesLeft: 10,
      passkeys: [],
    });
    const actions = rowsOf(await api.get('/audit')).map(({ action }) => action);
    expect(actions).toContain('admin.second-factor-added');
  });

  it('that was begun and not confirmed changes nothing', async () => {
    const begun = await api.post('/account/second-factor', { currentPassword: PASSWORD });
    const address = new URL(String(begun.body.data['address']));
    expect(address.searchParams.get('secret')).toBe(begun.body.data['secret']);
    const wrong = await api.post('/account/second-factor/confirm', { code: '000000' });
    expect(outcomeOf(wrong)).toEqual([400, 'VALIDATION_FAILED', 'code']);
    expect(outcomeOf(await loginWith())).toEqual([200]);
  });

  it('is replaced by a recovery code, once, however it is typed', async () => {
    const { recoveryCodes } = await addApp(api);
    const [first = ''] = recoveryCodes;
    const typed = first.toUpperCase().replace('-', ' ');
    expect(outcomeOf(await loginWith(typed))).toEqual([200]);
    expect(outcomeOf(await loginWith(first))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await api.get('/account')).body.data).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is not guessed: wrong codes count like wrong passwords; a login without a code resets nothing', async () => {
    await addApp(api);
    letPass(0);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await loginWith('000000')).status);
      await loginWith();
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is needed for a new password by invitation too', async () => {
    const { recoveryCodes } = await addApp(api);
    const token = await admins.token(tenant, email);
    const accept = (code?: string): Promise<Answer<Body>> =>
      service.anonymous().post('/api/v1/admin/invitations/accept', { token, password: NEW_PASSWORD, code });
    expect(outcomeOf(await accept())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'code']);
    expect(outcomeOf(await accept('000000'))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await accept(recoveryCodes[0]))).toEqual([200]);
  });

  it('is removed with the password and a code', async () => {
    const { recoveryCodes } = await addApp(api);
    const removed = async (currentPassword: string, code = recoveryCodes[0]): Promise<unknown[]> =>
      outcomeOf(await api.post('/account/second-factor/remove', { currentPassword, code }));
    expect(await removed('not the password')).toEqual([400, 'VALIDATION_FAILED', 'currentPassword']);
    expect(await removed(PASSWORD, 'wrong')).toEqual([400, 'VALIDATION_FAILED', 'code']);
    expect(await removed(PASSWORD)).toEqual([200]);
    expect(outcomeOf(await loginWith())).toEqual([200]);
  });

  it('that is lost is removed by another administrator, and by no user for themselves', async () => {
    await addApp(api);
    const own = String((await browser.whoAmI()).body.data['userId']);
    const path = `/administrators/${own}/second-factor`;
    expect(outcomeOf(await api.send('DELETE', path))).toEqual([409, 'INVALID_TRANSITION']);
    const colleague = await admins.open(tenant);
    const listed = rowsOf(await colleague.api.get('/administrators'));
    expect(listed.find(({ userId }) => userId === own)).toMatchObject({ hasSecondFactor: true });
    expect(outcomeOf(await colleague.api.send('DELETE', path))).toEqual([200]);
    expect(outcomeOf(await loginWith())).toEqual([200]);
  });

  it('of a tenant opens no account of another tenant with the same ID', async () => {
    const { recoveryCodes } = await addApp(api);
    const other = await service.tenant();
    const there = await admins.make(other);
    email = there.email;
    browser = await admins.browser(email);
    ({ api } = browser);
    await addApp(api);
    expect(outcomeOf(await loginWith(recoveryCodes[1]))).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

it('an account without a password adds no app', async () => {
  const input = { accountType: 'Staff', email: newEmail() };
  const { browser: opened, id } = await admins.open(tenant, input);
  const sql = 'DELETE FROM `passwords` WHERE `tenantId` = ? AND `userId` = ?';
  await service.query(sql, [tenant.tenantId, id]);
  const answer = await opened.api.post('/account/second-factor', { currentPassword: PASSWORD });
  expect(outcomeOf(answer)).toEqual([409, 'INVALID_TRANSITION']);
});
