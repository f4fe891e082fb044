import { DataSource } from 'typeorm';

import { ProgressWorkList1796000600000 } from '../../src/database/migrations/1796000600000-progress-work-list.js';
import { aProfessor, aStudent, formCommittee, seat } from '../factories/progress-people.js';
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
  it('get the columns of lists by the migration and the rebuild that it begins, without a new stamp', async () => {
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
    await service.run('progress-rebuild');

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
