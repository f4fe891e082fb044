import { jest } from '@jest/globals';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { type NewLoggedRequest, RequestsRepository } from '../../src/request-log/requests.repository.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../factories/person.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { refused, type Row, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { sweepRetention } from '../support/retention.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
const requests = service.app.get(RequestsRepository);
let tenant: TestTenant;
let browser: Browser;

/** A tenant with an administrator who is logged in, and an empty request log. */
beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser } = await admins.open(tenant));
  // The requests of the test's own preparations.
  await service.settle(tenant);
  await service.query('DELETE FROM `request_log` WHERE `tenantId` = ?', [tenant.tenantId]);
});

function ask(path: string, { cookie } = browser): Promise<Answer<Body>> {
  return service.anonymous().get(`/api/v1/admin${path}`, { cookie });
}

async function log(query = ''): Promise<Row[]> {
  await service.settle(tenant);
  const answer = await ask(`/requests${query}`);
  expect(answer.body).toMatchObject({ success: true });
  return rowsOf(answer);
}

async function newest(): Promise<Row> {
  const [row] = await log('?perPage=1');
  return (await ask(`/requests/${String(row?.['id'])}`)).body.data;
}

/** Nothing of what the table keeps of a tenant. */
async function everythingKept(): Promise<string> {
  await service.settle(tenant);
  const sql = 'SELECT * FROM `request_log` WHERE `tenantId` = ?';
  return JSON.stringify(await service.query(sql, [tenant.tenantId]));
}

const counts = (inserted: number, updated: number, unchanged: number, failed: number): object => ({
  inserted,
  updated,
  unchanged,
  failed,
});

describe('the request log', () => {
  it('says who asked for what, when, from where, how it ended and what became of the rows', async () => {
    const ann = person();
    const earliest = Date.now();
    await tenant.sis.post('/users', ann, { 'X-Request-Id': 'nightly-7' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'EdD' });
    await tenant.sis.get('/users/950000001');
    const rows = await log();
    const posted = { method: 'POST', route: '/api/v1/integration/users', code: null };
    expect(rows).toMatchObject([
      { method: 'GET', route: '/api/v1/integration/users/:id', status: 200, code: null, counts: null },
      { ...posted, status: 200, counts: counts(0, 1, 0, 0) },
      { ...posted, status: 200, counts: counts(0, 0, 1, 0) },
      { ...posted, status: 201, counts: counts(1, 0, 0, 0) },
    ]);
    const { at, ms, ...first } = rows.at(-1) ?? {};
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/) as unknown,
      method: 'POST',
      path: '/api/v1/integration/users',
      route: '/api/v1/integration/users',
      status: 201,
      actor: `key:${tenant.apiKey}`,
      actorLabel: 'test',
      address: '127.0.0.1',
      requestId: 'nightly-7',
      run: null,
      code: null,
      counts: counts(1, 0, 0, 0),
    });
    expect(Date.parse(String(at))).toBeGreaterThanOrEqual(earliest);
    expect(ms).toBeGreaterThanOrEqual(0);
  });

  it('keeps of a failure what was wrong with it, and no value of a person', async () => {
    const ann = person({
      accountType: 'Staff',
      lastName: 'Ångström',
      email: 'ann@@x.edu',
      hideProfilePage: true,
    });
    const sent = { ...ann, customFields: { disabled: true }, genderPronoun: 7, nickname: 'Annie' };
    await tenant.sis.post('/users', sent, { 'X-Request-Id': 'failing-1' });
    const { body, answer, code, status } = await newest();
    expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(body).toMatchObject({
      accountType: 'Staff',
      lastName: '•••8',
      email: '•••10',
      hideProfilePage: true,
      genderPronoun: '•••',
      nickname: '•••5',
      customFields: { disabled: '•••' },
    });
    expect(answer).toEqual({
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining([
        { field: 'email', code: expect.anything() as unknown },
        { field: 'nickname', code: 'unknownField' },
      ]) as unknown,
    });
    const kept = await everythingKept();
    for (const value of ['Ångström', 'ann@', 'Annie', String(ann['externalId'])])
      expect(kept).not.toContain(value);
  });

  it('keeps the numbers of a bulk call and why its first lines failed, but none of them', async () => {
    const [good, other] = [person(), person()];
    await tenant.sis.bulk('/users/bulk', [good, { ...other, email: 'Annie' }, '{broken', good]);
    const row = await newest();
    expect(row['counts']).toEqual(counts(1, 0, 1, 2));
    expect(row['body']).toBeNull();
    expect(row['answer']).toEqual({
      lines: [
        {
          line: 2,
          code: 'VALIDATION_FAILED',
          details: [{ field: 'email', code: expect.anything() as unknown }],
        },
        { line: 3, code: 'MALFORMED_JSON' },
      ],
    });
    expect(await everythingKept()).not.toContain('Annie');
  });

  it('keeps the names of query parameters and no value', async () => {
    await tenant.sis.get('/progress?limit=5&since=Ann&Ann%20Smith=1');
    expect(await newest()).toMatchObject({
      path: '/api/v1/integration/progress?limit&since&•••9',
      status: 400,
    });
  });

  it('keeps no number by which no person was found where it may be that of an erased one', async () => {
    const { api } = await admins.open(tenant);
    await tenant.sis.get('/users/S-77?include=provenance');
    await tenant.workflow.put('/students/S-77/dissertation', { title: 'x', status: 'in_progress' });
    await api.post('/users/S-77/erase', { dryRun: true });
    const unknown = (await log('?status=404')).map(({ path, code }) => [path, code]);
    expect(unknown).toEqual([
      ['/api/v1/admin/users/:id/erase', 'USER_NOT_FOUND'],
      ['/api/v1/workflow/students/:studentId/dissertation', 'USER_NOT_FOUND'],
      ['/api/v1/integration/users/:id', 'USER_NOT_FOUND'],
    ]);
    expect(await everythingKept()).not.toContain('S-77');
    // Of an erased person this would be ERASED.
    await tenant.sis.patch('/users/S-77', { accountStatus: 'inactive' });
    expect(await newest()).toMatchObject({ path: '/api/v1/integration/users/S-77', status: 404 });
    await tenant.sis.post('/users', person({ externalId: 'S-77' }));
    await tenant.sis.get('/users/S-77');
    expect(await newest()).toMatchObject({ path: '/api/v1/integration/users/S-77' });
  });

  it('has requests of a known key that were refused because of it, a wrong secret included', async () => {
    const tenancy = service.app.get(TenancyService);
    const foreign = await service.tenant({ scopes: ['workflow'] });
    await tenant.sis.get('', { 'X-Service-API-Secret': 'wrong' });
    await service.anonymous().get('/api/v1/integration', { 'X-Service-API-Key': tenant.apiKey });
    await foreign.sis.get('');
    expect((await log()).map(({ actor, code }) => [actor, code])).toEqual([
      [`key:${tenant.apiKey}`, 'WRONG_SECRET'],
    ]);

    const { tenantId } = tenant;
    const narrow = await tenancy.createCredential({ tenantId, label: 'narrow', scopes: ['workflow'] });
    const expiresAt = new Date(Date.now() - 1000);
    const past = { tenantId, label: 'old', scopes: ['integration'] as const, expiresAt };
    const old = await tenancy.createCredential(past);
    for (const { credential, apiSecret } of [narrow, old]) {
      const headers = { 'X-Service-API-Key': credential.apiKey, 'X-Service-API-Secret': apiSecret };
      await service.anonymous(headers).get('/api/v1/integration/users/S-1');
    }
    expect((await log()).map(({ actorLabel, code }) => [actorLabel, code])).toEqual([
      ['old', 'INVALID_CREDENTIALS'],
      ['narrow', 'INSUFFICIENT_SCOPE'],
      ['test', 'WRONG_SECRET'],
    ]);
  });

  it("has administrators' changes, also refused ones, and not what they only read", async () => {
    await ask('/requests');
    await ask('/overview');
    await browser.logout({});
    await browser.logout();
    ({ browser } = await admins.open(tenant));
    const rows = (await log()).filter(({ method }) => method === 'DELETE');
    expect(rows.map(({ route, status, code }) => [route, status, code])).toEqual([
      ['/api/v1/admin/session', 200, null],
      ['/api/v1/admin/session', 403, 'INSUFFICIENT_SCOPE'],
    ]);
    expect(rows[0]?.['actor']).toMatch(/^admin:951/);
    expect(rows[0]?.['actorLabel']).not.toBe(rows[0]?.['actor']);
    expect(JSON.stringify(await log())).not.toContain('/api/v1/admin/requests');
  });

  it('has filters for method, status, status class, actor, route, request id and time, and both orders', async () => {
    const post = { 'X-Request-Id': 'the-one' };
    await tenant.sis.post('/users', person(), post);
    await tenant.sis.get('/users/unknown');
    await tenant.sis.post('/users', {});
    const found = async (query: string): Promise<unknown[]> =>
      (await log(`?${query}`)).map(({ status }) => status);
    expect(await found('')).toEqual([400, 404, 201]);
    expect(await found('order=ASC')).toEqual([201, 404, 400]);
    expect(await found('method=POST')).toEqual([400, 201]);
    expect(await found('status=4xx')).toEqual([400, 404]);
    expect(await found('status=404')).toEqual([404]);
    expect(await found('status=5xx')).toEqual([]);
    expect(await found('requestId=the-one')).toEqual([201]);
    expect(await found(`actor=key:${tenant.apiKey}&status=2xx`)).toEqual([201]);
    expect(await found('actor=admin:951000009')).toEqual([]);
    expect(await found('route=/api/v1/integration/users/:id')).toEqual([404]);
    const [last, middle] = await log();
    const at = encodeURIComponent(String(last?.['at']));
    expect(await found(`from=${at}`)).toContain(400);
    expect(await found(`to=${encodeURIComponent(String(middle?.['at']))}`)).not.toContain(400);
    expect((await ask('/requests?method=POST&perPage=1&page=2')).body).toMatchObject({
      data: [{ status: 201 }],
      meta: { total: 2, page: 2, perPage: 1 },
    });
  });

  it.each([
    'status=9xx',
    'status=20',
    'method=FETCH',
    'requestId=%C3%BC',
    'route=%C3%BC',
    'sort=actor',
    'nothing=1',
  ])('refuses to be asked for %s', async (query) => {
    const [field = ''] = query.split('=');
    expect(await ask(`/requests?${query}`)).toMatchObject(refused(400, 'VALIDATION_FAILED', field));
  });

  it('is a tenant’s own', async () => {
    await tenant.sis.get('/users/950000001');
    const [row] = await log();
    const other = await service.tenant();
    const { browser: foreign } = await admins.open(other);
    const answer = await ask(`/requests/${String(row?.['id'])}`, foreign);
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const id of ['0', 'x', '9'.repeat(30)]) expect((await ask(`/requests/${id}`)).status).toBe(404);
    expect(JSON.stringify((await ask('/requests', foreign)).body.data)).not.toContain(tenant.apiKey);
  });

  it('counts no further than 10,000 and says so', async () => {
    const many = Array.from({ length: 10_001 }, () => logged({}));
    await requests.add(service.app.get(UnitOfWork).single, many);
    const { body } = await ask('/requests?perPage=1');
    expect(body.meta).toEqual({ total: 10_000, page: 1, perPage: 1, totalIsCapped: true });
    const { meta } = (await ask('/requests?perPage=1&method=PUT')).body;
    expect(meta).toEqual({ total: 0, page: 1, perPage: 1 });
    expect((await ask('/requests?perPage=100&page=101')).status).toBe(400);
  });

  it('forgets a request after 90 days', async () => {
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    await requests.add(service.app.get(UnitOfWork).single, [
      logged({ at: daysAgo(89.9) }),
      logged({ at: daysAgo(90.1) }),
      logged({ at: daysAgo(400) }),
    ]);
    expect(await sweepRetention(service, tenant)).toMatchObject({ requests: 2 });
    expect(await log()).toHaveLength(1);
  });
});

function logged(input: Partial<NewLoggedRequest>): NewLoggedRequest {
  return {
    tenantId: tenant.tenantId,
    at: new Date(),
    method: 'GET',
    path: '/',
    route: 'none',
    status: 200,
    statusClass: 2,
    ms: 1,
    actor: 'terminal',
    address: '',
    requestId: 'x',
    run: null,
    code: null,
    counts: null,
    body: null,
    answer: null,
    ...input,
  };
}

describe('writing the log', () => {
  it('waits for a database that is away, and fails no request', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const add = jest.spyOn(requests, 'add').mockRejectedValueOnce(away);
    expect((await tenant.sis.get('')).status).toBe(200);
    await expect(service.settle(tenant)).rejects.toThrow(away);
    expect(add).toHaveBeenCalledTimes(1);
    expect(await log()).toHaveLength(1);
  });

  it('gives up what the database refuses, and the metrics say how many', async () => {
    const lost = async (): Promise<number> => {
      const { body } = await service.anonymous().get('/metrics');
      return Number(
        /^background_rows_lost_total\{work="request-log"\} (\d+)$/m.exec(body as unknown as string)?.[1],
      );
    };
    const before = await lost();
    jest.spyOn(requests, 'add').mockRejectedValueOnce(new Error('refused'));
    await tenant.sis.get('');
    await service.settle(tenant);
    expect(await lost()).toBe(before + 1);
  });

  it('is finished before the service stops', async () => {
    const other = await TestService.start();
    const headers = { 'X-Service-API-Key': tenant.apiKey, 'X-Service-API-Secret': tenant.apiSecret };
    await other.anonymous(headers).get('/api/v1/integration/runs/last');
    await other.stop();
    expect(await newest()).toMatchObject({ path: '/api/v1/integration/runs/last' });
  });
});
