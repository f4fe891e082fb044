import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { ChangeEventsRepository } from '../../src/change-feed/change-events.repository.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { aSubmission } from '../factories/submissions.js';
import type { Row } from '../support/answers.js';
import { FeedReader, readFeed } from '../support/feed-reader.js';
import { aTransactionWaits, daysLater, type Hold, HeldWriters, ORDERS } from '../support/held-writers.js';
import { DeltaReader } from '../support/progress-reader.js';
import { ProgressWriters } from '../support/progress-writers.js';
import { randomFrom } from '../support/random.js';
import { TestService } from '../support/service.js';
import { listAll } from '../support/user-reader.js';

const SEED = Number(process.env['FEED_SEED'] ?? 20_261_129);
const service = await TestService.ofWorker();
const database = service.app.get(DataSource);
const staff = () => person({ accountType: 'Staff' });

describe('a reader misses no event and meets none twice', () => {
  it.each(ORDERS)(
    'of writers held open across reads that commit in the order %i, %i, %i',
    async (...order) => {
      const tenant = await service.tenant();
      const sent = [staff(), staff(), staff()];
      for (const one of sent) await storedId(tenant, one);
      const reader = await FeedReader.begin(tenant.sis);
      const writers = new HeldWriters(service, tenant);
      const held: { hold: Hold; answer: Promise<unknown> }[] = [];
      for (const one of sent) {
        const hold = writers.hold();
        const { sis } = await service.anotherCaller(tenant);
        const answer = sis.post('/users', { ...one, firstName: 'New' });
        await hold.arrived.opened;
        held.push({ hold, answer });
      }
      expect(await reader.next()).toEqual([]);
      const seen: string[] = [];
      for (const index of order) {
        const one = held[index];
        one?.hold.before.open();
        expect(await reader.next()).toEqual([]);
        one?.hold.after.open();
        const { body } = (await one?.answer) as { body: { data: Row } };
        const events = await reader.next();
        expect(events.map(({ subject }) => subject)).toEqual([body.data['id']]);
        seen.push(...events.map(({ sequence }) => sequence));
      }
      expect(seen).toEqual([...seen].sort());
    },
  );

  it('of writers of people, forms and the queue who want to commit while one holds the stamp', async () => {
    const tenant = await service.tenant();
    const first = staff();
    await storedId(tenant, first);
    const reader = await FeedReader.begin(tenant.sis);
    const hold = new HeldWriters(service, tenant).hold();
    const { sis } = await service.anotherCaller(tenant);
    const held = sis.post('/users', { ...first, firstName: 'First' });
    hold.before.open();
    await hold.stamped.opened;
    const waiting = aSubmission(tenant, { status: 'approved' });
    await aTransactionWaits(database);
    expect(await reader.next()).toEqual([]);
    hold.after.open();
    await Promise.all([held, waiting]);
    const [event, ...others] = await reader.next();
    expect(event).toMatchObject({ type: 'user.updated.v1' });
    expect(others.map(({ type }) => type)).toContain('sync.item-changed.v1');
    expect(await reader.next()).toEqual([]);
  });

  it('when the clock of a process steps back', async () => {
    const tenant = await service.tenant();
    const reader = await FeedReader.begin(tenant.sis);
    daysLater(1);
    const first = await storedId(tenant, staff());
    jest.restoreAllMocks();
    expect((await reader.next()).map(({ subject }) => subject)).toEqual([first]);
    const second = await storedId(tenant, staff());
    expect((await reader.next()).map(({ subject }) => subject)).toEqual([second]);
  });

  it('when a statement of the server is killed and answers no rows', async () => {
    const tenant = await service.tenant();
    const reader = await FeedReader.begin(tenant.sis);
    const id = await storedId(tenant, staff());
    jest.spyOn(service.app.get(ChangeEventsRepository), 'after').mockResolvedValueOnce([]);
    expect(await reader.next()).toEqual([]);
    expect(await reader.next()).toMatchObject([{ subject: id }]);
  });

  it('of a transaction that is rolled back there is none', async () => {
    const tenant = await service.tenant();
    const reader = await FeedReader.begin(tenant.sis);
    jest.spyOn(service.app.get(ChangeEventsRepository), 'add').mockRejectedValueOnce(new Error('no room'));
    const sent = staff();
    expect((await tenant.sis.post('/users', sent)).status).toBe(500);
    expect(await reader.next()).toEqual([]);
    const id = await storedId(tenant, sent);
    expect(await reader.next()).toMatchObject([{ subject: id }]);
  });
});

/** The records of a copy, without when they changed and for which day they were worked out. */
function contentsOf({ copy }: DeltaReader): Map<string, string> {
  return new Map(
    [...copy].map(([id, { changedAt: _, ...record }]) => [
      id,
      JSON.stringify(record).replace(/"asOf":"[0-9-]{10}"/, ''),
    ]),
  );
}

describe('a copy', () => {
  it('that begins at the place of now and follows the feed has what the list has, while others write', async () => {
    const tenant = await service.tenant();
    const another = await TestService.start();
    const writers = [service, another].map(async (process, index) => {
      const caller = await process.anotherCaller(tenant, { scopes: ['integration', 'workflow'] });
      return new ProgressWriters(caller, randomFrom(SEED + index), { students: 5, faculty: 4 });
    });
    const [one, other] = await Promise.all(writers);
    await Promise.all([one?.start(), other?.start()]);

    const reader = await FeedReader.begin(tenant.sis);
    const second = await FeedReader.begin(tenant.sis);
    const copied = new Map((await listAll(tenant.sis)).users.map((user) => [user.id, user]));
    const seen: string[] = [];
    const follow = async (): Promise<void> => {
      for (const { subject, type, sequence } of await reader.next({ limit: 7, types: 'user.*' })) {
        seen.push(sequence);
        const { status, body } = await tenant.sis.get(`/users/${subject}`);
        if (status === 200) copied.set(subject, body.data as never);
        else throw new Error(`${type} of ${subject}: ${status}`);
      }
    };
    for (let round = 0; round < 15; round += 1) await Promise.all([one?.write(), other?.write(), follow()]);
    await follow();

    expect(Object.fromEntries(copied)).toEqual(
      Object.fromEntries((await listAll(tenant.sis)).users.map((user) => [user.id, user])),
    );
    expect(seen).toEqual([...new Set(seen)].sort());
    const all = await second.next({ types: 'user.*' });
    expect(all.map(({ sequence }) => sequence)).toEqual(seen);
    await another.stop();
  });

  it('of progress hears of each record that differs, and of no other', async () => {
    const tenant = await service.tenant();
    const caller = await service.anotherCaller(tenant, { scopes: ['integration', 'workflow'] });
    const writers = new ProgressWriters(caller, randomFrom(SEED + 9), { students: 4, faculty: 4 });
    await writers.start();
    const delta = new DeltaReader(tenant.sis, true);
    await delta.sync();
    const reader = await FeedReader.begin(tenant.sis);
    for (let round = 0; round < 40; round += 1) {
      const before = contentsOf(delta);
      await writers.write();
      await delta.sync();
      const after = contentsOf(delta);
      const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
        (id) => before.get(id) !== after.get(id),
      );
      const events = await reader.next({ types: 'progress.*' });
      // Some writes are several requests.
      expect([...new Set(events.map(({ subject }) => subject))].sort()).toEqual(differing.sort());
    }
  });

  it('of which another reader of the same feed sees the same order', async () => {
    const tenant = await service.tenant();
    const sent = Array.from({ length: 6 }, staff);
    const callers = await Promise.all(
      sent.map(async (one) => ({ one, ...(await service.anotherCaller(tenant)) })),
    );
    await Promise.all(callers.map(({ sis, one }) => sis.post('/users', one)));
    const pages = [1, 2, 6].map(async (limit) => {
      const subjects: string[] = [];
      let page = await readFeed(tenant.sis, { after: 'earliest', limit });
      for (subjects.push(...page.events.map(({ subject }) => subject)); page.hasMore;) {
        page = await readFeed(tenant.sis, { after: page.nextAfter, limit });
        subjects.push(...page.events.map(({ subject }) => subject));
      }
      return subjects;
    });
    const [first, ...others] = await Promise.all(pages);
    expect(new Set(first).size).toBe(6);
    for (const other of others) expect(other).toEqual(first);
  });
});
