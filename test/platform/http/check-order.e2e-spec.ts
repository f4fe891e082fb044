import { Authenticator } from '../../../src/tenancy/access/authenticator.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../../factories/person.js';
import { rawRequest } from '../../support/raw-request.js';
import { keyHeaders, TestService, type TestTenant } from '../../support/service.js';

/** A request with every error that the contract names, except the corrected ones. */
interface Rights {
  /** Undefined for a request without credentials. */
  readonly tenant?: TestTenant;
  readonly type?: string;
  readonly body?: string;
  readonly run?: string;
  readonly query?: string;
}

const TOO_LARGE = `{"email":"${'x'.repeat(300 * 1024)}`;
const BROKEN = '{"email":';
const WRONG = JSON.stringify(person({ accountType: 'Alien' }));
const USERS = '/api/v1/integration/users';

const service = await TestService.ofWorker();

/** The error code of the answer, and the refused fields. */
async function refusalOf(path: string, { tenant, type, body, run, query }: Rights): Promise<unknown[]> {
  const credentials = keyHeaders(tenant ?? { apiKey: 'ik_x', apiSecret: 'is_x' });
  const { status, text } = await rawRequest(service.baseUrl, `${path}${query ?? '?no=such'}`, {
    method: 'POST',
    headers: { ...credentials, 'Content-Type': type ?? 'text/plain', 'X-Sync-Run': run ?? 'no name!' },
    body: Buffer.from(body ?? TOO_LARGE),
  });
  const { error } = JSON.parse(text) as { error: { code: string; details?: { field: string }[] } };
  return [status, error.code, ...(error.details ?? []).map(({ field }) => field)];
}

async function tenantThat(is: 'suspended' | 'limited'): Promise<TestTenant> {
  const tenant = await service.tenant({ rateLimit: 1 });
  await tenant.sis.get('');
  if (is === 'suspended') {
    await service.app.get(TenancyService).setTenantStatus(tenant.tenantId, 'suspended');
    service.app.get(Authenticator).forget(tenant.apiKey);
  }
  return tenant;
}

/** The caller is checked before the request. */
describe.each([USERS, `${USERS}/bulk`, `${USERS}/%ff/x`, '/api/v1/integration/no/such'])(
  'POST %s',
  (path) => {
    it('asks first who calls, then for the scope, then how often, and then for anything else', async () => {
      const [right, suspended, limited] = [
        await service.tenant(),
        await tenantThat('suspended'),
        await tenantThat('limited'),
      ];
      const workflow = await service.tenant({ scopes: ['workflow'], rateLimit: 1 });
      await workflow.sis.get('');
      const codes = [];
      for (const tenant of [undefined, suspended, workflow, limited, right])
        codes.push((await refusalOf(path, { ...(tenant === undefined ? {} : { tenant }) }))[1]);

      expect(codes.slice(0, 4)).toEqual([
        'INVALID_CREDENTIALS',
        'TENANT_SUSPENDED',
        'INSUFFICIENT_SCOPE',
        'RATE_LIMITED',
      ]);
      expect(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_FAILED', 'NOT_FOUND']).toContain(codes[4]);
    });
  },
);

describe('what is sent', () => {
  it('is refused for its type, its size, its syntax and its fields, in this order', async () => {
    const tenant = await service.tenant();
    const type = 'application/json';
    const refusals = [
      await refusalOf(USERS, { tenant }),
      await refusalOf(USERS, { tenant, type }),
      await refusalOf(USERS, { tenant, type, body: BROKEN }),
      await refusalOf(USERS, { tenant, type, body: WRONG }),
      await refusalOf(USERS, { tenant, type, body: WRONG, run: 'night-1' }),
    ];
    expect(refusals).toEqual([
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [413, 'PAYLOAD_TOO_LARGE'],
      [400, 'MALFORMED_JSON'],
      [400, 'VALIDATION_FAILED', 'X-Sync-Run'],
      [400, 'VALIDATION_FAILED', 'accountType'],
    ]);
  });

  it('is refused for its type before a path that cannot be decoded', async () => {
    const tenant = await service.tenant();
    const path = '/api/v1/workflow/submissions/%ff/status';
    expect(await refusalOf(path, { tenant })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await refusalOf(path, { tenant, type: 'application/json', body: '{}', run: 'night-1' })).toEqual([
      400,
      'VALIDATION_FAILED',
      'path',
    ]);
  });

  it('as lines is refused for its type before the run and the query', async () => {
    const tenant = await service.tenant();
    const type = 'application/x-ndjson';
    const bulk = `${USERS}/bulk`;
    const refusals = [
      await refusalOf(bulk, { tenant }),
      await refusalOf(bulk, { tenant, type }),
      await refusalOf(bulk, { tenant, type, run: 'night-1' }),
    ];
    expect(refusals).toEqual([
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [400, 'VALIDATION_FAILED', 'X-Sync-Run'],
      [400, 'VALIDATION_FAILED', 'no'],
    ]);
  });
});

it('a run that is no name is refused on every call that belongs to one, and named', async () => {
  const tenant = await service.tenant();
  const answers = [
    await tenant.sis.get('/users/950000001', { 'X-Sync-Run': 'undo:x' }),
    await tenant.sis.get('', { 'X-Sync-Run': 'no name!' }),
    await tenant.workflow.get('/submissions/S-1', { 'X-Sync-Run': '' }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.details?.[0]?.field])).toEqual(
    answers.map(() => [400, 'X-Sync-Run']),
  );
});
