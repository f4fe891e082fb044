import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { UserExportRepository } from '../../src/users/export/user-export.repository.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { beginErasure } from '../support/erasures.js';
import { Administrators } from '../support/administrators.js';
import { ProgressWriters } from '../support/progress-writers.js';
import { randomFrom } from '../support/random.js';
import { aTransactionWaits, daysLater, HeldWriters, ORDERS } from '../support/held-writers.js';
import { TestService, type TestTenant } from '../support/service.js';
import { byId, idsOf, listAll, listPage, UserReader } from '../support/user-reader.js';

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);

async function expectCopyToBeComplete(reader: UserReader, { sis }: TestTenant): Promise<void> {
  expect(byId(reader.copy.values())).toEqual(byId((await listAll(sis)).users));
}

async function people(tenant: TestTenant, count: number): Promise<{ id: string; sent: Row }[]> {
  const all: { id: string; sent: Row }[] = [];
  for (let made = 0; made < count; made += 1) {
    // Staff have no record of progress, which would take a stamp of its own.
    const sent = person({ accountType: 'Staff' });
    all.push({ id: await storedId(tenant, sent), sent });
  }
  return all;
}

function rename({ sis }: TestTenant, sent: Row, firstName: string): Promise<{ status: number }> {
  return sis.post('/users', { ...sent, firstName });
}

describe('a reader of changes misses none', () => {
  it.each(ORDERS)(
    'of writers held open across reads that commit in the order %i, %i, %i',
    async (...order) => {
      const tenant = await service.tenant();
      const all = await people(tenant, 3);
      const reader = new UserReader(tenant.sis);
      await reader.sync();
      const writers = new HeldWriters(service, tenant);
      const held = [];
      for (const { id, sent } of all) {
        const gates = writers.hold();
        const caller = await service.anotherCaller(tenant);
        const answer = rename(caller, sent, `new-${id}`);
        await gates.arrived.opened;
        held.push({ ...gates, id, answer });
      }

      expect(await reader.sync()).toEqual([]);
      for (const index of order) {
        const one = held[index];
        one?.before.open();
        expect(await reader.sync()).toEqual([]);
        one?.after.open();
        await one?.answer;
        expect(idsOf(await reader.sync())).toEqual([one?.id]);
      }

      expect(await reader.sync()).toEqual([]);
      await expectCopyToBeComplete(reader, tenant);
      for (const [id, { firstName }] of reader.copy) expect(firstName).toBe(`new-${id}`);
    },
  );

  it('of writers who want to commit while another one holds the stamp', async () => {
    const tenant = await service.tenant();
    const [first, ...others] = await people(tenant, 3);
    const reader = new UserReader(tenant.sis);
    await reader.sync();
    const hold = new HeldWriters(service, tenant).hold();
    const held = rename(await service.anotherCaller(tenant), first?.sent ?? {}, 'First');
    hold.before.open();
    await hold.stamped.opened;
    const later = await service.anotherCaller(tenant);
    const waiting = others.map(({ sent }) => rename(later, sent, 'Later'));
    await Promise.race([...waiting, aTransactionWaits(database)]);
    const seen = await reader.sync();
    hold.after.open();
    await Promise.all([held, ...waiting]);
    seen.push(...(await reader.sync()));

    expect(seen[0]?.id).toBe(first?.id);
    expect(idsOf(seen).sort()).toEqual([first, ...others].map((one) => one?.id).sort());
    await expectCopyToBeComplete(reader, tenant);
  });

  it('of a new person, a change of status and an erasure', async () => {
    const tenant = await service.tenant();
    const [ann, ben] = await people(tenant, 2);
    const { api } = await new Administrators(service).open(tenant);
    const reader = new UserReader(tenant.sis);
    await reader.sync();
    const [newcomer] = await people(tenant, 1);
    await tenant.sis.patch(`/users/${ann?.id ?? ''}`);
    await beginErasure(api, ben?.id ?? '');
    expect(idsOf(await reader.sync())).toEqual([newcomer?.id, ann?.id, ben?.id]);
    await expectCopyToBeComplete(reader, tenant);
  });

  it('after a writer that took a stamp gave up', async () => {
    const tenant = await service.tenant();
    const [one, other] = await people(tenant, 2);
    const reader = new UserReader(tenant.sis);
    await reader.sync();
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    const { tenantId } = tenant;
    await runner.query('UPDATE `progress_stamps` SET `last` = `last` + 1000 WHERE `tenantId` = ?', [
      tenantId,
    ]);
    await runner.query(
      'UPDATE `users` SET `changedAt` = `changedAt` + 1000 WHERE `tenantId` = ? AND `id` = ?',
      [tenantId, one?.id],
    );
    const waiting = rename(tenant, other?.sent ?? {}, 'Zoe');
    expect(await reader.sync()).toEqual([]);
    await runner.rollbackTransaction();
    await runner.release();
    await waiting;
    expect(idsOf(await reader.sync())).toEqual([other?.id]);
    await expectCopyToBeComplete(reader, tenant);
  });

  it('when the clock of the service was set back', async () => {
    const tenant = await service.tenant();
    const all = await people(tenant, 2);
    const reader = new UserReader(tenant.sis);
    await reader.sync();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now - 3_600_000);
    for (const { id, sent } of all) {
      await rename(tenant, sent, 'Zoe');
      expect(idsOf(await reader.sync())).toEqual([id]);
    }
    await expectCopyToBeComplete(reader, tenant);
  });

  it('of a person who gets a number while it is looked up', async () => {
    const tenant = await service.tenant();
    const users = service.app.get(UserExportRepository);
    const last = users.lastStamp.bind(users);
    let id = '';
    jest.spyOn(users, 'lastStamp').mockImplementationOnce(async (...given) => {
      id = await storedId(tenant, person({ externalId: 'S-77' }));
      return last(...given);
    });
    expect(idsOf((await listPage(tenant.sis, { externalId: 'S-77' })).users)).toEqual([id]);
  });

  it('when the server answers a killed statement with no rows and no error', async () => {
    const tenant = await service.tenant();
    const [ann] = await people(tenant, 1);
    const reader = new UserReader(tenant.sis);
    await reader.sync();
    await rename(tenant, ann?.sent ?? {}, 'Zoe');
    const query = database.manager.query.bind(database.manager);
    let killed = 0;
    jest.spyOn(database.manager, 'query').mockImplementation((sql, values) => {
      if (!sql.includes('u.`changedAt` <= ?')) return query(sql, values);
      killed += 1;
      return Promise.resolve([]);
    });
    await reader.sync();
    jest.restoreAllMocks();
    expect(killed).toBe(1);
    await expectCopyToBeComplete(reader, tenant);
  });
});

describe('copies that two readers keep', () => {
  it.each([1, 2, 3])('beside random writers of two callers are complete, seed %i', async (seed) => {
    const tenant = await service.tenant();
    const random = randomFrom(seed);
    const writers = new ProgressWriters(tenant, random, { students: 12, faculty: 4 });
    await writers.start();
    const readers = [new UserReader(tenant.sis), new UserReader((await service.anotherCaller(tenant)).sis)];
    for (let round = 0; round < 15; round += 1)
      await Promise.all([
        ...Array.from({ length: 4 }, () => writers.write()),
        ...readers.map((reader, place) => reader.sync(3 + 4 * place)),
      ]);
    for (const reader of readers) {
      await reader.sync();
      await expectCopyToBeComplete(reader, tenant);
    }
    expect(writers.unexpected).toEqual([]);
  });
});

describe('a walk while people change', () => {
  it.each([1, 2, 3])('yields every person of its start once, %i at a time', async (limit) => {
    const tenant = await service.tenant();
    const all = await people(tenant, 6);
    const atStart = all.map(({ id }) => id);
    const [passed, , , middle, , last] = all;
    const changed = new Set<string>();
    const change = async (one: (typeof all)[number] | undefined, name: string): Promise<void> => {
      await rename(tenant, one?.sent ?? {}, name);
      changed.add(one?.id ?? '');
    };

    const walk = await listAll(tenant.sis, { limit }, async (page) => {
      await change(passed, `passed-${page}`);
      await change(last, `last-${page}`);
      await change(middle, `middle-${page}`);
      changed.add((await people(tenant, 1))[0]?.id ?? '');
    });

    expect(idsOf(walk.users)).toEqual(atStart);
    expect(walk.pages).toBe(Math.ceil(atStart.length / limit));
    expect(walk.users.at(-1)?.firstName).toBe(`last-${walk.pages - 1}`);
    const delta = await listAll(tenant.sis, { since: walk.nextSince, limit });
    expect(idsOf(delta.users).sort()).toEqual([...changed].sort());
    const copy = byId([...walk.users, ...delta.users]);
    expect(copy).toEqual(byId((await listAll(tenant.sis)).users));
  });

  it('continues for two days after a change, and as long as nothing changes', async () => {
    const tenant = await service.tenant();
    const [, two, three] = await people(tenant, 3);
    daysLater(5);
    const first = await listPage(tenant.sis, { limit: 1 });
    await rename(tenant, three?.sent ?? {}, 'Zoe');
    const second = await listPage(tenant.sis, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(idsOf(second.users)).toEqual([two?.id]);
    daysLater(2.1);
    const { status, body } = await tenant.sis.get(`/users?limit=1&cursor=${second.nextCursor ?? ''}`);
    expect({ status, field: body.error.details?.[0]?.field }).toEqual({ status: 400, field: 'cursor' });
  });

  it('needs no place that was left more than two days ago, and those are deleted', async () => {
    const tenant = await service.tenant();
    const [one] = await people(tenant, 1);
    await rename(tenant, one?.sent ?? {}, 'Zoe');
    const places = (): Promise<Row[]> =>
      service.query('SELECT `userId` FROM `user_places` WHERE `tenantId` = ?', [tenant.tenantId]);
    for (const [days, kept] of [
      [2, 1],
      [0.1, 0],
    ] as const) {
      daysLater(days);
      await service.run('user-places-forget');
      expect({ days, kept: (await places()).length }).toEqual({ days, kept });
    }
  });
});
