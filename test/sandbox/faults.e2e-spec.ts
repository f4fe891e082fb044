import { person } from '../factories/person.js';
import { problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import { TestService } from '../support/service.js';
import { Tester, type TestSandbox } from './support.js';

const READ = 'GET /api/v1/integration/users/:id';
const POST = 'POST /api/v1/integration/users';
const BULK = 'POST /api/v1/integration/users/bulk';

const service = await TestService.ofWorker();
const tester = await Tester.at(service);
let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await tester.make({ seed: 'empty' });
});

const exists = async (externalId: string): Promise<boolean> =>
  (await sandbox.as('users').get(`/users/${externalId}`)).status === 200;

describe('a fault', () => {
  it.each([
    [429, 'RATE_LIMITED', '1'],
    [500, 'INTERNAL_ERROR', null],
    [503, 'SERVICE_UNAVAILABLE', '1'],
  ])('with status %d answers %s so often, and nothing is done', async (status, code, retryAfter) => {
    const input = person({ externalId: `F-${status}` });
    await tester.faults(sandbox, [{ route: POST, times: 2, status }]);
    for (let n = 0; n < 2; n += 1) {
      const answer = await sandbox.as('users').post('/users', input);
      expect(refusalOf(answer).slice(0, 2)).toEqual([status, code]);
      expect(answer.headers.get('retry-after')).toBe(retryAfter);
      expect(await exists(`F-${status}`)).toBe(false);
    }
    expect((await sandbox.as('users').post('/users', input)).status).toBe(201);
    expect(rowsOf(await tester.api.get(`/${sandbox.tenantId}/faults`))).toMatchObject([{ timesLeft: 0 }]);
  });

  it('takes a lease away', async () => {
    await tester.faults(sandbox, [{ route: 'POST /api/v1/integration/sync/ack', status: 409 }]);
    const { body } = await sandbox.as('sync').post('/sync/ack', { submissionId: 'x', status: 'sent' });
    expect(body.error.code).toBe('LEASE_LOST');
  });

  it('answers identity providers in their own words', async () => {
    await tester.faults(sandbox, [{ route: '*', status: 503 }]);
    const { status, body } = await sandbox.scim.get('/Users');
    expect({ status, schemas: body['schemas'] }).toEqual({
      status: 503,
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    });
  });

  it('before the call hangs up, and nothing is written', async () => {
    await tester.faults(sandbox, [{ route: POST, times: 1, abort: 'before' }]);
    await expect(sandbox.as('users').post('/users', person({ externalId: 'B-1' }))).rejects.toThrow();
    expect(await exists('B-1')).toBe(false);
  });

  it('after the call hangs up, and everything is written', async () => {
    await tester.faults(sandbox, [{ route: POST, times: 1, abort: 'after' }]);
    const input = person({ externalId: 'A-1' });
    await expect(sandbox.as('users').post('/users', input)).rejects.toThrow();
    expect(await exists('A-1')).toBe(true);
    expect((await sandbox.as('users').post('/users', input)).status).toBe(200);
  });

  it('during a bulk answer hangs up in the middle of it', async () => {
    await tester.faults(sandbox, [{ route: BULK, times: 1, abort: 'during' }]);
    const people = Array.from({ length: 50 }, () => person());
    await expect(sandbox.as('users').bulk('/users/bulk', people)).rejects.toThrow();
    const again = await sandbox.as('users').bulk('/users/bulk', people);
    expect(again.at(-1)?.['summary']).toMatchObject({ received: 50, inserted: 0 });
  });

  it('that only delays lets the call be answered', async () => {
    await tester.faults(sandbox, [{ route: POST, delayMs: 1 }]);
    expect((await sandbox.as('users').post('/users', person())).status).toBe(201);
  });

  it('meets the calls of its own sandbox and route alone, and ends with an empty list', async () => {
    const other = await tester.make({ seed: 'empty' });
    await tester.faults(sandbox, [{ route: READ, status: 503 }]);
    expect((await other.as('users').get('/users/x')).status).toBe(404);
    expect((await sandbox.as('users').get('/runs')).status).toBe(200);
    expect((await sandbox.as('users').get('/users/x')).status).toBe(503);
    expect(rowsOf(await tester.faults(sandbox, []))).toEqual([]);
    expect((await sandbox.as('users').get('/users/x')).status).toBe(404);
  });

  it.each([
    [[{ route: 'GET /api/v1/integration/people', status: 503 }], 'faults[0].route'],
    [[{ route: 'users', status: 503 }], 'faults[0].route'],
    [[{ route: 'DELETE /api/v1/sandbox/tenants/:id', status: 503 }], 'faults[0].route'],
    [[{ route: READ }], 'faults[0]'],
    [
      [
        { route: READ, status: 503 },
        { route: READ, status: 410 },
      ],
      'faults[1].status',
    ],
    [[{ route: READ, abort: 'often' }], 'faults[0].abort'],
    [[{ status: 503 }], 'faults[0].route'],
    [[{ route: READ, status: 503, tiems: 2 }], 'faults[0].tiems'],
    [{ faults: 'x' }, 'faults'],
  ])('is refused for %j, which names %s', async (faults, field) => {
    expect(problemsOf(await tester.faults(sandbox, faults))).toEqual([400, field]);
    expect(rowsOf(await tester.api.get(`/${sandbox.tenantId}/faults`))).toEqual([]);
  });
});

describe('what was asked of a sandbox', () => {
  it('is listed in its order, with bodies and answers, and without secrets', async () => {
    const input = person({ externalId: 'R-1' });
    await sandbox.as('users').post('/users', input);
    await sandbox.as('users').get('/users/R-1?include=provenance');
    await sandbox.as('workflow').get('/../integration/users/R-1');
    const rows = rowsOf(await tester.api.get(`/${sandbox.tenantId}/requests`));
    expect(rows.map(({ method, url, status }) => [method, url, status])).toEqual([
      ['POST', '/api/v1/integration/users', 201],
      ['GET', '/api/v1/integration/users/R-1?include=provenance', 200],
      ['GET', '/api/v1/integration/users/R-1', 403],
    ]);
    expect(JSON.parse(String(rows[0]?.['requestBody']))).toMatchObject({ externalId: 'R-1' });
    expect(JSON.parse(String(rows[1]?.['responseBody']))).toMatchObject({ data: { legacyNumber: 'R-1' } });
    expect(String(rows[2]?.['responseBody'])).toContain('INSUFFICIENT_SCOPE');
  });

  it('is a HAR 1.2 document on request, without secrets', async () => {
    await sandbox.as('users').post('/users', person());
    const { headers, body } = await tester.api.get(`/${sandbox.tenantId}/requests?format=har`);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { log } = body as unknown as { log: { version: string; entries: Row[] } };
    expect(log.version).toBe('1.2');
    const [entry] = log.entries;
    expect(Object.keys(entry ?? {}).sort()).toEqual([
      'cache',
      'request',
      'response',
      'startedDateTime',
      'time',
      'timings',
    ]);
    expect(entry?.['request']).toMatchObject({ method: 'POST', httpVersion: 'HTTP/1.1' });
    expect(JSON.stringify(log)).toContain('"name":"x-service-api-secret","value":"•••"');
  });

  it('can be asked with 1 to 1,000 calls, as json or har', async () => {
    const path = `/${sandbox.tenantId}/requests`;
    expect(problemsOf(await tester.api.get(`${path}?format=xml`))).toEqual([400, 'format']);
    expect(problemsOf(await tester.api.get(`${path}?limit=0`))).toEqual([400, 'limit']);
  });
});
