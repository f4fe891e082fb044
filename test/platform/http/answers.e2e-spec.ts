import { jest } from '@jest/globals';

import { UserDetailsService } from '../../../src/users/history/user-details.service.js';
import { person } from '../../factories/person.js';
import { rawCaller } from '../../support/raw-request.js';
import { keyHeaders, TestService } from '../../support/service.js';

const ROOT = '/api/v1/integration';
const USERS = `${ROOT}/users`;
const GENERATED = /^[0-9a-f-]{36}$/;
const NOT_FOUND = 'There is nothing at this address; the reference at /docs lists every call.';

const service = await TestService.ofWorker();
const anonymous = rawCaller(service.baseUrl);
const call = rawCaller(service.baseUrl, keyHeaders(await service.tenant()));

it('an idle connection is kept longer than balancers and clients keep theirs', async () => {
  const { headers } = await anonymous(ROOT, { headers: { Connection: 'keep-alive' } });
  expect(headers['keep-alive']).toBe('timeout=75');
});

describe('the request id', () => {
  it.each(['a', 'nightly-2026.11_20', 'x'.repeat(128)])('%s is echoed', async (id) => {
    const { headers } = await anonymous(ROOT, { headers: { 'X-Request-Id': id } });
    expect(headers['x-request-id']).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'two words', 'ümlaut', 'a,b', '<script>'])(
    '"%s" is replaced by one of ours',
    async (id) => {
      const { headers, text } = await anonymous(ROOT, {
        headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') },
      });
      expect(headers['x-request-id']).toMatch(GENERATED);
      expect(JSON.parse(text)).toMatchObject({ requestId: headers['x-request-id'] });
    },
  );

  it('sent twice is replaced by one of ours', async () => {
    const { headers } = await anonymous(ROOT, { headers: { 'X-Request-Id': ['a', 'b'] } });
    expect(headers['x-request-id']).toMatch(GENERATED);
  });

  it('is on every kind of answer', async () => {
    const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'mine' };
    const headers = { 'X-Request-Id': 'mine' };
    const answers = [
      await call(ROOT, { headers }),
      await call(ROOT, { headers, method: 'HEAD' }),
      await call(USERS, { method: 'POST', headers: json, body: Buffer.from(JSON.stringify(person())) }),
      await call(USERS, { method: 'POST', headers: json, body: Buffer.from('{') }),
      await call(USERS, { method: 'POST', headers, body: Buffer.from('{') }),
      await call(`${USERS}/bulk`, { method: 'POST', headers }),
      await call(`${USERS}/950000009`, { headers }),
      await call(`${USERS}/%ff`, { headers }),
      await call(USERS, { method: 'DELETE', headers }),
      await anonymous(USERS, { headers }),
      await anonymous('/no/such/address', { headers }),
      await anonymous('/docs/administration.json', { headers }),
      await anonymous('/docs/integration.json', { headers }),
      await anonymous('/docs/openapi.json', { headers }),
      await anonymous('/health/ready', { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 201, 400, 415, 200, 404, 400, 405, 401, 404, 200, 200, 200, 200,
    ]);
    expect(answers.map((answer) => answer.headers['x-request-id'])).toEqual(answers.map(() => 'mine'));
  });
});

describe('an unknown address', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v2/integration',
    '/api/v1/integrations',
    '/favicon.ico',
    '//x',
    '/%2e%2e/x',
  ])('%s is answered in the shape of every failure', async (path) => {
    const { status, text } = await anonymous(path, { headers: { 'X-Request-Id': 'mine' } });
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 404,
      body: { success: false, message: NOT_FOUND, error: { code: 'NOT_FOUND' }, requestId: 'mine' },
    });
  });

  it('under an API base is answered so to a caller with credentials', async () => {
    for (const path of [`${ROOT}/no/such/address`, `${USERS}/a/b`, '/api/v1/workflow/no/such/address']) {
      const answer = await call(path);
      expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
  });

  it.each(['/%zz', '/%ff', `${USERS}/%zz`, `${USERS}/%ff`, `${USERS}/%e0%a4`, `${ROOT}/%ff/x`])(
    'that is not percent-encoded UTF-8, %s, is refused as that',
    async (path) => {
      const { status, text } = await call(path);
      expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({
        status: 400,
        body: {
          success: false,
          error: {
            code: 'VALIDATION_FAILED',
            details: [
              { field: 'path', code: 'isPath', message: 'The address is not valid percent-encoded UTF-8' },
            ],
          },
        },
      });
    },
  );
});

describe('an unknown method', () => {
  it.each([
    ['DELETE', ROOT, 'GET, HEAD'],
    ['OPTIONS', ROOT, 'GET, HEAD'],
    ['PUT', USERS, 'GET, HEAD, POST'],
    ['POST', `${USERS}/950000001`, 'GET, HEAD, PATCH'],
    ['DELETE', `${USERS}/bulk`, 'GET, HEAD, PATCH, POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['PROPFIND', '/health/ready', 'GET, HEAD'],
  ])('%s of %s is refused with those that are known', async (method, path, allow) => {
    const { status, headers, text } = await call(path, { method, headers: { 'X-Request-Id': 'mine' } });
    expect({ status, allow: headers.allow, body: JSON.parse(text) as unknown }).toEqual({
      status: 405,
      allow,
      body: {
        success: false,
        message: `This address answers ${allow} only.`,
        error: { code: 'METHOD_NOT_ALLOWED' },
        requestId: 'mine',
      },
    });
  });
});

describe('HEAD', () => {
  it('answers what GET answers, without the body', async () => {
    const headers = { 'X-Request-Id': 'mine' };
    const { headers: answered } = await call(ROOT, { headers });
    const date = expect.any(String) as unknown;
    const expected = { status: 200, headers: { ...answered, date }, text: '' };
    expect(await call(ROOT, { headers, method: 'HEAD' })).toEqual(expected);
    expect((await call(`${USERS}/unknown`, { method: 'HEAD' })).status).toBe(404);
    expect((await anonymous(ROOT, { method: 'HEAD' })).status).toBe(401);
  });
});

describe('a path', () => {
  it('may carry any identifier, percent-encoded', async () => {
    const { sis } = await service.tenant();
    for (const externalId of ['a/b', '50%', 'ä ö', '?x=1#y', '...', "'; DROP TABLE users; --"]) {
      expect((await sis.post('/users', person({ externalId }))).status).toBe(201);
      const { status, body } = await sis.get(`/users/${encodeURIComponent(externalId)}`);
      expect({ status, data: body.data }).toMatchObject({ status: 200, data: { legacyNumber: externalId } });
    }
  });
});

describe('an answer', () => {
  it('is JSON in UTF-8, hides the framework and is not kept by a cache', async () => {
    const { headers } = await call(ROOT);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('to a fault of ours shows nothing of it', async () => {
    const { sis, apiSecret } = await service.tenant();
    const users = service.app.get(UserDetailsService);
    const fault = jest
      .spyOn(users, 'get')
      .mockRejectedValue(new Error(`SELECT * FROM users -- ${apiSecret}`));
    const { status, body } = await sis.get('/users/950000001', { 'X-Request-Id': 'mine' });
    fault.mockRestore();
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        success: false,
        message: 'The service failed because of an unexpected error; report the request id to its operator.',
        error: { code: 'INTERNAL_ERROR' },
        requestId: 'mine',
      },
    });
  });
});
