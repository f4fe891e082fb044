import { addDays, dayIn } from '../src/tenancy/calendar.js';
import { TenancyService } from '../src/tenancy/tenancy.service.js';
import { ProvisioningTally } from '../src/users/tally/provisioning-tally.js';
import { ProvisioningDaysRepository } from '../src/users/tally/provisioning-days.repository.js';
import { person } from './factories/person.js';
import { Administrators } from './support/administrators.js';
import { TestService, type TestTenant } from './support/service.js';

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;

beforeAll(async () => {
  service = await TestService.start();
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  tenant = await service.tenant();
});

describe('the counts of a day', () => {
  const NONE = { inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  let tally: ProvisioningTally;

  beforeAll(() => {
    tally = service.app.get(ProvisioningTally);
  });

  it('tell single posts and lines of bulk by what became of them', async () => {
    const [ann, ben] = [person(), person()];
    const headers = { 'Content-Type': 'application/json' };
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'PhD' });
    await tenant.sis.post('/users', { ...ann, email: 'none' });
    await tenant.sis.send('POST', '/users', '{', headers);
    await tenant.sis.bulk('/users/bulk', [ann, ben, person({ email: 'none' }), '{', ben]);
    await tenant.sis.post('/users', { ...ann, email: ben['email'] });
    await tally.flush();

    const days = await tally.daysOf(await admins.scope(tenant), 1);

    const day = dayIn('UTC', new Date());
    expect(days).toEqual([{ day, inserted: 2, updated: 1, unchanged: 3, failed: 5 }]);
  });

  it('hold no dry run, and nobody who may not post', async () => {
    await tenant.sis.bulk('/users/bulk?dryRun=true', [person(), '{']);
    await service.anonymous().post('/api/v1/integration/users', { email: 'none' });
    const scope = await admins.scope(tenant);
    const { sis } = await service.tenant({ scopes: ['workflow'] });
    await sis.post('/users', { email: 'none' });
    await tally.flush();

    expect(await tally.daysOf(scope, 1)).toEqual([expect.objectContaining(NONE)]);
  });
});
