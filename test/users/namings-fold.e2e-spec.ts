import { completeRun, sendRun } from '../factories/complete-runs.js';
import { person } from '../factories/person.js';
import { statusOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let people: Row[];

beforeEach(async () => {
  tenant = await service.tenant();
  people = Array.from({ length: 5 }, () => person());
});

interface StoredNaming {
  readonly run: string;
  readonly rowCount: number;
}

const namings = (): Promise<StoredNaming[]> =>
  service.query('SELECT `run`, `rowCount` FROM `namings` WHERE `tenantId` = ? ORDER BY `run`, `epoch`', [
    tenant.tenantId,
  ]);

/** All namings so far are of long ago. */
const letAge = (): Promise<unknown> =>
  service.query('UPDATE `namings` SET `at` = `at` - INTERVAL 50 DAY WHERE `tenantId` = ?', [tenant.tenantId]);

it('the batches of a run become one row, with all their rows and people', async () => {
  for (let index = 0; index < 65; index += 1) await sendRun(service, tenant, 'night-1', [people[index % 5]]);
  expect(await namings()).toHaveLength(65);
  await service.run('namings-fold');
  expect(await namings()).toEqual([{ run: 'night-1', rowCount: 65 }]);
  const done = await completeRun(service, tenant, 'night-1', []);
  expect(done.data).toMatchObject({ rows: 65, named: 5 });
});

it('runs of long ago become one row of their sender, by which people can still be absent', async () => {
  for (const [index, one] of people.entries()) await sendRun(service, tenant, `night-${index}`, [one]);
  await tenant.sis.post('/users', people[0]);
  await letAge();
  await service.run('namings-forget');
  expect(await namings()).toEqual([
    { run: '', rowCount: 1 },
    { run: '*', rowCount: 5 },
  ]);
  const done = await completeRun(service, tenant, 'now', people.slice(1));
  expect(done.data['absent']).toMatchObject({ first: 1 });
});

it('what was named since a complete run stays apart from what was named before, however old it is', async () => {
  const crm = await service.anotherCaller(tenant);
  await sendRun(service, crm, 'crm-1', [people[0]]);
  await sendRun(service, crm, 'crm-2', [people[0]]);
  await completeRun(service, tenant, 'autumn', people);
  await sendRun(service, crm, 'crm-3', [people[1]]);
  await sendRun(service, crm, 'crm-4', [people[1]]);
  await letAge();
  await service.run('namings-forget');
  const done = await completeRun(service, tenant, 'spring', people.slice(2), { absentRuns: 1 });
  expect(done.data['absent']).toMatchObject({ deprovisioned: 1 });
  expect(await statusOf(tenant, people[0]?.['externalId'])).toBe('inactive');
  expect(await statusOf(tenant, people[1]?.['externalId'])).toBe('active');
});
