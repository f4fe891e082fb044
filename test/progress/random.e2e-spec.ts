import { DataSource } from 'typeorm';

import { SingleStatements } from '../../src/database/transaction/reader.js';
import { parseProgressText, personText, progressText } from '../../src/progress/document-text.js';
import { ProgressRepository } from '../../src/progress/progress.repository.js';
import { NO_PROGRESS, presentProgress, viewFaculty } from '../../src/progress/student-progress.js';
import { User } from '../../src/users/model/user.entity.js';
import { byStudent, DeltaReader, type ProgressRecord, pullAll } from '../support/progress-reader.js';
import { ProgressWriters } from '../support/progress-writers.js';
import { randomFrom, seedOf } from '../support/random.js';
import { TestService, type TestTenant } from '../support/service.js';

const SEED = seedOf('PROGRESS');
const WRITERS = 4;
/** The writes and the deltas that are not empty after which it ends. */
const WRITES = 100;
const DELTAS = 10;

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);

/** Computes every record anew from the tables of people and of the parts, without the stored documents. */
async function rebuild(
  tenant: TestTenant,
  days: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const scope = await service.scope(tenant);
  const users = await database.manager.findBy(User, { tenantId: tenant.tenantId });
  const faculty = new Map(users.map((user) => [user.id, viewFaculty(user)]));
  const students = users
    .filter(({ accountType }) => accountType === 'Student')
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = students.map(({ id }) => id);
  const progress = await service.app
    .get(ProgressRepository)
    .load(scope, new SingleStatements(database.manager), ids);
  return Object.fromEntries(
    students.map((student) => {
      const { parts } = presentProgress(
        progress.get(student.id) ?? NO_PROGRESS,
        faculty,
        scope.tenant,
        days.get(student.id) ?? '',
      );
      const person = JSON.parse(`{${personText(student)}}`) as object;
      return [student.id, { ...person, ...parseProgressText(progressText(parts)) }];
    }),
  );
}

function withoutStamp({ changedAt, ...record }: ProgressRecord): object {
  expect(changedAt).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/);
  return record;
}

describe(`${WRITERS} writers of everything, and a delta reader`, () => {
  it('leave a copy that equals the database, record for record', async () => {
    const tenant = await service.tenant();
    const random = randomFrom(SEED);
    const writers = new ProgressWriters(tenant, random, { students: 30, faculty: 8 });
    await writers.start();
    const [reader, strict] = [new DeltaReader(tenant.sis), new DeltaReader(tenant.sis, true)];
    let deltas = 0;
    const goesOn = (): boolean =>
      writers.unexpected.length === 0 && (deltas < DELTAS || (writers.answered.get(200) ?? 0) < WRITES);
    const writing = Array.from({ length: WRITERS }, async () => {
      while (goesOn()) await writers.write();
    });
    while (goesOn()) {
      if ((await reader.sync(1 + Math.floor(random() * 20))).length > 0) deltas += 1;
      await strict.sync(1 + Math.floor(random() * 20));
    }
    await Promise.all(writing);
    await reader.sync();
    await strict.sync();

    expect(writers.unexpected).toEqual([]);
    const full = byStudent((await pullAll(tenant.sis)).records);
    const copied = [...reader.copy.values()].filter(({ studentId }) => studentId in full);
    expect(byStudent(copied)).toEqual(full);
    expect(byStudent(strict.copy.values())).toEqual(full);
    const days = new Map(Object.values(full).map(({ studentId, pacing }) => [studentId, pacing.asOf]));
    const shown = Object.fromEntries(Object.entries(full).map(([id, record]) => [id, withoutStamp(record)]));
    expect(shown).toEqual(await rebuild(tenant, days));
  });
});
