import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { FeedReadersRepository } from '../../src/change-feed/readers/feed-readers.repository.js';
import { changeAsAdministrator } from '../factories/claims.js';
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
        state: 'reading',
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

  it('are not behind by events of scopes for which they did not ask', async () => {
    const key = await aKey(api, { scopes: ['users', 'progress'] });
    const { sis } = clientsAt(service.baseUrl, key);
    await readFeed(sis, { types: 'progress.*' });
    await aPerson();
    expect(await readers()).toMatchObject([{ behindSince: null }]);
    await storedId(tenant, person());
    expect(await readers()).toMatchObject([{ behindSince: expect.any(String) as unknown }]);
  });

  it('are away when they have not read for 36 hours, and were not expected', async () => {
    await readFeed(tenant.sis);
    await letDaysPass(35 * HOUR_MS);
    expect(await readers()).toMatchObject([{ state: 'reading' }]);
    await letDaysPass(2 * HOUR_MS);
    expect(await readers()).toMatchObject([{ state: 'away' }]);
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
  async function readDaily(days: number, key = tenant.sis): Promise<void> {
    for (let day = 0; day <= days; day += 1) {
      if (day > 0) await letDaysPass(DAY_MS);
      await readFeed(key);
      await service.settle(tenant);
    }
  }

  it('is silent after the hours that alerts allow, until it reads again', async () => {
    await readDaily(3);
    await letDaysPass(25 * HOUR_MS);
    expect(await silent()).toEqual([]);
    await letDaysPass(2 * HOUR_MS);
    const facts =
      /^The API key “.+” \(ik_\w+\) read the feed of changes every day since .*, and last on .*\.$/;
    expect(await silent()).toEqual([expect.stringMatching(facts)]);
    expect(await readers()).toMatchObject([{ state: 'silent' }]);
    await readFeed(tenant.sis);
    await service.settle(tenant);
    await letDaysPass(1000);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([{ state: 'reading' }]);
  });

  it('is missed for a week, and not longer', async () => {
    await readDaily(3);
    await letDaysPass(8 * DAY_MS);
    expect(await silent()).toHaveLength(1);
    await letDaysPass(DAY_MS);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([{ state: 'silent' }]);
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

  it('is missed in this way where events are kept for a day', async () => {
    await changeAsAdministrator(service, tenant, { retention: { eventDays: 1 } });
    await readDaily(3);
    await letDaysPass(2 * DAY_MS);
    await sweepRetention(service, tenant);
    expect(await silent()).toHaveLength(1);
    expect(await readers()).toEqual([]);
  });

  it('is not missed once its key was revoked', async () => {
    const key = await aKey(api);
    await readDaily(3, clientsAt(service.baseUrl, key).sis);
    await letDaysPass(27 * HOUR_MS);
    expect(await silent()).toHaveLength(1);
    await api.post(`/keys/${key.apiKey}/revoke`, {});
    await letDaysPass(1000);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([{ apiKey: key.apiKey, state: 'ended' }]);
  });

  it('is missed after a rotation until the successor of its key reads', async () => {
    const key = await aKey(api);
    await readDaily(3, clientsAt(service.baseUrl, key).sis);
    const rotated = (await api.post(`/keys/${key.apiKey}/rotate`, { overlapHours: 1 })).body.data;
    await letDaysPass(27 * HOUR_MS);
    const facts = `Its successor, the API key “SIS” (${String(rotated['apiKey'])}), has not read it.`;
    expect(await silent()).toEqual([expect.stringContaining(facts)]);
    expect(await readers()).toMatchObject([{ apiKey: key.apiKey, state: 'silent' }]);
    await readFeed(clientsAt(service.baseUrl, rotated).sis);
    await service.settle(tenant);
    await letDaysPass(1000);
    expect(await silent()).toEqual([]);
    expect(await readers()).toMatchObject([
      { apiKey: rotated['apiKey'], state: 'reading' },
      { apiKey: key.apiKey, state: 'ended' },
    ]);
  });
});

it('a reading of before a reset, which comes late, replaces none of after it', async () => {
  const { tenantId, apiKey } = tenant;
  const at = new Date('2026-11-01T00:00:00Z');
  const save = (resets: number, stamp: number, lastReadAt: Date): Promise<void> =>
    service.app.get(UnitOfWork).run((transaction) =>
      service.app.get(FeedReadersRepository).save(transaction, [
        {
          tenantId,
          apiKey,
          lastReadAt,
          dailySince: lastReadAt,
          scopes: 'users',
          resets,
          stamp,
          ordinal: 1,
        },
      ]),
    );
  const stored = (): Promise<unknown> =>
    service.query(
      'SELECT `resets`, `stamp`, `lastReadAt`, `dailySince` FROM `feed_readers` WHERE `apiKey` = ?',
      [apiKey],
    );
  await save(1, 5, at);
  await save(0, 9, new Date(at.getTime() + 10 * DAY_MS));
  expect(await stored()).toEqual([{ resets: 1, stamp: 5, lastReadAt: at, dailySince: at }]);
  const before = new Date(at.getTime() - DAY_MS);
  await save(2, 3, before);
  expect(await stored()).toEqual([{ resets: 2, stamp: 3, lastReadAt: before, dailySince: before }]);
});
