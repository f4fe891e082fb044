import { aKey, statusWith } from '../factories/keys.js';
import { Administrators } from '../support/administrators.js';
import { outcomeOf, refusalOf, refused, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPass, stopClock } from '../support/clock.js';
import { sweepRetention } from '../support/retention.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api } = await admins.open(tenant));
});

/** One call with this key from an address. */
async function callFrom(
  address: string,
  key: { apiKey: string; apiSecret: string },
  path = '',
): Promise<number> {
  const { sis } = clientsAt(service.baseUrl, key);
  return (await sis.get(path, { 'X-Forwarded-For': address })).status;
}

async function activityOf(apiKey: string): Promise<Row> {
  await service.settle(tenant);
  return (await api.get(`/keys/${apiKey}/activity`)).body.data;
}

const today = (activity: Row): Row => (activity['days'] as Row[]).at(-1) ?? {};

describe('the activity of a key', () => {
  it('counts calls, errors and wrong secrets of today, and names each address', async () => {
    stopClock();
    const key = await aKey(api);
    expect(await callFrom('10.1.4.20', key)).toBe(200);
    expect(await callFrom('10.1.4.20', key, '/users/S-0')).toBe(404);
    letPass(1);
    expect(await callFrom('10.1.4.21', key)).toBe(200);
    const wrong = `${key.apiSecret.slice(0, -1)}${key.apiSecret.endsWith('0') ? '1' : '0'}`;
    expect(await callFrom('10.9.9.9', { ...key, apiSecret: wrong })).toBe(401);
    const activity = await activityOf(key.apiKey);
    expect(today(activity)).toMatchObject({ calls: 3, errors: 1, wrongSecrets: 1 });
    expect(activity['days']).toHaveLength(30);
    const addresses = activity['addresses'] as Row[];
    expect(addresses.map(({ address, calls }) => [address, calls])).toEqual([
      ['10.1.4.21', 1],
      ['10.1.4.20', 2],
    ]);
  });

  it('names the key before and the key after it, with their last use', async () => {
    const old = await aKey(api);
    await callFrom('10.1.4.20', old);
    const { apiKey } = (await api.post(`/keys/${old.apiKey}/rotate`, {})).body.data;
    const ofNew = await activityOf(String(apiKey));
    expect(ofNew).toMatchObject({
      predecessor: { apiKey: old.apiKey, status: 'replaced', lastUsedFrom: '10.1.4.20' },
      successor: null,
    });
    expect(await activityOf(old.apiKey)).toMatchObject({
      predecessor: null,
      successor: { apiKey, status: 'active', lastUsedAt: null, lastUsedFrom: null },
    });
  });

  it('is forgotten after 90 days, and not before all of a day is that old', async () => {
    const key = await aKey(api);
    await callFrom('10.1.4.20', key);
    await service.settle(tenant);
    const aged = async (days: number): Promise<Row[]> => {
      for (const sql of [
        'UPDATE `key_days` SET `day` = UTC_DATE() - INTERVAL ? DAY WHERE `tenantId` = ?',
        'UPDATE `key_addresses` SET `lastUsedAt` = UTC_TIMESTAMP(3) - INTERVAL ? DAY WHERE `tenantId` = ?',
      ])
        await service.query(sql, [days, tenant.tenantId]);
      await sweepRetention(service, tenant);
      return service.query('SELECT `calls` FROM `key_days` WHERE `apiKey` = ?', [key.apiKey]);
    };
    expect(await aged(90)).toHaveLength(1);
    expect((await activityOf(key.apiKey))['addresses']).toEqual([]);
    expect(await aged(93)).toEqual([]);
  });

  it('is not shown for a key of another tenant', async () => {
    const other = await service.tenant();
    const { status } = await api.get(`/keys/${other.apiKey}/activity`);
    expect(status).toBe(404);
  });
});

describe('a wrong secret of a known key', () => {
  it('is in the request log of its tenant, with the address and without the secret', async () => {
    const key = await aKey(api);
    await callFrom('10.9.9.9', { ...key, apiSecret: 'is_wrong' });
    await service.settle(tenant);
    const listed = await api.get(`/requests?actor=key:${key.apiKey}`);
    expect(rowsOf(listed)).toEqual([
      expect.objectContaining({ status: 401, code: 'WRONG_SECRET', address: '10.9.9.9' }) as unknown,
    ]);
    expect(JSON.stringify(listed.body)).not.toContain('is_wrong');
  });

  it('is answered as an unknown key is', async () => {
    const key = await aKey(api);
    const ask = async (apiKey: string): Promise<unknown[]> =>
      refusalOf(await clientsAt(service.baseUrl, { apiKey, apiSecret: 'is_wrong' }).sis.get(''));
    expect(await ask(key.apiKey)).toEqual(await ask(`ik_${'1'.repeat(26)}`));
  });
});

describe('a hand-over link', () => {
  const tokenOf = (body: Row): string => String(body['link']).split('token=')[1] ?? '';
  const anonymously = (path: string, token: string): ReturnType<ApiClient['post']> =>
    service.anonymous().post(`/api/v1/admin/handovers/${path}`, { token }, { 'X-Forwarded-For': '10.7.7.7' });

  async function linkOf(apiKey: string): Promise<string> {
    return tokenOf((await api.post(`/keys/${apiKey}/handover`, {})).body.data);
  }

  it('shows a secret that works to the first who opens it, and none afterwards', async () => {
    const key = await aKey(api);
    const token = await linkOf(key.apiKey);
    expect(await statusWith(service, key)).toBe(401);
    const shown = await anonymously('show', token);
    await anonymously('show', token);
    expect(shown.status).toBe(200);
    expect(shown.body.data).toMatchObject({ tenantName: 'Test University', scopes: ['integration'] });
    expect(JSON.stringify(shown.body)).not.toMatch(/is_/);
    const { status, body } = await anonymously('open', token);
    const opened = { apiKey: String(body.data['apiKey']), apiSecret: String(body.data['apiSecret']) };
    expect({ status, apiKey: opened.apiKey }).toEqual({ status: 200, apiKey: key.apiKey });
    expect(await statusWith(service, opened)).toBe(200);
    for (const path of ['show', 'open']) {
      const again = await anonymously(path, token);
      expect(again).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(again.body.message).toMatch(/^This link was opened at /);
    }
    expect(await activityOf(key.apiKey)).toMatchObject({
      handover: { createdByLabel: 'Ann Lee', openedFrom: '10.7.7.7' },
    });
    const audit = await api.get(`/audit?target=key:${key.apiKey}`);
    expect(
      rowsOf(audit).map(({ action, actor, address }) => [action, String(actor).split(':')[0], address]),
    ).toEqual([
      ['key.handed-over', 'handover-link', '10.7.7.7'],
      ['key.handover-created', 'admin', expect.anything()],
      ['key.created', 'admin', expect.anything()],
    ]);
    expect(JSON.stringify(audit.body)).not.toContain(token);
  });

  it('is opened by one of two who open it at the same moment', async () => {
    const { apiKey } = await aKey(api);
    const token = await linkOf(apiKey);
    const answers = await Promise.all([anonymously('open', token), anonymously('open', token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('replaces an earlier one, and ends with its key', async () => {
    const { apiKey } = await aKey(api);
    const first = await linkOf(apiKey);
    const second = await linkOf(apiKey);
    expect((await anonymously('open', first)).status).toBe(404);
    await api.post(`/keys/${apiKey}/revoke`, {});
    const message = 'This link is no longer valid; ask the administrator who sent it for a new one.';
    expect(refusalOf(await anonymously('open', second))).toEqual([404, 'NOT_FOUND', message]);
  });

  it('is not made for a key that is used, that is revoked, or of another tenant', async () => {
    const used = await aKey(api);
    await statusWith(service, used);
    const revoked = await aKey(api);
    await api.post(`/keys/${revoked.apiKey}/revoke`, {});
    const refusals: unknown[] = [];
    for (const apiKey of [used.apiKey, revoked.apiKey, (await service.tenant()).apiKey])
      refusals.push(outcomeOf(await api.post(`/keys/${apiKey}/handover`, {})));
    expect(refusals).toEqual([
      [409, 'INVALID_TRANSITION'],
      [409, 'INVALID_TRANSITION'],
      [404, 'NOT_FOUND'],
    ]);
  });

  it.each([0, 73, '24'])('is not made for %j hours', async (hours) => {
    const { apiKey } = await aKey(api);
    const answer = await api.post(`/keys/${apiKey}/handover`, { hours });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'hours'));
  });
});
