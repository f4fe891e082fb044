import { jest } from '@jest/globals';

import { AuditRepository } from '../src/audit/audit.repository.js';
import { COMMANDS } from '../src/cli/commands/index.js';
import { Authenticator } from '../src/tenancy/authenticator.js';
import { TenancyService } from '../src/tenancy/tenancy.service.js';
import { person } from './factories/person.js';
import { aStudent } from './factories/progress-people.js';
import { Administrators, newEmail } from './support/administrators.js';
import type { Answer, ApiClient, Body } from './support/api-client.js';
import { letPass } from './support/clock.js';
import { TestService, type TestTenant } from './support/service.js';

type Row = Record<string, unknown>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NO_SUCH_KEY = [404, 'NOT_FOUND', 'This tenant has no such API key.'];

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

beforeAll(async () => {
  service = await TestService.start();
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  tenant = await service.tenant();
  const admin = await admins.open(tenant);
  api = admin.api;
  actor = `admin:${admin.id}`;
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const rows = ({ body }: Answer<Body>): Row[] => body.data as unknown as Row[];
const refusal = ({ status, body }: Answer<Body>): unknown[] => [status, body.error.code, body.message];
const problems = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  ...(body.error.details ?? []).map(({ field }) => field),
];

async function create(wish: Row = {}): Promise<Record<'apiKey' | 'apiSecret', string>> {
  const { status, body } = await api.post('/keys', { label: 'SIS', scopes: ['integration'], ...wish });
  if (status !== 201) throw new Error(body.message);
  return body.data as Record<'apiKey' | 'apiSecret', string>;
}

/** What the API answers to this key. */
async function statusWith({ apiKey, apiSecret }: Record<'apiKey' | 'apiSecret', string>): Promise<number> {
  const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
  return (await service.anonymous(headers).get('/api/v1/integration')).status;
}

async function audit(query = '', client = api): Promise<Row[]> {
  return rows(await client.get(`/audit?perPage=100${query}`));
}

/** Runs a command of the terminal on the services of this process. */
async function terminal(words: string, values: Record<string, string> = {}): Promise<Row> {
  const [room = '', verb = '', ...positionals] = words.split(' ');
  const command = COMMANDS.find(({ name }) => name === `${room} ${verb}`);
  if (command === undefined) throw new Error(`There is no command ${words}`);
  return (await command.run(service.app, values, positionals)).json as Row;
}

describe('an API key', () => {
  it('is shown with its secret once, works at once, and is listed without it', async () => {
    const expiresAt = inMs(400 * DAY);
    const wish = { label: ' SIS nightly ', scopes: ['workflow', 'integration'], expiresAt, rateLimit: 90 };
    const created = await api.post('/keys', wish);
    const { apiSecret, ...key } = created.body.data;
    expect([created.status, key]).toEqual([
      201,
      {
        apiKey: expect.stringMatching(/^ik_[0-9a-z]{26}$/) as unknown,
        ...{ label: 'SIS nightly', scopes: ['integration', 'workflow'], rateLimit: 90 },
        createdAt: expect.stringMatching(/Z$/) as unknown,
        ...{ createdBy: actor, createdByLabel: 'Ann Lee', lastUsedAt: null, expiresAt },
        ...{ status: 'active', rotatedTo: null },
      },
    ]);
    const shown = await api.get(`/keys/${String(key['apiKey'])}`);
    const listed = await api.get('/keys');
    expect(shown.body.data).toEqual(key);
    expect(rows(listed)).toContainEqual(key);
    expect(JSON.stringify([shown.body, listed.body])).not.toMatch(/is_|secret/i);
    const issued = { apiKey: String(key['apiKey']), apiSecret: String(apiSecret) };
    expect(await statusWith(issued)).toBe(200);
  });

  it('is not made with a value that breaks a rule', async () => {
    for (const [wish, field] of [
      [{ label: '' }, 'label'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ expiresAt: '2999-01-01' }, 'expiresAt'],
      [{ rateLimit: 0 }, 'rateLimit'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      const answer = await api.post('/keys', { label: 'SIS', scopes: ['integration'], ...wish });
      expect(problems(answer)).toEqual([400, field]);
    }
  });

  it('has a status that follows its expiry, by which the list is filtered and sorted', async () => {
    const { apiKey: soon } = await create({ label: 'soon 100%', expiresAt: inMs(13 * DAY) });
    const { apiKey: short } = await create({ label: 'short', expiresAt: inMs(HOUR) });
    const { apiKey: gone } = await create({ label: 'gone' });
    await api.post(`/keys/${gone}/revoke`, {});
    letPass(HOUR / 2);
    const keys = async (query: string): Promise<unknown[]> =>
      rows(await api.get(`/keys?${query}`)).map(({ apiKey }) => apiKey);
    expect(await keys('status=expiring&sort=expiresAt')).toEqual([short, soon]);
    letPass(HOUR / 2);
    expect(await keys('status=expired')).toEqual([short]);
    expect(await keys('status=revoked')).toEqual([gone]);
    expect(await keys('status=active')).toEqual([tenant.apiKey]);
    expect(await keys('sort=status&order=DESC')).toEqual([gone, soon, short, tenant.apiKey]);
    expect(await keys('sort=label')).toEqual([gone, short, soon, tenant.apiKey]);
    expect(await keys('q=100%25')).toEqual([soon]);
    expect(await keys(`q=${soon.slice(0, 12)}`)).toEqual([soon]);
    expect(await keys('q=ключ')).toEqual([]);
    const second = await api.get('/keys?perPage=3&page=2&sort=label');
    expect([rows(second).length, second.body.meta]).toEqual([1, { total: 4, page: 2, perPage: 3 }]);
  });

  it('is not listed by what the list does not know', async () => {
    for (const query of ['sort=secretHash', 'order=up', 'perPage=101', 'page=0', 'status=lost', 'limit=5'])
      expect(problems(await api.get(`/keys?${query}`))).toEqual([400, query.split('=')[0]]);
  });
});

describe('rotating a key', () => {
  it('leaves both working for the overlap, then only the new one', async () => {
    const old = await create({ label: 'SIS', scopes: ['integration'], rateLimit: 500 });
    expect(await statusWith(old)).toBe(200);
    const { status, body } = await api.post(`/keys/${old.apiKey}/rotate`, { overlapHours: 2 });
    const { previous, apiSecret, ...key } = body.data as Row & Record<'apiKey' | 'apiSecret', string>;
    expect(status).toBe(201);
    expect(key).toMatchObject({ label: 'SIS', scopes: ['integration'], rateLimit: 500, expiresAt: null });
    expect(previous).toMatchObject({ apiKey: old.apiKey, rotatedTo: key.apiKey, status: 'expiring' });
    const successor = { apiKey: key.apiKey, apiSecret };
    letPass(2 * HOUR - 60_000);
    expect([await statusWith(old), await statusWith(successor)]).toEqual([200, 200]);
    letPass(60_001);
    expect([await statusWith(old), await statusWith(successor)]).toEqual([401, 200]);
  });

  it('without an overlap ends the old one at once, although it was in use', async () => {
    const old = await create();
    expect(await statusWith(old)).toBe(200);
    expect((await api.post(`/keys/${old.apiKey}/rotate`, { overlapHours: 0 })).status).toBe(201);
    expect(await statusWith(old)).toBe(401);
  });

  it('takes a day when nothing is said, and never gives the old one longer than it had', async () => {
    const [long, short] = [await create(), await create({ expiresAt: inMs(HOUR) })];
    const before = Date.now();
    const ends = async ({ apiKey }: { apiKey: string }): Promise<number> => {
      const { body } = await api.post(`/keys/${apiKey}/rotate`, {});
      return Date.parse(String((body.data['previous'] as Row)['expiresAt'])) - before;
    };
    expect(Math.round((await ends(long)) / HOUR)).toBe(24);
    expect(Math.round((await ends(short)) / HOUR)).toBe(1);
  });

  it('is refused for a key that has ended', async () => {
    const [revoked, expired] = [await create(), await create({ expiresAt: inMs(HOUR / 2) })];
    await api.post(`/keys/${revoked.apiKey}/revoke`, {});
    letPass(HOUR / 2);
    for (const [key, state] of [[revoked, 'revoked'] as const, [expired, 'expired'] as const])
      expect(refusal(await api.post(`/keys/${key.apiKey}/rotate`, {}))).toEqual([
        ...[409, 'INVALID_TRANSITION'],
        `This API key is ${state} and cannot be rotated; create a new one.`,
      ]);
    expect((await api.get('/keys')).body.meta['total']).toBe(3);
  });

  it('is refused with an overlap of less than nothing, more than 30 days, or no whole number', async () => {
    for (const overlapHours of [-1, 721, 1.5, '24'] as const) {
      const { apiKey } = tenant;
      const answer = await api.post(`/keys/${apiKey}/rotate`, { overlapHours });
      expect(problems(answer)).toEqual([400, 'overlapHours']);
    }
  });
});

describe('revoking a key', () => {
  it('is effective here at once, and changes nothing when it is done again', async () => {
    const key = await create();
    expect(await statusWith(key)).toBe(200);
    const first = await api.post(`/keys/${key.apiKey}/revoke`, {});
    expect([first.status, first.body.data['status']]).toEqual([200, 'revoked']);
    expect(await statusWith(key)).toBe(401);
    const again = await api.post(`/keys/${key.apiKey}/revoke`, {});
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(await audit('&action=key.revoked')).toHaveLength(1);
  });

  it('is effective within 5 seconds on an instance that was not told', async () => {
    const key = await create();
    jest.spyOn(service.app.get(Authenticator), 'forget').mockReturnValue();
    await statusWith(key);
    await api.post(`/keys/${key.apiKey}/revoke`, {});
    letPass(5000);
    expect(await statusWith(key)).toBe(401);
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
      expect(refusal(answer)).toEqual(NO_SUCH_KEY);
    expect(rows(await api.get('/keys')).map(({ apiKey }) => apiKey)).toEqual([tenant.apiKey]);
    expect((await api.get(`/keys?q=${other.apiKey}`)).body.meta['total']).toBe(0);
    expect((await other.sis.get('')).status).toBe(200);
    expect(await audit(`&target=key:${other.apiKey}`)).toEqual([]);
  });
});

describe('the settings', () => {
  const DEFAULTS = {
    ...{ tenantName: 'Test University', emailDomain: 'test.example.edu', timeZone: 'UTC' },
    ...{ requiredCommitteeRoles: ['chair'], rateLimit: null, nightlyRunHours: 26 },
    pacing: { behindAfterDays: 30, dueSoonDays: 14, aheadDays: 30, revisionLoopVersions: 3 },
  };

  it('are the defaults until somebody changes them; what is omitted stays, null is the default again', async () => {
    expect((await api.get('/settings')).body.data).toEqual(DEFAULTS);
    const wish = { emailDomain: 'New.example.edu', timeZone: 'Europe/Paris', nightlyRunHours: 50 };
    await api.patch('/settings', wish);
    const second = await api.patch('/settings', {
      ...{ timeZone: null, rateLimit: 7, requiredCommitteeRoles: ['member', 'chair'] },
      pacing: { aheadDays: 5 },
    });
    const expected = {
      ...{ ...DEFAULTS, emailDomain: 'new.example.edu', nightlyRunHours: 50, rateLimit: 7 },
      ...{ requiredCommitteeRoles: ['member', 'chair'], pacing: { ...DEFAULTS.pacing, aheadDays: 5 } },
    };
    expect(second.body).toEqual({ success: true, data: expected, meta: { recordsChanged: 0 } });
    expect((await api.get('/settings')).body.data).toEqual(expected);
    const entries = (await audit('&action=settings.changed')).map(({ before, after }) => [before, after]);
    expect(entries).toEqual([
      [
        {
          timeZone: 'Europe/Paris',
          rateLimit: null,
          requiredCommitteeRoles: ['chair'],
          pacing: { aheadDays: 30 },
        },
        {
          timeZone: 'UTC',
          rateLimit: 7,
          requiredCommitteeRoles: ['member', 'chair'],
          pacing: { aheadDays: 5 },
        },
      ],
      [
        { emailDomain: 'test.example.edu', timeZone: 'UTC', nightlyRunHours: 26 },
        { emailDomain: 'new.example.edu', timeZone: 'Europe/Paris', nightlyRunHours: 50 },
      ],
    ]);
    await api.patch('/settings', { rateLimit: 7, pacing: { aheadDays: 5 } });
    expect(await audit('&action=settings.changed')).toHaveLength(2);
  });

  it('are not changed by a value that breaks a rule', async () => {
    for (const [wish, field] of [
      [{ emailDomain: null }, 'emailDomain'],
      [{ emailDomain: 'nowhere' }, 'emailDomain'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: 5 }, 'timeZone'],
      [{ requiredCommitteeRoles: ['dean'] }, 'requiredCommitteeRoles'],
      [{ rateLimit: 0 }, 'rateLimit'],
      [{ nightlyRunHours: 0 }, 'nightlyRunHours'],
      [{ pacing: { aheadDays: 0 } }, 'pacing.aheadDays'],
      [{ tenantName: 'Other' }, 'tenantName'],
    ] as const) {
      expect(problems(await api.patch('/settings', wish))).toEqual([400, field]);
      expect((await api.get('/settings')).body.data).toEqual(DEFAULTS);
    }
  });

  it('make the progress records follow before the answer, and count those that changed', async () => {
    const id = await aStudent(tenant);
    await tenant.workflow.put(`/students/${id}/milestones/candidacy`, {
      status: 'not_started',
      dueOn: inMs(20 * DAY).slice(0, 10),
    });
    const pacing = async (): Promise<unknown> => {
      const { body } = await tenant.sis.get(`/progress?studentId=${id}`);
      const [record] = body.data as unknown as { pacing: { status: string } }[];
      return record?.pacing.status;
    };
    expect(await pacing()).toBe('on_track');
    const { body } = await api.patch('/settings', { pacing: { dueSoonDays: 21 } });
    expect([body.meta, await pacing()]).toEqual([{ recordsChanged: 1 }, 'at_risk']);
  });

  it('limit the requests of keys that have no limit of their own', async () => {
    const own = await create({ rateLimit: 1000 });
    await api.patch('/settings', { rateLimit: 2 });
    letPass(5000);
    const answers = [await tenant.sis.get(''), await tenant.sis.get(''), await tenant.sis.get('')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[0]?.headers.get('RateLimit-Limit')).toBe('2');
    expect(await statusWith(own)).toBe(200);
    await api.patch('/settings', { rateLimit: null });
    letPass(5000);
    expect((await tenant.sis.get('')).headers.get('RateLimit-Limit')).toBeNull();
  });

  it('have the same rules in a terminal', async () => {
    const words = `tenant settings ${tenant.tenantId}`;
    const set = { 'rate-limit': '60', 'ahead-days': '9', 'required-roles': 'member, chair' };
    expect(await terminal(words, { ...set, domain: 'Two.example.edu' })).toMatchObject({
      ...{ emailDomain: 'two.example.edu', rateLimit: 60, requiredCommitteeRoles: ['member', 'chair'] },
      pacing: { ...DEFAULTS.pacing, aheadDays: 9 },
    });
    expect(await terminal(words, { 'rate-limit': 'none' })).toMatchObject({ rateLimit: null });
    for (const [option, value, message] of [
      ['ahead-days', '0', '--ahead-days must be a whole number from 1 to 9999.'],
      ['ahead-days', 'x', '--ahead-days must be a whole number from 1 to 9999.'],
      ['time-zone', 'Mars', '--time-zone must be an IANA name, such as Europe/Paris.'],
      ['required-roles', 'dean', expect.stringMatching(/^--required-roles .*chair/) as unknown],
    ] as const)
      await expect(terminal(words, { [option]: value })).rejects.toMatchObject({ message });
  });
});

describe('administrators', () => {
  it('are listed with what lets them in, and those of other tenants are not', async () => {
    await admins.open(await service.tenant());
    await tenant.sis.post('/users', person());
    const gone = person({
      accountType: 'Staff',
      lastName: 'Aarons',
      role: 'application_admin',
      email: newEmail(),
    });
    await tenant.sis.post('/users', { ...gone, accountStatus: 'inactive' });
    const { body } = await api.get('/administrators');
    expect(body.meta).toEqual({ total: 2, page: 1, perPage: 25 });
    expect(body.data).toEqual([
      {
        userId: expect.any(String) as unknown,
        ...{ email: gone['email'], firstName: 'Ann', lastName: 'Aarons' },
        ...{ accountStatus: 'inactive', hasPassword: false, lastSeenAt: null },
      },
      {
        userId: actor.replace('admin:', ''),
        email: expect.any(String) as unknown,
        ...{ firstName: 'Ann', lastName: 'Lee', accountStatus: 'active', hasPassword: true },
        lastSeenAt: expect.stringMatching(/Z$/) as unknown,
      },
    ]);
    const sorted = rows(await api.get('/administrators?sort=lastName&order=DESC&perPage=1'));
    expect(sorted.map(({ lastName }) => lastName)).toEqual(['Lee']);
  });

  it('invite others by a link that is shown once, is pending until it is used or too old, and works', async () => {
    const email = newEmail();
    const invite = await api.post('/invitations', { email, firstName: 'Nora', lastName: 'New' });
    const { userId, link, expiresAt } = invite.body.data as Record<string, string>;
    expect([invite.status, Object.keys(invite.body.data)]).toEqual([
      201,
      ['userId', 'email', 'link', 'expiresAt'],
    ]);
    const token = link?.split('token=')[1] ?? '';
    const pending = await api.get('/invitations');
    expect(rows(pending)).toEqual([
      {
        ...{ userId, email, firstName: 'Nora', lastName: 'New', expiresAt },
        ...{ invitedBy: actor, invitedByLabel: 'Ann Lee', createdAt: expect.any(String) as unknown },
      },
    ]);
    expect(JSON.stringify(pending.body) + JSON.stringify(await audit())).not.toContain(token);
    expect(rows(await (await admins.open(await service.tenant())).api.get('/invitations'))).toEqual([]);
    expect((await admins.accept(token)).status).toBe(200);
    expect((await api.get('/invitations')).body.meta['total']).toBe(0);
    const [entry] = await audit(`&target=user:${userId ?? ''}&action=admin.invited`);
    expect(entry).toMatchObject({ actor, actorLabel: 'Ann Lee', after: { email, expiresAt } });
    expect((await api.post('/invitations', { email: newEmail() })).body.error.code).toBe('USER_NOT_FOUND');
  });
});

describe('the audit log', () => {
  it('tells who did what to keys, before, after, from where and under which request, and no secret', async () => {
    const headers = { 'X-Request-Id': 'page-1' };
    const made = await api.post('/keys', { label: 'SIS', scopes: ['integration'] }, headers);
    const { apiKey, apiSecret } = made.body.data as Record<string, string>;
    const rotated = await api.post(`/keys/${apiKey ?? ''}/rotate`, { overlapHours: 0 }, headers);
    const successor = rotated.body.data as Record<string, string>;
    await api.post(`/keys/${successor['apiKey'] ?? ''}/revoke`, {}, headers);
    const entries = (await audit('&order=ASC')).filter(({ requestId }) => requestId === 'page-1');
    const birth = { label: 'SIS', scopes: ['integration'], rateLimit: null, expiresAt: null };
    const { expiresAt } = rotated.body.data['previous'] as Row;
    const by = { actor, actorLabel: 'Ann Lee', address: expect.stringContaining('127.0.0.1') as unknown };
    const ids = { id: expect.stringMatching(/^\d+$/) as unknown, at: expect.stringMatching(/Z$/) as unknown };
    const same = { ...ids, ...by, requestId: 'page-1' };
    const [old, young] = [`key:${apiKey ?? ''}`, `key:${successor['apiKey'] ?? ''}`];
    expect(entries).toEqual([
      { ...same, action: 'key.created', target: old, before: null, after: birth },
      {
        ...{ ...same, action: 'key.rotated', target: old, before: { expiresAt: null } },
        after: { expiresAt, rotatedTo: successor['apiKey'] },
      },
      {
        ...same,
        action: 'key.created',
        target: young,
        before: null,
        after: { ...birth, rotatedFrom: apiKey },
      },
      {
        ...{ ...same, action: 'key.revoked', target: young, before: { revokedAt: null } },
        after: { revokedAt: expect.stringMatching(/Z$/) as unknown },
      },
    ]);
    const all = JSON.stringify(await audit());
    for (const secret of [apiSecret, successor['apiSecret'], 'is_', 'secretHash'])
      expect(all).not.toContain(secret ?? 'none');
  });

  it('holds what the terminal did, of tenants, keys, settings, mappings and templates', async () => {
    const created = await terminal('tenant create', { name: 'Northern University', domain: 'n.example.edu' });
    const tenantId = String(created['tenantId']);
    const at = { tenant: tenantId };
    const key = await terminal('key create', { ...at, scopes: 'integration,workflow', label: 'SIS' });
    const next = await terminal(`key rotate ${String(key['apiKey'])}`, { 'overlap-hours': '0' });
    await terminal(`key revoke ${String(next['apiKey'])}`);
    await expect(terminal(`key rotate ${String(next['apiKey'])}`)).rejects.toThrow('This API key is revoked');
    await terminal(`tenant settings ${tenantId}`, { 'time-zone': 'Europe/Paris' });
    await terminal('mapping set', { ...at, 'form-type': 'degree_change', links: 'Degree sought=degree' });
    await terminal('template clear', at);
    await terminal(`tenant suspend ${tenantId}`);
    await terminal(`tenant suspend ${tenantId}`);
    await terminal(`tenant resume ${tenantId}`);

    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'test');
    const { rows: entries } = await service.app
      .get(AuditRepository)
      .list(scope, {}, { offset: 0, limit: 100, order: 'ASC' });

    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['tenant.created', 'key.created', 'key.rotated', 'key.created', 'key.revoked'],
        ...['settings.changed', 'mapping.changed', 'tenant.suspended', 'tenant.resumed'],
      ]),
    );
    expect(entries.filter(({ action }) => action === 'tenant.suspended')).toHaveLength(1);
    expect(new Set(entries.map(({ actor: who, address }) => `${who} ${String(address)}`))).toEqual(
      new Set(['terminal null']),
    );
    expect(JSON.stringify(entries)).not.toContain(String(key['apiSecret']));
  });

  it('is filtered by actor, action, target and time, the latest first', async () => {
    const { apiKey } = await create();
    const later = inMs(60_000);
    letPass(120_000);
    await api.post(`/keys/${apiKey}/revoke`, {});
    const actions = async (query: string): Promise<unknown[]> =>
      (await audit(query)).map(({ action }) => action);
    expect(await actions(`&target=key:${apiKey}`)).toEqual(['key.revoked', 'key.created']);
    expect(await actions(`&target=key:${apiKey}&order=ASC`)).toEqual(['key.created', 'key.revoked']);
    expect(await actions(`&target=key:${apiKey}&from=${later}`)).toEqual(['key.revoked']);
    expect(await actions(`&target=key:${apiKey}&to=${later}`)).toEqual(['key.created']);
    expect(await actions(`&actor=${actor}&action=key.created`)).toEqual(['key.created']);
    expect(await actions('&actor=nobody')).toEqual([]);
    const page = await api.get('/audit?perPage=1&page=2');
    expect([rows(page).length, page.body.meta['page']]).toEqual([1, 2]);
    for (const query of ['action=ключ', 'from=yesterday', 'sort=actor'])
      expect(problems(await api.get(`/audit?${query}`))).toEqual([400, query.split('=')[0]]);
  });

  it('can be read and nothing else, by the tenant alone', async () => {
    const { apiKey } = await create();
    const { api: other } = await admins.open(await service.tenant());
    expect(await audit(`&target=key:${apiKey}`, other)).toEqual([]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await api.send(method, '/audit')).status).toBe(405);
  });

  it('undoes what cannot be accounted for', async () => {
    const { apiKey } = await create();
    const add = jest.spyOn(service.app.get(AuditRepository), 'add').mockRejectedValue(new Error('full'));
    const answers = [
      await api.post('/keys', { label: 'SIS', scopes: ['integration'] }),
      await api.post(`/keys/${apiKey}/rotate`, {}),
      await api.post(`/keys/${apiKey}/revoke`, {}),
      await api.patch('/settings', { rateLimit: 5 }),
    ];
    add.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect((await api.get('/keys')).body.meta['total']).toBe(2);
    expect((await api.get(`/keys/${apiKey}`)).body.data).toMatchObject({ status: 'active', expiresAt: null });
    expect((await api.get('/settings')).body.data['rateLimit']).toBeNull();
  });
});
