import { jest } from '@jest/globals';

import { Authenticator } from '../../src/tenancy/access/authenticator.js';
import { aKey, statusWith } from '../factories/keys.js';
import { problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { inMs, letPass, letPassIn } from '../support/clock.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService, TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NO_SUCH_KEY = [404, 'NOT_FOUND', 'This tenant has no such API key.'];

let service: TestService;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

administratorForEachTest((given) => {
  ({ service, tenant, api, actor } = given);
});

describe('an API key', () => {
  it('is shown with its secret once, works at once, and is listed without it', async () => {
    const expiresAt = inMs(400 * DAY);
    const input = { label: ' SIS nightly ', scopes: ['workflow', 'integration'], expiresAt, rateLimit: 90 };
    const created = await api.post('/keys', input);
    const { apiSecret, ...key } = created.body.data;
    expect(created.status).toBe(201);
    expect(key).toEqual({
      apiKey: expect.stringMatching(/^ik_[0-9a-z]{26}$/) as unknown,
      label: 'SIS nightly',
      scopes: ['integration', 'workflow'],
      rateLimit: 90,
      createdAt: expect.stringMatching(/Z$/) as unknown,
      createdBy: actor,
      createdByLabel: 'Ann Lee',
      lastUsedAt: null,
      expiresAt,
      status: 'active',
      rotatedTo: null,
      connection: null,
    });
    const shown = await api.get(`/keys/${String(key['apiKey'])}`);
    const listed = await api.get('/keys');
    expect(shown.body.data).toEqual(key);
    expect(rowsOf(listed)).toContainEqual(key);
    expect(JSON.stringify([shown.body, listed.body])).not.toMatch(/is_|secret/i);
    const issued = { apiKey: String(key['apiKey']), apiSecret: String(apiSecret) };
    expect(await statusWith(service, issued)).toBe(200);
  });

  it('of an identity provider has the settings of its connection, and so has its successor', async () => {
    const settings = { defaultAccountType: 'Staff', visible: 'linked', adopts: false, mayAdminister: null };
    const created = await api.post('/keys', { label: 'Entra', scopes: ['scim'], connection: settings });
    const apiKey = String(created.body.data['apiKey']);
    const connection = { ...settings, id: apiKey, mayAdminister: false };
    expect(created.body.data['connection']).toEqual(connection);
    const rotated = await api.post(`/keys/${apiKey}/rotate`, {});
    expect(rotated.body.data['connection']).toEqual(connection);
    const refused = await api.post('/keys', { label: 'SIS', scopes: ['users'], connection: settings });
    expect(problemsOf(refused)).toEqual([400, 'connection']);
    const wrong = { label: 'Entra', scopes: ['scim'], connection: { defaultAccountType: 'Guest' } };
    expect(problemsOf(await api.post('/keys', wrong))).toEqual([400, 'connection.defaultAccountType']);
  });

  it('is not made with a value that breaks a rule', async () => {
    for (const [input, field] of [
      [{ label: '' }, 'label'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ expiresAt: '2999-01-01' }, 'expiresAt'],
      [{ rateLimit: 0 }, 'rateLimit'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      const answer = await api.post('/keys', { label: 'SIS', scopes: ['integration'], ...input });
      expect(problemsOf(answer)).toEqual([400, field]);
    }
  });

  it('has a status that follows its expiry, by which the list is filtered and sorted', async () => {
    const { apiKey: soon } = await aKey(api, { label: 'soon 100%', expiresAt: inMs(13 * DAY) });
    const { apiKey: short } = await aKey(api, { label: 'short', expiresAt: inMs(HOUR) });
    const { apiKey: gone } = await aKey(api, { label: 'gone' });
    await api.post(`/keys/${gone}/revoke`, {});
    await letPassIn(service, tenant, HOUR / 2);
    const keys = async (query: string): Promise<unknown[]> =>
      rowsOf(await api.get(`/keys?${query}`)).map(({ apiKey }) => apiKey);
    expect(await keys('status=expiring&sort=expiresAt')).toEqual([short, soon]);
    await letPassIn(service, tenant, HOUR / 2);
    expect(await keys('status=expired')).toEqual([short]);
    expect(await keys('status=revoked')).toEqual([gone]);
    expect(await keys('status=active')).toEqual([tenant.apiKey]);
    expect(await keys('sort=status&order=DESC')).toEqual([gone, soon, short, tenant.apiKey]);
    expect(await keys('sort=label')).toEqual([gone, short, soon, tenant.apiKey]);
    expect(await keys('q=100%25')).toEqual([soon]);
    expect(await keys(`q=${soon.slice(0, 12)}`)).toEqual([soon]);
    expect(await keys('q=ключ')).toEqual([]);
    const second = await api.get('/keys?perPage=3&page=2&sort=label');
    expect(rowsOf(second)).toHaveLength(1);
    expect(second.body.meta).toEqual({ total: 4, page: 2, perPage: 3 });
  });

  it('is not listed by what the list does not know', async () => {
    for (const query of ['sort=secretHash', 'order=up', 'perPage=101', 'page=0', 'status=lost', 'limit=5'])
      expect(problemsOf(await api.get(`/keys?${query}`))).toEqual([400, query.split('=')[0]]);
  });
});

describe('rotating a key', () => {
  it('leaves both working for the overlap, then only the new one', async () => {
    const old = await aKey(api, { label: 'SIS', scopes: ['integration'], rateLimit: 500 });
    expect(await statusWith(service, old)).toBe(200);
    const { status, body } = await api.post(`/keys/${old.apiKey}/rotate`, { overlapHours: 2 });
    const { previous, apiSecret, ...key } = body.data as Row & Record<'apiKey' | 'apiSecret', string>;
    expect(status).toBe(201);
    expect(key).toMatchObject({ label: 'SIS', scopes: ['integration'], rateLimit: 500, expiresAt: null });
    expect(previous).toMatchObject({ apiKey: old.apiKey, rotatedTo: key.apiKey, status: 'replaced' });
    const successor = { apiKey: key.apiKey, apiSecret };
    await letPassIn(service, tenant, 2 * HOUR - 60_000);
    expect(await statusWith(service, old)).toBe(200);
    expect(await statusWith(service, successor)).toBe(200);
    await letPassIn(service, tenant, 60_001);
    expect(await statusWith(service, old)).toBe(401);
    expect(await statusWith(service, successor)).toBe(200);
  });

  it('without an overlap ends the old one at once, although it was in use', async () => {
    const old = await aKey(api);
    expect(await statusWith(service, old)).toBe(200);
    expect((await api.post(`/keys/${old.apiKey}/rotate`, { overlapHours: 0 })).status).toBe(201);
    expect(await statusWith(service, old)).toBe(401);
  });

  it('takes a day when nothing is said, and never gives the old one longer than it had', async () => {
    const [long, short] = [await aKey(api), await aKey(api, { expiresAt: inMs(HOUR) })];
    const before = Date.now();
    const ends = async ({ apiKey }: { apiKey: string }): Promise<number> => {
      const { body } = await api.post(`/keys/${apiKey}/rotate`, {});
      return Date.parse(String((body.data['previous'] as Row)['expiresAt'])) - before;
    };
    expect(Math.round((await ends(long)) / HOUR)).toBe(24);
    expect(Math.round((await ends(short)) / HOUR)).toBe(1);
  });

  it('is refused for a key that has ended', async () => {
    const [revoked, expired] = [await aKey(api), await aKey(api, { expiresAt: inMs(HOUR / 2) })];
    await api.post(`/keys/${revoked.apiKey}/revoke`, {});
    await letPassIn(service, tenant, HOUR / 2);
    for (const [key, state] of [[revoked, 'revoked'] as const, [expired, 'expired'] as const])
      expect(refusalOf(await api.post(`/keys/${key.apiKey}/rotate`, {}))).toEqual([
        409,
        'INVALID_TRANSITION',
        `This API key is ${state} and cannot be rotated; create a new one.`,
      ]);
    expect((await api.get('/keys')).body.meta['total']).toBe(3);
  });

  it('is refused with an overlap of less than nothing, more than 30 days, or no whole number', async () => {
    for (const overlapHours of [-1, 721, 1.5, '24']) {
      const answer = await api.post(`/keys/${tenant.apiKey}/rotate`, { overlapHours });
      expect(problemsOf(answer)).toEqual([400, 'overlapHours']);
    }
  });
});

describe('revoking a key', () => {
  it('is effective here at once, and changes nothing when it is done again', async () => {
    const key = await aKey(api);
    expect(await statusWith(service, key)).toBe(200);
    // The use is noted after the answer.
    const lastUse = async (): Promise<unknown> =>
      (await api.get(`/keys/${key.apiKey}`)).body.data['lastUsedAt'];
    await until('the use of the key is noted', async () => (await lastUse()) !== null);
    const first = await api.post(`/keys/${key.apiKey}/revoke`, {});
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'revoked' } } });
    expect(await statusWith(service, key)).toBe(401);
    const again = await api.post(`/keys/${key.apiKey}/revoke`, {});
    expect({ status: again.status, data: again.body.data }).toEqual({ status: 200, data: first.body.data });
    expect(await auditPage(api, '&action=key.revoked')).toHaveLength(1);
  });

  it('is effective within 5 seconds on an instance that was not notified', async () => {
    const key = await aKey(api);
    jest.spyOn(service.app.get(Authenticator), 'forget').mockReturnValue();
    await statusWith(service, key);
    await api.post(`/keys/${key.apiKey}/revoke`, {});
    letPass(5000);
    expect(await statusWith(service, key)).toBe(401);
  });
});

describe("another tenant's key", () => {
  it('is one that does not exist: it is not seen, not rotated, not revoked', async () => {
    const other = await service.tenant();
    const at = `/keys/${other.apiKey}`;
    for (const answer of [
      await api.get(at),
      await api.post(`${at}/rotate`, {}),
      await api.post(`${at}/revoke`, {}),
      await api.get('/keys/ключ'),
      await api.get('/keys/ik_none'),
    ])
      expect(refusalOf(answer)).toEqual(NO_SUCH_KEY);
    expect(rowsOf(await api.get('/keys')).map(({ apiKey }) => apiKey)).toEqual([tenant.apiKey]);
    expect((await api.get(`/keys?q=${other.apiKey}`)).body.meta['total']).toBe(0);
    expect((await other.sis.get('')).status).toBe(200);
    expect(await auditPage(api, `&target=key:${other.apiKey}`)).toEqual([]);
  });
});
