import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { Administrators, Browser, cookieOf, PASSWORD } from '../support/administrators.js';
import { refusalOf, refused } from '../support/answers.js';
import { letPass, letPassIn } from '../support/clock.js';
import { rawRequest } from '../support/raw-request.js';
import { TestService, type TestTenant } from '../support/service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

describe('a login', () => {
  it('by e-mail address, in any case, and password opens a session', async () => {
    const { id, email } = await admins.make(tenant);
    const answer = await admins.login(email.toUpperCase());
    expect({ status: answer.status, cacheControl: answer.headers.get('cache-control') }).toEqual({
      status: 200,
      cacheControl: 'no-store',
    });
    expect(answer.body).toEqual({
      success: true,
      data: {
        userId: id,
        name: 'Ann Lee',
        email,
        role: 'application_admin',
        tenantId: tenant.tenantId,
        tenantName: 'Test University',
        lacksSecondFactor: false,
        csrfToken: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        expiresAt: expect.stringMatching(/Z$/) as unknown,
      },
    });
    expect((await Browser.of(service, answer).whoAmI()).body).toEqual(answer.body);
  });

  it('never adopts the session that the browser came with', async () => {
    const { email } = await admins.make(tenant);
    const planted = `integration_session=${'a'.repeat(43)}`;
    const fresh = cookieOf(await admins.login(email, { headers: { cookie: planted } }));
    expect(fresh).not.toBe(planted);
    const again = cookieOf(await admins.login(email, { headers: { cookie: fresh } }));
    expect(again).not.toBe(fresh);
    expect((await new Browser(service, planted, '').whoAmI()).status).toBe(401);
  });

  it('leaves only the hash of its token in the database', async () => {
    const { email, id } = await admins.make(tenant);
    const token = (await admins.browser(email)).cookie.split('=')[1] ?? '';
    const rows: { text: string; size: number }[] = await service.query(
      'SELECT HEX(`tokenHash`) AS `text`, LENGTH(`tokenHash`) AS `size` FROM `sessions` WHERE ' +
        '`tenantId` = ? AND `userId` = ?',
      [tenant.tenantId, id],
    );
    expect(rows).not.toHaveLength(0);
    const seen = [Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
    for (const { text, size } of rows) {
      expect(size).toBe(32);
      expect(seen).not.toContain(text.toLowerCase());
    }
  });

  it('deletes the expired sessions of all users', async () => {
    const { email } = await admins.make(tenant);
    const { email: other, id } = await admins.make(tenant);
    await admins.browser(other);
    letPass(13 * HOUR);
    await admins.browser(email);
    const rows: unknown[] = await service.query(
      'SELECT 1 FROM `sessions` WHERE `tenantId` = ? AND `userId` = ?',
      [tenant.tenantId, id],
    );
    expect(rows).toEqual([]);
  });
});

describe('the cookie', () => {
  const body = (email: string): Buffer => Buffer.from(JSON.stringify({ email, password: PASSWORD }));

  async function cookieAt(base: TestService, host: string, email: string): Promise<string> {
    const headers = { host, 'content-type': 'application/json' };
    const input = { method: 'POST', headers, body: body(email) };
    const answer = await rawRequest(base.baseUrl, '/api/v1/admin/session', input);
    expect(answer.status).toBe(200);
    return answer.headers['set-cookie']?.[0] ?? '';
  }

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LocalHost'])(
    'goes without TLS on the machine itself (%s), to the administration area only',
    async (host) => {
      const { email } = await admins.make(tenant);
      expect(await cookieAt(service, host, email)).toMatch(
        /^integration_session=[\w-]{43}; Path=\/api\/v1\/admin; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      );
    },
  );

  it.each(['api.example.edu', 'localhost.example.edu', '10.0.0.7:3000'])(
    'goes over TLS only and belongs to this host only elsewhere (%s)',
    async (host) => {
      const { email } = await admins.make(tenant);
      const cookie = await cookieAt(service, host, email);
      expect(cookie).toMatch(
        /^__Host-integration_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      );
      const headers = { host, cookie: cookie.split(';')[0] ?? '' };
      const statusWith = async (sent: Record<string, string>): Promise<number> =>
        (await rawRequest(service.baseUrl, '/api/v1/admin/session', { headers: sent })).status;
      expect(await statusWith(headers)).toBe(200);
      expect(await statusWith({ host, cookie: headers.cookie.replace('__Host-', '') })).toBe(401);
    },
  );

  it('goes over TLS only behind a proxy that calls the service localhost', async () => {
    const { email } = await admins.make(tenant);
    const proxied = await TestService.start({ PUBLIC_URL: 'https://integration.example.edu' });
    try {
      expect(await cookieAt(proxied, 'localhost:3000', email)).toContain('; Secure;');
    } finally {
      await proxied.stop();
    }
  });
});

describe('a session', () => {
  it('ends after an hour without use, and use prolongs it', async () => {
    const { email } = await admins.make(tenant);
    const browser = await admins.browser(email);
    for (let round = 0; round < 3; round += 1) {
      await letPassIn(service, tenant, 50 * MINUTE);
      expect((await browser.whoAmI()).status).toBe(200);
    }
    await letPassIn(service, tenant, 61 * MINUTE);
    expect(await browser.whoAmI()).toMatchObject(refused(401, 'MISSING_CREDENTIALS'));
  });

  it('ends after 12 hours, however much it is used', async () => {
    const { email } = await admins.make(tenant);
    const browser = await admins.browser(email);
    for (let passed = 50; passed < 12 * 60; passed += 50) {
      await letPassIn(service, tenant, 50 * MINUTE);
      expect((await browser.whoAmI()).status).toBe(200);
    }
    await letPassIn(service, tenant, 20 * MINUTE);
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it('ends with a logout, which also forgets the cookie', async () => {
    const { email } = await admins.make(tenant);
    const [browser, other] = [await admins.browser(email), await admins.browser(email)];
    const answer = await browser.logout();
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^integration_session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await browser.whoAmI()).status).toBe(401);
    expect((await other.whoAmI()).status).toBe(200);
  });

  it.each([
    '',
    'integration_session=',
    'integration_session=%E0%A4%A',
    'integration_session=ü'.normalize('NFD'),
  ])('is none with the cookie "%s"', async (cookie) => {
    const headers: Record<string, string> =
      cookie === '' ? {} : { cookie: Buffer.from(cookie).toString('latin1') };
    const answer = await rawRequest(service.baseUrl, '/api/v1/admin/session', { headers });
    expect(answer).toMatchObject({
      status: 401,
      text: expect.stringContaining('MISSING_CREDENTIALS') as unknown,
    });
  });

  it('dies with the suspension of its tenant', async () => {
    const { email } = await admins.make(tenant);
    const browser = await admins.browser(email);
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
    expect((await browser.whoAmI()).status).toBe(401);
  });
});

describe('a change', () => {
  it('needs the CSRF token of its own session; reading needs none', async () => {
    const { email } = await admins.make(tenant);
    const [browser, other] = [await admins.browser(email), await admins.browser(email)];
    const wrong = ['', 'x'.repeat(43), other.csrfToken].map((token) => ({ 'X-CSRF-Token': token }));
    const message = 'The header X-CSRF-Token is missing or belongs to another session; reload the page.';
    for (const headers of [{}, ...wrong])
      expect(refusalOf(await browser.logout(headers))).toEqual([403, 'INSUFFICIENT_SCOPE', message]);
    expect((await browser.whoAmI()).status).toBe(200);
    expect((await browser.logout()).status).toBe(200);
  });
});

describe("another tenant's session", () => {
  it('shows its own tenant only, and opens none of the API', async () => {
    const other = await service.tenant();
    const { email } = await admins.make(other);
    const browser = await admins.browser(email);
    expect((await browser.whoAmI()).body.data['tenantId']).toBe(other.tenantId);
    const { status } = await service.anonymous().get('/api/v1/integration', { cookie: browser.cookie });
    expect(status).toBe(401);
  });
});
