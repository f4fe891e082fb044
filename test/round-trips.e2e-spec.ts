import { jest } from '@jest/globals';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { person } from './factories/person.js';
import { TestService, type TestTenant } from './support/service.js';

let service: TestService;
let tenant: TestTenant;
let database: DataSource;

beforeAll(async () => {
  service = await TestService.start();
  database = service.app.get<DataSource>(getDataSourceToken());
});

beforeEach(async () => {
  tenant = await service.tenant();
});

afterEach(() => {
  jest.restoreAllMocks();
});

afterAll(async () => {
  await service.stop();
});

/** How often the database was asked about people; what it is asked now and then for other reasons is not counted. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const packets = new Map<object, string[]>();
  const create = database.createQueryRunner.bind(database);
  jest.spyOn(database, 'createQueryRunner').mockImplementation((mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    const sent: string[] = [];
    packets.set(runner, sent);
    Object.assign(runner, {
      query: (sql: string, ...rest: unknown[]) => {
        sent.push(sql);
        return query(sql, ...rest);
      },
    });
    return runner;
  });
  await work();
  jest.restoreAllMocks();
  const aboutPeople = [...packets.values()].filter((sent) => sent.some((sql) => sql.includes('`users`')));
  return aboutPeople.flat().length;
}

it('somebody new takes two round trips, once the tenant is known to add people and has numbers at hand', async () => {
  for (let index = 0; index < 3; index += 1) await tenant.sis.post('/users', person());
  expect(await roundTripsOf(() => tenant.sis.post('/users', person()))).toBe(2);
});

it('somebody who changes takes four, once the tenant is known to change people', async () => {
  const someone = person();
  await tenant.sis.post('/users', someone);
  await tenant.sis.post('/users', { ...someone, degree: 'PhD 1' });
  expect(await roundTripsOf(() => tenant.sis.post('/users', { ...someone, degree: 'PhD 2' }))).toBe(4);
});

it('somebody who is as they were takes one', async () => {
  const someone = person();
  for (let index = 0; index < 3; index += 1) await tenant.sis.post('/users', someone);
  expect(await roundTripsOf(() => tenant.sis.post('/users', someone))).toBe(1);
});

it('many are written in as few as their size allows', async () => {
  await tenant.sis.bulk('/users/bulk', [person()]);
  const people = Array.from({ length: 100 }, () => person());
  expect(await roundTripsOf(() => tenant.sis.bulk('/users/bulk', people))).toBeLessThan(20);
});
