import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { keepSecrets } from '../support/evidence.js';
import { exchange } from '../support/exchange.js';
import { letPassIn } from '../support/clock.js';
import { bearer, connect, type TestConnection } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const GRANT = { grant_type: 'client_credentials' };

interface Token {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

const service = await TestService.ofWorker();
let tenant: TestTenant;
let connection: TestConnection;

beforeEach(async () => {
  tenant = await service.tenant();
  connection = await connect(service, tenant);
});

async function ask(
  form: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Token> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  const answer = await exchange(`${service.baseUrl}/oauth/token`, 'POST', { ...type, ...headers }, body);
  const parsed = JSON.parse(answer.text) as Record<string, unknown>;
  if (typeof parsed['access_token'] === 'string') keepSecrets('access token', [parsed['access_token']]);
  return { ...answer, body: parsed };
}

const inBody = ({ apiKey, apiSecret }: TestConnection | TestTenant): Record<string, string> => ({
  ...GRANT,
  client_id: apiKey,
  client_secret: apiSecret,
});
const basic = (apiKey: string, secret: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`,
});

async function statusWith(token: unknown): Promise<number> {
  return (await bearer(service, String(token)).get('/ServiceProviderConfig')).status;
}

describe('a token', () => {
  it('is given for key and secret, in the body or by Basic, and opens SCIM', async () => {
    const { apiKey, apiSecret } = connection;
    for (const answer of [await ask(inBody(connection)), await ask(GRANT, basic(apiKey, apiSecret))]) {
      const { status, headers, body } = answer;
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await statusWith(body['access_token'])).toBe(200);
      expect(String(body['access_token'])).not.toContain(connection.apiSecret);
    }
  });

  it('sees what its key sees: they are one connection', async () => {
    const { body } = await ask(inBody(connection));
    const scim = bearer(service, String(body['access_token']));
    const { body: ann } = await scim.post('/Users', { userName: 'ann@x.example', title: 'Tutor' });
    expect((await connection.scim.get(`/Users/${ann.id}`)).body['title']).toBe('Tutor');
  });

  it('ends after an hour', async () => {
    const { body } = await ask(inBody(connection));
    // A slow machine needs some of the seconds that are left.
    await letPassIn(service, tenant, 3_570_000);
    expect(await statusWith(body['access_token'])).toBe(200);
    await letPassIn(service, tenant, 31_000);
    expect(await statusWith(body['access_token'])).toBe(401);
  });

  it('ends with its key', async () => {
    const { body } = await ask(inBody(connection));
    expect(await statusWith(body['access_token'])).toBe(200);
    const scope = await service.app.get(TenancyService).scopeOfKey(connection.apiKey);
    await service.app.get(CredentialsService).revoke(scope, connection.apiKey);
    expect(await statusWith(body['access_token'])).toBe(401);
  });

  it('is of one key, cannot be changed, and is no secret', async () => {
    const { body } = await ask(inBody(connection));
    const [, token = ''] = String(body['access_token']).split('.');
    const other = await connect(service, tenant);
    expect(await statusWith(`${other.apiKey}.${token}`)).toBe(401);
    const [, expiry = '', signature = ''] = /^ot_([^_]+)_(.+)$/.exec(token) ?? [];
    const later = (parseInt(expiry, 36) + 3600).toString(36);
    expect(await statusWith(`${connection.apiKey}.ot_${later}_${signature}`)).toBe(401);
    expect(await statusWith(`${connection.apiKey}.${token.slice(0, -2)}`)).toBe(401);
    // Neither for the REST interface, while it is trusted without a look at the database, nor for another token.
    expect(await statusWith(body['access_token'])).toBe(200);
    const headers = { 'X-Service-API-Key': connection.apiKey, 'X-Service-API-Secret': token };
    expect((await service.anonymous(headers).get('/api/v1/integration')).status).toBe(401);
    expect((await ask({ ...inBody(connection), client_secret: token })).status).toBe(401);
  });

  const askWith = (more: Record<string, string>): Promise<Token> => ask({ ...inBody(connection), ...more });

  it.each<[string, () => Promise<Token>, number, string]>([
    ['without credentials', () => ask(GRANT), 401, 'invalid_client'],
    ['with a wrong secret', () => askWith({ client_secret: 'is_x' }), 401, 'invalid_client'],
    ['with an unknown key', () => ask(GRANT, basic('ik_none', 'is_x')), 401, 'invalid_client'],
    ['with a key of another scope', () => ask(inBody(tenant)), 403, 'unauthorized_client'],
    ['for another grant', () => askWith({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
    [
      'without a grant',
      () => ask({ client_id: connection.apiKey, client_secret: connection.apiSecret }),
      400,
      'invalid_request',
    ],
    ['for JSON', () => ask(GRANT, { 'Content-Type': 'application/json' }), 415, 'invalid_request'],
    ['for too much', () => ask({ ...GRANT, x: 'x'.repeat(20_000) }), 413, 'invalid_request'],
  ])('is refused %s', async (_, call, status, error) => {
    const { status: answered, body } = await call();
    expect(answered).toBe(status);
    expect(body).toMatchObject({ error, error_description: expect.any(String) as unknown });
  });
});

describe('a connection', () => {
  it('outlives the rotation of its key, with its settings and its people', async () => {
    const { body: ann } = await connection.scim.post('/Users', { userName: 'ann@x.example', title: 'Tutor' });
    const tenancy = service.app.get(TenancyService);
    const scope = await tenancy.scopeOfKey(connection.apiKey);
    const { credential, apiSecret } = await service.app
      .get(CredentialsService)
      .rotate(scope, connection.apiKey, 1);
    keepSecrets('apiSecret', [apiSecret]);
    const successor = bearer(service, `${credential.apiKey}.${apiSecret}`);
    expect((await successor.get(`/Users/${ann.id}`)).body['title']).toBe('Tutor');
    // The default account type is the connection's.
    expect((await successor.post('/Users', { userName: 'bo@x.example' })).status).toBe(201);
    expect((await connection.scim.get(`/Users/${ann.id}`)).status).toBe(200);
  });
});
