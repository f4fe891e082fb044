import { placeOfId } from '../../src/users/model/people-block.js';
import { changeAsAdministrator, claim } from '../factories/claims.js';
import { aStudent, someStudents } from '../factories/progress-people.js';
import { storedPerson } from '../factories/scim-person.js';
import { aSubmission } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import { type Answer, ApiClient, type Body } from '../support/api-client.js';
import { letPassIn } from '../support/clock.js';
import { beginErasure } from '../support/erasures.js';
import { pullAll } from '../support/progress-reader.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let api: ApiClient;
let admin: string;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ api, id: admin } = await admins.open(tenant));
});

/** What is noted for a moment is written at once. */
const noted = (): Promise<void> => service.settle(tenant);

async function ofPerson(id: string): Promise<Row[]> {
  await noted();
  return rowsOf(await api.get(`/users/${id}/disclosures`));
}

async function byDays(query = ''): Promise<Row[]> {
  await noted();
  return rowsOf(await api.get(`/disclosures${query}`));
}

/** Time passes for the tenant, which ends the administrator's session. */
async function letDaysPass(days: number): Promise<void> {
  await letPassIn(service, tenant, days * DAY_MS);
  ({ api, id: admin } = await admins.open(tenant));
}

/** Disclosures to so many keys, on a later day, of the block that the person is in, about no one. */
async function laterOnesBeside(id: string, count: number): Promise<void> {
  const block = placeOfId(id)?.block;
  const { tenantId } = tenant;
  const rows = Array.from({ length: count }, (_, n) => [
    tenantId,
    block,
    '9000-01-01',
    `key:${n}`,
    'read',
    '',
  ]);
  const sql = 'INSERT INTO disclosure_blocks (tenantId, block, day, actor, kind, members) VALUES ?';
  await service.query(sql, [rows]);
}

const actorOf = ({ apiKey }: { readonly apiKey: string }): string => `key:${apiKey}`;

describe('a disclosure', () => {
  it('of a walk through the export is recorded for everyone on it, and for no one else', async () => {
    const students = await someStudents(tenant, 12);
    const [left = '', ...shown] = students;
    await tenant.sis.patch(`/users/${left}`, {});
    const reader = await service.anotherCaller(tenant);
    const { records } = await pullAll(reader.sis, { studentId: shown.join(','), limit: 5 });
    expect(records).toHaveLength(11);
    for (const id of shown)
      expect(await ofPerson(id)).toMatchObject([{ actor: actorOf(reader), kind: 'export' }]);
    expect(await ofPerson(left)).toEqual([]);
    expect(await ofPerson(admin)).toEqual([]);
    expect(await byDays()).toMatchObject([{ actor: actorOf(reader), kind: 'export', people: 11 }]);
  });

  it('of the list of people, in pages or in lines, is recorded for everyone on it', async () => {
    const [one = '', other = ''] = await someStudents(tenant, 2);
    const readers = [await service.anotherCaller(tenant), await service.anotherCaller(tenant)];
    await readers[0]?.sis.get(`/users?externalId=${one}`);
    await readers[1]?.sis.get(`/users?externalId=${one}`, { Accept: 'application/x-ndjson' });
    expect(await ofPerson(one)).toHaveLength(2);
    for (const reader of readers)
      expect(await ofPerson(one)).toContainEqual(
        expect.objectContaining({ actor: actorOf(reader), kind: 'list' }),
      );
    expect(await ofPerson(other)).toEqual([]);
  });

  it('of a page is recorded for no one on the next page, which was not taken', async () => {
    await someStudents(tenant, 6);
    const { body } = await tenant.sis.get('/progress?limit=4');
    const taken = (body.data as unknown as { studentId: string }[]).map(({ studentId }) => studentId);
    expect(taken).toHaveLength(4);
    expect(await byDays()).toMatchObject([{ people: 4 }]);
  });

  it('is stored before the answer of the export ends', async () => {
    const id = await aStudent(tenant);
    await tenant.sis.get('/progress');
    expect(rowsOf(await api.get(`/users/${id}/disclosures`))).toMatchObject([{ kind: 'export' }]);
  });

  it('counts a person once a day, however often the data is taken', async () => {
    const id = await aStudent(tenant);
    for (let n = 0; n < 3; n += 1) await tenant.sis.get(`/users/${id}`);
    await noted();
    await tenant.sis.get(`/users/${id}`);
    expect(await byDays()).toMatchObject([{ actor: actorOf(tenant), kind: 'read', people: 1 }]);
  });

  it('is noted for an envelope that a connector claims', async () => {
    const studentId = await aStudent(tenant);
    await aSubmission(tenant, { studentId, fields: { note: 'x' }, status: 'approved' });
    const connector = await service.anotherCaller(tenant);
    await claim(connector);
    const rows = await ofPerson(studentId);
    expect(rows).toMatchObject([{ actor: actorOf(connector), kind: 'envelope' }]);
  });

  it('is noted for reads by SCIM: by ID, by a filter and as a list', async () => {
    const stored = await connect(service, tenant);
    const { id: one } = await storedPerson(stored.scim);
    const { id: other } = await storedPerson(stored.scim);
    const byId = await connect(service, tenant);
    const byFilter = await connect(service, tenant);
    const asList = await connect(service, tenant);
    await byId.scim.get(`/Users/${one}`);
    await byFilter.scim.find(`id eq "${one}"`);
    await asList.scim.get('/Users?count=100');
    const actors = (rows: Row[]): unknown[] => rows.map(({ actor }) => actor).sort();
    expect(actors(await ofPerson(one))).toEqual([stored, byId, byFilter, asList].map(actorOf).sort());
    expect(actors(await ofPerson(other))).toEqual([stored, asList].map(actorOf).sort());
  });

  it('is noted when an administrator takes a file, and not when they look at a page', async () => {
    const id = await aStudent(tenant);
    await api.get(`/users/${id}`);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    expect(await ofPerson(id)).toEqual([]);
    await api.get('/audit/export.csv');
    expect(await ofPerson(id)).toMatchObject([{ actor: `admin:${admin}`, kind: 'download' }]);
  });

  it('of one tenant is not shown to another one, though both have a user of that ID', async () => {
    const id = await aStudent(tenant);
    const other = await service.tenant();
    expect(await aStudent(other)).toBe(id);
    await other.sis.get(`/users/${id}`);
    expect(await ofPerson(id)).toEqual([]);
    expect(await byDays()).toEqual([]);
  });

  it('belongs to the day of the time zone and the clock of the tenant', async () => {
    const id = await aStudent(tenant);
    await changeAsAdministrator(service, tenant, { timeZone: 'Pacific/Kiritimati' });
    await letPassIn(service, tenant, 0);
    await tenant.sis.get(`/users/${id}`);
    await letDaysPass(3);
    await tenant.sis.get(`/users/${id}`);
    const days = (await ofPerson(id)).map(({ day }) => Date.parse(String(day)));
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
    expect(days).toEqual([Date.parse(there) + 3 * DAY_MS, Date.parse(there)]);
  });

  it('is lost by none of 16 walks that run at once', async () => {
    const students = await someStudents(tenant, 64);
    const shares = Array.from({ length: 16 }, (_, n) => students.slice(n * 4, n * 4 + 4).join(','));
    await Promise.all(shares.map((studentId) => pullAll(tenant.sis, { studentId, limit: 1 })));
    expect(await byDays()).toMatchObject([{ kind: 'export', people: 64 }]);
    for (const id of students) expect(await ofPerson(id)).toHaveLength(1);
  });

  it('is merged with what another process stores of the same block', async () => {
    const [one = '', other = ''] = await someStudents(tenant, 2);
    const second = await TestService.start();
    try {
      const headers = { 'X-Service-API-Key': tenant.apiKey, 'X-Service-API-Secret': tenant.apiSecret };
      const elsewhere = new ApiClient(`${second.baseUrl}/api/v1/integration`, headers);
      await Promise.all([
        tenant.sis.get(`/progress?studentId=${one}`),
        elsewhere.get(`/progress?studentId=${other}`),
      ]);
    } finally {
      await second.stop();
    }
    expect(await byDays()).toMatchObject([{ people: 2 }]);
    expect(await ofPerson(one)).toHaveLength(1);
    expect(await ofPerson(other)).toHaveLength(1);
  });

  it('that is stored already costs no statement on the same day', async () => {
    await someStudents(tenant, 3);
    await tenant.sis.get('/progress');
    await service.query('DELETE FROM `disclosures` WHERE `tenantId` = ?', [tenant.tenantId]);
    await tenant.sis.get('/progress');
    expect(await byDays()).toEqual([]);
  });
});

describe('the list of disclosures', () => {
  it('is filtered by days, and refuses what is no day', async () => {
    const id = await aStudent(tenant);
    await tenant.sis.get(`/users/${id}`);
    await letDaysPass(2);
    await tenant.sis.get(`/users/${id}`);
    const [later, earlier] = (await byDays()).map(({ day }) => String(day));
    expect(await byDays(`?from=${later ?? ''}`)).toMatchObject([{ day: later }]);
    expect(await byDays(`?to=${earlier ?? ''}`)).toMatchObject([{ day: earlier }]);
    expect(await byDays('?order=ASC')).toMatchObject([{ day: earlier }, { day: later }]);
    expect(problemsOf(await api.get('/disclosures?from=yesterday'))).toEqual([400, 'from']);
  });

  it('is downloaded as CSV', async () => {
    await someStudents(tenant, 3);
    await tenant.sis.get('/progress');
    const { body } = await api.get('/disclosures/export.csv');
    // Text that is no JSON is given as it is.
    const text = body as unknown as string;
    const line = new RegExp(`^\\d{4}-\\d\\d-\\d\\d,test,${actorOf(tenant)},export,3$`);
    expect(text.split('\r\n')[1]).toMatch(line);
  });

  it('is open to auditors, and closed to operators', async () => {
    const auditor = await admins.open(tenant, { role: 'application_auditor' });
    const operator = await admins.open(tenant, { role: 'application_operator' });
    const id = await aStudent(tenant);
    for (const path of ['/disclosures', '/disclosures/export.csv', `/users/${id}/disclosures`]) {
      expect((await auditor.api.get(path)).status).toBe(200);
      expect((await operator.api.get(path)).status).toBe(403);
    }
  });

  it('of a person continues behind a cursor, which is of that person', async () => {
    const [one = '', other = ''] = await someStudents(tenant, 2);
    for (let day = 0; day < 3; day += 1) {
      await tenant.sis.get(`/users/${one}`);
      await letDaysPass(1);
    }
    await noted();
    const first = await api.get(`/users/${one}/disclosures?limit=2`);
    expect(rowsOf(first)).toHaveLength(2);
    const cursor = String(first.body.meta['nextCursor']);
    const second = await api.get(`/users/${one}/disclosures?limit=2&cursor=${cursor}`);
    expect(rowsOf(second)).toHaveLength(1);
    expect(second.body.meta).toMatchObject({ hasMore: false, nextCursor: null });
    expect((await api.get(`/users/${other}/disclosures?cursor=${cursor}`)).status).toBe(400);
    expect((await api.get('/users/unknown/disclosures')).status).toBe(404);
  });
});

describe('the list of disclosures of an erased person', () => {
  const page = (id: string, query = ''): Promise<Answer<Body>> =>
    api.get(`/users/${id}/disclosures?limit=1${query}`);

  const nextOf = ({ body }: Answer<Body>): string => `&cursor=${String(body.meta['nextCursor'])}`;

  it('ends with an empty page when the rest of the block is about others', async () => {
    const [gone = '', other = ''] = await someStudents(tenant, 2);
    await tenant.sis.get(`/users/${gone}`);
    // In the order of the rows it stands behind the one before.
    await tenant.sis.get(`/progress?studentId=${other}`);
    await beginErasure(api, gone);
    await noted();
    const first = await page(gone);
    expect(rowsOf(first)).toMatchObject([{ actor: actorOf(tenant), kind: 'read' }]);
    const last = await page(gone, nextOf(first));
    expect(last).toMatchObject({
      status: 200,
      body: { data: [], meta: { hasMore: false, nextCursor: null } },
    });
  });

  it('begins with an empty page when many later ones are about others', async () => {
    const gone = await aStudent(tenant);
    await tenant.sis.get(`/users/${gone}`);
    await noted();
    await laterOnesBeside(gone, 2000);
    await beginErasure(api, gone);
    const first = await page(gone);
    expect(first).toMatchObject({ status: 200, body: { data: [], meta: { hasMore: true } } });
    expect(rowsOf(await page(gone, nextOf(first)))).toMatchObject([{ kind: 'read' }]);
  });

  it('is not found by an ID of which nothing is known', async () => {
    await tenant.sis.get(`/users/${await aStudent(tenant)}`);
    await noted();
    expect((await page('950999999')).status).toBe(404);
  });
});
