import { ProgressWriters } from '../support/progress-writers.js';
import { OwnDatabase } from '../support/own-database.js';
import { randomFrom } from '../support/random.js';
import { TestService } from '../support/service.js';
import { byId, listAll, UserReader } from '../support/user-reader.js';

const database = new OwnDatabase('processes');
const services: TestService[] = [];

beforeAll(async () => {
  await database.drop();
  for (let count = 0; count < 3; count += 1)
    services.push(await TestService.start({ DATABASE_URL: database.url }));
});

afterAll(async () => {
  for (const service of services) await service.stop();
  await database.drop();
});

it.each([1, 2, 3, 4])('a copy misses no change that any of three processes writes, seed %i', async (seed) => {
  const [first] = services as [TestService];
  const tenant = await first.tenant();
  const random = randomFrom(seed);
  const callers = await Promise.all(services.map((service) => service.anotherCaller(tenant)));
  const writers = callers.map((caller) => new ProgressWriters(caller, random, { students: 8, faculty: 3 }));
  for (const one of writers) await one.start();
  const readers = callers.map(({ sis }) => new UserReader(sis));
  for (let round = 0; round < 25; round += 1)
    await Promise.all([
      ...writers.flatMap((one) => [one.write(), one.write()]),
      ...readers.map((reader) => reader.sync(7)),
    ]);
  for (const reader of readers) {
    await reader.sync();
    expect(byId(reader.copy.values())).toEqual(byId((await listAll(tenant.sis)).users));
  }
  const failed = writers.flatMap(({ unexpected }) => unexpected.map((one) => JSON.stringify(one)));
  // Each writer makes up addresses of its own, which another one may have made up before.
  expect(failed.filter((one) => !one.includes('IDENTITY_CONFLICT'))).toEqual([]);
});
