import { PublicUrl } from '../../src/config/public-url.js';
import { ACCESS } from '../../src/http/access.js';
import { RouteTable } from '../../src/http/server/route-table.js';
import { Administrators, newEmail, type OpenBrowser, PASSWORD } from '../support/administrators.js';
import { outcomeOf, type Row, rowsOf } from '../support/answers.js';
import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { addPasskey, Authenticator } from '../support/authenticator.js';
import { addApp, codeOf, PERIOD } from '../support/authenticator-app.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli, command } from '../support/terminal.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let author: OpenBrowser;
let colleague: OpenBrowser;

const ADMINISTRATION = '/api/v1/admin/';
const DEMAND = { demandSecondFactor: true };
/** Everything that a session may do before there is a second factor. */
const OPEN = [
  'GET /session',
  'DELETE /session',
  'GET /account',
  'POST /account/second-factor',
  'POST /account/second-factor/confirm',
  'POST /account/passkeys',
  'POST /account/passkeys/begin',
];

const NOT_SET_UP = [403, 'SECOND_FACTOR_NOT_SET_UP'];
const IS_LAST = [409, 'INVALID_TRANSITION'];

const emailOf = ({ input }: OpenBrowser): string => String(input['email']);

const change = (api: ApiClient, body: Row): Promise<Answer<Body>> => api.patch('/settings', body);

/** The author adds an app and demands a second factor of all. */
async function demand(): Promise<ReturnType<typeof addApp>> {
  const app = addApp(author.api);
  await app;
  expect(outcomeOf(await change(author.api, DEMAND))).toEqual([200]);
  return app;
}

const newPhone = (): Authenticator => new Authenticator(service.app.get(PublicUrl).value);

beforeEach(async () => {
  tenant = await service.tenant();
  author = await admins.open(tenant, { firstName: 'Ann', lastName: 'Lee' });
  colleague = await admins.open(tenant, { firstName: 'Ola', lastName: 'Holm' });
});

describe('who demands a second factor of all administrators', () => {
  it('has one, and sees before whom it concerns', async () => {
    expect(outcomeOf(await change(author.api, DEMAND))).toEqual([
      400,
      'VALIDATION_FAILED',
      'demandSecondFactor',
    ]);
    expect((await author.api.post('/settings/preview', DEMAND)).status).toBe(400);
    await addApp(author.api);
    const { data } = (await author.api.post('/settings/preview', DEMAND)).body;
    const person = { userId: colleague.id, email: emailOf(colleague), firstName: 'Ola', lastName: 'Holm' };
    expect(data['secondFactor']).toEqual({ total: 1, people: [person] });
    expect(outcomeOf(await change(author.api, DEMAND))).toEqual([200]);
    const [entry] = rowsOf(await author.api.get('/audit?action=settings.changed'));
    expect(entry).toMatchObject({
      actorLabel: 'Ann Lee',
      before: { demandSecondFactor: false },
      after: DEMAND,
    });
  });

  it('may be an operator at the terminal', async () => {
    await command(service, `tenant settings ${tenant.tenantId}`, { 'demand-second-factor': 'on' });
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual(NOT_SET_UP);
  });

  it('takes it back, after which the password is enough', async () => {
    await demand();
    expect(outcomeOf(await change(author.api, { demandSecondFactor: false }))).toEqual([200]);
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual([200]);
  });
});

describe('a session whose user lacks a demanded second factor', () => {
  it('that was open before is refused everything at its next request, but what adds one', async () => {
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual([200]);
    await demand();
    const ofSessions = service.app
      .get(RouteTable)
      .list()
      .filter(({ path }) => path.startsWith(ADMINISTRATION))
      .filter(({ handler, controller }) => {
        const access: unknown =
          Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
        return access === 'session' || access === 'administrator';
      });
    const refused = 'SECOND_FACTOR_NOT_SET_UP';
    const admitted: string[] = [];
    for (const { method, path } of ofSessions) {
      const short = path.slice(ADMINISTRATION.length - 1);
      // Logged out last.
      if (`${method} ${short}` === 'DELETE /session') continue;
      const answer = await colleague.api.send(method, short.replace(/:\w+/g, 'x'));
      if (answer.status !== 403 || answer.body.error.code !== refused) admitted.push(`${method} ${short}`);
    }
    expect(ofSessions.length).toBeGreaterThan(100);
    expect([...admitted, 'DELETE /session'].sort()).toEqual([...OPEN].sort());
    expect((await colleague.browser.logout()).status).toBe(200);
  });

  it('says so, adds an app, and is a session like any other', async () => {
    await demand();
    const browser = await admins.browser(emailOf(colleague));
    expect((await browser.whoAmI()).body.data).toMatchObject({ lacksSecondFactor: true });
    expect(outcomeOf(await browser.api.get('/users'))).toEqual(NOT_SET_UP);
    await addApp(browser.api);
    expect((await browser.whoAmI()).body.data).toMatchObject({ lacksSecondFactor: false });
    expect(outcomeOf(await browser.api.get('/users'))).toEqual([200]);
  });

  it('adds a passkey instead', async () => {
    await demand();
    await addPasskey(colleague.api, newPhone());
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual([200]);
  });

  it('is not freed by an app that was begun and not confirmed', async () => {
    await demand();
    await colleague.api.post('/account/second-factor', { currentPassword: PASSWORD });
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual(NOT_SET_UP);
  });

  it('comes from an accepted invitation, too', async () => {
    await demand();
    const invitee = await admins.open(tenant, { email: newEmail() });
    expect((await invitee.browser.whoAmI()).body.data).toMatchObject({ lacksSecondFactor: true });
    expect(outcomeOf(await invitee.api.get('/users'))).toEqual(NOT_SET_UP);
  });

  it('of another role is concerned as well, and one of another tenant is not', async () => {
    await tenant.sis.post('/users', { ...colleague.input, role: 'application_auditor' });
    const elsewhere = await admins.open(await service.tenant());
    await demand();
    expect(outcomeOf(await colleague.api.get('/users'))).toEqual(NOT_SET_UP);
    expect(outcomeOf(await elsewhere.api.get('/users'))).toEqual([200]);
  });
});

describe('while a second factor is demanded', () => {
  it('the last one cannot be removed, and one of two can', async () => {
    const { recoveryCodes } = await demand();
    const [first, second, third] = recoveryCodes;
    const remove = (code?: string): Promise<Answer<Body>> =>
      author.api.post('/account/second-factor/remove', { currentPassword: PASSWORD, code });
    expect(outcomeOf(await remove(first))).toEqual(IS_LAST);
    const passkeyId = await addPasskey(author.api, newPhone(), { code: second });
    expect(outcomeOf(await remove(third))).toEqual([200]);
    const last = await author.api.post(`/account/passkeys/${passkeyId}/remove`, {
      currentPassword: PASSWORD,
    });
    expect(outcomeOf(last)).toEqual(IS_LAST);
  });

  it('a recovery code logs in, and the list says who has none', async () => {
    const { recoveryCodes } = await demand();
    const browser = await admins.browser(emailOf(author), { code: recoveryCodes[0] });
    const people = rowsOf(await browser.api.get('/administrators'));
    expect(people.map(({ userId, hasSecondFactor }) => [userId, hasSecondFactor]).sort()).toEqual(
      [
        [author.id, true],
        [colleague.id, false],
      ].sort(),
    );
  });

  it('a colleague removes a lost one, and the next login leads to a new one', async () => {
    await demand();
    const { secret } = await addApp(colleague.api);
    const lost = await author.api.send('DELETE', `/administrators/${colleague.id}/second-factor`);
    expect(outcomeOf(lost)).toEqual([200]);
    letPass(PERIOD);
    expect(outcomeOf(await admins.login(emailOf(colleague), { code: codeOf(secret) }))).toEqual([200]);
    const browser = await admins.browser(emailOf(colleague));
    expect(outcomeOf(await browser.api.get('/users'))).toEqual(NOT_SET_UP);
  });

  it('an operator removes lost ones at the terminal, which the audit log names', async () => {
    await demand();
    const words = ['admin', 'remove-factors', '--tenant', tenant.tenantId, '--email', emailOf(author)];
    const { code, stdout } = await cli(words);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${emailOf(author)} has lost the authenticator app.\n`,
    });
    expect((await cli(words)).stdout).toBe(`${emailOf(author)} had no second factor.\n`);
    const { browser } = author;
    expect(outcomeOf(await browser.api.get('/users'))).toEqual(NOT_SET_UP);
    await addApp(browser.api);
    const [entry] = rowsOf(await browser.api.get('/audit?action=admin.second-factor-removed'));
    expect(entry).toMatchObject({ actor: 'terminal', target: `user:${author.id}` });
  });

  it('an operator is refused for an address that no user has', async () => {
    const words = ['admin', 'remove-factors', '--tenant', tenant.tenantId, '--email', 'x@test.example.edu'];
    expect(await cli(words)).toMatchObject({
      code: expect.any(Number) as unknown,
      stdout: '',
      stderr: expect.stringContaining('No user of this tenant has that e-mail address') as unknown,
    });
  });
});
