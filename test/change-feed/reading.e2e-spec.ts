import { DataSource } from 'typeorm';

import { FeedWaiters } from '../../src/change-feed/feed-waiters.js';
import { person } from '../factories/person.js';
import { aStudent, setTitle } from '../factories/progress-people.js';
import { storedId } from '../factories/stored-people.js';
import { aSubmission } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, refusalOf } from '../support/answers.js';
import { letPassIn } from '../support/clock.js';
import { FeedReader, readFeed } from '../support/feed-reader.js';
import { sweepRetention } from '../support/retention.js';
import { keyHeaders, TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { Tester } from '../sandbox/support.js';

const DAY_MS = 86_400_000;
const service = await TestService.ofWorker();
const waiters = service.app.get(FeedWaiters);
const staff = () => person({ accountType: 'Staff' });

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function staffIds(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await storedId(tenant, staff()));
  return ids;
}

describe('a reader', () => {
  it('without a place gets the place of now and nothing else, at once', async () => {
    await staffIds(1);
    const page = await readFeed(tenant.sis, { waitSeconds: 25 });
    expect(page).toEqual({ events: [], count: 0, nextAfter: expect.any(String) as unknown, hasMore: false });
    expect(await readFeed(tenant.sis, { after: page.nextAfter })).toMatchObject({ events: [] });
  });

  it('gets CloudEvents in the order of commits, whatever the size of a page', async () => {
    const ids = await staffIds(3);
    const rows = Array.from({ length: 5 }, staff);
    await tenant.sis.bulk('/users/bulk', rows);
    const all = await readFeed(tenant.sis, { after: 'earliest' });
    expect(all.events.slice(0, 3)).toEqual(
      ids.map((id) => ({
        specversion: '1.0',
        id: expect.stringMatching(/^0-\d{20}$/) as unknown,
        source: `/tenants/${tenant.tenantId}`,
        type: 'user.created.v1',
        subject: id,
        time: expect.stringMatching(/Z$/) as unknown,
        sequence: expect.stringMatching(/^\d{20}$/) as unknown,
        datacontenttype: 'application/json',
        data: { changed: [], run: null, actor: `key:${tenant.apiKey}` },
      })),
    );
    const sequences = all.events.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort());
    expect(all).toMatchObject({ count: 8, hasMore: false });
    for (const limit of [1, 3, 8]) {
      const paged = [];
      let page = await readFeed(tenant.sis, { after: 'earliest', limit });
      for (paged.push(...page.events); page.hasMore; paged.push(...page.events))
        page = await readFeed(tenant.sis, { after: page.nextAfter, limit });
      expect(paged).toEqual(all.events);
    }
  });

  it('gets each event once, where a commit has events of several scopes', async () => {
    for (let made = 0; made < 3; made += 1) await aStudent(tenant);
    const { events: all } = await readFeed(tenant.sis, { after: 'earliest' });
    expect(all).toHaveLength(6);
    const paged = [];
    for (let after = 'earliest', hasMore = true; hasMore;) {
      const page = await readFeed(tenant.sis, { after, limit: 1 });
      paged.push(...page.events);
      ({ nextAfter: after, hasMore } = page);
    }
    expect(paged).toEqual(all);
  });

  it('gets each event of a large upload once', async () => {
    const rows = Array.from({ length: 2500 }, staff);
    const reader = await FeedReader.begin(tenant.sis);
    await tenant.sis.bulk('/users/bulk', rows);
    const events = await reader.next({ limit: 999 });
    expect(new Set(events.map(({ subject }) => subject)).size).toBe(2500);
    expect(events).toHaveLength(2500);
  });

  it('gets the types that it names, or a family of them', async () => {
    await aStudent(tenant);
    await aSubmission(tenant);
    const typesOf = async (types?: string): Promise<string[]> => {
      const { events } = await readFeed(tenant.sis, { after: 'earliest', types });
      return [...new Set(events.map(({ type }) => type))].sort();
    };
    expect(await typesOf()).toEqual([
      'progress.changed.v1',
      'submission.status-changed.v1',
      'user.created.v1',
    ]);
    expect(await typesOf('user.*,submission.status-changed.v1')).toEqual([
      'submission.status-changed.v1',
      'user.created.v1',
    ]);
    expect(await typesOf('user.erased.v1')).toEqual([]);
  });

  it('gets what its scopes allow, and no other tenant’s', async () => {
    await aStudent(tenant);
    const other = await service.tenant();
    const { sis } = await service.anotherCaller(tenant, { scopes: ['progress'] });
    const { events } = await readFeed(sis, { after: 'earliest' });
    expect(events.map(({ type }) => type)).toEqual(['progress.changed.v1']);
    expect((await readFeed(other.sis, { after: 'earliest' })).events).toEqual([]);
    expect(refusalOf(await sis.get('/events?types=user.*'))[1]).toBe('INSUFFICIENT_SCOPE');
    const { sis: none } = await service.anotherCaller(tenant, { scopes: ['sandbox'] });
    const refused = await none.get('/events');
    expect(refusalOf(refused).slice(0, 2)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(refused.body.message).toContain('"users" or "progress" or "sync"');
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['waitSeconds=26', 'waitSeconds'],
    ['waitSeconds=-1', 'waitSeconds'],
    ['types=user.made.v1', 'types'],
    ['types=user', 'types'],
    ['types=', 'types'],
    ['after=', 'after'],
    ['after=now', 'after'],
    ['after=AAAA', 'after'],
    ['since=2026-01-01', 'since'],
  ])('is refused with %s, which is named', async (query, field) => {
    expect(problemsOf(await tenant.sis.get(`/events?${query}`))).toEqual([400, field]);
  });

  it('is refused with the place of another tenant, and with the cursor of a list', async () => {
    const other = await service.tenant();
    const { nextAfter } = await readFeed(other.sis);
    await staffIds(2);
    const { nextCursor } = (await tenant.sis.get('/users?limit=1')).body.meta;
    for (const after of [nextAfter, String(nextCursor)])
      expect(problemsOf(await tenant.sis.get(`/events?after=${after}`))).toEqual([400, 'after']);
  });
});

describe('a reader who waits', () => {
  const waits = (): Promise<void> => until('a reader waits', () => waiters.count > 0);

  it('is answered when something of its types is committed, and not by other types before', async () => {
    const studentId = await aStudent(tenant);
    const reader = await FeedReader.begin(tenant.sis);
    const caller = await service.anotherCaller(tenant, { scopes: ['integration', 'workflow'] });
    const answer = reader.next({ waitSeconds: 25, types: 'user.*' });
    await waits();
    await setTitle(caller, studentId);
    const id = await storedId(caller, staff());
    // The second commit may come while the reader rests from the first one.
    await service.run('waiting-readers');
    expect(await answer).toMatchObject([{ type: 'user.created.v1', subject: id }]);
  });

  it('is answered when another process has committed it', async () => {
    const another = await TestService.start();
    const caller = await another.anotherCaller(tenant);
    await storedId(caller, staff());
    const reader = await FeedReader.begin(tenant.sis);
    const answer = reader.next({ waitSeconds: 25 });
    await waits();
    // Until now it was not known which stamp was the last.
    await service.run('waiting-readers');
    const id = await storedId(caller, staff());
    await service.run('waiting-readers');
    expect(await answer).toMatchObject([{ subject: id }]);
    await another.stop();
  });

  it('is forgotten when it hangs up', async () => {
    const { nextAfter } = await readFeed(tenant.sis);
    const stop = new AbortController();
    const url = `${service.baseUrl}/api/v1/integration/events?waitSeconds=25&after=${nextAfter}`;
    const answer = fetch(url, { headers: keyHeaders(tenant), signal: stop.signal }).catch(() => 'ended');
    await waits();
    stop.abort();
    expect(await answer).toBe('ended');
    await until('no reader waits', () => waiters.count === 0);
  });

  it('is answered with nothing when its process ends', async () => {
    const another = await TestService.start();
    const { sis } = await another.anotherCaller(tenant);
    const { nextAfter } = await readFeed(sis);
    const answer = readFeed(sis, { after: nextAfter, waitSeconds: 25 });
    await until('a reader waits', () => another.app.get(FeedWaiters).count > 0);
    const ended = another.app.close();
    expect(await answer).toMatchObject({ events: [], hasMore: false });
    await ended;
  });

  it('is answered with nothing when its time is over', async () => {
    const reader = await FeedReader.begin(tenant.sis);
    expect(await reader.next({ waitSeconds: 1 })).toEqual([]);
    expect(waiters.count).toBe(0);
  });

  it('is refused when its key is revoked meanwhile', async () => {
    const { api } = await new Administrators(service).open(tenant);
    const { nextAfter } = await readFeed(tenant.sis);
    const answer = tenant.sis.get(`/events?waitSeconds=25&after=${nextAfter}`);
    await waits();
    await api.post(`/keys/${tenant.apiKey}/revoke`, {});
    expect((await answer).status).toBe(401);
  });
});

describe('events that are old', () => {
  const gone = [410, 'CURSOR_EXPIRED'];
  const outcome = async (after: string): Promise<unknown[]> =>
    refusalOf(await tenant.sis.get(`/events?after=${after}`)).slice(0, 2);

  it('are kept no longer than the setting says, and a reader behind them is shown how to begin again', async () => {
    const { nextAfter: before } = await readFeed(tenant.sis);
    await staffIds(2);
    await letPassIn(service, tenant, 31 * DAY_MS);
    const { nextAfter: behind } = await readFeed(tenant.sis);
    expect(await outcome(before)).toEqual(gone);
    expect((await tenant.sis.get(`/events?after=${before}`)).body.message).toContain('Begin again');
    const [id] = await staffIds(1);
    for (const after of [behind, 'earliest'])
      expect((await readFeed(tenant.sis, { after })).events).toMatchObject([{ subject: id }]);
  });

  it('that the sweep has removed are not passed over when they are to be kept longer later', async () => {
    const { nextAfter: before } = await readFeed(tenant.sis);
    await staffIds(3);
    await letPassIn(service, tenant, 31 * DAY_MS);
    const { nextAfter: behind } = await readFeed(tenant.sis);
    const [id] = await staffIds(1);
    expect(await sweepRetention(service, tenant, { isDryRun: true })).toMatchObject({ events: 3 });
    expect(await sweepRetention(service, tenant)).toMatchObject({ events: 3 });
    expect(await sweepRetention(service, tenant)).toMatchObject({ events: 0 });
    const sql = 'SELECT COUNT(*) AS `rows` FROM `change_events` WHERE `tenantId` = ?';
    const [{ rows } = {}] = await service.app
      .get(DataSource)
      .query<{ rows?: unknown }[]>(sql, [tenant.tenantId]);
    expect(Number(rows)).toBe(2);
    await service.changeSettings(tenant, { retention: { eventDays: 365 } });
    expect(await outcome(before)).toEqual(gone);
    for (const after of [behind, 'earliest'])
      expect((await readFeed(tenant.sis, { after })).events).toMatchObject([{ subject: id }]);
  });

  it('do not end a reader who calls now and then, however long nothing happens', async () => {
    const reader = await FeedReader.begin(tenant.sis);
    await staffIds(1);
    await reader.next();
    for (let month = 0; month < 2; month += 1) {
      await letPassIn(service, tenant, 29 * DAY_MS);
      expect(await reader.next()).toEqual([]);
    }
    await sweepRetention(service, tenant);
    const [id] = await staffIds(1);
    expect(await reader.next()).toMatchObject([{ subject: id }]);
    const { place } = reader;
    await letPassIn(service, tenant, 31 * DAY_MS);
    expect(await outcome(place)).toEqual(gone);
  });

  it('that were kept when a walk of all began stay in it until the sweep removes them', async () => {
    const ids = await staffIds(3);
    await letPassIn(service, tenant, 30 * DAY_MS - 60_000);
    const first = await readFeed(tenant.sis, { after: 'earliest', limit: 1 });
    await letPassIn(service, tenant, 120_000);
    const rest = await readFeed(tenant.sis, { after: first.nextAfter });
    expect([...first.events, ...rest.events].map(({ subject }) => subject)).toEqual(ids);
    await sweepRetention(service, tenant);
    expect(await outcome(first.nextAfter)).toEqual(gone);
  });
});

describe('a sandbox', () => {
  it('that is reset refuses a reader who waits', async () => {
    const tester = await Tester.at(service);
    const sandbox = await tester.make({ seed: 'empty' });
    const sis = sandbox.as('integration');
    const { nextAfter } = await readFeed(sis);
    const answer = sis.get(`/events?waitSeconds=25&after=${nextAfter}`);
    await until('a reader waits', () => waiters.count > 0);
    await tester.reset(sandbox);
    await service.run('waiting-readers');
    expect(refusalOf(await answer).slice(0, 2)).toEqual([410, 'CURSOR_EXPIRED']);
  });

  it('begins with its administrator alone, and a reset restarts its feed', async () => {
    const tester = await Tester.at(service);
    const sandbox = await tester.make({ seed: 'demo' });
    const sis = sandbox.as('integration');
    const { events } = await readFeed(sis, { after: 'earliest' });
    expect(events).toMatchObject([{ type: 'user.created.v1', data: { actor: 'sandbox' } }]);
    const { nextAfter } = await readFeed(sis);
    await tester.reset(sandbox);
    expect(refusalOf(await sis.get(`/events?after=${nextAfter}`)).slice(0, 2)).toEqual([
      410,
      'CURSOR_EXPIRED',
    ]);
    const id = await storedId({ sis }, staff());
    const since = (await readFeed(sis, { after: 'earliest' })).events;
    expect(since).toMatchObject([{ data: { actor: 'sandbox' } }, { subject: id }]);
    expect(since.map(({ id: [resets] }) => resets)).toEqual(['1', '1']);
  });
});
