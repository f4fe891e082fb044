import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import type { Administrators } from '../support/administrators.js';
import { problemsOf, refusalOf, type Row, rowsOf, summaryOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { administratorForEachTest } from '../support/each-test.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;
let actor: string;

administratorForEachTest(
  (given) => {
    ({ service, admins, tenant, api, actor } = given);
  },
  { firstName: 'Bo', lastName: 'Cruz' },
);

const upload = (run: string, lines: readonly unknown[], as = tenant): Promise<Row[]> =>
  inRun(service, as, run).bulk('/users/bulk', lines);

const list = async (query = ''): Promise<Row[]> => rowsOf(await api.get(`/runs${query}`));
const names = async (query = ''): Promise<unknown[]> => (await list(query)).map(({ name }) => name);
const show = async (run: string): Promise<Row> => (await api.get(`/runs/${run}`)).body.data;

describe('the list of runs', () => {
  it('has the counts, the sender by label, and how long it took', async () => {
    await upload('nightly-1', [person(), person({ email: 'x' })]);
    const [run] = await list();
    expect(run).toMatchObject({
      name: 'nightly-1',
      received: 2,
      inserted: 1,
      failed: 1,
      held: 0,
      heldOpen: 0,
      usual: null,
      senders: [{ actor: `key:${tenant.apiKey}`, label: 'test' }],
    });
    const [began, ended] = [run?.['startedAt'], run?.['lastCallAt']].map((at) => Date.parse(String(at)));
    expect(run?.['durationMs']).toBe(Number(ended) - Number(began));
  });

  it('counts the de-provisionings that were held, and those that wait', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { count: 1 } });
    ({ api } = await admins.open(tenant));
    const people = await activePeople(tenant, 4);
    await upload('nightly-1', inactive(people));
    expect(await list()).toMatchObject([{ deprovisioned: 1, held: 3, heldOpen: 3 }]);
    await api.post('/holds/decide-run', { decision: 'reject', run: 'nightly-1' });
    expect(await list()).toMatchObject([{ held: 3, heldOpen: 0 }]);
  });

  it('says what such a run usually does, from the third on', async () => {
    const people = Array.from({ length: 4 }, () => person());
    for (const day of [1, 2, 3]) await upload(`nightly-${day}`, people.slice(0, 3));
    await upload('nightly-4', people);
    await upload('fix', people);
    expect(await list()).toMatchObject([
      { name: 'fix', usual: null },
      { name: 'nightly-4', received: 4, usual: { runs: 3, received: 3, unchanged: 3, failed: 0 } },
      { name: 'nightly-3', usual: null },
      { name: 'nightly-2', usual: null },
      { name: 'nightly-1', usual: null },
    ]);
  });

  it('compares no runs of another sender', async () => {
    for (const day of [1, 2, 3]) await upload(`nightly-${day}`, [person()]);
    await upload('nightly-4', [person()], await service.anotherCaller(tenant));
    expect((await show('nightly-4'))['usual']).toBeNull();
  });

  it('is filtered by name, sender and failures, and paged', async () => {
    const other = await service.anotherCaller(tenant);
    await upload('Nightly-1', [person()]);
    await upload('nightly-2', [person({ email: 'x' })]);
    await upload('fix', [person()], other);
    expect(await names('?name=nightly')).toEqual(['nightly-2', 'Nightly-1']);
    expect(await names(`?sender=key:${other.apiKey}`)).toEqual(['fix']);
    expect(await names('?withFailures=true')).toEqual(['nightly-2']);
    expect(await names('?order=ASC&perPage=2')).toEqual(['Nightly-1', 'nightly-2']);
    const second = await api.get('/runs?perPage=2&page=2');
    expect(second.body.meta).toEqual({ total: 3, page: 2, perPage: 2 });
    expect(rowsOf(second)).toMatchObject([{ name: 'Nightly-1' }]);
    expect(problemsOf(await api.get('/runs?name=Zürich'))).toEqual([400, 'name']);
  });

  it('has no runs of another tenant', async () => {
    await upload('nightly-1', [person()]);
    const { api: foreign } = await admins.open(await service.tenant());
    expect(rowsOf(await foreign.get('/runs'))).toEqual([]);
    for (const path of ['', '/changes', '/failures', '/failures.csv', '/undo'])
      expect(refusalOf(await foreign.get(`/runs/nightly-1${path}`)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a run', () => {
  it('lists whom it changed, with before and after', async () => {
    const ann = person({ firstName: 'Ann', lastName: 'Lee', degree: 'MA' });
    await upload('nightly-1', [ann]);
    await upload('nightly-2', [{ ...ann, degree: 'PhD' }]);
    const { body } = await api.get('/runs/nightly-2/changes');
    expect(body.meta).toEqual({ total: 1, page: 1, perPage: 25 });
    expect(body.data).toMatchObject([
      {
        userName: expect.stringContaining('Lee') as unknown,
        kind: 'updated',
        fields: [{ field: 'degree', before: 'MA', after: 'PhD' }],
      },
    ]);
    expect(rowsOf(await api.get('/runs/nightly-1/changes'))).toMatchObject([
      { kind: 'inserted', fields: [] },
    ]);
  });

  it('groups its failures by cause, the most frequent first', async () => {
    const three = Array.from({ length: 3 }, () => person({ accountType: 'Studnet' }));
    await upload('nightly-1', [person({ email: 'x' }), ...three]);
    const cause = "accountType 'Studnet' must be Student, Faculty or Staff";
    expect(await show('nightly-1')).toMatchObject({
      failed: 4,
      failedKept: 4,
      failedNotKept: 0,
      causes: [
        { cause, field: 'accountType', rows: 3 },
        { field: 'email', rows: 1 },
      ],
    });
    const rows = await api.get(`/runs/nightly-1/failures?cause=${encodeURIComponent(cause)}`);
    expect(rows.body.meta['total']).toBe(3);
    expect(rowsOf(rows)).toMatchObject(three.map(() => ({ run: 'nightly-1', actorLabel: 'test' })));
  });

  it('says how many failed rows are not kept', async () => {
    await upload('nightly-1', [person({ email: 'x' }), person({ email: 'y' })]);
    await show('nightly-1');
    const sql = 'DELETE FROM failed_rows WHERE tenantId = ? ORDER BY id LIMIT 1';
    await service.query(sql, [tenant.tenantId]);
    // Old enough that its rows are removed.
    await service.query("UPDATE runs SET startedAt = '2020-01-01' WHERE tenantId = ?", [tenant.tenantId]);
    expect(await show('nightly-1')).toMatchObject({
      failed: 2,
      failedKept: 1,
      failedNotKept: 1,
      failedOfErased: 0,
    });
  });

  it('counts the rows about erased users apart, of which nothing is kept', async () => {
    const ann = person();
    await eraseToTheEnd(service, api, await storedId(tenant, ann));
    await upload('nightly-1', [ann, person({ email: 'x' })]);
    expect(await show('nightly-1')).toMatchObject({
      failed: 2,
      failedKept: 1,
      failedNotKept: 0,
      failedOfErased: 1,
    });
  });

  it('gives its failures as CSV that no spreadsheet runs', async () => {
    await upload('nightly-1', [person({ externalId: '=1+1', email: 'x, y' })]);
    const { status, headers, body } = await api.get('/runs/nightly-1/failures.csv');
    const text: unknown = body;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, row, end] = String(text)
      .replace(/^\uFEFF/, '')
      .split('\r\n');
    expect(header).toMatch(/^Row,External ID,User ID,Name,Problem/);
    expect(row).toMatch(/^1,'=1\+1,,,"Row 1, =1\+1: email must be/);
    expect(end).toBe('');
  });

  it('gives its failures as CSV with the names of users and senders, in the time zone of the university', async () => {
    await changeAsAdministrator(service, tenant, { timeZone: 'America/New_York' });
    const ann = person({ externalId: 'S-1', firstName: 'Ann', lastName: 'Lee' });
    await upload('nightly-1', [ann]);
    await upload('nightly-2', [{ ...ann, degree: 7 }]);
    const { body } = await api.get('/runs/nightly-2/failures.csv');
    const text: unknown = body;
    const [header, row] = String(text).split('\r\n');
    expect(header).toContain(',Time (America/New_York),');
    expect(row).toMatch(/,Ann Lee,.*,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,test,/);
    expect(rowsOf(await api.get('/runs/nightly-2/failures'))).toMatchObject([{ userName: 'Ann Lee' }]);
  });

  it('has its requests in the request log', async () => {
    await upload('nightly-1', [person()]);
    await upload('nightly-2', [person()]);
    await service.settle(tenant);
    expect(rowsOf(await api.get('/requests?run=nightly-1'))).toMatchObject([{ run: 'nightly-1' }]);
  });

  it('has failures on the page of the person whom they are about', async () => {
    const ann = person({ externalId: 'S-1' });
    await upload('nightly-1', [ann]);
    await upload('nightly-2', [{ ...ann, degree: 7 }]);
    expect(rowsOf(await api.get('/users/S-1/failures'))).toMatchObject([
      { run: 'nightly-2', line: 1, field: 'degree', externalId: 'S-1' },
    ]);
    expect((await api.get('/users/S-2/failures')).body.error.code).toBe('USER_NOT_FOUND');
  });
});

describe('the undo of a run', () => {
  let people: Row[];

  beforeEach(async () => {
    people = await activePeople(tenant, 3);
    await upload('wrong', inactive(people));
  });

  const activeCount = async (): Promise<number> => {
    const answers = await Promise.all(
      people.map(({ externalId }) => api.get(`/users/${String(externalId)}`)),
    );
    return answers.filter(({ body }) => body.data['accountStatus'] === 'active').length;
  };

  it('is previewed with its totals and exceptions, and writes nothing', async () => {
    const [first] = people;
    await tenant.sis.post('/users', { ...first, accountStatus: 'active' });
    const summary = summaryOf(await api.get('/runs/wrong/undo'));
    expect(summary).toMatchObject({
      run: 'wrong',
      undoneBy: 'undo:wrong',
      totals: { people: 3, putBack: 2, restored: 2 },
    });
    expect(await activeCount()).toBe(1);
    expect((await show('wrong'))['undoneBy']).toBeNull();
  });

  it('says who has changed a field since', async () => {
    const [first] = people;
    await upload('degrees', [{ ...first, degree: 'MA' }]);
    await tenant.sis.post('/users', { ...first, degree: 'PhD' });
    expect(summaryOf(await api.get('/runs/degrees/undo'))).toMatchObject({
      exceptionCount: 1,
      exceptions: [
        { kept: [{ field: 'degree', value: 'PhD', reason: 'changed since', actorLabel: 'test', run: null }] },
      ],
    });
  });

  it('puts everything back when the name of the run is typed, and is a run itself', async () => {
    const answer = await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    expect(answer.status).toBe(200);
    expect(summaryOf(answer)).toMatchObject({ totals: { putBack: 3, restored: 3 }, exceptionCount: 0 });
    expect(await activeCount()).toBe(3);
    expect(await show('wrong')).toMatchObject({
      undoneBy: 'undo:wrong',
      undone: 'all',
      isPartlyUndone: false,
      isPutBack: true,
    });
    expect(await show('undo:wrong')).toMatchObject({
      undoes: 'wrong',
      restored: 3,
      senders: [{ actor, label: expect.stringContaining('Cruz') as unknown }],
    });
  });

  it('is shown in the list, and whether it was of a part', async () => {
    expect(await list('?name=wrong')).toMatchObject([{ undone: null }]);
    const [first] = rowsOf(await api.get('/runs/wrong/people'));
    await api.post('/runs/wrong/undo', { confirm: 'wrong', userIds: [first?.['userId']] });
    expect((await list('?name=wrong')).find(({ name }) => name === 'wrong')).toMatchObject({
      undone: 'part',
    });
    expect(await show('wrong')).toMatchObject({ isPutBack: false });
    await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    expect((await list('?name=wrong')).find(({ name }) => name === 'wrong')).toMatchObject({ undone: 'all' });
  });

  it('has put back everything only while it is not taken back itself, and left nothing', async () => {
    await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    await api.post('/runs/undo:wrong/undo', { confirm: 'undo:wrong' });
    expect(await show('wrong')).toMatchObject({ undone: 'all', isPutBack: false });
    const [first] = people;
    await upload('degrees', [{ ...first, degree: 'MA' }]);
    await tenant.sis.post('/users', { ...first, degree: 'PhD' });
    await api.post('/runs/degrees/undo', { confirm: 'degrees' });
    expect(await show('degrees')).toMatchObject({ isPutBack: false });
  });

  it('has put back everything only until a hold of the run is released', async () => {
    tenant = await aLimitedTenant(service, { mode: 'hold', perRun: { count: 1 } });
    ({ api } = await admins.open(tenant));
    await upload('limited', inactive(await activePeople(tenant, 3)));
    const undo = (): Promise<unknown> => api.post('/runs/limited/undo', { confirm: 'limited' });
    await undo();
    expect(await show('limited')).toMatchObject({ isPutBack: true });

    await api.post('/holds/decide-run', { decision: 'release', run: 'limited' });

    expect(await show('limited')).toMatchObject({ undone: 'all', isPutBack: false });
    expect((await list('?name=limited')).at(-1)).toMatchObject({ name: 'limited', isPutBack: false });
    await undo();
    expect(await show('limited')).toMatchObject({ isPutBack: true });
  });

  it('is one entry of the audit log, by the administrator', async () => {
    await api.post('/runs/wrong/undo', { confirm: 'wrong' });
    expect(await auditPage(api, '&action=run.undone')).toMatchObject([
      {
        actor,
        target: 'run:wrong',
        after: { run: 'undo:wrong', putBack: 3, isFinished: true },
      },
    ]);
  });

  it('is refused without the name', async () => {
    for (const confirm of ['Wrong', 'wron', undefined])
      expect(problemsOf(await api.post('/runs/wrong/undo', { confirm }))).toEqual([400, 'confirm']);
    expect(await activeCount()).toBe(0);
    expect(refusalOf(await api.post('/runs/unknown/undo', { confirm: 'unknown' })).slice(0, 2)).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});
