import { LazyModuleLoader } from '@nestjs/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DemoModule } from '../../../src/demo/demo.module.js';
import { type Demo, DemoService } from '../../../src/demo/demo.service.js';
import { Administrators } from '../../support/administrators.js';
import { type Row, rowsOf } from '../../support/answers.js';
import type { ApiClient } from '../../support/api-client.js';
import { keepSecretsOf } from '../../support/evidence.js';
import { clientsAt, TestService } from '../../support/service.js';

let service: TestService;
let dataDir: string;
let demo: Demo;
let sis: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
  service = await TestService.start({ DATA_DIR: dataDir });
  const module = await service.app.get(LazyModuleLoader).load(() => DemoModule);
  demo = await module.get(DemoService).create();
  keepSecretsOf(demo);
  ({ sis } = clientsAt(service.baseUrl, demo));
  const admins = new Administrators(service);
  await admins.accept(demo.invitation.split('token=')[1] ?? '');
  admin = (await admins.browser('admin@demo.example.edu')).api;
});

afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const countBy = (rows: readonly Row[], field: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[String(row[field])] = (counts[String(row[field])] ?? 0) + 1;
  return counts;
};

describe('the demo university', () => {
  it('has the people of the README, and gives the next student the ID that stands there', async () => {
    expect(rowsOf(await admin.get('/users?perPage=100'))).toHaveLength(63);
    const readme = { firstName: 'Ann', lastName: 'Lee', accountType: 'Student', externalId: 'S-77' };
    const posted = await sis.post('/users', { ...readme, email: 'ann.lee@demo.example.edu' });
    expect(posted.body.data['id']).toBe('950000039');
  });

  it('has a run for each night of its traffic, of which the last has kept, waiting and refused rows', async () => {
    const runs = rowsOf(await sis.get('/runs?limit=50'));
    const logged = rowsOf(await admin.get('/requests?perPage=100')).flatMap(({ run }) => run ?? []);
    const names = runs.map(({ name }) => name);
    expect(new Set(logged).size).toBe(13);
    expect(names).toEqual(expect.arrayContaining([...new Set(logged), 'first-import']));
    const [last] = runs.filter(({ name }) => String(name).startsWith('nightly')).sort(byName);
    expect(last).toMatchObject({ received: 67, pending: 2, failed: 3, awaitingSource: 1, inserted: 0 });
    expect(rowsOf(await sis.get(`/runs/${String(last?.['name'])}/failures`))).toHaveLength(3);
  });

  it('has conflicts that are open, decided and taken back, and a held possible reassignment', async () => {
    const conflicts = rowsOf(await admin.get('/conflicts'));
    expect(countBy(conflicts, 'status')).toEqual({ open: 2, decided: 1, taken_back: 1 });
    expect(countBy(conflicts, 'kind')).toEqual({ possible_reassignment: 1, email_taken: 3 });
    const held = conflicts.find(({ kind }) => kind === 'possible_reassignment');
    expect(held).toMatchObject({ status: 'open', externalId: 'S-1001', count: 4 });
  });

  it('has an accepted name that the feed does not know, with who set it', async () => {
    const { data } = (await sis.get('/users/S-1028?include=provenance')).body;
    expect(data['lastName']).toBe('Forêt-Noire');
    expect((data['provenance'] as Row)['lastName']).toMatchObject({
      kind: 'submission',
      submissionId: 'nam-3002',
      awaitingSource: { sourceValue: 'de la Forêt-Noire', source: 'feed' },
    });
  });

  it('has a departure that is held for what it means for committees, and seats of people who have left', async () => {
    const holds = rowsOf(await admin.get('/holds'));
    expect(holds).toMatchObject([{ reason: 'committee_impact', status: 'held' }]);
    const { committeeImpact } = holds[0] as { committeeImpact: { students: number; chairs: number } };
    expect([committeeImpact.students, committeeImpact.chairs].every((count) => count > 0)).toBe(true);
    const seats = rowsOf(await sis.get('/progress/open-seats'));
    expect(countBy(seats, 'facultyName')).toEqual({ 'Nadezhda Белогорская': 5 });
  });
});

const byName = (one: Row, other: Row): number => (String(one['name']) < String(other['name']) ? 1 : -1);
