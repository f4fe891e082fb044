import { DataSource } from 'typeorm';

import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { changeSettings, claim } from '../factories/claims.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission, listQueue } from '../factories/submissions.js';
import { OwnDatabase } from '../support/own-database.js';
import { TestService } from '../support/service.js';

/** A separate database, because its tables are dropped. */
const database = new OwnDatabase('claims_migration');

let service: TestService;

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

const approved = { status: 'approved' } as const;

/** Runs the migration to claims, and those after it, back and forth. */
async function migrateBackAndForth(): Promise<void> {
  const first = MIGRATIONS.findIndex(({ name }) => name.startsWith('CreateClaims'));
  const migrations = MIGRATIONS.slice(first).map((Migration) => new Migration());
  const runner = service.app.get(DataSource).createQueryRunner();
  for (const migration of migrations.toReversed()) await migration.down(runner);
  for (const migration of migrations) await migration.up(runner);
  await runner.release();
}

async function places(): Promise<unknown> {
  return service.app
    .get(DataSource)
    .query(
      'SELECT `submissionId`, `target`, `studentId`, `targetSystem`, `formType`, `queuedAt`, `standing` ' +
        'FROM `sync_open_items` ORDER BY `submissionId`, `target`',
    );
}

describe('the migration to claims', () => {
  it('gives stored items on their way their places, and the others none', async () => {
    const tenant = await service.tenant();
    const studentId = await aStudent(tenant);
    for (const formType of ['a', 'b', 'a']) await aSubmission(tenant, { studentId, formType, ...approved });
    const other = await aStudent(tenant);
    const first = await aSubmission(tenant, { studentId: other, ...approved });
    await aSubmission(tenant, { studentId: other, ...approved });
    await tenant.sis.post('/sync/ack', { submissionId: first, status: 'processing' });
    const sent = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId: sent, status: 'sent', targetSystem: 'SIS' });
    const labelled = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/replay', { submissionId: labelled, targetSystem: 'CRM' });
    await aSubmission(tenant);
    const before = await places();

    await migrateBackAndForth();

    expect(await places()).toEqual(before);
    expect(await claim(tenant, { targetSystem: 'CRM' })).toMatchObject({ count: 1, waiting: 0 });
    expect(await claim(tenant, { formTypes: ['a', 'b'] })).toMatchObject({ count: 1, waiting: 2 });
  });

  it('back keeps one item of each submission', async () => {
    const tenant = await service.tenant();
    await changeSettings(service, tenant, { syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
    const submissionId = await aSubmission(tenant, approved);
    await tenant.sis.post('/sync/ack', { submissionId, targetSystem: 'SIS', status: 'sent' });

    await migrateBackAndForth();

    const { items, totals } = await listQueue(tenant);
    expect(items).toMatchObject([{ submissionId, targetSystem: 'SIS', syncStatus: 'sent' }]);
    expect(totals).toMatchObject({ sent: 1, queued: 0 });
  });
});
