import { person } from '../../factories/person.js';
import { aSubmission } from '../../factories/submissions.js';
import { Administrators } from '../../support/administrators.js';
import type { ApiClient } from '../../support/api-client.js';
import { letPass } from '../../support/clock.js';
import { byStudent, DeltaReader, pullAll } from '../../support/progress-reader.js';
import { ProgressWriters } from '../../support/progress-writers.js';
import { randomFrom } from '../../support/random.js';
import { byId, listAll, UserReader } from '../../support/user-reader.js';
import { ReplicatedServers } from '../../support/replicated-servers.js';
import { TestService, type TestTenant } from '../../support/service.js';

/** Longer than a replica that was behind is not used. */
const REST_MS = 11_000;

const SHOWN_BY_PRIMARY = ['Ann', 'Ann', 'Ann', 'Ann'];
const SHOWN_BY_REPLICA = SHOWN_BY_PRIMARY.map(() => 'Replica');

let servers: ReplicatedServers;
let service: TestService;
let tenant: TestTenant;
let admin: ApiClient;

beforeAll(async () => {
  servers = await ReplicatedServers.start();
});

afterAll(() => servers.stop());

beforeEach(async () => {
  service = await TestService.start({
    DATABASE_URL: servers.primaryUrl,
    DATABASE_READ_URL: servers.readUrl,
  });
  tenant = await service.tenant();
  admin = (await new Administrators(service).open(tenant)).api;
});

afterEach(async () => {
  await service.stop();
});

async function newStudent(): Promise<string> {
  const { status, body } = await tenant.sis.post('/users', person());
  expect(status).toBe(201);
  return String(body.data['id']);
}

interface Page {
  readonly data: Record<string, unknown>[];
}

async function rowsOf(answer: Promise<{ status: number; body: unknown }>): Promise<Page['data']> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return (body as Page).data;
}

/** The first names that the exports of progress and people, and the administration's lists, show of one student. */
async function namesOf(id: string): Promise<unknown[]> {
  const [record] = await rowsOf(tenant.sis.get(`/progress?studentId=${id}`));
  const [person] = await rowsOf(tenant.sis.get(`/users?externalId=${id}`));
  const [student] = await rowsOf(admin.get(`/progress?q=${id}`));
  const [user] = await rowsOf(admin.get(`/users?q=${id}`));
  return [record, person, student, user].map((row) => row?.['firstName']);
}

/** Writes another name on the replica only, which shows whether the replica is read. */
async function mark(id: string): Promise<void> {
  await namesOf(id);
  await servers.onReplica(
    `UPDATE progress_documents SET person = REPLACE(person, '"Ann"', '"Replica"') WHERE studentId = ` +
      `'${id}' AND tenantId = '${tenant.tenantId}'`,
  );
  await servers.onReplica(
    `UPDATE users SET firstName = 'Replica' WHERE id = '${id}' AND tenantId = '${tenant.tenantId}'`,
  );
}

describe('with a replica that follows', () => {
  it('the export and the lists of people are read there', async () => {
    const id = await newStudent();
    await mark(id);
    expect(await namesOf(id)).toEqual(SHOWN_BY_REPLICA);
    expect((await tenant.sis.get(`/users/${id}`)).body.data['firstName']).toBe('Ann');
  });

  it('both lists of the queue are read there', async () => {
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    await rowsOf(tenant.sis.get('/sync/queue'));
    await servers.onReplica(
      `UPDATE sync_items SET targetSystem = 'REPLICA' WHERE submissionId = '${submissionId}' AND ` +
        `tenantId = '${tenant.tenantId}'`,
    );
    for (const answer of [tenant.sis.get('/sync/queue'), admin.get('/queue')])
      expect((await rowsOf(answer))[0]).toMatchObject({ submissionId, targetSystem: 'REPLICA' });
  });

  it('whatever was answered before is in the next export and list, also of another caller', async () => {
    const other = await service.anotherCaller(tenant);
    for (let round = 0; round < 40; round += 1) {
      const id = await newStudent();
      expect(await rowsOf(other.sis.get(`/progress?studentId=${id}`))).toMatchObject([{ studentId: id }]);
      expect(await rowsOf(other.sis.get(`/users?externalId=${id}`))).toMatchObject([{ id }]);
      expect(await rowsOf(admin.get(`/users?q=${id}`))).toMatchObject([{ id }]);
    }
    const submissionId = await aSubmission(tenant, { status: 'approved' });
    for (const status of ['processing', 'failed', 'sent']) {
      await tenant.sis.post('/sync/ack', { submissionId, status });
      expect(await rowsOf(other.sis.get('/sync/queue'))).toMatchObject([
        { submissionId, syncStatus: status },
      ]);
    }
  });

  it('a read waits for a commit that the replica does not show yet', async () => {
    const id = await newStudent();
    const answer = await servers.whileItStandsStill(async (isWaitedFor) => {
      const late = await newStudent();
      const names = rowsOf(tenant.sis.get('/progress'));
      await isWaitedFor();
      return { late, names };
    });
    expect((await answer.names).map(({ studentId }) => studentId)).toEqual([id, answer.late]);
  });
});

describe('with a replica that has stopped', () => {
  it('the primary is read, until the replica follows again', async () => {
    const id = await newStudent();
    await mark(id);
    await servers.onReplica('STOP REPLICA');
    const late = await newStudent();
    expect(await namesOf(late)).toEqual(SHOWN_BY_PRIMARY);
    expect(await namesOf(id)).toEqual(SHOWN_BY_PRIMARY);

    await servers.onReplica('START REPLICA');
    letPass(REST_MS);
    expect(await namesOf(id)).toEqual(SHOWN_BY_REPLICA);
    expect(await namesOf(late)).not.toContain(undefined);
  });

  it('a program that copies by deltas misses nothing while it stops and follows again', async () => {
    const writers = new ProgressWriters(tenant, randomFrom(7), { students: 12, faculty: 4 });
    await writers.start();
    const reader = new DeltaReader(tenant.sis);
    const people = new UserReader(tenant.sis);
    for (let round = 0; round < 12; round += 1) {
      if (round % 4 === 2) await servers.onReplica('STOP REPLICA');
      if (round % 4 === 3) await servers.onReplica('START REPLICA');
      if (round % 4 === 0) letPass(round * REST_MS);
      await Promise.all([writers.write(), writers.write(), writers.write(), reader.sync(5), people.sync(5)]);
    }
    await reader.sync();
    await people.sync();
    expect(byId(people.copy.values())).toEqual(byId((await listAll(tenant.sis)).users));
    const { records } = await pullAll(tenant.sis);
    expect(writers.unexpected).toEqual([]);
    const copied = byStudent(reader.copy.values());
    expect(Object.fromEntries(records.map(({ studentId }) => [studentId, copied[studentId]]))).toEqual(
      byStudent(records),
    );
  });
});

describe('without its replica', () => {
  it('the service reads the primary', async () => {
    const id = await newStudent();
    await mark(id);
    await servers.stopReplica();
    expect(await namesOf(id)).toEqual(SHOWN_BY_PRIMARY);
    expect(await rowsOf(tenant.sis.get('/sync/queue'))).toEqual([]);
  });

  it('a start ends when its address cannot be understood', async () => {
    const { primaryUrl: DATABASE_URL } = servers;
    const starting = TestService.start({
      DATABASE_URL,
      DATABASE_READ_URL: 'mysql://reader:secret@db1,,db2/integration',
    });
    await expect(starting).rejects.toThrow(
      'DATABASE_READ_URL must name a host between any two commas of its list',
    );
  });

  it('it starts all the same', async () => {
    const id = await newStudent();
    expect(await namesOf(id)).toEqual(SHOWN_BY_PRIMARY);
  });
});
