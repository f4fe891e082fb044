import { aProfessor, aStudent, setTitle, someStudents } from '../factories/progress-people.js';
import { refused } from '../support/answers.js';
import { rawRequest } from '../support/raw-request.js';
import { pullAll, pullPage, studentIdsOf } from '../support/progress-reader.js';
import { pathOf, type WalkQuery } from '../support/walk-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

async function idsOf({ sis }: TestTenant, query: WalkQuery = {}): Promise<string[]> {
  return studentIdsOf((await pullAll(sis, query)).records);
}

const credentialsOf = ({ apiKey, apiSecret }: TestTenant): Record<string, string> => ({
  'X-Service-API-Key': apiKey,
  'X-Service-API-Secret': apiSecret,
});
const PATH = '/api/v1/integration/progress';

describe('the record', () => {
  it('of a Student without a dissertation has nulls and empty lists', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant, { email: 'a@test.example.edu', externalId: 'S-77' });
    const { status, body } = await tenant.sis.get('/progress');
    const [record] = body.data as unknown as { changedAt: string; pacing: { asOf: string } }[];
    const { changedAt = '', pacing: { asOf } = { asOf: '' } } = record ?? {};
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          studentId: id,
          legacyNumber: 'S-77',
          email: 'a@test.example.edu',
          firstName: 'Ann',
          lastName: 'Lee',
          accountStatus: 'active',
          schoolProgram: null,
          programId: null,
          degree: null,
          monthOfEntry: null,
          yearOfEntry: null,
          dissertation: {
            title: null,
            status: 'not_started',
            startedOn: null,
            defendedOn: null,
            versions: [],
          },
          milestones: [],
          pacing: {
            status: 'not_started',
            reasons: [],
            completed: 0,
            total: 0,
            nextMilestone: null,
            daysBehind: 0,
            asOf,
          },
          committee: { status: 'not_started', formedOn: null, missingRoles: ['chair'], members: [] },
          changedAt,
        },
      ],
      meta: {
        count: 1,
        limit: 1000,
        hasMore: false,
        nextCursor: null,
        nextSince: new Date(Date.parse(changedAt) + 1).toISOString(),
      },
    });
    expect(asOf).toBe(changedAt.slice(0, 10));
  });

  it('is only of Students, and only of the own tenant', async () => {
    const tenant = await service.tenant();
    const elsewhere = await service.tenant();
    const id = await aStudent(tenant);
    await aProfessor(tenant);
    await aStudent(elsewhere);
    expect(await idsOf(tenant)).toEqual([id]);
  });

  it('is empty in a new tenant', async () => {
    const { sis } = await service.tenant();
    expect(await pullPage(sis)).toEqual({
      records: [],
      count: 0,
      limit: 1000,
      hasMore: false,
      nextCursor: null,
      nextSince: '1970-01-01T00:00:00.001Z',
    });
  });
});

describe('the order', () => {
  it('is oldest change first, also within one transaction', async () => {
    const tenant = await service.tenant();
    const [one = '', two = '', three = ''] = await someStudents(tenant, 3);
    expect(await idsOf(tenant)).toEqual([one, two, three]);
    await setTitle(tenant, one);
    expect(await idsOf(tenant)).toEqual([two, three, one]);
    await setTitle(tenant, three);
    const { records } = await pullAll(tenant.sis, {});
    expect(studentIdsOf(records)).toEqual([two, one, three]);
    const times = records.map(({ changedAt }) => changedAt);
    expect(times).toEqual(times.toSorted());
  });
});

describe('a page', () => {
  it.each([1, 2, 5, 6, 7])(
    'has at most limit records and says whether there is more: %i of 6',
    async (limit) => {
      const tenant = await service.tenant();
      const ids = await someStudents(tenant, 6);
      const first = await pullPage(tenant.sis, { limit });
      const count = Math.min(limit, 6);
      expect(first).toMatchObject({ count, limit, hasMore: limit < 6 });
      expect(first.nextCursor === null).toBe(limit >= 6);
      expect(studentIdsOf(first.records)).toEqual(ids.slice(0, count));
      const { records, pages } = await pullAll(tenant.sis, { limit });
      expect({ ids: studentIdsOf(records), pages }).toEqual({ ids, pages: Math.ceil(6 / limit) });
    },
  );

  it.each([249, 250, 251, 500, 501])('may be larger than what is read at once: %i of 501', async (limit) => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 501);
    const { records, pages } = await pullAll(tenant.sis, { limit });
    expect(studentIdsOf(records)).toEqual(ids);
    expect(pages).toBe(Math.ceil(501 / limit));
  });

  it('is complete when its later records are read by the thousand', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 1300);
    const { records, hasMore } = await pullPage(tenant.sis, { limit: 5000 });
    expect(studentIdsOf(records)).toEqual(ids);
    expect(hasMore).toBe(false);
  });

  it('may have another limit than the page before', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 4);
    const { nextCursor } = await pullPage(tenant.sis, { limit: 1 });
    const rest = await pullPage(tenant.sis, { limit: 5000, cursor: nextCursor ?? '' });
    expect(studentIdsOf(rest.records)).toEqual(ids.slice(1));
  });
});

describe('studentId', () => {
  it("takes IDs and legacyNumbers; unknown ones, faculty and other tenants' have no record", async () => {
    const tenant = await service.tenant();
    const elsewhere = await service.tenant();
    const one = await aStudent(tenant, { externalId: 'Ä/1' });
    const two = await aStudent(tenant, { externalId: 'S 2' });
    await aStudent(tenant);
    const professor = await aProfessor(tenant, { externalId: 'F-1' });
    await aStudent(elsewhere, { externalId: 'elsewhere' });
    const studentId = `Ä/1, ${two},S 2,unknown-id,950999999,${professor},F-1,elsewhere`;
    expect(await idsOf(tenant, { studentId })).toEqual([one, two]);
    expect(await idsOf(tenant, { studentId, limit: 1 })).toEqual([one, two]);
    expect(await idsOf(tenant, { studentId: 'unknown-id' })).toEqual([]);
    expect(await idsOf(tenant, { studentId: 'ä/1' })).toEqual([]);
  });

  it('names up to 1,000 people', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 3);
    const unknown = Array.from({ length: 998 }, (_, index) => `n-${index}`);
    const known = ids.slice(0, 2);
    expect(await idsOf(tenant, { studentId: [...known, ...unknown].join(',') })).toEqual(known);
    const answer = await tenant.sis.get(pathOf('/progress', { studentId: [...ids, ...unknown].join(',') }));
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'studentId'));
  });
});

describe('since', () => {
  it('is a moment, at or after which the record changed, however it is written', async () => {
    const tenant = await service.tenant();
    const [one = '', two = ''] = await someStudents(tenant, 2);
    await setTitle(tenant, one);
    const { records } = await pullAll(tenant.sis);
    const at = Date.parse(records[1]?.changedAt ?? '');
    const local = new Date(at + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
    for (const since of [new Date(at).toISOString(), local])
      expect(await idsOf(tenant, { since })).toEqual([one]);
    expect(await idsOf(tenant, { since: new Date(at + 1).toISOString() })).toEqual([]);
    const unencoded = await tenant.sis.get(`/progress?since=${local}`);
    expect(unencoded.body.meta).toMatchObject({ count: 1 });
    expect(await idsOf(tenant, { since: new Date(at - 1).toISOString(), studentId: two })).toEqual([]);
  });

  it('is a day, which begins at 00:00 UTC', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const [record] = (await pullAll(tenant.sis)).records;
    const day = (offset: number): string =>
      new Date(Date.parse(record?.changedAt ?? '') + offset * 86_400_000).toISOString().slice(0, 10);
    expect(await idsOf(tenant, { since: day(0) })).toEqual([id]);
    expect(await idsOf(tenant, { since: day(1) })).toEqual([]);
    for (const since of ['1000-01-01', '1969-12-31T23:59:59Z'])
      expect(await idsOf(tenant, { since })).toEqual([id]);
    expect((await pullPage(tenant.sis, { since: '9999-12-31' })).nextSince).toBe(
      (await pullPage(tenant.sis)).nextSince,
    );
  });
});

describe('an answer', () => {
  it('is compressed when that is accepted, and the same', async () => {
    const tenant = await service.tenant();
    await someStudents(tenant, 300);
    const ask = (headers: Record<string, string>): Promise<Response> =>
      fetch(service.baseUrl + PATH, { headers: { ...credentialsOf(tenant), ...headers } });
    const plain = await ask({ 'Accept-Encoding': 'identity' });
    const zipped = await ask({ 'Accept-Encoding': 'gzip' });
    expect({
      plain: plain.headers.get('content-encoding'),
      zipped: zipped.headers.get('content-encoding'),
    }).toEqual({ plain: null, zipped: 'gzip' });
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await zipped.text()).toBe(await plain.text());
  });

  it('is 304 while nothing changed, page by page, and another one afterwards', async () => {
    const tenant = await service.tenant();
    const [one = ''] = await someStudents(tenant, 3);
    const { nextCursor, nextSince } = await pullPage(tenant.sis, { limit: 1 });
    const queries: WalkQuery[] = [
      {},
      { limit: 1 },
      { limit: 1, cursor: nextCursor ?? '' },
      { since: nextSince },
      { studentId: one },
    ];
    const tags: string[] = [];
    for (const query of queries) {
      const { headers } = await tenant.sis.get(pathOf('/progress', query));
      const tag = headers.get('etag') ?? '';
      const again = await tenant.sis.get(pathOf('/progress', query), { 'If-None-Match': `"other", ${tag}` });
      expect({ status: again.status, body: again.body, etag: again.headers.get('etag') }).toEqual({
        status: 304,
        body: '',
        etag: tag,
      });
      tags.push(tag);
    }
    expect(new Set(tags).size).toBe(queries.length);
    await setTitle(tenant, one);
    for (const [index, query] of queries.entries()) {
      const tag = tags[index] ?? '';
      const { status, headers } = await tenant.sis.get(pathOf('/progress', query), { 'If-None-Match': tag });
      expect(status).toBe(200);
      expect(headers.get('etag')).not.toBe(tag);
    }
  });

  it('has the same head for HEAD, and no body', async () => {
    const tenant = await service.tenant();
    await someStudents(tenant, 2);
    const headers = credentialsOf(tenant);
    const get = await rawRequest(service.baseUrl, PATH, { headers });
    const head = await rawRequest(service.baseUrl, PATH, { method: 'HEAD', headers });
    expect({ status: head.status, text: head.text, etag: head.headers.etag }).toEqual({
      status: 200,
      text: '',
      etag: get.headers.etag,
    });
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });
});
