import { Authenticator } from '../../src/tenancy/access/authenticator.js';
import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import {
  bearer,
  connect,
  type ScimAnswer,
  ScimClient,
  SCIM_JSON,
  type TestConnection,
} from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const CONFIG = '/ServiceProviderConfig';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let connection: TestConnection;
let scim: ScimClient;

beforeEach(async () => {
  tenant = await service.tenant();
  connection = await connect(service, tenant);
  ({ scim } = connection);
});

function errorOf({ status, headers, body }: ScimAnswer): unknown[] {
  expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  expect(body).toEqual({
    schemas: [ERROR],
    status: String(status),
    detail: expect.stringMatching(/^\S.+\.$/) as unknown,
    ...(body.scimType === undefined ? {} : { scimType: body.scimType }),
  });
  return [status, body.detail, headers.get('www-authenticate')];
}

const MISSING = [
  401,
  'Send the header Authorization with Bearer, a blank, the API key, a full stop and its secret.',
  'Bearer realm="scim"',
];
const INVALID = [
  401,
  'The API key and secret do not belong to an active credential.',
  'Bearer realm="scim", error="invalid_token"',
];

describe('a provider', () => {
  it('comes in with its key and secret after Bearer, whatever the case of that word', async () => {
    const { apiKey, apiSecret } = connection;
    expect((await scim.get(CONFIG)).status).toBe(200);
    const shouting = new ScimClient(service.baseUrl, { authorization: `BEARER ${apiKey}.${apiSecret}` });
    expect((await shouting.get(CONFIG)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, unknown[]]>([
    ['without a header', {}, MISSING],
    ['with a blank header', { Authorization: ' ' }, MISSING],
    ['with another kind of credential', { Authorization: 'Basic aWs6aXM=' }, MISSING],
    ['with Bearer alone', { Authorization: 'Bearer ' }, MISSING],
    ['with a text of no such form', { Authorization: 'Bearer secret' }, INVALID],
    ['with an unknown key', { Authorization: `Bearer ik_${'0'.repeat(26)}.is_x` }, INVALID],
    ['with too many parts', { Authorization: 'Bearer a.b.c' }, INVALID],
  ])('%s is refused', async (_, headers, refusal) => {
    expect(errorOf(await new ScimClient(service.baseUrl, headers).get(CONFIG))).toEqual(refusal);
  });

  it('is refused with the headers of the REST interface', async () => {
    const { apiKey, apiSecret } = connection;
    const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
    expect(errorOf(await new ScimClient(service.baseUrl, headers).get(CONFIG))).toEqual(MISSING);
  });

  it('is refused with a wrong secret, and within 5 seconds of the revocation of its key', async () => {
    const { apiKey } = connection;
    expect(errorOf(await bearer(service, `${apiKey}.is_wrong`).get(CONFIG))).toEqual(INVALID);
    expect((await scim.get(CONFIG)).status).toBe(200);
    const scope = await service.app.get(TenancyService).scopeOfKey(apiKey);
    await service.app.get(CredentialsService).revoke(scope, apiKey);
    expect(errorOf(await scim.get(CONFIG))).toEqual(INVALID);
  });

  it('needs the scope scim, which opens nothing of the REST interface', async () => {
    const without = bearer(service, `${tenant.apiKey}.${tenant.apiSecret}`);
    const [status, detail] = errorOf(await without.get(CONFIG));
    expect(status).toBe(403);
    expect(detail).toBe('This credential lacks the scope "scim"; use one that has it.');
    const { apiKey, apiSecret } = connection;
    const rest = service.anonymous({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
    expect((await rest.get('/api/v1/integration/users/950000001')).status).toBe(403);
    expect((await rest.get('/api/v1/integration')).status).toBe(200);
  });

  it('is notified that its tenant is suspended', async () => {
    const { apiKey } = connection;
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
    service.app.get(Authenticator).forget(apiKey);
    expect(errorOf(await scim.get(CONFIG)).slice(0, 1)).toEqual([403]);
  });

  it('gets the time to come back, when it asks too often', async () => {
    const { tenantId } = tenant;
    const { credential, apiSecret } = await service.app
      .get(TenancyService)
      .createCredential({ tenantId, label: 'few', scopes: ['scim'], rateLimit: 1 });
    const few = bearer(service, `${credential.apiKey}.${apiSecret}`);
    expect((await few.get(CONFIG)).headers.get('ratelimit-remaining')).toBe('0');
    const refused = await few.get(CONFIG);
    expect(errorOf(refused).slice(0, 1)).toEqual([429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('an address', () => {
  it('that is unknown is 404, and only for callers who may ask', async () => {
    for (const path of ['/Me', '/Users/a/b', '/users%2f..%2f'])
      expect({ path, status: (await scim.get(path)).status }).toEqual({ path, status: 404 });
    expect(errorOf(await scim.get('/Nothing')).slice(0, 1)).toEqual([404]);
    expect(errorOf(await new ScimClient(service.baseUrl, {}).get('/Nothing'))).toEqual(MISSING);
  });

  it('that cannot be decoded is 400 in the same shape', async () => {
    const answer = await scim.get('/Schemas/%ff');
    expect(errorOf(answer).slice(0, 1)).toEqual([400]);
    expect(answer.body.scimType).toBe('invalidValue');
  });

  it('answers its own methods alone', async () => {
    const answer = await scim.send('DELETE', CONFIG);
    expect(errorOf(answer).slice(0, 1)).toEqual([405]);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('keeps answers out of caches', async () => {
    const { headers } = await scim.get(CONFIG);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^\S+$/);
  });
});

describe('what the service can do', () => {
  it('is shown with the limits that authentik and others look for', async () => {
    const { headers, body } = await scim.get(CONFIG);
    expect(headers.get('content-type')).toBe(`${SCIM_JSON}; charset=utf-8`);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1000, maxPayloadSize: 1024 * 1024 },
      filter: { supported: true, maxResults: 500 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: { cursor: true, index: true, defaultPageSize: 100, maxPageSize: 500 },
    });
  });

  it('names users and groups, and every schema by its URN', async () => {
    const types = await scim.get('/ResourceTypes');
    expect(types.body.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = await scim.get('/Schemas');
    expect(schemas.body.totalResults).toBe(4);
    for (const listed of [...types.body.Resources, ...schemas.body.Resources]) {
      const path = listed.meta.location.split('/scim/v2')[1] ?? '';
      expect((await scim.get(path)).body).toEqual(listed);
    }
    expect((await scim.get('/Schemas/urn:no:such')).status).toBe(404);
    expect((await scim.get('/ResourceTypes/Device')).status).toBe(404);
  });

  it('is described as RFC 7643 demands: every attribute has its characteristics', async () => {
    interface Described {
      readonly name: string;
      readonly type: string;
      readonly subAttributes?: Described[];
    }
    const { body } = await scim.get('/Schemas');
    const flat = (attributes: Described[]): Described[] =>
      attributes.flatMap((one) => [one, ...flat(one.subAttributes ?? [])]);
    const all = flat(body.Resources.flatMap(({ attributes }) => attributes as Described[]));
    expect(all.length).toBeGreaterThan(100);
    for (const one of all) {
      const texts = one.type === 'string' ? ['caseExact', 'uniqueness'] : [];
      const wanted = ['name', 'type', 'multiValued', 'description', 'required', 'mutability', 'returned'];
      const { name } = one;
      const missing = [...wanted, ...texts].filter((field) => !(field in one));
      expect({ name, missing }).toEqual({ name, missing: [] });
      const isComplex = one.subAttributes !== undefined;
      expect({ name, isComplex: one.type === 'complex' }).toEqual({ name, isComplex });
    }
    const userName = all.find(({ name }) => name === 'userName');
    expect(userName).toMatchObject({ required: true, uniqueness: 'server' });
  });

  it('takes no filter', async () => {
    for (const path of [CONFIG, '/Schemas', '/ResourceTypes'])
      expect(errorOf(await scim.get(`${path}?filter=id%20pr`)).slice(0, 1)).toEqual([403]);
  });
});
