import type { Answer, ApiClient, Body } from '../support/api-client.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import { problemsOf, rowsOf } from '../support/answers.js';
import { auditPage } from '../support/audit.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { TestService, type TestTenant } from '../support/service.js';
import { listsFor, VIEWED_LISTS } from '../../src/admin/views/viewed-lists.js';

const LATE = { list: 'progress', name: 'Late in EdD', filters: { pacing: 'at_risk', programId: 'edd' } };
const SHARED = { ...LATE, isShared: true };
const SHARED_BODY = { name: LATE.name, filters: LATE.filters, isShared: true };

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let ann: ApiClient;
let annId: string;
let bob: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  const first = await admins.open(tenant, { firstName: 'Ann', lastName: 'Lee' });
  ann = first.api;
  annId = first.id;
  bob = (await admins.open(tenant)).api;
});

async function saved(by: ApiClient, view: object = LATE): Promise<string> {
  const { status, body } = await by.post('/views', view);
  expect({ status, message: body.message }).toMatchObject({ status: 201 });
  return String(body.data['id']);
}

async function namesFor(by: ApiClient, query = ''): Promise<unknown[]> {
  return rowsOf(await by.get(`/views${query}`)).map(({ name }) => name);
}

async function withRole(role: string): Promise<ApiClient> {
  return (await admins.open(tenant, { role: `application_${role}` })).api;
}

function deleted(by: ApiClient, path: string): Promise<Answer<Body>> {
  return by.send('DELETE', path);
}

function outcome({ status, body }: Answer<Body>): unknown[] {
  return [status, status < 300 ? body.data['name'] : body.error.code];
}

describe('a view', () => {
  it('keeps filters, order and size of a page as they were sent', async () => {
    const order = { sort: 'daysBehind', order: 'DESC', perPage: 50 };
    const id = await saved(ann, { ...LATE, ...order });
    expect((await ann.get(`/views/${id}`)).body.data).toEqual({
      id,
      ...LATE,
      ...order,
      isShared: false,
      isOwn: true,
      mayChange: true,
      ownerLabel: 'Ann Lee',
      ignored: [],
      changedAt: expect.any(String) as unknown,
    });
  });

  it('that is private is unknown to others, whatever they do with it', async () => {
    const id = await saved(ann);
    expect(await namesFor(bob)).toEqual([]);
    for (const answer of [
      await bob.get(`/views/${id}`),
      await bob.put(`/views/${id}`, { name: 'Mine', filters: {} }),
      await deleted(bob, `/views/${id}`),
    ])
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
    expect(await namesFor(ann)).toEqual(['Late in EdD']);
  });

  it('that is shared is seen by all roles that open its list, with the name of its owner', async () => {
    await saved(ann, SHARED);
    for (const by of [bob, await withRole('operator'), await withRole('auditor')])
      expect(rowsOf(await by.get('/views?list=progress'))).toMatchObject([
        { name: 'Late in EdD', isShared: true, isOwn: false, ownerLabel: 'Ann Lee' },
      ]);
  });

  it('of a list that a role does not open is neither seen nor saved by it', async () => {
    const operator = await withRole('operator');
    await saved(ann, { list: 'keys', name: 'Revoked', isShared: true, filters: {} });
    expect(await namesFor(operator)).toEqual([]);
    const answer = await operator.post('/views', { list: 'keys', name: 'Mine', filters: {} });
    expect(problemsOf(answer)).toEqual([400, 'list']);
  });

  it.each(['operator', 'auditor'] as const)(
    'is seen by an %s for the lists that the role reads',
    async (role) => {
      const api = await withRole(role);
      const read: string[] = [];
      for (const list of VIEWED_LISTS) if ((await api.get(`/${list}`)).status === 200) read.push(list);
      expect(listsFor(role)).toEqual(read);
    },
  );

  it('of another university is unknown', async () => {
    const id = await saved(ann, SHARED);
    const { api: other } = await admins.open(await service.tenant());
    expect(outcome(await other.get(`/views/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(await namesFor(other)).toEqual([]);
  });

  it('comes in the order of the menu: own ones first, then those of others', async () => {
    await saved(bob, { ...SHARED, name: 'A of Bob' });
    await saved(ann, { ...LATE, name: 'C of Ann' });
    await saved(ann, { ...SHARED, name: 'B of Ann' });
    expect(await namesFor(ann)).toEqual(['B of Ann', 'C of Ann', 'A of Bob']);
    expect(await namesFor(ann, '?list=users')).toEqual([]);
  });

  it('is found by a part of its name, as its list and its owner allow', async () => {
    const id = await saved(ann);
    const find = async (by: ApiClient): Promise<unknown> =>
      (await by.get('/search?q=late')).body.data['views'];
    expect(await find(ann)).toEqual([{ id, list: 'progress', name: 'Late in EdD' }]);
    expect(await find(bob)).toEqual([]);
  });
});

describe('what a view may hold', () => {
  it.each([
    ['a list that there is not', { list: 'people' }, 'list'],
    ['no name', { name: ' ' }, 'name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['a name with a control character', { name: 'Late\u0007' }, 'name'],
    ['a name with a character that cannot be seen', { name: 'Late\u200bin' }, 'name'],
    ['no filters at all', { filters: undefined }, 'filters'],
    ['a filter that the list has not', { filters: { colour: 'red' } }, 'filters.colour'],
    ['a value that the filter does not take', { filters: { pacing: 'slow' } }, 'filters.pacing'],
    ['a value that is no text', { filters: { pacing: 1 } }, 'filters.pacing'],
    ['a value that has no text', { filters: { pacing: { toString: 1, valueOf: 1 } } }, 'filters.pacing'],
    ['a value of 501 characters', { filters: { chair: 'x'.repeat(501) } }, 'filters.chair'],
    ['a page as a filter', { filters: { page: '2' } }, 'filters.page'],
    ['an order that the list has not', { sort: 'shoeSize' }, 'sort'],
    ['a page of 101 rows', { perPage: 101 }, 'perPage'],
  ])('is refused with the field named: %s', async (_, part, field) => {
    const answer = await ann.post('/views', { ...LATE, ...part });
    expect(problemsOf(answer)).toEqual([400, field]);
    expect(await namesFor(ann)).toEqual([]);
  });

  it('are days that stay relative, where the list takes a day', async () => {
    const filters = { from: 'last-7-days/from', to: 'last-7-days/before' };
    const id = await saved(ann, { list: 'requests', name: 'Last week', filters });
    expect((await ann.get(`/views/${id}`)).body.data).toMatchObject({ filters, ignored: [] });
    const wrong = await ann.post('/views', { ...LATE, filters: { pacing: 'last-7-days/from' } });
    expect(problemsOf(wrong)).toEqual([400, 'filters.pacing']);
  });

  it('that the list takes no more is named as ignored, and not applied', async () => {
    const id = await saved(ann, { ...LATE, sort: 'daysBehind', order: 'DESC' });
    const stored = JSON.stringify({ ...LATE.filters, cohort: '2024', pacing: 'slow' });
    await service.query("UPDATE `list_views` SET `filters` = ?, `sort` = 'gone' WHERE `id` = ?", [
      stored,
      id,
    ]);
    expect((await ann.get(`/views/${id}`)).body.data).toMatchObject({
      filters: { programId: 'edd' },
      ignored: ['cohort', 'pacing', 'sort'],
      sort: null,
      order: 'DESC',
    });
  });
});

describe('the name of a view', () => {
  it('is its own among the own views of a list, in whatever case, and among the shared ones', async () => {
    await saved(ann);
    expect(outcome(await ann.post('/views', { ...LATE, name: 'late in edd' }))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
    await saved(bob);
    await saved(ann, { ...LATE, list: 'users', filters: {} });
    const id = await saved(ann, SHARED);
    const { status, body } = await bob.post('/views', SHARED);
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message:
        'A shared view of this list has the name Late in EdD; choose another name, or change that view.',
    });
    const other = await saved(ann, { ...SHARED, name: 'Others' });
    expect(outcome(await ann.put(`/views/${other}`, SHARED_BODY))).toEqual([409, 'INVALID_TRANSITION']);
    expect(outcome(await ann.put(`/views/${id}`, SHARED_BODY))).toEqual([200, 'Late in EdD']);
  });

  it('is taken once when it is sent many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ann.post('/views', LATE)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('a change of a view', () => {
  it('replaces all but list and owner, by its owner and, if it is shared, by administrators', async () => {
    const id = await saved(ann, SHARED);
    const changed = { name: 'Late', isShared: true, filters: { pacing: 'behind' } };
    expect((await bob.put(`/views/${id}`, changed)).body.data).toMatchObject({
      ...changed,
      list: 'progress',
      ownerLabel: 'Ann Lee',
      sort: null,
    });
    expect(outcome(await deleted(ann, `/views/${id}`))).toEqual([200, 'Late']);
    expect(outcome(await ann.get(`/views/${id}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('of another one is refused to operators, who change their own, and all are to auditors', async () => {
    const [operator, auditor] = [await withRole('operator'), await withRole('auditor')];
    const id = await saved(ann, SHARED);
    const own = await saved(operator, { ...SHARED, name: 'Of the desk' });
    const refused = [403, 'INSUFFICIENT_SCOPE'];
    expect(outcome(await operator.put(`/views/${id}`, SHARED_BODY))).toEqual(refused);
    expect(outcome(await deleted(operator, `/views/${id}`))).toEqual(refused);
    expect(outcome(await auditor.post('/views', LATE))).toEqual(refused);
    expect(outcome(await deleted(auditor, `/views/${own}`))).toEqual(refused);
    expect(outcome(await operator.put(`/views/${own}`, { ...SHARED_BODY, name: 'Desk' }))).toEqual([
      200,
      'Desk',
    ]);
    expect(rowsOf(await operator.get('/views')).map(({ mayChange }) => mayChange)).toEqual([true, false]);
  });

  it('that makes it private is for its owner alone: others would lose it', async () => {
    const id = await saved(ann, SHARED);
    const withdrawn = { ...SHARED_BODY, isShared: false };
    expect(outcome(await bob.put(`/views/${id}`, withdrawn))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await namesFor(bob)).toEqual(['Late in EdD']);
    expect(outcome(await ann.put(`/views/${id}`, withdrawn))).toEqual([200, 'Late in EdD']);
    expect(await namesFor(bob)).toEqual([]);
  });

  it('that is based on what another administrator has changed is refused', async () => {
    const id = await saved(ann, SHARED);
    const tag = (await ann.get(`/views/${id}`)).headers.get('etag') ?? '';
    const first = await bob.put(`/views/${id}`, { ...SHARED_BODY, filters: {} });
    expect(first.status).toBe(200);
    for (const second of [
      await ann.put(`/views/${id}`, SHARED_BODY, { 'If-Match': tag }),
      await ann.send('DELETE', `/views/${id}`, undefined, { 'If-Match': tag }),
    ])
      expect(outcome(second)).toEqual([412, 'PRECONDITION_FAILED']);
    const now = await ann.get(`/views/${id}`);
    expect(now.body.data['filters']).toEqual({});
    const again = await ann.put(`/views/${id}`, SHARED_BODY, { 'If-Match': now.headers.get('etag') ?? '' });
    expect(again.headers.get('etag')).toBe((await ann.get(`/views/${id}`)).headers.get('etag'));
  });

  it('is in the audit log when the view is shared, without the values of filters', async () => {
    const id = await saved(ann, SHARED);
    await ann.put(`/views/${id}`, { ...SHARED_BODY, name: 'Late', filters: {} });
    await deleted(ann, `/views/${id}`);
    await deleted(ann, `/views/${await saved(ann)}`);
    const about = { list: 'progress', isShared: true };
    const [first, second] = [
      { ...about, name: 'Late in EdD', filters: ['pacing', 'programId'] },
      { ...about, name: 'Late', filters: [] },
    ];
    const entry = (action: string, before: unknown, after: unknown): object => ({
      action: `view.${action}`,
      actor: `admin:${annId}`,
      target: `view:${id}`,
      before,
      after,
    });
    const entries = await auditPage(ann, '');
    expect(entries.filter(({ action }) => String(action).startsWith('view.'))).toMatchObject([
      entry('deleted', second, null),
      entry('changed', first, second),
      entry('created', null, first),
    ]);
  });
});

describe('the erasure of an administrator', () => {
  it('deletes their private views and those that look for the person, and keeps shared ones by the ID', async () => {
    const gone = await admins.open(tenant, { firstName: 'Kim', lastName: 'Roe' });
    const email = String(gone.input['email']);
    await saved(gone.api, { ...LATE, name: 'Private' });
    await saved(gone.api, { ...SHARED, name: 'Shared' });
    await saved(bob, { list: 'users', name: 'One person', filters: { q: email.toUpperCase() } });
    await tenant.sis.patch(`/users/${gone.id}`, { role: 'staff' });
    await eraseToTheEnd(service, bob, gone.id);
    const rows = await service.query('SELECT `name` FROM `list_views` WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    expect(rows).toEqual([{ name: 'Shared' }]);
    expect(rowsOf(await bob.get('/views'))).toMatchObject([{ ownerLabel: `admin:${gone.id}` }]);
  });
});

describe('the erasure of a person', () => {
  const viewsOf = async (views: readonly (readonly [list: string, filters: object])[]): Promise<void> => {
    for (const [index, [list, filters]] of views.entries())
      await saved(bob, { list, name: `View ${index}`, isShared: true, filters });
  };

  it('deletes views of others that look for a number of the person, by any filter and among other words', async () => {
    const id = await storedId(tenant, person({ externalId: 'S-77' }));
    await viewsOf([
      ['users', { q: 's-77  lee' }],
      ['users', { q: `lee ${id}` }],
      ['progress', { q: 'S-77', pacing: 'at_risk' }],
      ['progress', { chair: 'S-77' }],
      ['discrepancies', { studentId: 'S-77' }],
      ['conflicts', { search: 'S-77' }],
      ['holds', { userId: id }],
    ]);
    await eraseToTheEnd(service, bob, id);
    expect(await namesFor(bob)).toEqual([]);
  });

  it('keeps views that look for others, whose numbers may begin like theirs', async () => {
    const id = await storedId(tenant, person({ externalId: 'S.77' }));
    await viewsOf([
      ['users', { q: 'S-77 lee' }],
      ['users', { q: 'S.77x' }],
      ['progress', { chair: 'XS.77' }],
      ['progress', { programId: 'S.77' }],
    ]);
    await eraseToTheEnd(service, bob, id);
    expect(await namesFor(bob)).toHaveLength(4);
  });
});
