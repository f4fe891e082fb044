import { DataSource } from 'typeorm';

import { ACCESS } from '../src/http/access.js';
import { RouteTable } from '../src/http/route-table.js';

import { person } from './factories/person.js';
import { problemsOf } from './support/answers.js';
import { type Operation, operationsOf } from './support/operations.js';
import { TestService, type TestTenant } from './support/service.js';

const RUN = 'X-Sync-Run';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(async () => {
  await service.stop();
});

const isGuarded = ({ security }: Operation): boolean => security.includes('X-Service-API-Key');

/** The runs that the history of a tenant's people names, in order. */
async function runsOfHistory({ tenantId }: TestTenant): Promise<unknown[]> {
  const rows = await service.app
    .get(DataSource)
    .query<{ run: string | null }[]>('SELECT run FROM user_changes WHERE tenantId = ? ORDER BY id', [
      tenantId,
    ]);
  return rows.map(({ run }) => run);
}

describe('X-Sync-Run', () => {
  it('is refused by name on every call with credentials when it is no name, before anything else is looked at', async () => {
    const { apiKey, apiSecret } = await service.tenant();
    const caller = service.anonymous({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
    const operations = (await operationsOf(service.anonymous())).filter(isGuarded);
    expect(operations.length).toBeGreaterThan(15);
    for (const { method, path, name } of operations) {
      const answer = await caller.send(method, path.replace(/:\w+/g, 'x'), undefined, { [RUN]: 'no name' });
      expect([name, ...problemsOf(answer), answer.body.error.code]).toEqual([
        ...[name, 400, RUN, 'VALIDATION_FAILED'],
      ]);
    }
  });

  it.each([
    ['1 character', 'a'],
    ['every character that is allowed', '2026-11-22T02:10:00_people.csv:B'],
    ['100 characters', 'r'.repeat(100)],
  ])('may be %s', async (_, run) => {
    const tenant = await service.tenant();
    expect((await tenant.sis.post('/users', person(), { [RUN]: run })).status).toBe(201);
    expect(await runsOfHistory(tenant)).toEqual([run]);
  });

  it.each([
    ['blank', ''],
    ['101 characters', 'r'.repeat(101)],
    ['two words', 'two words'],
    ['a path', '../etc'],
    ['of other letters', 'n\u00fcrnberg'],
    ['two names', 'one, two'],
  ])('must not be %s', async (_, run) => {
    const { sis } = await service.tenant();
    const { status, body } = await sis.post('/users', person(), { [RUN]: run });
    expect([status, body.error.details]).toEqual([
      400,
      [{ field: RUN, code: 'matches', message: `${RUN} must be 1 to 100 of A-Z, a-z, 0-9 and . _ : -` }],
    ]);
  });

  it('tells a caller without credentials nothing', async () => {
    const { status } = await service.anonymous().get('/api/v1/integration', { [RUN]: 'no name' });
    expect(status).toBe(401);
  });

  it('is kept with what each call changed, also where calls come at once', async () => {
    const tenant = await service.tenant();
    const names = Array.from({ length: 24 }, (_, n) => `run-${n % 3}`);
    await Promise.all(names.map((run) => tenant.sis.post('/users', person(), { [RUN]: run })));
    await tenant.sis.post('/users', person());
    const found = (await runsOfHistory(tenant)).map(String);
    expect(found.sort()).toEqual([...names, 'null'].sort());
  });

  it('is listed by the reference on every call with credentials and on no other', async () => {
    const operations = await operationsOf(service.anonymous());
    const withHeader = operations.filter(({ parameters }) =>
      parameters.some((parameter) => parameter.in === 'header' && parameter.name === RUN),
    );
    expect(withHeader.map(({ name }) => name)).toEqual(operations.filter(isGuarded).map(({ name }) => name));
    const routes = service.app.get(RouteTable).list();
    const scoped = routes.filter(({ handler, controller }) => {
      const access: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      return access === 'integration' || access === 'workflow';
    });
    expect(withHeader).toHaveLength(scoped.length);
  });
});
