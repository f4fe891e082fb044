import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { ExportRepository } from '../../src/progress/export/export.repository.js';
import { DocumentsRepository } from '../../src/progress/documents.repository.js';
import {
  aProfessor,
  aStudent,
  formCommittee,
  putCommittee,
  seat,
  setTitle,
  someStudents,
} from '../factories/progress-people.js';
import { aTransactionWaits, daysLater, Hold, ORDERS } from '../support/held-writers.js';
import { byStudent, DeltaReader, pullAll, pullPage, studentIdsOf } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);

async function expectCopyToBeComplete(reader: DeltaReader, { sis }: TestTenant): Promise<void> {
  const { records } = await pullAll(sis);
  expect(byStudent(reader.copy.values())).toEqual(byStudent(records));
}

/** Writers of documents, each stopped before it takes its stamp and again before it commits. */
class HeldWriters {
  private readonly holds = new Map<string, Hold>();

  constructor() {
    const repository = service.app.get(DocumentsRepository);
    const write = repository.write.bind(repository);
    jest.spyOn(repository, 'write').mockImplementation(async (scope, transaction, drafts, held) => {
      const [first] = [...(drafts.documents ?? []), ...(drafts.persons ?? [])];
      const hold = this.holds.get(first?.studentId ?? '');
      const writing = (): Promise<void> => write(scope, transaction, drafts, held);
      await (hold === undefined ? writing() : hold.pass(transaction, writing));
    });
  }

  hold(studentId: string): Hold {
    const hold = new Hold();
    this.holds.set(studentId, hold);
    return hold;
  }
}

it('a record is not missed when the server answers a killed statement with no rows and no error', async () => {
  const tenant = await service.tenant();
  const [student = ''] = await someStudents(tenant, 1);
  const reader = new DeltaReader(tenant.sis);
  await reader.sync();
  await setTitle(tenant, student, 'Not to be missed');
  const query = database.manager.query.bind(database.manager);
  let killed = 0;
  jest.spyOn(database.manager, 'query').mockImplementation((sql, values) => {
    if (!sql.includes('c.`stamp` <= ?')) return query(sql, values);
    killed += 1;
    return Promise.resolve([]);
  });
  await reader.sync();
  jest.restoreAllMocks();
  expect(killed).toBe(1);
  await expectCopyToBeComplete(reader, tenant);
});

describe('a delta reader misses no change', () => {
  it.each(ORDERS)(
    'of writers held open across exports that commit in the order %i, %i, %i',
    async (...order) => {
      const tenant = await service.tenant();
      const ids = await someStudents(tenant, 3);
      const reader = new DeltaReader(tenant.sis);
      await reader.sync();
      const writers = new HeldWriters();
      const held = ids.map((id) => ({
        hold: writers.hold(id),
        id,
        answer: setTitle(tenant, id, `title of ${id}`),
      }));
      const ordered = order.flatMap((index) => held[index] ?? []);

      expect(await reader.sync()).toEqual([]);
      for (const { id, hold, answer } of ordered) {
        hold.before.open();
        expect(await reader.sync()).toEqual([]);
        hold.after.open();
        await answer;
        expect(studentIdsOf(await reader.sync())).toEqual([id]);
      }

      expect(await reader.sync()).toEqual([]);
      await expectCopyToBeComplete(reader, tenant);
      for (const [id, { dissertation }] of reader.copy) expect(dissertation.title).toBe(`title of ${id}`);
    },
  );

  it.each(ORDERS)(
    'of writers who all want to commit while the one with the first stamp is held: %i, %i, %i',
    async (...order) => {
      const tenant = await service.tenant();
      const ids = await someStudents(tenant, 3);
      const reader = new DeltaReader(tenant.sis);
      await reader.sync();
      const writers = new HeldWriters();
      const [first = '', ...others] = order.flatMap((index) => ids[index] ?? []);
      const { before, stamped, after } = writers.hold(first);

      const held = setTitle(tenant, first, 'first');
      before.open();
      await stamped.opened;
      const waiting = others.map((id) => setTitle(tenant, id, 'later'));
      await Promise.race([...waiting, aTransactionWaits(database)]);
      const seen = await reader.sync();
      after.open();
      await Promise.all([held, ...waiting]);
      seen.push(...(await reader.sync()));

      expect(studentIdsOf(seen).sort()).toEqual([...ids].sort());
      expect(seen[0]?.studentId).toBe(first);
      await expectCopyToBeComplete(reader, tenant);
    },
  );

  it('of newcomers, faculty and progress in transactions of other connections', async () => {
    const tenant = await service.tenant();
    const professor = { externalId: 'F-1', email: 'chair@test.example.edu' };
    const chair = await aProfessor(tenant, professor);
    const [one = '', other = ''] = await someStudents(tenant, 2);
    await formCommittee(tenant, one, [seat(chair)]);
    const reader = new DeltaReader(tenant.sis);
    await reader.sync();
    const writers = new HeldWriters();
    const gates = [one, other].map((id) => writers.hold(id));

    const renamed = aProfessor(tenant, { ...professor, firstName: 'Zoe' });
    const titled = setTitle(tenant, other, 'Other');
    const newcomer = await aStudent(await service.anotherCaller(tenant));
    expect(studentIdsOf(await reader.sync())).toEqual([newcomer]);
    gates[1]?.before.open();
    await gates[1]?.stamped.opened;
    gates[0]?.before.open();
    await Promise.race([renamed, aTransactionWaits(database)]);
    expect(await reader.sync()).toEqual([]);
    for (const { after } of gates) after.open();
    await Promise.all([renamed, titled]);

    expect(studentIdsOf(await reader.sync())).toEqual([other, one]);
    expect(reader.copy.get(one)?.committee.members[0]?.name).toBe('Zoe Lee');
    await expectCopyToBeComplete(reader, tenant);
  });

  it('of a committee member who is renamed while another user becomes a Student again', async () => {
    const tenant = await service.tenant();
    const professor = { externalId: 'F-1', email: 'chair@test.example.edu' };
    const student = { externalId: 'S-1', email: 'one@test.example.edu' };
    const chair = await aProfessor(tenant, professor);
    const [back, other] = [await aStudent(tenant, student), await aStudent(tenant)];
    for (const id of [back, other]) await putCommittee(tenant, id, [seat(chair)]);
    await aStudent(tenant, { ...student, accountType: 'Staff' });
    const { arrived, before, after } = new HeldWriters().hold(other);

    const renamed = aProfessor(tenant, { ...professor, firstName: 'Zoe' });
    await arrived.opened;
    const returned = aStudent(await service.anotherCaller(tenant), student);
    await Promise.race([returned, aTransactionWaits(database, /FROM `users`.*FOR UPDATE$/s)]);
    before.open();
    after.open();
    await Promise.all([renamed, returned]);

    const { records } = await pullAll(tenant.sis);
    expect(records.map(({ committee: { members } }) => members[0]?.name)).toEqual(['Zoe Lee', 'Zoe Lee']);
  });

  it('of a student who gets a number while it is looked up', async () => {
    const tenant = await service.tenant();
    const records = service.app.get(ExportRepository);
    const last = records.lastStamp.bind(records);
    let id = '';
    jest.spyOn(records, 'lastStamp').mockImplementationOnce(async (...given) => {
      id = await aStudent(tenant, { externalId: 'S-77' });
      return last(...given);
    });
    expect(studentIdsOf((await pullPage(tenant.sis, { studentId: 'S-77' })).records)).toEqual([id]);
  });

  it('after a writer that took a stamp gave up', async () => {
    const tenant = await service.tenant();
    const [one = '', other = ''] = await someStudents(tenant, 2);
    const reader = new DeltaReader(tenant.sis);
    await reader.sync();
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    const { tenantId } = tenant;
    const last = 'UPDATE `progress_stamps` SET `last` = `last` + 1000 WHERE `tenantId` = ?';
    await runner.query(last, [tenantId]);
    const places =
      'UPDATE `progress_changes` SET `supersededBy` = `stamp` + 1000 WHERE `tenantId` = ? AND `studentId` = ?';
    await runner.query(places, [tenantId, one]);
    const waiting = setTitle(tenant, other, 'Other');
    await Promise.race([waiting, aTransactionWaits(database)]);
    expect(await reader.sync()).toEqual([]);
    await runner.rollbackTransaction();
    await runner.release();
    await waiting;

    expect(studentIdsOf(await reader.sync())).toEqual([other]);
    await expectCopyToBeComplete(reader, tenant);
  });

  it('when the clock of the service was set back', async () => {
    const tenant = await service.tenant();
    const [one = '', other = ''] = await someStudents(tenant, 2);
    const reader = new DeltaReader(tenant.sis);
    await reader.sync();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now - 3_600_000);
    await setTitle(tenant, one, 'One');
    expect(studentIdsOf(await reader.sync())).toEqual([one]);
    await setTitle(tenant, other, 'Other');
    expect(studentIdsOf(await reader.sync())).toEqual([other]);
    await expectCopyToBeComplete(reader, tenant);
  });
});

describe('a walk while records change', () => {
  it.each([1, 2, 3])('yields every record that matched at its start once, %i at a time', async (limit) => {
    const tenant = await service.tenant();
    const together = await someStudents(tenant, 5);
    const [passed = '', , , middle = ''] = together;
    const last = await aStudent(tenant);
    const atStart = [...together, last];
    const changed = new Set<string>();
    const change = async (id: string, title: string): Promise<void> => {
      await setTitle(tenant, id, title);
      changed.add(id);
    };

    const walk = await pullAll(tenant.sis, { limit }, async (page) => {
      await change(passed, `passed, after page ${page}`);
      await change(last, `not passed, after page ${page}`);
      await change(middle, `after page ${page}`);
      changed.add(await aStudent(tenant));
    });

    expect(studentIdsOf(walk.records)).toEqual(atStart);
    expect(walk.pages).toBe(Math.ceil(atStart.length / limit));
    expect(walk.records.at(-1)?.dissertation.title).toBe(`not passed, after page ${walk.pages - 1}`);
    const delta = await pullAll(tenant.sis, { since: walk.nextSince, limit });
    expect(studentIdsOf(delta.records).sort()).toEqual([...changed].sort());
    const copy = byStudent([...walk.records, ...delta.records]);
    expect(copy).toEqual(byStudent((await pullAll(tenant.sis)).records));
  });

  it('omits users who stopped being Students since, and shows the others', async () => {
    const tenant = await service.tenant();
    const two = { externalId: 'S-2', email: 'two@test.example.edu' };
    const [one, , three] = await Promise.all([aStudent(tenant), aStudent(tenant, two), aStudent(tenant)]);
    const { records } = await pullAll(tenant.sis, { limit: 1 }, () =>
      aStudent(tenant, { ...two, accountType: 'Staff' }),
    );
    const ids = studentIdsOf(records);
    expect(ids.filter((id) => id === one || id === three).sort()).toEqual([one, three].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('continues for two days after a change, and as long as nothing changes', async () => {
    const tenant = await service.tenant();
    const [, two = '', three = ''] = await someStudents(tenant, 3);
    daysLater(5);
    const first = await pullPage(tenant.sis, { limit: 1 });
    await setTitle(tenant, three, 'changed five days after the last change');
    const second = await pullPage(tenant.sis, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(studentIdsOf(second.records)).toEqual([two]);
    daysLater(2.1);
    const { status, body } = await tenant.sis.get(`/progress?limit=1&cursor=${second.nextCursor ?? ''}`);
    expect({ status, field: body.error.details?.[0]?.field }).toEqual({ status: 400, field: 'cursor' });
  });
});
