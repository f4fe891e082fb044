import { ACCESS } from '../../src/http/access.js';
import { isAccessScope } from '../../src/http/access-scopes.js';
import { RouteTable } from '../../src/http/server/route-table.js';

import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { discrepanciesOf } from '../factories/submissions.js';
import { outcomeOf, problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { type Operation, operationsOf } from '../support/operations.js';
import { TestService, type TestTenant } from '../support/service.js';

const RUN = 'X-Sync-Run';

const service = await TestService.ofWorker();

let tenant: TestTenant;
let sis: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ sis } = tenant);
});

const isGuarded = ({ security }: Operation): boolean => security.includes('X-Service-API-Key');

/** The runs that the history of a tenant's people names, in order. */
async function runsOfHistory(): Promise<unknown[]> {
  const sql = 'SELECT run FROM user_changes WHERE tenantId = ? ORDER BY id';
  const rows = await service.query<{ run: string | null }[]>(sql, [tenant.tenantId]);
  return rows.map(({ run }) => run);
}

/** The counts of a run, without its times. */
async function countsOf(run: string): Promise<Row> {
  const { status, body } = await sis.get(`/runs/${run}`);
  expect(status).toBe(200);
  const { startedAt, lastCallAt, ...counts } = body.data;
  const aTime: unknown = expect.stringMatching(/^\d{4}-.+T.+\.\d{3}Z$/);
  expect({ startedAt, lastCallAt }).toEqual({ startedAt: aTime, lastCallAt: aTime });
  return counts;
}

/** The runs as they are stored. */
const stored = (): Promise<unknown> =>
  service.query('SELECT * FROM runs WHERE tenantId = ?', [tenant.tenantId]);

const NO_PEOPLE = {
  received: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  deprovisioned: 0,
  restored: 0,
  keptActive: 0,
  awaitingSource: 0,
  pending: 0,
  putBack: 0,
};
const NO_WORKFLOW = {
  workflow: { calls: 0, received: 0, changed: 0, unchanged: 0, failed: 0, peopleUpdated: 0 },
};

describe('X-Sync-Run', () => {
  it('is refused by name on every call with credentials when it is no valid name, before any other check', async () => {
    const { apiKey, apiSecret } = await service.tenant({ scopes: ['integration', 'workflow', 'sandbox'] });
    const caller = service.anonymous({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
    const operations = (await operationsOf(service.anonymous())).filter(isGuarded);
    expect(operations.length).toBeGreaterThan(15);
    for (const { method, path, name } of operations) {
      const answer = await caller.send(method, path.replace(/:\w+/g, 'x'), undefined, { [RUN]: 'no name' });
      expect({ name, outcome: outcomeOf(answer) }).toEqual({
        name,
        outcome: [400, 'VALIDATION_FAILED', RUN],
      });
    }
  });

  it.each([
    ['1 character', 'a'],
    ['every character that is allowed', '2026-11-22T02:10:00_people.csv:B'],
    ['100 characters', 'r'.repeat(100)],
  ])('may be %s', async (_, run) => {
    expect((await sis.post('/users', person(), { [RUN]: run })).status).toBe(201);
    expect(await runsOfHistory()).toEqual([run]);
  });

  it.each([
    ['blank', ''],
    ['101 characters', 'r'.repeat(101)],
    ['two words', 'two words'],
    ['a path', '../etc'],
    ['of other letters', 'n\u00fcrnberg'],
    ['two names', 'one, two'],
    ['that of an undo', 'undo:night'],
  ])('must not be %s', async (_, run) => {
    const { status, body } = await sis.post('/users', person(), { [RUN]: run });
    const message = `${RUN} must be 1 to 100 of A-Z, a-z, 0-9 and . _ : - that do not begin with undo:`;
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.error.details).toEqual([{ field: RUN, code: 'matches', message }]);
  });

  it('shows a caller without credentials nothing', async () => {
    const { status } = await service.anonymous().get('/api/v1/integration', { [RUN]: 'no name' });
    expect(status).toBe(401);
  });

  it('is kept with what each call changed, also where calls come at once', async () => {
    const names = Array.from({ length: 24 }, (_, n) => `run-${n % 3}`);
    await Promise.all(names.map((run) => sis.post('/users', person(), { [RUN]: run })));
    await sis.post('/users', person());
    const found = (await runsOfHistory()).map(String);
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
      // Calls of identity providers are in a document of their own.
      return (isAccessScope(access) && access !== 'scim') || access === 'any-scope' || access === 'any-part';
    });
    expect(withHeader).toHaveLength(scoped.length);
  });
});

describe('a run', () => {
  it('counts what became of each person that its calls named, and nothing of other calls', async () => {
    const in1 = { [RUN]: 'run-1' };
    const ann = person({ externalId: 'A-1' });
    await sis.post('/users', ann, in1);
    await sis.post('/users', ann, in1);
    await sis.post('/users', { ...ann, degree: 'EdD' }, in1);
    await sis.post('/users', { ...ann, degree: 'PhD' });
    await sis.post('/users', { ...ann, degree: 'MA' }, { [RUN]: 'run-2' });
    await sis.post('/users', { ...ann, email: 'no address' }, in1);
    await sis.send('POST', '/users', '{', { 'Content-Type': 'application/json', ...in1 });
    await sis.post('/users', { ...ann, accountStatus: 'inactive' }, in1);
    await sis.post('/users', { ...ann, accountStatus: 'active' }, in1);
    await sis.post('/users', person({ accountStatus: 'inactive' }), in1);
    expect(await countsOf('run-1')).toEqual({
      ...NO_PEOPLE,
      ...NO_WORKFLOW,
      name: 'run-1',
      calls: 8,
      actors: [`key:${tenant.apiKey}`],
      received: 8,
      inserted: 2,
      updated: 3,
      unchanged: 1,
      failed: 2,
      deprovisioned: 1,
      restored: 1,
    });
    expect(await countsOf('run-2')).toMatchObject({ ...NO_PEOPLE, calls: 1, received: 1, updated: 1 });
  });

  it('counts de-provisionings and restorations by PATCH, and those that are refused', async () => {
    await sis.post('/users', person({ externalId: 'P-1' }));
    const leavers = inRun(service, tenant, 'leavers');
    await leavers.patch('/users/P-1');
    await leavers.patch('/users/P-1');
    await leavers.patch('/users/P-1', { accountStatus: 'active' });
    await leavers.patch('/users/P-2');
    await leavers.patch('/users/P-1', { accountStatus: 'gone' });
    expect(await countsOf('leavers')).toMatchObject({
      calls: 5,
      received: 5,
      inserted: 0,
      updated: 2,
      unchanged: 1,
      failed: 2,
      deprovisioned: 1,
      restored: 1,
    });
  });

  it('counts every line of an upload, and nothing of a dry run', async () => {
    const [ann, bo] = [person({ externalId: 'U-1' }), person({ externalId: 'U-2' })];
    await sis.bulk('/users/bulk', [ann, bo]);
    const lines = [ann, { ...bo, accountStatus: 'inactive' }, person(), { ...ann, email: '' }, '{'];
    await inRun(service, tenant, 'dryRun').bulk('/users/bulk?dryRun=true', lines);
    await inRun(service, tenant, 'uploaded').bulk('/users/bulk', lines);
    expect(await countsOf('uploaded')).toMatchObject({
      ...NO_PEOPLE,
      calls: 1,
      received: 5,
      inserted: 1,
      updated: 1,
      unchanged: 1,
      failed: 2,
      deprovisioned: 1,
    });
    expect((await sis.get('/runs/dryRun')).status).toBe(404);
  });

  it('adds up over flushes and callers, and names all who took part', async () => {
    const other = await service.anotherCaller(tenant);
    for (const { sis } of [tenant, other, tenant]) {
      await sis.post('/users', person(), { [RUN]: 'shared' });
      await service.settle(tenant);
    }
    expect(await countsOf('shared')).toEqual({
      ...NO_PEOPLE,
      ...NO_WORKFLOW,
      name: 'shared',
      calls: 3,
      received: 3,
      inserted: 3,
      actors: [tenant, other].map(({ apiKey }) => `key:${apiKey}`).sort(),
    });
  });

  it('costs an unchanged post no write', async () => {
    const ann = person();
    await sis.post('/users', ann, { [RUN]: 'nightly' });
    await service.settle(tenant);
    const before = await stored();
    await sis.post('/users', ann, { [RUN]: 'nightly' });
    expect(await stored()).toEqual(before);
    expect(await countsOf('nightly')).toMatchObject({ received: 2, unchanged: 1 });
  });

  it('has a name that is distinguished by its case', async () => {
    await sis.post('/users', person(), { [RUN]: 'Nightly' });
    expect((await sis.get('/runs/nightly')).status).toBe(404);
    expect(await countsOf('Nightly')).toMatchObject({ inserted: 1 });
  });

  it.each(['unknown', 'two%20words', 'n%C3%BCrnberg', 'r'.repeat(101)])(
    'is not found as %s',
    async (name) => {
      expect(refusalOf(await sis.get(`/runs/${name}`))).toEqual([
        404,
        'NOT_FOUND',
        'No run of this tenant has that name; a run is known once a call about people, progress or submissions ' +
          'has named it in X-Sync-Run.',
      ]);
    },
  );
});

describe('what the platform writes in a run', () => {
  const MILESTONE = { status: 'in_progress' };

  /** Calls of the platform that name this run. */
  function platform(run: string): (method: string, path: string, body: Row) => Promise<number> {
    return async (method, path, body) => {
      const headers = { 'Content-Type': 'application/json', [RUN]: run };
      return (await tenant.workflow.send(method, path, JSON.stringify(body), headers)).status;
    };
  }

  async function workflowOf(run: string): Promise<unknown> {
    const { workflow, ...others } = await countsOf(run);
    expect(others).toEqual({ ...NO_PEOPLE, name: run, calls: 0, actors: [`key:${tenant.apiKey}`] });
    return workflow;
  }

  it('is counted of each part of a record, beside the people that the SIS sent', async () => {
    const call = platform('night');
    const of = `/students/${await aStudent(tenant)}`;
    const dissertation = { title: 'On rivers', status: 'in_progress' };
    const statuses = [
      await call('PUT', `${of}/milestones/candidacy`, MILESTONE),
      await call('PUT', `${of}/milestones/candidacy`, MILESTONE),
      await call('PUT', `${of}/dissertation`, dissertation),
      await call('PUT', `${of}/dissertation/versions/1`, { stage: 'proposal', status: 'draft' }),
      await call('PUT', `${of}/committee`, { members: [] }),
      await call('PUT', `${of}/dissertation`, { ...dissertation, status: 'lost' }),
      await call('PUT', '/students/unknown/dissertation', dissertation),
    ];
    expect(statuses).toEqual([201, 200, 201, 201, 201, 400, 404]);
    expect(await workflowOf('night')).toEqual({
      calls: 7,
      received: 7,
      changed: 4,
      unchanged: 1,
      failed: 2,
      peopleUpdated: 0,
    });
  });

  it('is counted of every line of an upload, and not of a dry run', async () => {
    const studentId = await aStudent(tenant);
    const line = { studentId, milestones: [{ code: 'candidacy', ...MILESTONE }] };
    const lines = [line, line, { studentId: 'unknown' }].map((one) => JSON.stringify(one)).join('\n');
    for (const [run, query] of [
      ['dryRun', '?dryRun=true'],
      ['loaded', ''],
    ] as const) {
      const headers = { 'Content-Type': 'application/x-ndjson', [RUN]: run };
      const answer = await tenant.workflow.send('POST', `/progress/bulk${query}`, lines, headers);
      expect(answer.status).toBe(200);
    }
    expect(await workflowOf('loaded')).toEqual({
      calls: 1,
      received: 3,
      changed: 1,
      unchanged: 1,
      failed: 1,
      peopleUpdated: 0,
    });
    expect((await sis.get('/runs/dryRun')).status).toBe(404);
  });

  it('is counted of submissions, their moves and decisions, with the people whom accepted ones change', async () => {
    const call = platform('reviews');
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const form = { formType: 'degree_change', studentId, fields: { degree: 'PhD' } };
    const move = (status: string): Promise<number> => call('POST', '/submissions/s-1/status', { status });
    const statuses = [
      await call('PUT', '/submissions/s-1', form),
      await call('PUT', '/submissions/s-1', form),
      await call('PUT', '/submissions/s-1', { ...form, fields: { degree: 'MA' } }),
      await move('submitted'),
      await move('approved'),
      await move('approved'),
      await move('draft'),
    ];
    expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 409]);
    const [discrepancy] = await discrepanciesOf(tenant, 's-1');
    const decision = `/submissions/s-1/discrepancies/${discrepancy?.id ?? ''}/resolve`;
    for (let times = 0; times < 2; times += 1)
      expect(await call('POST', decision, { resolution: 'accept_submitted' })).toBe(200);
    await tenant.workflow.get('/submissions/s-1', { [RUN]: 'reviews' });

    expect(await workflowOf('reviews')).toEqual({
      calls: 9,
      received: 9,
      changed: 5,
      unchanged: 3,
      failed: 1,
      peopleUpdated: 1,
    });
    expect(await runsOfHistory()).toEqual([null, 'reviews']);
  });

  it('adds up over flushes, beside people in the same run, and costs an unchanged call no write', async () => {
    const call = platform('both');
    const path = `/students/${await aStudent(tenant)}/milestones/candidacy`;
    for (let times = 0; times < 3; times += 1) {
      await call('PUT', path, MILESTONE);
      await sis.post('/users', person(), { [RUN]: 'both' });
      await service.settle(tenant);
    }
    expect(await countsOf('both')).toMatchObject({
      calls: 3,
      received: 3,
      inserted: 3,
      workflow: { calls: 3, received: 3, changed: 1, unchanged: 2 },
    });
    const before = await stored();
    await call('PUT', path, MILESTONE);
    expect(await stored()).toEqual(before);
  });
});

describe('the list of runs', () => {
  const namesOf = (answer: Awaited<ReturnType<TestTenant['sis']['get']>>): unknown[] =>
    rowsOf(answer).map(({ name }) => name);

  it('begins with the run that began last, and is walked page by page', async () => {
    const names = ['first', 'second', 'third', 'fourth', 'fifth'];
    for (const run of names) await sis.post('/users', person(), { [RUN]: run });
    // The run continues, and its place in the list stays.
    await sis.post('/users', person(), { [RUN]: 'first' });
    const found: unknown[] = [];
    let cursor: unknown = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const answer = await sis.get(`/runs?limit=2${String(cursor)}`);
      found.push(...namesOf(answer));
      const { nextCursor, ...meta } = answer.body.meta;
      expect(meta).toEqual({ count: pages < 2 ? 2 : 1, limit: 2, hasMore: pages < 2 });
      cursor = `&cursor=${String(nextCursor)}`;
    }
    expect(found).toEqual(names.reverse());
    expect(cursor).toBe('&cursor=null');
  });

  it('shows no run of another tenant', async () => {
    const other = await service.tenant();
    await other.sis.post('/users', person(), { [RUN]: 'theirs' });
    expect(rowsOf(await sis.get('/runs'))).toEqual([]);
    expect((await sis.get('/runs/theirs')).status).toBe(404);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=abc', 'cursor'],
    ['limit=5&cursor=', 'cursor'],
  ])('refuses %s', async (query, field) => {
    expect(problemsOf(await sis.get(`/runs?${query}`))).toEqual([400, field]);
  });

  it('takes a limit above 500 as 500', async () => {
    expect((await sis.get('/runs?limit=501')).body.meta).toMatchObject({ limit: 500 });
  });

  it('and that of the queue refuse the cursors of each other', async () => {
    const { workflow } = tenant;
    for (const run of ['one', 'two']) await sis.post('/users', person({ externalId: run }), { [RUN]: run });
    const form = { formType: 'leave', studentId: 'one', fields: { a: 'b' } };
    for (const id of ['sub-1', 'sub-2']) await workflow.put(`/submissions/${id}`, form);
    const cursorOf = async (list: string): Promise<string> =>
      String((await sis.get(`${list}?limit=1`)).body.meta['nextCursor']);
    const [ofRuns, ofQueue] = [await cursorOf('/runs'), await cursorOf('/sync/queue')];
    expect(problemsOf(await sis.get(`/runs?cursor=${ofQueue}`))).toEqual([400, 'cursor']);
    expect(problemsOf(await sis.get(`/sync/queue?cursor=${ofRuns}`))).toEqual([400, 'cursor']);
  });
});
