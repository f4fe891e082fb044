import { jest } from '@jest/globals';

import { ExportRepository } from '../../src/progress/export/export.repository.js';
import { RebuildService } from '../../src/progress/rebuild/rebuild.service.js';
import { SweepService } from '../../src/progress/sweep/sweep.service.js';
import { person } from '../factories/person.js';
import { aStudent, someStudents } from '../factories/progress-people.js';
import { Administrators } from '../support/administrators.js';
import type { ApiClient } from '../support/api-client.js';
import { letPassIn } from '../support/clock.js';
import { OwnDatabase } from '../support/own-database.js';
import { pullPage } from '../support/progress-reader.js';
import { pathOf, type WalkQuery } from '../support/walk-reader.js';
import { ProgressWriters } from '../support/progress-writers.js';
import { randomFrom, seedOf } from '../support/random.js';
import { rawRequest } from '../support/raw-request.js';
import { TestService, type TestTenant } from '../support/service.js';

// Random changes, and a copy after each: 23 s on two cores that two other runs kept busy.
jest.setTimeout(90_000);

const DAY_MS = 86_400_000;
const CHANGES = 60;
const SEED = seedOf('PROGRESS');

/** A separate database, because days pass here and a sweep rewrites every record. */
const database = new OwnDatabase('tags');

let service: TestService;

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

interface Seen {
  readonly status: number;
  readonly tag: string;
  readonly text: string;
}

async function ask(
  { apiKey, apiSecret }: TestTenant,
  query: WalkQuery,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const credentials = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
  const path = `/api/v1/integration${pathOf('/progress', query)}`;
  const answer = await rawRequest(service.baseUrl, path, { headers: { ...credentials, ...headers } });
  return { status: answer.status, tag: answer.headers.etag ?? '', text: answer.text };
}

const askWith = (tenant: TestTenant, query: WalkQuery, tag: string): Promise<Seen> =>
  ask(tenant, query, { 'If-None-Match': tag });

describe('the tag of a page', () => {
  it.each([{}, { studentId: 'S-1' }, { includeRemoved: 'true' }])(
    'is another one when a Student becomes Staff: %j',
    async (query) => {
      const tenant = await service.tenant();
      const input = person({ externalId: 'S-1' });
      await aStudent(tenant, input);
      await aStudent(tenant);
      const { tag, text } = await ask(tenant, query);
      expect((await askWith(tenant, query, tag)).status).toBe(304);
      await aStudent(tenant, { ...input, accountType: 'Staff' });
      const after = await askWith(tenant, query, tag);
      expect(after.status).toBe(200);
      expect(after.tag).not.toBe(tag);
      expect(after.text).not.toBe(text);
    },
  );

  it('is another one for each query', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 3);
    const { nextCursor, nextSince } = await pullPage(tenant.sis, { limit: 1 });
    const queries: WalkQuery[] = [
      {},
      { limit: 1 },
      { limit: 1, cursor: nextCursor ?? '' },
      { since: nextSince },
      { studentId: ids[0] },
      { studentId: 'unknown' },
      { includeRemoved: 'true' },
    ];
    const tags = await Promise.all(queries.map(async (query) => (await ask(tenant, query)).tag));
    expect(new Set(tags).size).toBe(queries.length);
  });

  it('is another one when an unknown studentId becomes known', async () => {
    const tenant = await service.tenant();
    const { tag } = await ask(tenant, { studentId: 'S-1' });
    const id = await aStudent(tenant, { externalId: 'S-1' });
    const after = await askWith(tenant, { studentId: 'S-1' }, tag);
    expect(after).toMatchObject({ status: 200, text: expect.stringContaining(id) as string });
  });

  it('is weak and the same for plain and compressed bytes, and is known with W/ and without', async () => {
    const tenant = await service.tenant();
    await someStudents(tenant, 2);
    const plain = await ask(tenant, {});
    const zipped = await ask(tenant, {}, { 'Accept-Encoding': 'gzip' });
    expect(plain.tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(zipped.tag).toBe(plain.tag);
    const opaque = plain.tag.slice(2);
    for (const given of [plain.tag, opaque, `"other", ${plain.tag}`, `"other",${opaque} , "more"`, '*'])
      expect({ given, status: (await askWith(tenant, {}, given)).status }).toEqual({ given, status: 304 });
    for (const given of ['"other"', opaque.replaceAll('"', ''), `"${plain.tag}"`, '"*"', ''])
      expect({ given, status: (await askWith(tenant, {}, given)).status }).toEqual({ given, status: 200 });
  });

  it('is of a moment that the replica must have reached, on later pages, too', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 3);
    const { nextCursor } = await pullPage(tenant.sis, { limit: 1 });
    await tenant.sis.patch(`/users/${ids[2] ?? ''}`);
    const page = jest.spyOn(service.app.get(ExportRepository), 'page');
    await pullPage(tenant.sis, { limit: 1, cursor: nextCursor ?? '' });
    const [range] = page.mock.calls.map(([, , one]) => one);
    expect(range?.last).toBeGreaterThan(Number(range?.until));
    const sql = 'SELECT MAX(`stamp`) AS `last` FROM `progress_changes` WHERE `tenantId` = ?';
    expect(await service.query(sql, [tenant.tenantId])).toEqual([{ last: range?.last }]);
  });
});

describe('whatever changes,', () => {
  /** Changes of settings, days and numbers of staff, which the writers do not make. */
  async function changeOther(api: ApiClient, tenant: TestTenant, pick: number): Promise<void> {
    const student = person({ externalId: `renumbered-${pick}`, email: 'renumbered@test.example.edu' });
    const changes = [
      () => api.patch('/settings', { pacing: { dueSoonDays: pick } }),
      () => api.patch('/settings', { requiredCommitteeRoles: pick % 2 === 0 ? ['chair'] : ['member'] }),
      () => tenant.sis.post('/users', student),
      () => tenant.sis.post('/users', { ...student, accountType: 'Staff' }),
      async () => {
        await letPassIn(service, tenant, DAY_MS);
        return service.app.get(SweepService).sweep();
      },
    ];
    await changes[pick % changes.length]?.();
    // The records that follow in the background are further changes.
    await service.app.get(RebuildService).finish(await service.scope(tenant));
  }

  it('a tag stands for the same bytes, and 304 for what the caller has', async () => {
    const tenant = await service.tenant();
    const { api } = await new Administrators(service).open(tenant);
    const random = randomFrom(SEED);
    const writers = new ProgressWriters(tenant, random, { students: 8, faculty: 3 });
    await writers.start();
    const [someone] = writers.students;
    const { nextCursor, nextSince } = await pullPage(tenant.sis, { limit: 3 });
    const cursor = nextCursor ?? '';
    const removed = await pullPage(tenant.sis, { limit: 3, includeRemoved: 'true' });
    const queries: WalkQuery[] = [
      {},
      { limit: 2 },
      { limit: 3, cursor },
      { since: nextSince, limit: 1 },
      { studentId: String(someone?.['externalId']) },
      { studentId: 'renumbered-7' },
      { includeRemoved: 'true' },
      { includeRemoved: 'true', limit: 2, since: nextSince },
      { includeRemoved: 'true', limit: 3, cursor: removed.nextCursor ?? '' },
    ];
    const bytes = new Map<string, string>();
    const last = new Map<WalkQuery, Seen>();
    let kept = 0;
    for (let change = 0; change < CHANGES; change += 1) {
      if (random() < 0.7) await writers.write();
      else await changeOther(api, tenant, Math.floor(random() * 50));
      for (const query of queries) {
        const before = last.get(query);
        const after = await ask(tenant, query);
        if (after.status !== 200) continue;
        expect(bytes.get(after.tag) ?? after.text).toBe(after.text);
        bytes.set(after.tag, after.text);
        const again = await askWith(tenant, query, before?.tag ?? '"none"');
        expect(again.status).toBe(before?.tag === after.tag ? 304 : 200);
        if (again.status === 304) kept += 1;
        last.set(query, after);
      }
    }
    expect(bytes.size).toBeGreaterThan(CHANGES);
    expect(kept).toBeGreaterThan(0);
  });
});

describe('304 is answered', () => {
  it('by the export alone: no other call takes * for something that the caller has', async () => {
    const tenant = await service.tenant();
    const { api } = await new Administrators(service).open(tenant);
    const any = { 'If-None-Match': '*', 'If-Modified-Since': 'Fri, 31 Dec 9999 23:59:59 GMT' };
    const anonymous = ['/metrics', '/health/ready', '/docs/openapi.json', '/docs/openapi.yaml', '/admin/'];
    const statuses = [
      ...(await Promise.all([...anonymous, '/docs'].map((path) => service.anonymous().get(path, any)))),
      ...(await Promise.all(['', '/sync/queue'].map((path) => tenant.sis.get(path, any)))),
      ...(await Promise.all(['/settings', '/users', '/session'].map((path) => api.get(path, any)))),
    ].map(({ status }) => status);
    expect(statuses).not.toContain(304);
  });
});
