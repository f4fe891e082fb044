import { DataSource } from 'typeorm';

import { ProgressWorkList1796000600000 } from '../../src/database/migrations/1796000600000-progress-work-list.js';
import { person } from '../factories/person.js';
import { aProfessor, aStudent, formCommittee, seat } from '../factories/progress-people.js';
import { storedId } from '../factories/stored-people.js';
import { Desk } from '../support/desk.js';
import { OwnDatabase } from '../support/own-database.js';
import { pullAll } from '../support/progress-reader.js';
import { TestService } from '../support/service.js';

/** A separate database, whose schema is that of the version before for a moment. */
const own = new OwnDatabase('work_list');

let service: TestService;

beforeAll(async () => {
  await own.drop();
  service = await TestService.start({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await service.stop();
  await own.drop();
});

describe('records of the version before', () => {
  it('get the columns of lists by the sweep after the migration, without a new stamp', async () => {
    const { tenant } = await Desk.open(service);
    const studentId = await aStudent(tenant, { yearOfEntry: 2024, monthOfEntry: 9 });
    await aStudent(tenant, { yearOfEntry: 2025 });
    await formCommittee(tenant, studentId, [seat(await aProfessor(tenant, { externalId: 'F-1' }))]);
    const due = { code: 'program_of_study', status: 'in_progress', dueOn: '2020-01-01' };
    await tenant.workflow.bulk('/progress/bulk', [{ studentId, milestones: [due] }]);
    const before = (await pullAll(tenant.sis)).records;

    const runner = service.app.get(DataSource).createQueryRunner();
    const migration = new ProgressWorkList1796000600000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    await service.run('pacing-sweep');

    const desk = await Desk.at(service, tenant);
    for (const query of [
      'entry=2024-09',
      'entry=2024',
      'chair=F-1',
      'milestone=program_of_study',
      'dueTo=2020-01-01',
    ])
      expect({ query, found: await desk.column(`progress?${query}`, 'studentId') }).toEqual({
        query,
        found: [[studentId], 1],
      });
    expect((await desk.column('progress?entry=2025', 'studentId'))[1]).toBe(1);
    expect((await desk.column('progress?sort=daysBehind&order=DESC', 'studentId'))[0]).toHaveProperty(
      '0',
      studentId,
    );
    expect((await pullAll(tenant.sis)).records).toEqual(before);
  });
});

describe('a record that a process of the version before writes during an upgrade', () => {
  /** It writes a record and its stamp, and leaves the columns as they were: here as those of a new record. */
  async function writtenBefore(tenantId: string): Promise<void> {
    await service.query(
      "UPDATE progress_documents SET firstDueOn = '9999-12-31', nextMilestone = NULL, nextDueOn = NULL, " +
        'entry = NULL, columnsAt = changedAt - 1 WHERE tenantId = ?',
      [tenantId],
    );
  }

  it('gets its columns by the next sweep, also when only its person has changed since', async () => {
    const { tenant } = await Desk.open(service);
    const input = person({ yearOfEntry: 2024 });
    const ids = [await storedId(tenant, input), await aStudent(tenant, { yearOfEntry: 2024 })];
    const due = { code: 'program_of_study', status: 'in_progress', dueOn: '2020-01-01' };
    const lines = ids.map((studentId) => ({ studentId, milestones: [due] }));
    await tenant.workflow.bulk('/progress/bulk', lines);
    await writtenBefore(tenant.tenantId);
    await tenant.sis.post('/users', { ...input, degree: 'PhD' });

    const desk = await Desk.at(service, tenant);
    const before = (await pullAll(tenant.sis)).records;
    expect(await desk.column('progress?milestone=program_of_study', 'studentId')).toEqual([[], 0]);
    await service.run('pacing-sweep');
    expect((await desk.column('progress?milestone=program_of_study', 'studentId'))[1]).toBe(2);
    expect((await desk.column('progress?dueTo=2020-01-01&entry=2024', 'studentId'))[1]).toBe(2);
    expect((await pullAll(tenant.sis)).records).toEqual(before);
    const [row] = await service.query<{ stale: number | string }[]>(
      'SELECT COUNT(*) AS stale FROM progress_documents WHERE tenantId = ? AND columnsAt <> changedAt',
      [tenant.tenantId],
    );
    expect(Number(row?.stale)).toBe(0);
  });
});
