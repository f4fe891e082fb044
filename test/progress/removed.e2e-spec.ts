import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aProfessor, aStudent, setTitle, someStudents } from '../factories/progress-people.js';
import { refused } from '../support/answers.js';
import {
  DeltaReader,
  isRemoved,
  type ProgressEntry,
  pullAll,
  pullEntries,
  pullPage,
  studentIdsOf,
} from '../support/progress-reader.js';
import { type WalkQuery } from '../support/walk-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

type Input = ReturnType<typeof person>;

const post = (input: Input): Promise<string> => aStudent(tenant, input);
const asStaff = (input: Input): Promise<string> => post({ ...input, accountType: 'Staff' });

/** A Student with a title, so that the record differs from that of others. */
async function aTitledStudent(input: Input): Promise<string> {
  const id = await post(input);
  await setTitle(tenant, id);
  return id;
}

/** Undoes the run `night`. */
async function undone(): Promise<Reversal[]> {
  const reversals: Reversal[] = [];
  for await (const one of service.app.get(UndoService).undo(await service.scope(tenant), 'night'))
    reversals.push(one);
  return reversals;
}

const shown = (entry: ProgressEntry): unknown => [
  entry.studentId,
  isRemoved(entry) ? 'removed' : (entry.dissertation.title ?? 'no title'),
];

async function entriesOf(query: WalkQuery = {}): Promise<unknown[]> {
  return (await pullEntries(tenant.sis, query)).records.map(shown);
}

describe('a person who stopped being a Student', () => {
  it('comes once as removed, in the order of changes, where includeRemoved is true', async () => {
    const input = person({ externalId: 'S-77' });
    const [first, leaver] = [await aStudent(tenant), await aTitledStudent(input)];
    const { nextSince } = await pullAll(tenant.sis);
    await asStaff(input);
    const last = await aStudent(tenant);

    const { records } = await pullEntries(tenant.sis, { limit: 1 });
    expect(studentIdsOf(records)).toEqual([first, leaver, last]);
    const [, removed] = records;
    expect(removed).toEqual({
      studentId: leaver,
      legacyNumber: 'S-77',
      removed: true,
      changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
    });
    const times = records.map(({ changedAt }) => changedAt);
    expect(times).toEqual(times.toSorted());
    expect(await entriesOf({ since: nextSince })).toEqual([
      [leaver, 'removed'],
      [last, 'no title'],
    ]);
    expect(await entriesOf({ since: (await pullEntries(tenant.sis)).nextSince })).toEqual([]);
  });

  it('does not come at all where it is false or omitted', async () => {
    const input = person();
    const stays = await aStudent(tenant);
    const { nextSince } = await pullAll(tenant.sis, { studentId: await aTitledStudent(input) });
    await asStaff(input);
    for (const includeRemoved of [undefined, 'false', '0']) {
      const page = await pullPage(tenant.sis, { includeRemoved });
      expect(page).toMatchObject({ count: 1, records: [{ studentId: stays }] });
      expect(await pullPage(tenant.sis, { includeRemoved, since: nextSince })).toMatchObject({ count: 0 });
    }
  });

  it('has an ordinary record again, and no other, as a Student again', async () => {
    const input = person();
    const id = await aTitledStudent(input);
    const { nextSince } = await pullAll(tenant.sis);
    await asStaff(input);
    await post(input);
    expect(await entriesOf()).toEqual([[id, 'T']]);
    expect(await entriesOf({ since: nextSince })).toEqual([[id, 'T']]);
    await asStaff(input);
    expect(await entriesOf()).toEqual([[id, 'removed']]);
  });

  it('is found by studentId, by the ID and by the present legacyNumber', async () => {
    const input = person({ externalId: 'S-1' });
    const [leaver, other] = [await aTitledStudent(input), await aStudent(tenant)];
    await asStaff(input);
    for (const studentId of [leaver, 'S-1', `S-1,${other}`])
      expect((await entriesOf({ studentId }))[0]).toEqual(
        studentId === `S-1,${other}` ? [other, 'no title'] : [leaver, 'removed'],
      );
    expect(await pullPage(tenant.sis, { studentId: 'S-1' })).toMatchObject({ count: 0 });
  });

  it('keeps the legacyNumber of the last record, and its place, when the number or the name changes', async () => {
    const input = person({ externalId: 'S-1' });
    await aTitledStudent(input);
    await asStaff({ ...input, externalId: 'T-1' });
    const { records, nextSince } = await pullEntries(tenant.sis);
    expect(records).toMatchObject([{ legacyNumber: 'S-1', removed: true }]);
    await asStaff({ ...input, externalId: 'T-2', firstName: 'Zoe' });
    expect(await pullEntries(tenant.sis, { since: nextSince })).toMatchObject({ records: [] });
    expect((await pullEntries(tenant.sis)).records).toEqual(records);
  });

  it('is not shown to another tenant', async () => {
    const input = person();
    const id = await aTitledStudent(input);
    await asStaff(input);
    const { sis } = await service.tenant();
    expect((await pullEntries(sis)).records).toEqual([]);
    expect((await pullEntries(sis, { studentId: id })).records).toEqual([]);
  });

  it('is not who was never a Student, nor who is inactive only', async () => {
    await aProfessor(tenant);
    await post(person({ accountType: 'Staff' }));
    const [id = ''] = await someStudents(tenant, 1);
    await tenant.sis.patch(`/users/${id}`);
    expect(await entriesOf()).toEqual([[id, 'no title']]);
  });
});

describe('whatever changes the account type', () => {
  it('removes and brings back: an upload, and the undo of its run', async () => {
    const people = [person(), person(), person()];
    await tenant.sis.bulk('/users/bulk', people);
    const before = await pullEntries(tenant.sis);
    const night = inRun(service, tenant, 'night');
    const asFaculty = people.map((one) => ({ ...one, accountType: 'Faculty' }));
    await night.bulk('/users/bulk', asFaculty);
    const gone = await pullEntries(tenant.sis, { since: before.nextSince, limit: 1 });
    expect(gone.records.map(isRemoved)).toEqual([true, true, true]);

    for (const { fields } of await undone()) expect(fields.length).toBeGreaterThan(0);
    const back = await pullEntries(tenant.sis, { since: gone.nextSince });
    expect(back.records.map(isRemoved)).toEqual([false, false, false]);
    expect(await entriesOf()).toHaveLength(3);
  });

  it('undoes a run that made a Student of a member of staff', async () => {
    const input = person({ accountType: 'Staff' });
    await post(input);
    await inRun(service, tenant, 'night').post('/users', { ...input, accountType: 'Student' });
    const [[id] = []] = (await entriesOf()) as [string, string][];
    expect((await undone()).map(({ user }) => user.id)).toEqual([id]);
    expect(await entriesOf()).toEqual([[id, 'removed']]);
  });
});

describe('a walk with removed records', () => {
  it.each([1, 2, 3])(
    'yields each person of its start once, while people leave and return, %i at a time',
    async (limit) => {
      const people = Array.from({ length: 6 }, () => person());
      const ids: string[] = [];
      for (const one of people) ids.push(await post(one));
      const [stays = {}, leaves = {}, comesBack = {}, leavesTwice = {}, wasGone = {}, isGone = {}] = people;
      await asStaff(wasGone);
      await asStaff(isGone);
      const reader = new DeltaReader(tenant.sis, true);
      const walk = await pullEntries(tenant.sis, { limit }, async (page) => {
        if (page > 1) return;
        await asStaff(leaves);
        for (const one of [comesBack, leavesTwice]) await asStaff(one);
        for (const one of [comesBack, leavesTwice, wasGone]) await post(one);
        await asStaff(leavesTwice);
        await post({ ...stays, degree: 'PhD' });
        await post(person());
      });
      expect(studentIdsOf(walk.records)).toEqual(ids);
      const delta = await pullEntries(tenant.sis, { since: walk.nextSince });
      expect(delta.records).toHaveLength(6);
      const copy = new Map(
        [...walk.records, ...delta.records].map((entry) => [entry.studentId, shown(entry)]),
      );
      const { records } = await pullEntries(tenant.sis);
      expect([...copy.values()].sort()).toEqual(records.map(shown).sort());
      await reader.sync();
      const present = studentIdsOf((await pullAll(tenant.sis)).records);
      expect([...reader.copy.keys()].sort()).toEqual(present.sort());
    },
  );

  it('does not continue with a cursor of one without them', async () => {
    await someStudents(tenant, 2);
    const { nextCursor } = await pullPage(tenant.sis, { limit: 1 });
    const path = `/progress?limit=1&includeRemoved=true&cursor=${nextCursor ?? ''}`;
    expect(await tenant.sis.get(path)).toMatchObject(refused(400, 'VALIDATION_FAILED', 'cursor'));
  });
});
