import { facultyMember, person } from '../../factories/person.js';
import { ProgressWriters } from '../../support/progress-writers.js';
import { randomFrom, seedOf } from '../../support/random.js';
import { TestService, type TestTenant } from '../../support/service.js';

const WRITES = 60;
const SEED = seedOf('WALLS');
/** The most people that {@link ProgressWriters} has, so that it creates no further ones, which other tenants lack. */
const STUDENTS = 60;
const FACULTY = 6;

const service = await TestService.ofWorker();

const people = {
  students: Array.from({ length: STUDENTS }, () => person()),
  faculty: Array.from({ length: FACULTY }, () => facultyMember()),
};

/** Writers of a tenant whose people have the same data as those of the other tenants. */
async function writersOf(tenant: TestTenant, seed: number): Promise<ProgressWriters> {
  const writers = new ProgressWriters(tenant, randomFrom(seed), { students: 0, faculty: 0 });
  writers.students.push(...people.students.map((one) => ({ ...one })));
  writers.faculty.push(...people.faculty.map((one) => ({ ...one })));
  await writers.start();
  return writers;
}

async function write(writers: ProgressWriters): Promise<void> {
  for (let count = 0; count < WRITES; count += 1) await writers.write();
  expect(writers.unexpected).toEqual([]);
}

/** All rows about a tenant's people and their progress, sorted, without times. */
async function stateOf({ sis }: TestTenant): Promise<unknown> {
  const users = await Promise.all(
    [...people.students, ...people.faculty].map(({ externalId }) => sis.get(`/users/${String(externalId)}`)),
  );
  const { body } = await sis.get('/progress?limit=5000');
  const records = body.data as unknown as { studentId: string }[];
  expect(records.length).toBeGreaterThan(STUDENTS / 2);
  const sorted = records.sort((one, other) => one.studentId.localeCompare(other.studentId));
  const all = { users: users.map(({ status, body: { data } }) => [status, data]), records: sorted };
  return JSON.parse(
    JSON.stringify(all, (name, value: unknown) => (/^(created|updated|changed)At$/.test(name) ? '' : value)),
  );
}

describe('tenants with identical people', () => {
  it('end alike after the same calls, alone or beside others who change the same people', async () => {
    const [alone, north, south, loud] = await Promise.all([
      service.tenant(),
      service.tenant(),
      service.tenant(),
      service.tenant(),
    ]);
    await write(await writersOf(alone, SEED));

    const noise = await writersOf(loud, SEED + 1);
    const [inNorth, inSouth] = await Promise.all([writersOf(north, SEED), writersOf(south, SEED)]);
    // Two callers of one tenant may conflict with each other.
    const crowd = Array.from({ length: 2 }, async () => {
      for (let count = 0; count < WRITES; count += 1) await noise.write();
    });
    await Promise.all([write(inNorth), write(inSouth), ...crowd]);

    const expected = await stateOf(alone);
    expect(await stateOf(north)).toEqual(expected);
    expect(await stateOf(south)).toEqual(expected);
    expect(inNorth.answered).toEqual(inSouth.answered);
    expect(await stateOf(loud)).not.toEqual(expected);
  });
});
