import { person } from '../factories/person.js';
import { aKey } from '../factories/keys.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { letPassIn } from '../support/clock.js';
import { FeedReader, readFeed } from '../support/feed-reader.js';
import { sweepRetention } from '../support/retention.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import type { ReaderDto } from '../../src/admin/readers/readers.dto.js';
import { until } from '../support/until.js';
import { FeedWaiters } from '../../src/change-feed/feed-waiters.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const service = await TestService.ofWorker();
const other = await TestService.start();
const admins = new Administrators(service);

let tenant: TestTenant;
let api: Browser['api'];

afterAll(() => other.stop());

beforeEach(async () => {
  tenant = await service.tenant();
  api = await administration();
});

const aPerson = (): Promise<string> => storedId(tenant, person({ accountType: 'Staff' }));

/** Opens a session, which ends after half a day. The administrator is a new user, so there is an event, too. */
async function administration(): Promise<Browser['api']> {
  return (await admins.open(tenant)).api;
}

async function letDaysPass(ms: number): Promise<void> {
  await letPassIn(service, tenant, ms);
  api = await administration();
}

async function readers(): Promise<ReaderDto[]> {
  await service.settle(tenant);
  await other.settle(tenant);
  const { status, body } = await api.get('/readers');
  expect(status).toBe(200);
  return body.data as unknown as ReaderDto[];
}

async function silent(): Promise<unknown> {
  await service.settle(tenant);
  const { body } = await api.get('/alerts?state=open');
  return (body.data as unknown as { kind: string; facts: string }[])
    .filter(({ kind }) => kind === 'reader_silent')
    .map(({ facts }) => facts);
}

describe('readers', () => {
  it('are the keys that read the feed, each with its label and when it was last seen', async () => {
    expect(await readers()).toEqual([]);
    await readFeed(tenant.sis);
    const { apiKey } = tenant;
    expect(await readers()).toEqual([
      {
        apiKey,
        label: expect.any(String) as unknown,
        lastReadAt: expect.stringMatching(/Z$/) as unknown,
        dailySince: expect.stringMatching(/Z$/) as unknown,
        behindSince: null,
        isSilent: false,
      },
    ]);
  });

  it('are behind since the first event that they were not handed', async () => {
    const reader = await FeedReader.begin(tenant.sis);
    await aPerson();
    await aPerson();
    const { events } = await readFeed(tenant.sis, { after: 'earliest' });
    await readFeed(tenant.sis, { after: reader.place, limit: 1 });
    expect(await readers()).toMatchObject([{ behindSince: events.at(-1)?.time }]);
    await reader.next();
    expect(await readers()).toMatchObject([{ behindSince: null }]);
  });

  it('are behind by the rest of an upload whose events share a row', async () => {
    const reader = await FeedReader.begin(tenant.sis);
    await tenant.sis.bulk(
      '/users/bulk',
      Array.from({ length: 3 }, () => person({ accountType: 'Staff' })),
    );
    await readFeed(tenant.sis, { after: reader.place, limit: 2 });
    const [{ behindSince } = {}] = await readers();
    expect(behindSince).toEqual(expect.any(String));
  });

  it('stand where the later of two readings was, whichever process answered it', async () => {
    const { nextAfter: after } = await readFeed(tenant.sis);
    await aPerson();
    await readFeed(clientsAt(other.baseUrl, tenant).sis, { after });
    expect(await readers()).toMatchObject([{ behindSince: null }]);
    await readFeed(tenant.sis, { after: 'earliest', limit: 1 });
    await aPerson();
    await readFeed(clientsAt(other.baseUrl, tenant).sis, { after });
    await other.settle(tenant);
    await service.settle(tenant);
    expect(await readers()).toMatchObject([{ behindSince: null }]);
  });

  it('who wait were seen when the wait ended', async () => {
    const { nextAfter: after } = await readFeed(tenant.sis);
    const waiting = readFeed(tenant.sis, { after, waitSeconds: 25 });
    await until('the reader waits', () => service.app.get(FeedWaiters).count > 0);
    await aPerson();
    await waiting;
    expect(await readers()).toMatchObject([{ behindSince: null }]);
  });

  it('of one university are not shown to another', async () => {
    await readFeed(tenant.sis);
    await service.settle();
    tenant = await service.tenant();
    api = await administration();
    expect(await readers()).toEqual([]);
  });

  it('are no administrators who watch a page', async () => {
    await api.get('/events');
    expect(await readers()).toEqual([]);
  });

  it('are forgotten when they have not read for as long as events are kept', async () => {
    await readFeed(tenant.sis);
    await letDaysPass(29 * DAY_MS);
    await sweepRetention(service, tenant);
    expect(await readers()).toHaveLength(1);
    await letDaysPass(2 * DAY_MS);
    await sweepRetention(service, tenant);
    expect(await readers()).toEqual([]);
  });
});

describe('a reader that read every day for three days', () => {
  async function readDaily(days: number): Promise<void> {
    for (let day = 0; day <= days; day += 1) {
      if (day > 0) await letDaysPass(DAY_MS);
      await readFeed(tenant.sis);
      await service.settle(tenant);
    }
  }

  it('is silent after the hours that alerts allow, until it reads again', async () => {
    await readDaily(3);
    await letDaysPass(25 * HOUR_MS);
    expect(await silent()).toEqual([]);
    await letDaysPass(2 * HOUR_MS);
    const facts = /^The API key ik_\w+ read the feed of changes every day since .*, and last on .*\.$/;
    expect(await silent()).toEqual([expect.stringMatching(facts)]);
    expect(await readers()).toMatchObject([{ isSilent: true }]);
    await readFeed(tenant.sis);
    await service.settle(tenant);
    await letDaysPass(1000);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([{ isSilent: false }]);
  });

  it('is missed for a week, and not longer', async () => {
    await readDaily(3);
    await letDaysPass(8 * DAY_MS);
    expect(await silent()).toHaveLength(1);
    await letDaysPass(DAY_MS);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([{ isSilent: true }]);
  });

  it('is not missed when it read for less than three days, or with a longer gap', async () => {
    await readDaily(2);
    await letDaysPass(27 * HOUR_MS);
    expect(await silent()).toEqual([]);
    await letDaysPass(10 * HOUR_MS);
    await readDaily(2);
    await letDaysPass(27 * HOUR_MS);
    expect(await silent()).toEqual([]);
  });

  it('is not missed once its key was revoked or rotated', async () => {
    const keys = [];
    for (let made = 0; made < 2; made += 1) keys.push(await aKey(api));
    for (let day = 0; day <= 3; day += 1) {
      if (day > 0) await letDaysPass(DAY_MS);
      for (const key of keys) await readFeed(clientsAt(service.baseUrl, key).sis);
      await service.settle(tenant);
    }
    await letDaysPass(27 * HOUR_MS);
    expect(await silent()).toHaveLength(2);
    await api.post(`/keys/${keys[0]?.apiKey ?? ''}/revoke`, {});
    await api.post(`/keys/${keys[1]?.apiKey ?? ''}/rotate`, { overlapHours: 1 });
    await letDaysPass(1000);
    expect(await silent()).toEqual([]);
  });
});
