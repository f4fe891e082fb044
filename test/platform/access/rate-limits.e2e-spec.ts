import { randomBytes } from 'node:crypto';

import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { Authenticator } from '../../../src/tenancy/access/authenticator.js';
import { AuthFailures } from '../../../src/tenancy/access/auth-failures.js';
import { CredentialsService } from '../../../src/tenancy/credentials/credentials.service.js';
import { WINDOW_STORE, type WindowStore } from '../../../src/tenancy/rate-windows/window-store.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { person } from '../../factories/person.js';
import type { Answer, Body } from '../../support/api-client.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { Gate } from '../../support/gate.js';
import { countdownFrom, hammer } from '../../support/hammer.js';
import { scrape } from '../../support/metrics.js';
import { TestService, type TestTenant } from '../../support/service.js';

const ROOT = '/api/v1/integration';

/** Three failures per minute; clients are distinguished by X-Forwarded-For. */
const STRICT = { AUTH_FAILURES_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' };

const service = await TestService.ofWorker();

/** A client address from which, and from whose network, no test has failed yet. */
function newAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}

/** Takes effect at once; otherwise settings are cached for 5 seconds. */
async function limitTenant(tenant: TestTenant, rateLimit: number | null): Promise<void> {
  await service.changeSettings(tenant, { rateLimit });
  for (const { apiKey } of await service.app.get(TenancyService).listCredentials(tenant.tenantId))
    service.app.get(Authenticator).forget(apiKey);
}

/** Fails as often as is allowed, and waits until that is counted: a refusal is answered before. */
async function fail(where: TestService, address: string, apiKey: string): Promise<void> {
  for (let times = 0; times < 3; times += 1) await where.app.get(AuthFailures).record(address, apiKey);
}

function guess(where: TestService, address: string, apiKey: string, secret = 'a'): Promise<Answer<Body>> {
  const headers = { 'X-Forwarded-For': address, 'X-Request-Id': 'same' };
  return where.callerWith({ apiKey, apiSecret: secret }, headers).get(ROOT);
}

describe('guessing', () => {
  let strict: TestService;

  beforeAll(async () => {
    strict = await TestService.start(STRICT);
  });

  afterAll(() => strict.stop());

  it('is stopped at the first guess too many, at once', async () => {
    const [address, { apiKey }] = [newAddress(), await strict.tenant()];
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await guess(strict, address, apiKey)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it('is stopped also when its count takes longer than the refusal would', async () => {
    const [address, gate, entered] = [newAddress(), new Gate(), new Gate()];
    await fail(strict, address, 'ik_slow');
    // An instance that does not know yet how often the others have refused.
    const other = await TestService.start(STRICT);
    const store = other.app.get<WindowStore>(WINDOW_STORE);
    const take = store.take.bind(store);
    jest.spyOn(store, 'take').mockImplementationOnce(async (...asked) => {
      entered.open();
      await gate.opened;
      return take(...asked);
    });
    let isAnswered = false;
    const slow = guess(other, address, 'ik_slow').finally(() => (isAnswered = true));
    await entered.opened;
    // Sent later, and answered after its delay, when that of the first one has passed.
    const later = await guess(other, newAddress(), 'ik_later');
    const wasAnswered = isAnswered;
    gate.open();
    const { status, body } = await slow;
    await other.stop();

    expect({ status: later.status, wasAnswered }).toEqual({ status: 401, wasAnswered: false });
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  });

  it('is refused all the same when it cannot be counted', async () => {
    const other = await TestService.start(STRICT);
    jest.spyOn(other.app.get<WindowStore>(WINDOW_STORE), 'take').mockRejectedValue(new Error('away'));
    const { apiKey, apiSecret } = await other.tenant();
    const address = newAddress();
    const answers = [
      await guess(other, address, apiKey),
      await guess(other, address, apiKey),
      await guess(other, address, apiKey, apiSecret),
    ];
    await other.stop();
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  it('from all addresses of one IPv6 network is counted together', async () => {
    const network = newAddress().replace('::1', '');
    const addresses = [
      `${network}::1`,
      `${network}:0:0:0:2`,
      `[${network}:ffff:1:2:3]:40123`,
      `${network}::9`,
    ];
    const statuses: number[] = [];
    for (const [index, address] of addresses.entries())
      statuses.push((await guess(strict, address, `ik_network_${index}`)).status);
    const neighbour = await guess(strict, newAddress(), 'ik_network');
    expect({ statuses, neighbour: neighbour.status }).toEqual({
      statuses: [401, 401, 401, 429],
      neighbour: 401,
    });
  });

  it('is stopped per address and per key, while the right secret still passes', async () => {
    const [address, elsewhere, { apiKey, apiSecret }] = [newAddress(), newAddress(), await strict.tenant()];
    await fail(strict, address, apiKey);
    const limited = await guess(strict, address, 'ik_x');
    const answers = [
      await guess(strict, elsewhere, apiKey),
      await guess(strict, elsewhere, 'ik_x'),
      await guess(strict, address, apiKey, apiSecret),
    ];

    expect(limited.status).toBe(429);
    expect(limited.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
    expect(limited.body).toMatchObject({
      success: false,
      error: { code: 'RATE_LIMITED' },
      requestId: 'same',
    });
    expect(answers.map(({ status }) => status)).toEqual([429, 401, 200]);
  });

  it('and requests over a limit are counted for operators, by kind', async () => {
    const before = await scrape(strict);
    const [address, tenant] = [newAddress(), await strict.tenant({ rateLimit: 1 })];
    await fail(strict, address, tenant.apiKey);
    await guess(strict, address, tenant.apiKey);
    for (let times = 0; times < 3; times += 1) await tenant.sis.get('');
    const now = await scrape(strict);
    const growth = (kind: string): number =>
      now.value('rate_limited_total', { kind }) - before.value('rate_limited_total', { kind });

    expect({ authentication: growth('authentication'), tenant: growth('tenant') }).toEqual({
      authentication: 1,
      tenant: 2,
    });
  });

  it('that is stopped at one instance is stopped at all others', async () => {
    const other = await TestService.start(STRICT);
    const [address, apiKey] = [newAddress(), `ik_${randomBytes(8).toString('hex')}`];
    await fail(strict, address, apiKey);
    const failures = other.app.get(AuthFailures);
    const outcomes = await Promise.allSettled([
      failures.record(address, 'ik_y'),
      failures.record(newAddress(), apiKey),
    ]);
    await other.stop();

    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'RATE_LIMITED' } },
      { status: 'rejected', reason: { code: 'RATE_LIMITED' } },
    ]);
  });
});

describe('requests a minute', () => {
  it('are not limited unless the credential says so', async () => {
    const { sis } = await service.tenant();
    const { headers } = await sis.get('');
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('are counted nowhere for credentials without a limit, and once for those with one', async () => {
    const [free, limited] = [await service.tenant(), await service.tenant({ rateLimit: 5 })];
    const count = jest.spyOn(service.app.get<WindowStore>(WINDOW_STORE), 'take');
    const [one, other] = [await free.sis.get('/users/S-1'), await limited.sis.get('/users/S-1')];

    expect({ one: one.status, other: other.status }).toEqual({ one: 404, other: 404 });
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('are counted down on every answer and refused when they are used up', async () => {
    const { sis } = await service.tenant({ rateLimit: 3 });
    const answers = [
      await sis.get(''),
      await sis.post('/users', person({ accountType: 'Alien' })),
      await sis.get('/no/such/address'),
      await sis.get(''),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('RateLimit-Limit'))).toEqual(['3', '3', '3', '3']);
    expect(answers.map(({ headers }) => headers.get('RateLimit-Remaining'))).toEqual(['2', '1', '0', '0']);
    for (const { headers } of answers) expect(headers.get('RateLimit-Reset')).toMatch(/^[1-9]\d?$/);
    expect(answers[3]?.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
    expect(answers[3]?.body.error).toEqual({ code: 'RATE_LIMITED' });
  });

  it('of one credential leave those of another alone, however many are refused', async () => {
    const greedy = await service.tenant({ rateLimit: 5 });
    const modest = await service.anotherCaller(greedy, { rateLimit: 20 });
    const unlimited = await service.anotherCaller(greedy);
    const first = await hammer([service.baseUrl], greedy, 60);
    const second = await hammer([service.baseUrl], modest, 60);

    expect(first).toMatchObject({ passed: 5, limited: 55, remaining: countdownFrom(5) });
    expect(second).toMatchObject({ passed: 20, limited: 40, remaining: countdownFrom(20) });
    expect((await unlimited.sis.get('')).headers.get('RateLimit-Limit')).toBeNull();
  });

  it('of a tenant count for all its credentials together, beside those of each, and no refused one', async () => {
    const greedy = await service.tenant({ rateLimit: 5 });
    const modest = await service.anotherCaller(greedy, { rateLimit: 20 });
    const unlimited = await service.anotherCaller(greedy);
    const other = await service.tenant();
    await limitTenant(greedy, 30);
    const outcomes = [];
    for (const caller of [greedy, modest, unlimited, other])
      outcomes.push(await hammer([service.baseUrl], caller, 60));

    expect(outcomes.map(({ passed, limited }) => [passed, limited])).toEqual([
      [5, 55],
      [20, 40],
      [5, 55],
      [60, 0],
    ]);
    expect((await modest.sis.get('')).status).toBe(429);
  });

  it('that the tenant refuses are not counted for the credential', async () => {
    const busy = await service.tenant();
    const modest = await service.anotherCaller(busy, { rateLimit: 4 });
    await limitTenant(busy, 2);
    await hammer([service.baseUrl], busy, 2);
    const refused = await hammer([service.baseUrl], modest, 10);
    await limitTenant(busy, 3);
    const { passed, limited } = await hammer([service.baseUrl], modest, 10);
    await limitTenant(busy, null);
    const rest = await hammer([service.baseUrl], modest, 10);

    expect({
      refusedPassed: refused.passed,
      passed,
      limited,
      restPassed: rest.passed,
      remaining: rest.remaining,
    }).toEqual({ refusedPassed: 0, passed: 1, limited: 9, restPassed: 3, remaining: [2, 1, 0] });
  });

  it('show the limit that leaves fewer requests', async () => {
    const tenant = await service.tenant({ rateLimit: 3 });
    const other = await service.anotherCaller(tenant);
    await limitTenant(tenant, 4);
    const shown = async ({ sis }: TestTenant): Promise<unknown[]> => {
      const { status, headers } = await sis.get('');
      return [status, headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')];
    };

    expect(await shown(tenant)).toEqual([200, '3', '2']);
    expect(await shown(other)).toEqual([200, '4', '2']);
    expect(await shown(other)).toEqual([200, '4', '1']);
    expect(await shown(tenant)).toEqual([200, '4', '0']);
    expect(await shown(tenant)).toEqual([429, '4', '0']);
  });

  it('of a rotated key and its successor are two, as they are two credentials', async () => {
    const old = await service.tenant({ rateLimit: 1 });
    const credentials = service.app.get(CredentialsService);
    const scope = await service.app.get(TenancyService).scopeOfKey(old.apiKey);
    const { credential, apiSecret } = await credentials.rotate(scope, old.apiKey, 1);
    const outcomes = [
      await hammer([service.baseUrl], old, 3),
      await hammer([service.baseUrl], { apiKey: credential.apiKey, apiSecret }, 3),
    ];
    expect(outcomes.map(({ passed }) => passed)).toEqual([1, 1]);
  });

  it('begin anew when the minute is over, and when the clock of the database was set back', async () => {
    const { sis } = await service.tenant({ rateLimit: 9 });
    const remainingAfter = async (): Promise<[string | null, boolean]> => {
      const { headers } = await sis.get('');
      return [headers.get('RateLimit-Remaining'), Number(headers.get('RateLimit-Reset')) <= 60];
    };
    const move = (ms: number): Promise<unknown> =>
      service.query('UPDATE `rate_windows` SET `endsAt` = `endsAt` + ?', [ms]);

    const before = [await remainingAfter(), await remainingAfter()];
    await move(-60_000);
    const over = [await remainingAfter(), await remainingAfter()];
    await move(3_600_000);
    const setBack = [await remainingAfter(), await remainingAfter()];

    const fromNine = [
      ['8', true],
      ['7', true],
    ];
    expect({ before, over, setBack }).toEqual({ before: fromNine, over: fromNine, setBack: fromNine });
  });

  it('are 503 while the database that counts them is away, and no count is lost', async () => {
    const proxy = await DatabaseProxy.start(process.env['DATABASE_URL'] ?? '');
    const apart = await TestService.start({ DATABASE_URL: proxy.url });
    const { sis } = await apart.tenant({ rateLimit: 3 });
    await sis.get('');
    await proxy.cut();
    const away = await sis.get('');
    await proxy.restore();
    const back = await sis.get('');
    await apart.stop();
    await proxy.cut();

    expect(away).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
    expect({ status: back.status, remaining: back.headers.get('RateLimit-Remaining') }).toEqual({
      status: 200,
      remaining: '1',
    });
  });
});

describe('the sweep', () => {
  it('forgets windows that ended a while ago, and no others', async () => {
    const database = service.app.get(DataSource);
    await service.run('rate-windows-sweep');
    for (const [name, endsAt] of [
      ['old', Date.now() - 120_000],
      ['ended just now', Date.now() - 10_000],
      ['open', Date.now() + 50_000],
    ] as const)
      await database.query(
        'INSERT INTO `rate_windows` (`subject`, `count`, `endsAt`) VALUES (UNHEX(SHA2(?, 256)), 1, ?)',
        [name, endsAt],
      );

    await service.run('rate-windows-sweep');
    const isLeft = async (name: string): Promise<boolean> => {
      const sql = 'SELECT 1 FROM `rate_windows` WHERE `subject` = UNHEX(SHA2(?, 256))';
      return (await database.query<unknown[]>(sql, [name])).length > 0;
    };
    expect(await isLeft('old')).toBe(false);
    expect(await isLeft('ended just now')).toBe(true);
    expect(await isLeft('open')).toBe(true);
  });
});
