import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DataSource } from 'typeorm';

import { person } from '../factories/person.js';
import { clientsAt, TestService, type TestTenant } from '../support/service.js';
import { startVersion } from './version-process.js';

const FORM = { formType: 'leave', studentId: 'S-1', fields: {} };

let folder: string;
let current: TestService;
let tenant: TestTenant;
let previous: Pick<TestTenant, 'sis' | 'workflow'>;
/** What has been started, the latest last. */
const stops: (() => Promise<void>)[] = [];

/**
 * This version migrates first; the previous one then starts on that schema, as when an upgrade is reverted.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-test-'));
  current = await TestService.start();
  stops.push(() => current.stop());
  tenant = await current.tenant();
  await startPrevious();
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await rm(folder, { recursive: true });
});

async function startPrevious(): Promise<void> {
  const { PREVIOUS_VERSION = '', DATABASE_URL = '' } = process.env;
  const { ready, stop } = startVersion(PREVIOUS_VERSION, DATABASE_URL, folder);
  stops.push(stop);
  previous = clientsAt(await ready, tenant);
}

async function nameOf({ sis }: Pick<TestTenant, 'sis'>, id: string): Promise<unknown> {
  return (await sis.get(`/users/${id}`)).body.data['lastName'];
}

describe('the previous version on the schema of this one', () => {
  it('does all its work', async () => {
    const { sis, workflow } = previous;
    const ann = person({ externalId: 'S-1', degree: 'PhD' });
    const milestone = { status: 'in_progress', dueOn: '2031-05-01' };
    const at = '/submissions/sub-1';
    const statuses = [
      await sis.get(''),
      await sis.post('/users', ann),
      await sis.post('/users', { ...ann, lastName: 'Changed' }),
      await sis.patch('/users/S-1', { accountStatus: 'inactive' }),
      await sis.patch('/users/S-1', { accountStatus: 'active' }),
      await workflow.put('/students/S-1/milestones/candidacy', milestone),
      await workflow.put(at, FORM),
      await workflow.post(`${at}/status`, { status: 'submitted' }),
      await workflow.post(`${at}/status`, { status: 'approved' }),
      await sis.get('/progress'),
      await sis.get('/sync/queue'),
      await sis.post('/sync/ack', { submissionId: 'sub-1', status: 'processing' }),
      await sis.post('/sync/ack', { submissionId: 'sub-1', status: 'sent' }),
    ].map(({ status }) => status);
    const lines = await sis.bulk('/users/bulk', [person(), person(), ann]);

    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ summary: { inserted: 2, updated: 1, failed: 0 } });
  });

  it('works beside it: each reads and changes what the other has written', async () => {
    const [ben, cleo] = [person({ externalId: 'B-1' }), person({ externalId: 'C-1' })];
    await previous.sis.post('/users', ben);
    await tenant.sis.post('/users', cleo);
    const byTheOther = [
      (await tenant.sis.post('/users', { ...ben, lastName: 'Current' })).status,
      (await previous.sis.post('/users', { ...cleo, lastName: 'Previous' })).status,
    ];

    expect(byTheOther).toEqual([200, 200]);
    for (const reader of [tenant, previous])
      expect({ ben: await nameOf(reader, 'B-1'), cleo: await nameOf(reader, 'C-1') }).toEqual({
        ben: 'Current',
        cleo: 'Previous',
      });
  });

  it('has left the migrations of this one as they are', async () => {
    const dataSource = current.app.get(DataSource);
    expect(await dataSource.showMigrations()).toBe(false);
  });
});
