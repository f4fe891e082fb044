import { FeedService } from '../../src/change-feed/feed.service.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { refusalOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPassIn } from '../support/clock.js';
import { readFeed } from '../support/feed-reader.js';
import { LossWatch } from '../support/loss-watch.js';
import { TestService, type TestTenant } from '../support/service.js';
import { Tester, type TestSandbox } from '../sandbox/support.js';

const DAY_MS = 86_400_000;
const service = await TestService.ofWorker();
const watch = new LossWatch(service);

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const staffId = (sis: ApiClient): Promise<string> => storedId({ sis }, person({ accountType: 'Staff' }));

async function outcome(sis: ApiClient, after: string): Promise<unknown[]> {
  return refusalOf(await sis.get(`/events?after=${after}`)).slice(0, 2);
}

/** Deletes the last event, as a database that has lost it. */
async function loseLast(tenantId: string): Promise<void> {
  const sql = 'DELETE FROM `change_events` WHERE `tenantId` = ? ORDER BY `stamp` DESC LIMIT 1';
  await service.query(sql, [tenantId]);
}

async function isRefused(tenantId: string): Promise<boolean> {
  const rows: unknown[] = await service.query('SELECT 1 FROM `lost_stamps` WHERE `tenantId` = ?', [tenantId]);
  return rows.length > 0;
}

async function aSandbox(): Promise<{ tester: Tester; sandbox: TestSandbox; sis: ApiClient }> {
  const tester = await Tester.at(service);
  const sandbox = await tester.make({ seed: 'empty' });
  return { tester, sandbox, sis: sandbox.as('integration') };
}

const GONE = [410, 'CURSOR_EXPIRED'];

describe('a place behind an event that the database has lost', () => {
  it('refuses stamps of universities since the event before, once, however many readers show it', async () => {
    await staffId(tenant.sis);
    const [kept] = (await readFeed(tenant.sis, { after: 'earliest' })).events;
    await staffId(tenant.sis);
    const { nextAfter } = await readFeed(tenant.sis);
    await loseLast(tenant.tenantId);
    // What is found of one time adds to one row.
    await service.query('DELETE FROM `commit_losses`');
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(tenant.sis, nextAfter)));
    expect(answers).toEqual(answers.map(() => GONE));
    const found = await watch.losses();
    expect(found).toHaveLength(1);
    expect(found[0]?.firstAt.getTime()).toBe(Number(kept?.sequence.slice(0, 13)) + 1);
    expect(await isRefused(tenant.tenantId)).toBe(true);
  });

  it('refuses places before it, too, and the copy that begins anew is followed', async () => {
    await staffId(tenant.sis);
    const { nextAfter } = await readFeed(tenant.sis, { after: 'earliest' });
    await staffId(tenant.sis);
    const { nextAfter: lost } = await readFeed(tenant.sis);
    await loseLast(tenant.tenantId);
    expect(await outcome(tenant.sis, lost)).toEqual(GONE);
    expect(await outcome(tenant.sis, nextAfter)).toEqual(GONE);
    const anew = [await readFeed(tenant.sis), await readFeed(tenant.sis, { after: 'earliest', limit: 1 })];
    const later = await staffId(tenant.sis);
    for (const place of anew) {
      const { events } = await readFeed(tenant.sis, { after: place.nextAfter });
      expect(events.map(({ subject }) => subject)).toEqual([later]);
    }
  });

  it('in a sandbox concerns no university', async () => {
    const { sandbox, sis } = await aSandbox();
    await staffId(sis);
    const { nextAfter } = await readFeed(sis);
    await loseLast(sandbox.tenantId);
    expect(await outcome(sis, nextAfter)).toEqual(GONE);
    expect(await isRefused(sandbox.tenantId)).toBe(true);
    expect(await isRefused(tenant.tenantId)).toBe(false);
  });
});

describe('is taken for no loss', () => {
  it('that the event is older than what is kept', async () => {
    await staffId(tenant.sis);
    const { nextAfter: before } = await readFeed(tenant.sis);
    await letPassIn(service, tenant, 29 * DAY_MS);
    const { nextAfter } = await readFeed(tenant.sis, { after: before });
    await letPassIn(service, tenant, 2 * DAY_MS);
    await loseLast(tenant.tenantId);
    expect(await outcome(tenant.sis, nextAfter)).toEqual(GONE);
    expect(await isRefused(tenant.tenantId)).toBe(false);
  });

  it('that a sandbox is reset during a call', async () => {
    const { tester, sandbox, sis } = await aSandbox();
    await staffId(sis);
    const { nextAfter } = await readFeed(sis);
    const scope = await service.scope(sandbox);
    await tester.reset(sandbox);
    const answer = service.app.get(FeedService).watch(scope, {}, nextAfter, 1);
    await expect(answer).rejects.toThrow('the sandbox was reset');
    expect(await isRefused(sandbox.tenantId)).toBe(false);
  });
});
