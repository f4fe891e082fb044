import { DataSource } from 'typeorm';

import { Authenticator } from '../../../src/tenancy/access/authenticator.js';
import { countdownFrom, hammer } from '../../support/hammer.js';
import { LogLines } from '../../support/log-lines.js';
import { scrape, scrapeOnce } from '../../support/metrics.js';
import { ensureRedis, RedisServer } from '../../support/redis-server.js';
import { TestService, type TestTenant } from '../../support/service.js';

const LIMIT = 25;

const program = await ensureRedis();
// Redis is optional for the service. Where it may not be installed, its tests are skipped with a line on stderr.
const describeWithRedis = program === undefined ? describe.skip : describe;

let redis: RedisServer;
let one: TestService;
let other: TestService;

/** Waits until both instances count in Redis, or until neither does. */
async function whenShared(isShared: 0 | 1): Promise<void> {
  for (const service of [one, other])
    await scrapeOnce(service, (found) => found.value('rate_limit_store_up') === isShared);
}

/** Takes effect at once for these callers; otherwise settings are cached for 5 seconds. */
async function limitTenant(
  tenant: TestTenant,
  rateLimit: number | null,
  ...callers: readonly TestTenant[]
): Promise<void> {
  await one.changeSettings(tenant, { rateLimit });
  for (const service of [one, other])
    for (const { apiKey } of callers) service.app.get(Authenticator).forget(apiKey);
}

describeWithRedis('rate limits in Redis', () => {
  beforeAll(async () => {
    redis = await RedisServer.start(program ?? '');
    [one, other] = [
      await TestService.start({ REDIS_URL: redis.url }),
      await TestService.start({ REDIS_URL: redis.url }),
    ];
  });

  beforeEach(() => whenShared(1));

  afterAll(async () => {
    await one.stop();
    await other.stop();
    await redis.stop();
  });

  const places = (): string[] => [one.baseUrl, other.baseUrl];

  it('let exactly as many requests of all instances through as the limit allows, without the database', async () => {
    const tenant = await one.tenant({ rateLimit: LIMIT });
    const { passed, limited, remaining } = await hammer(places(), tenant, 4 * LIMIT);
    const rows: unknown[] = await one.app
      .get(DataSource)
      .query('SELECT 1 FROM `rate_windows` WHERE `subject` = UNHEX(SHA2(?, 256))', [
        `credential:${tenant.apiKey}`,
      ]);

    expect({ passed, limited }).toEqual({ passed: LIMIT, limited: 3 * LIMIT });
    expect(remaining).toEqual(countdownFrom(LIMIT));
    expect(rows).toEqual([]);
  });

  it('of one key starve no other, and those of the tenant count nothing that is refused', async () => {
    const greedy = await one.tenant({ rateLimit: 5 });
    const modest = await one.anotherCaller(greedy, { rateLimit: 20 });
    const first = await hammer(places(), greedy, 60);
    const second = await hammer(places(), modest, 60);
    await limitTenant(greedy, LIMIT);
    const [third, fourth] = [
      await one.anotherCaller(greedy),
      await one.anotherCaller(greedy, { rateLimit: 5 }),
    ];
    const fifth = await hammer(places(), fourth, 60);
    const both = await Promise.all([third, third].map((caller) => hammer(places(), caller, 60)));

    expect(first).toMatchObject({ passed: 5, limited: 55, remaining: countdownFrom(5) });
    expect(second).toMatchObject({ passed: 20, limited: 40, remaining: countdownFrom(20) });
    expect(fifth).toMatchObject({ passed: 5, limited: 55 });
    expect(both.flatMap(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      countdownFrom(LIMIT - 5),
    );
  });

  it('of the tenant cost a key nothing when they refuse it', async () => {
    const busy = await one.tenant();
    const modest = await one.anotherCaller(busy, { rateLimit: 4 });
    await limitTenant(busy, 2);
    await hammer([one.baseUrl], busy, 2);
    // This instance does not know yet that the tenant's window is full, and asks Redis.
    const refused = await hammer([other.baseUrl], modest, 10);
    await limitTenant(busy, null, modest);
    const { passed, limited, remaining } = await hammer([other.baseUrl], modest, 10);

    expect(refused).toMatchObject({ passed: 0, limited: 10 });
    expect({ passed, limited, remaining }).toEqual({ passed: 4, limited: 6, remaining: countdownFrom(4) });
  });

  it('do not keep a service from starting when Redis is away', async () => {
    await redis.kill();
    const service = await TestService.start({ REDIS_URL: redis.url });
    const tenant = await service.tenant({ rateLimit: LIMIT });
    const { passed } = await hammer([service.baseUrl], tenant, 2 * LIMIT);
    const found = await scrape(service);
    await service.stop();
    await redis.restore();

    expect(passed).toBe(LIMIT);
    expect(found.value('rate_limit_store_up')).toBe(0);
  });

  it('say when the window ends', async () => {
    const tenant = await one.tenant({ rateLimit: 1 });
    const answers = [await tenant.sis.get(''), await tenant.sis.get('')];

    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    for (const { headers } of answers) expect(headers.get('RateLimit-Reset')).toMatch(/^([1-5]?\d|60)$/);
  });

  it('are those of each instance while Redis is away, and of all when it is back', async () => {
    const tenant = await one.tenant({ rateLimit: LIMIT });
    await redis.kill();
    const away = await Promise.all(places().map((place) => hammer([place], tenant, 2 * LIMIT)));
    await whenShared(0);
    await redis.restore();
    await whenShared(1);
    const another = await one.tenant({ rateLimit: LIMIT });
    const back = await hammer(places(), another, 4 * LIMIT);

    expect(away.map(({ passed }) => passed)).toEqual([LIMIT, LIMIT]);
    expect(back).toMatchObject({ passed: LIMIT, limited: 3 * LIMIT });
  });

  it('answer while Redis is frozen, and count in it again when it continues', async () => {
    const [tenant, another] = [
      await one.tenant({ rateLimit: LIMIT }),
      await one.tenant({ rateLimit: LIMIT }),
    ];
    redis.freeze();
    const frozen = await hammer([one.baseUrl], tenant, 2 * LIMIT);
    await scrapeOnce(one, (found) => found.value('rate_limit_store_up') === 0);
    redis.thaw();
    await whenShared(1);
    const back = await hammer(places(), another, 4 * LIMIT);

    expect(frozen).toMatchObject({ passed: LIMIT, limited: LIMIT });
    expect(back).toMatchObject({ passed: LIMIT, limited: 3 * LIMIT });
  });

  it('are reported in the log once when Redis goes and once when it comes, without its address', async () => {
    const service = await TestService.start({ REDIS_URL: redis.url });
    await scrapeOnce(service, (found) => found.value('rate_limit_store_up') === 1);
    const log = new LogLines(service);
    const tenant = await service.tenant({ rateLimit: LIMIT });
    await redis.kill();
    await scrapeOnce(service, (found) => found.value('rate_limit_store_up') === 0);
    await hammer([service.baseUrl], tenant, LIMIT);
    await redis.restore();
    await scrapeOnce(service, (found) => found.value('rate_limit_store_up') === 1);
    const text = await log.read();
    log.close();
    await service.stop();

    expect(text.match(/"msg":"Redis is [a-z]+/g)).toEqual(['"msg":"Redis is away', '"msg":"Redis is back']);
    expect(text).not.toContain(redis.password);
    expect(text).not.toContain(new URL(redis.url).host);
  });
});
