import { aStudent, someStudents } from '../factories/progress-people.js';
import { refused } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { pullPage } from '../support/progress-reader.js';
import { pathOf } from '../support/walk-reader.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

const LONG = 'x'.repeat(65);
const WRONG_CURSOR = refused(400, 'VALIDATION_FAILED', 'cursor');

/** The values of a parameter that are refused. */
const each = (name: string, values: readonly string[]): [string, string[]][] =>
  values.map((value) => [`${name}=${value}`, [name]]);

const WRONG: [string, string[]][] = [
  ...each('limit', ['0', '-1', '5001', '1.5', '1e3', 'abc', '', '%20', '0x10', '%2B5', '٥', '9'.repeat(20)]),
  ['limit=1&limit=2', ['limit']],
  ['limit[]=1', ['limit[]']],
  ...each('since', [
    '',
    '%20',
    'yesterday',
    '2026-02-30',
    '2023-02-29',
    '20260101',
    '2026-1-1',
    '2026-01-01T00:00:00',
    '2026-01-01T24:00:00Z',
    '2026-01-01%2000:00:00Z',
    '1700000000',
    '2026-01-01T00:00:00+99:00',
  ]),
  ['since=2026-01-01&since=2026-01-02', ['since']],
  ...each('studentId', ['', '%20', ',', 'S-1,', 'S-1,,S-2', '%20,S-1', LONG, `S-1,${LONG}`]),
  ['studentId=S-1&studentId=S-2', ['studentId']],
  [`studentId=${Array.from({ length: 1001 }, (_, index) => index).join(',')}`, ['studentId']],
  ...each('cursor', ['', '%20', 'x', 'AAAA', '%00', 'null', 'A'.repeat(5000)]),
  ['cursor=x&cursor=y', ['cursor']],
  ...each('includeRemoved', ['', '%20', 'yes', 'TRUE', 'True', '2', '01', 'null', '__proto__']),
  ['includeRemoved=true&includeRemoved=true', ['includeRemoved']],
  ['includeremoved=true', ['includeremoved']],
  ['page=2', ['page']],
  ['Limit=2', ['Limit']],
  ['studentid=S-1', ['studentid']],
  ['__proto__=1', ['__proto__']],
  ['limit=0&since=x&studentId=&offset=3', ['offset', 'studentId', 'since', 'limit']],
];

describe('a wrong query parameter', () => {
  it('is refused with its name', async () => {
    const { sis } = await service.tenant();
    const answers: [string, Answer<Body>][] = [];
    for (const [query] of WRONG) answers.push([query, await sis.get(`/progress?${query}`)]);
    expect(answers).toMatchObject(
      WRONG.map(([query, fields]) => [query, refused(400, 'VALIDATION_FAILED', ...fields)]),
    );
  });

  it.each([
    'limit=1',
    'limit=5000',
    'limit=%205%20',
    'since=2024-02-29',
    'since=2026-01-01T00:00Z',
    'includeRemoved=true',
    'includeRemoved=false',
  ])('is not %s', async (query) => {
    const { sis } = await service.tenant();
    expect((await sis.get(`/progress?${query}`)).status).toBe(200);
  });
});

describe('a cursor', () => {
  it('of another tenant is refused, even for the same query', async () => {
    const [tenant, elsewhere] = [await service.tenant(), await service.tenant()];
    await someStudents(tenant, 2);
    await someStudents(elsewhere, 2);
    const { nextCursor } = await pullPage(elsewhere.sis, { limit: 1 });
    const cursor = nextCursor ?? '';
    expect(await tenant.sis.get(pathOf('/progress', { limit: 1, cursor }))).toMatchObject(WRONG_CURSOR);
    expect((await elsewhere.sis.get(pathOf('/progress', { limit: 1, cursor }))).status).toBe(200);
  });

  it('that was changed anywhere is refused', async () => {
    const tenant = await service.tenant();
    await someStudents(tenant, 2);
    const { nextCursor } = await pullPage(tenant.sis, { limit: 1 });
    const cursor = nextCursor ?? '';
    expect(cursor.length).toBeGreaterThan(50);
    for (let at = 0; at < cursor.length; at += 7) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(await tenant.sis.get(pathOf('/progress', { cursor: changed }))).toMatchObject(WRONG_CURSOR);
    }
    for (const changed of [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, cursor.toLowerCase()])
      expect(await tenant.sis.get(pathOf('/progress', { cursor: changed }))).toMatchObject(WRONG_CURSOR);
  });

  it('belongs to its query: the same students, in any order, and the same since', async () => {
    const tenant = await service.tenant();
    const one = await aStudent(tenant, { externalId: 'A' });
    await aStudent(tenant, { externalId: 'B' });
    const query = { limit: 1, studentId: 'A,B', since: '2020-01-01' };
    const { nextCursor } = await pullPage(tenant.sis, query);
    const cursor = nextCursor ?? '';
    const ask = (changes: object): Promise<Answer<Body>> =>
      tenant.sis.get(pathOf('/progress', { ...query, cursor, ...changes }));
    for (const changes of [
      { studentId: 'A' },
      { studentId: 'A,B,C' },
      { studentId: `${one},B` },
      { studentId: undefined },
      { since: '2020-01-02' },
      { since: undefined },
    ])
      expect(await ask(changes)).toMatchObject(WRONG_CURSOR);
    for (const changes of [{}, { studentId: 'B,A,B' }, { since: '2020-01-01T00:00:00Z' }, { limit: 2 }])
      expect((await ask(changes)).status).toBe(200);
  });
});
