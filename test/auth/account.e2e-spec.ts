import { Secret, TOTP } from 'otpauth';

import { Administrators, type Browser, newEmail, PASSWORD } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';

const NEW_PASSWORD = 'another correct horse';
const PERIOD = 30_000;

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

/** The code that an app shows at this moment of the service. */
function codeOf(secret: string, periods = 0): string {
  const timestamp = Date.now() + periods * PERIOD;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

interface App {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function addApp(): Promise<App> {
  const begun = await api.post('/account/second-factor', { currentPassword: PASSWORD });
  const secret = String(begun.body.data['secret']);
  const confirmed = await api.post('/account/second-factor/confirm', { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(confirmed.body.message);
  return { secret, recoveryCodes: confirmed.body.data['recoveryCodes'] as string[] };
}

const outcome = ({ status, body }: Awaited<ReturnType<ApiClient['post']>>): unknown[] =>
  status === 200 || status === 201
    ? [status]
    : [status, body.error.code, ...(body.error.details ?? []).map(({ field }) => field)];

const loginWith = (code?: string): Promise<Awaited<ReturnType<ApiClient['post']>>> =>
  admins.login(email, code === undefined ? {} : { code });

describe('the own password', () => {
  it('is changed with the current one; other sessions end, this one stays', async () => {
    const other = await admins.browser(email);
    const changed = await api.put('/account/password', { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(outcome(changed)).toEqual([200]);
    expect({ browser: (await browser.whoAmI()).status, other: (await other.whoAmI()).status }).toEqual({
      browser: 200,
      other: 401,
    });
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
    expect(outcome(await api.put('/account/password', input))).toEqual([400, 'VALIDATION_FAILED', field]);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('is not guessed within a session: after five wrong ones comes a delay', async () => {
    const wrong = { currentPassword: 'not the password', password: NEW_PASSWORD };
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
    expect({ other: (await other.whoAmI()).status, browser: (await browser.whoAmI()).status }).toEqual({
      other: 401,
      browser: 200,
    });
    await api.send('DELETE', '/account/sessions');
    expect(rowsOf(await api.get('/account/sessions'))).toHaveLength(1);
  });

  it('of another user are not ended', async () => {
    const colleague = await admins.open(tenant);
    const [theirs] = rowsOf(await colleague.api.get('/account/sessions'));
    const answer = await api.send('DELETE', `/account/sessions/${String(theirs?.['sessionId'])}`);
    expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
    expect((await colleague.browser.whoAmI()).status).toBe(200);
  });
});

describe('an authenticator app', () => {
  it('is needed from its confirmation on, and each code works once', async () => {
    const { secret } = await addApp();
    letPass(PERIOD);
    expect(outcome(await loginWith())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'code']);
    const code = codeOf(secret);
    expect(outcome(await loginWith(code))).toEqual([200]);
    expect(outcome(await loginWith(code))).toEqual([401, 'INVALID_CREDENTIALS']);
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
    expect(outcome(wrong)).toEqual([400, 'VALIDATION_FAILED', 'code']);
    expect(outcome(await loginWith())).toEqual([200]);
  });

  it('is replaced by a recovery code, once, however it is typed', async () => {
    const { recoveryCodes } = await addApp();
    const [first = ''] = recoveryCodes;
    const typed = first.toUpperCase().replace('-', ' ');
    expect(outcome(await loginWith(typed))).toEqual([200]);
    expect(outcome(await loginWith(first))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await api.get('/account')).body.data).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is not guessed: wrong codes count like wrong passwords; a login without a code resets nothing', async () => {
    await addApp();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await loginWith('000000')).status);
      await loginWith();
    }
    expect({ firstFive: statuses.slice(0, 5), last: statuses.at(-1) }).toEqual({
      firstFive: [401, 401, 401, 401, 401],
      last: 429,
    });
  });

  it('is needed for a new password by invitation too', async () => {
    const { recoveryCodes } = await addApp();
    const token = await admins.token(tenant, email);
    const accept = (code?: string): Promise<Awaited<ReturnType<ApiClient['post']>>> =>
      service.anonymous().post('/api/v1/admin/invitations/accept', {
        token,
        password: NEW_PASSWORD,
        ...(code === undefined ? {} : { code }),
      });
    expect(outcome(await accept())).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'code']);
    expect(outcome(await accept('000000'))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await accept(recoveryCodes[0]))).toEqual([200]);
  });

  it('is removed with the password and a code', async () => {
    const { recoveryCodes } = await addApp();
    const remove = (input: Row): Promise<Awaited<ReturnType<ApiClient['post']>>> =>
      api.post('/account/second-factor/remove', input);
    const code = recoveryCodes[0];
    expect(outcome(await remove({ currentPassword: 'not the password', code }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'currentPassword',
    ]);
    expect(outcome(await remove({ currentPassword: PASSWORD, code: 'wrong' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'code',
    ]);
    expect(outcome(await remove({ currentPassword: PASSWORD, code }))).toEqual([200]);
    expect(outcome(await loginWith())).toEqual([200]);
  });

  it('that is lost is removed by another administrator, and by no user for themselves', async () => {
    await addApp();
    const own = String((await browser.whoAmI()).body.data['userId']);
    const path = `/administrators/${own}/second-factor`;
    expect(outcome(await api.send('DELETE', path))).toEqual([409, 'INVALID_TRANSITION']);
    const colleague = await admins.open(tenant);
    const listed = rowsOf(await colleague.api.get('/administrators'));
    expect(listed.find(({ userId }) => userId === own)).toMatchObject({ hasSecondFactor: true });
    expect(outcome(await colleague.api.send('DELETE', path))).toEqual([200]);
    expect(outcome(await loginWith())).toEqual([200]);
  });

  it('of a tenant opens no account of another tenant with the same ID', async () => {
    const { recoveryCodes } = await addApp();
    const other = await service.tenant();
    const there = await admins.make(other);
    email = there.email;
    browser = await admins.browser(email);
    ({ api } = browser);
    await addApp();
    expect(outcome(await loginWith(recoveryCodes[1]))).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

it('an account without a password adds no app', async () => {
  const input = { accountType: 'Staff', email: newEmail() };
  const { browser: opened, id } = await admins.open(tenant, input);
  await service.app
    .get((await import('typeorm')).DataSource)
    .query('DELETE FROM `passwords` WHERE `tenantId` = ? AND `userId` = ?', [tenant.tenantId, id]);
  const answer = await opened.api.post('/account/second-factor', { currentPassword: PASSWORD });
  expect(outcome(answer)).toEqual([409, 'INVALID_TRANSITION']);
});
