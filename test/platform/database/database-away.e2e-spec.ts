import { person } from '../../factories/person.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { TestService, type TestTenant } from '../../support/service.js';

const UNAVAILABLE = {
  success: false,
  message: 'The service cannot reach its database just now; send the request again in a few seconds.',
  error: { code: 'SERVICE_UNAVAILABLE' },
  requestId: 'mine',
};
const MINE = { 'X-Request-Id': 'mine' };

let proxy: DatabaseProxy;
let service: TestService;

beforeAll(async () => {
  proxy = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
  service = await TestService.start({ DATABASE_URL: proxy.url });
});

afterAll(async () => {
  await service.stop();
  await proxy.cut();
});

async function isReady(): Promise<boolean> {
  return (await service.anonymous().get('/health/ready')).status === 200;
}

describe('while the database is away', () => {
  let known: TestTenant;
  let unknown: TestTenant;

  beforeAll(async () => {
    known = await service.tenant();
    unknown = await service.tenant();
    await known.sis.post('/users', person({ externalId: 'S-1' }));
    await proxy.cut();
  });

  afterAll(() => proxy.restore());

  it.each([
    ['a credential that was just verified', () => known],
    ['a credential that must be looked up', () => unknown],
  ])('calls with %s are answered 503 and when to come back', async (_, tenant) => {
    const { sis } = tenant();
    const answers = [
      await sis.get('/users/S-1', MINE),
      await sis.post('/users', person(), MINE),
      await sis.send('PATCH', '/users/S-1', undefined, MINE),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [503, UNAVAILABLE]));
    expect(answers.map(({ headers }) => headers.get('Retry-After'))).toEqual(['5', '5', '5']);
  });

  it('the process is alive and not ready, and says why', async () => {
    const live = await service.anonymous().get('/health/live');
    const ready = await service.anonymous().get('/health/ready');
    expect({ status: live.status, body: live.body }).toEqual({ status: 200, body: { status: 'live' } });
    expect({ status: ready.status, body: ready.body }).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        checks: { database: 'cannot be reached', schema: 'unknown', process: 'up' },
      },
    });
  });

  it('a call without credentials is refused as ever', async () => {
    const { status, body } = await service.anonymous().get('/api/v1/integration');
    expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'MISSING_CREDENTIALS' });
  });
});

describe('when the database is back', () => {
  it('the service works again without a restart', async () => {
    const { sis } = await service.tenant();
    await proxy.cut();
    expect((await sis.post('/users', person({ externalId: 'S-2' }))).status).toBe(503);
    expect(await isReady()).toBe(false);

    await proxy.restore();
    expect(await isReady()).toBe(true);
    expect((await sis.get('/users/S-2')).status).toBe(404);
    expect((await sis.post('/users', person({ externalId: 'S-2' }))).status).toBe(201);
  });

  it('what was answered before it went is there, and an unanswered call can be repeated', async () => {
    const { sis } = await service.tenant();
    const people = Array.from({ length: 40 }, () => person());
    const posts = people.map((one) => sis.post('/users', one));
    await posts[0];
    await proxy.cut();
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);

    await proxy.restore();
    for (const [index, one] of people.entries()) {
      const { status, body } = await sis.get(`/users/${String(one['externalId'])}`);
      if (statuses[index] === 201)
        expect({ status, email: body.data['email'] }).toEqual({ status: 200, email: one['email'] });
      expect([200, 201]).toContain((await sis.post('/users', one)).status);
    }
  });
});
