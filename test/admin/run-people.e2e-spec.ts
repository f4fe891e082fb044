import { USER_CHANGED } from '../../src/users/model/user-facts.js';
import { activePeople, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { allUsers } from '../factories/stored-people.js';
import type { Administrators } from '../support/administrators.js';
import { problemsOf, refusalOf, type Row, rowsOf, summaryOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { administratorForEachTest } from '../support/each-test.js';
import { handleToo } from '../support/facts.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let api: ApiClient;

administratorForEachTest((given) => {
  ({ service, admins, tenant, api } = given);
});

const upload = (run: string, lines: readonly unknown[]): Promise<Row[]> =>
  inRun(service, tenant, run).bulk('/users/bulk', lines);
const show = async (run: string): Promise<Row> => (await api.get(`/runs/${run}`)).body.data;
const counts = async (query = '', run = 'night'): Promise<Row> =>
  (await api.get(`/runs/${run}/people/counts?${query}`)).body.data;
const preview = async (query: string): Promise<Row> => summaryOf(await api.get(`/runs/night/undo?${query}`));
const undo = async (part: object): Promise<Row> =>
  summaryOf(await api.post('/runs/night/undo', { confirm: 'night', ...part }));

/** Every page of the list. */
async function people(query = '', limit = 100): Promise<Row[]> {
  const found: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.get(`/runs/night/people?limit=${limit}&${query}${after}`);
    found.push(...rowsOf(answer));
    cursor = answer.body.meta['nextCursor'] as string | null;
  }
  return found;
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ userId }) => String(userId));

async function expectAsMany(chosen: Readonly<Record<string, string>>, counted: Row): Promise<void> {
  const query = new URLSearchParams(chosen).toString();
  const number = counted['people'];
  expect({ query, people: (await counts(query))['people'] }).toEqual({ query, people: number });
  for (const limit of [1, 2, 100]) {
    const ids = idsOf(await people(query, limit));
    expect({ query, listed: ids.length, people: new Set(ids).size }).toEqual({
      query,
      listed: number,
      people: number,
    });
  }
}

/** All but the administrator. */
async function sent(): Promise<Row[]> {
  return (await allUsers(service, tenant)).filter(({ id }) => String(id).startsWith('950'));
}

async function stored(...names: readonly string[]): Promise<unknown[]> {
  return (await sent()).map((user) => names.map((name) => user[name]));
}

let known: Row[];

/** Of six people, four get another degree, two of them another title, one leaves, and one is new. */
beforeEach(async () => {
  known = await activePeople(tenant, 5);
  const [ann, bo, cy, di] = known;
  await upload('night', [
    { ...ann, degree: 'MA' },
    { ...bo, degree: 'MA', schoolProgram: 'Law' },
    { ...cy, degree: 'MA', accountStatus: 'inactive' },
  ]);
  // Several calls about one person are one row of the list.
  await upload('night', [{ ...di, schoolProgram: 'Law' }, person({ degree: 'MA' })]);
  await upload('night', [{ ...di, schoolProgram: 'Law', degree: 'MA' }]);
});

describe('the people of a run', () => {
  it('are listed once each, the one changed last first, with all that the run did', async () => {
    const rows = await people();
    expect(idsOf(rows)).toEqual(['950000004', '950000006', '950000003', '950000002', '950000001']);
    expect(rows[0]).toMatchObject({
      userName: expect.any(String) as unknown,
      kinds: ['updated'],
      fields: [
        { field: 'schoolProgram', before: null, after: 'Law' },
        { field: 'degree', before: null, after: 'MA' },
      ],
      undone: [],
    });
    expect(rows[1]).toMatchObject({ kinds: ['inserted'], fields: [] });
    expect(rows[2]).toMatchObject({ kinds: ['updated', 'deprovisioned'] });
  });

  it('are as many for each filter as its count says, on pages of any size', async () => {
    const all = await counts();
    expect(all).toMatchObject({ people: 5, undone: 0 });
    expect(all['kinds']).toEqual([
      { kind: 'inserted', people: 1 },
      { kind: 'updated', people: 4 },
      { kind: 'deprovisioned', people: 1 },
    ]);
    expect(all['fields']).toEqual([
      { field: 'degree', people: 4 },
      { field: 'schoolProgram', people: 2 },
      { field: 'accountStatus', people: 1 },
    ]);
    const filters: Readonly<Record<string, string>>[] = [
      {},
      { kind: 'updated' },
      { kind: 'deprovisioned' },
      { field: 'degree' },
    ];
    for (const chosen of filters) {
      const { kinds, fields } = await counts(new URLSearchParams(chosen).toString());
      for (const [name, values] of Object.entries({ kind: kinds as Row[], field: fields as Row[] }))
        for (const value of values) await expectAsMany({ ...chosen, [name]: String(value[name]) }, value);
    }
  });

  it('are none of another tenant, and none of another run', async () => {
    const { api: foreign } = await admins.open(await service.tenant());
    for (const path of ['people', 'people/counts', 'undo?field=degree'])
      expect(refusalOf(await foreign.get(`/runs/night/${path}`)).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    const answer = await foreign.post('/runs/night/undo', { confirm: 'night', field: 'degree' });
    expect(refusalOf(answer).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    await upload('other', [person(), person()]);
    const { body } = await api.get('/runs/night/people?limit=1');
    const cursor = encodeURIComponent(String(body.meta['nextCursor']));
    expect(problemsOf(await api.get(`/runs/other/people?cursor=${cursor}`))).toEqual([400, 'cursor']);
  });

  it.each([
    ['kind', 'removed'],
    ['field', 'bodyHash'],
    ['userIds', 'a,,b'],
  ])('are not asked for by a %s that there is not', async (name, value) => {
    const ways = name === 'userIds' ? ['undo'] : ['people', 'people/counts', 'undo'];
    for (const way of ways)
      expect(problemsOf(await api.get(`/runs/night/${way}?${name}=${value}`))).toEqual([400, name]);
    const body = { confirm: 'night', [name]: value };
    expect(problemsOf(await api.post('/runs/night/undo', body))).toEqual([400, name]);
  });
});

describe('the undo of a part of a run', () => {
  it('by field puts back this field alone, also of people whom the run did more to', async () => {
    const before = await stored('schoolProgram', 'accountStatus');
    expect(await preview('field=degree')).toMatchObject({
      totals: { people: 4, putBack: 4, fields: 4, deprovisioned: 0, restored: 0 },
    });
    expect(await undo({ field: 'degree' })).toMatchObject({ totals: { people: 4, putBack: 4, fields: 4 } });
    expect(await stored('schoolProgram', 'accountStatus')).toEqual(before);
    const degrees = (await stored('degree')).flat();
    // The new person has the degree with which the run created them.
    expect(degrees).toEqual([null, null, null, null, null, 'MA']);
  });

  it('by kind puts back all that the run did to these people', async () => {
    expect(await undo({ kind: 'deprovisioned' })).toMatchObject({
      totals: { people: 1, putBack: 1, restored: 1 },
    });
    expect((await stored('accountStatus', 'degree'))[2]).toEqual(['active', null]);
    expect((await stored('degree')).flat().filter((degree) => degree === 'MA')).toHaveLength(4);
  });

  it('by status and field leaves why people are inactive at no one who is active', async () => {
    await undo({ kind: 'deprovisioned', field: 'accountStatus' });
    expect((await stored('accountStatus', 'inactiveCause', 'degree'))[2]).toEqual(['active', null, 'MA']);
  });

  it('of people who were selected leaves the others', async () => {
    const userIds = ['950000001', '950000006'];
    expect(await preview(`userIds=${userIds.join(',')}`)).toMatchObject({
      totals: { people: 2, putBack: 2 },
    });
    expect(await undo({ userIds })).toMatchObject({ totals: { people: 2, putBack: 2, deprovisioned: 1 } });
    expect((await stored('degree')).flat()).toEqual([null, 'MA', 'MA', 'MA', null, 'MA']);
    const statuses = (await stored('accountStatus')).flat();
    expect(statuses).toEqual(['active', 'active', 'inactive', 'active', 'active', 'inactive']);
  });

  it('of a selection with a field puts back this field of them', async () => {
    await undo({ userIds: ['950000002'], field: 'schoolProgram' });
    expect((await stored('degree', 'schoolProgram')).slice(1, 4)).toEqual([
      ['MA', null],
      ['MA', null],
      ['MA', 'Law'],
    ]);
  });

  it('is said by the run with its counts, and is one entry of the audit log', async () => {
    await undo({ field: 'schoolProgram' });
    await undo({ userIds: ['950000001'] });
    expect(await show('night')).toMatchObject({
      undoneBy: 'undo:night',
      isPartlyUndone: true,
      undos: [
        { part: { users: 1 }, putBack: 1, isFinished: true },
        { part: { field: 'schoolProgram' }, putBack: 2, isFinished: true },
      ],
    });
    expect(await counts()).toMatchObject({ people: 5, undone: 3 });
    expect((await people('field=schoolProgram')).map(({ undone }) => undone)).toEqual([
      ['schoolProgram'],
      ['schoolProgram'],
    ]);
    expect(await auditPage(api, '&action=run.undone')).toMatchObject([
      { target: 'run:night', after: { part: { users: 1 }, putBack: 1 } },
      { target: 'run:night', after: { part: { field: 'schoolProgram' }, putBack: 2 } },
    ]);
  });

  it('is followed by an undo of the rest, which does not touch who was undone already', async () => {
    await undo({ field: 'degree' });
    // The registrar has found out that the degree of the file was right.
    const [ann] = known;
    await tenant.sis.post('/users', { ...ann, degree: 'MA' });
    const rest = await undo({});
    expect(rest).toMatchObject({
      totals: { people: 5, putBack: 4, fields: 4, kept: 1 },
      exceptions: [{ userId: '950000001', kept: [{ field: 'degree', reason: 'changed since', run: null }] }],
    });
    expect(await stored('degree', 'schoolProgram', 'accountStatus')).toEqual([
      ['MA', null, 'active'],
      [null, null, 'active'],
      [null, null, 'active'],
      [null, null, 'active'],
      [null, null, 'active'],
      ['MA', null, 'inactive'],
    ]);
    expect((await show('night'))['isPartlyUndone']).toBe(false);
    expect(await undo({})).toMatchObject({ totals: { putBack: 0 } });
  });

  it('does not count for the undo of the rest when it was undone itself', async () => {
    await undo({ field: 'degree' });
    await api.post('/runs/undo:night/undo', { confirm: 'undo:night' });
    expect((await stored('degree')).flat().filter((degree) => degree === 'MA')).toHaveLength(5);
    expect(await counts()).toMatchObject({ undone: 0 });
    expect(await undo({ field: 'degree' })).toMatchObject({ totals: { putBack: 4 } });
  });

  it('leaves a new person as an undo of the rest does, when no one else has changed them', async () => {
    await upload('night', [person({ externalId: 'N-1' })]);
    await upload('night', [{ ...person({ externalId: 'N-1' }), degree: 'PhD' }]);
    await undo({ field: 'degree' });
    await undo({ kind: 'inserted' });
    expect((await stored('accountStatus')).flat().slice(-2)).toEqual(['inactive', 'inactive']);
  });

  it('keeps an address that another person of the run has, who is not in the part', async () => {
    const [one, two] = [
      person({ externalId: 'K-1', email: 'k.one@test.example.edu' }),
      person({ externalId: 'K-2', email: 'k.two@test.example.edu' }),
    ];
    await tenant.sis.bulk('/users/bulk', [one, two]);
    await upload('night', [{ ...one, email: 'k.aside@test.example.edu' }]);
    await upload('night', [{ ...two, email: 'k.one@test.example.edu' }]);
    const [first, second] = (await sent()).slice(-2).map(({ id }) => String(id));
    expect(await undo({ userIds: [first] })).toMatchObject({
      totals: { putBack: 0, taken: 1 },
      exceptions: [{ userId: first, kept: [{ field: 'email', reason: 'taken', owner: second }] }],
    });
    expect(await undo({ userIds: [second, first] })).toMatchObject({ totals: { putBack: 2, taken: 0 } });
  });

  it('may be interrupted and repeated', async () => {
    const many = Array.from({ length: 1100 }, () => person());
    await tenant.sis.bulk('/users/bulk', many);
    await upload(
      'night',
      many.map((one) => ({ ...one, degree: 'MA', schoolProgram: 'Law' })),
    );
    let batches = 0;
    const failing = handleToo(USER_CHANGED, (scope) => {
      const isSecond =
        scope.tenantId === tenant.tenantId && scope.run === 'undo:night' && (batches += 1) === 2;
      return isSecond ? Promise.reject(new Error('the power went')) : Promise.resolve();
    });
    const part = { confirm: 'night', field: 'degree' };
    await api.post('/runs/night/undo', part).catch(() => undefined);
    failing.mockRestore();
    expect(await show('night')).toMatchObject({ isPartlyUndone: true, undos: [{ isFinished: false }] });
    const repeated = await undo({ field: 'degree' });
    expect(repeated).toMatchObject({ totals: { people: 1104 } });
    expect(Number((repeated['totals'] as Row)['putBack'])).toBeLessThan(1104);
    expect((await stored('degree')).flat().filter((degree) => degree === 'MA')).toHaveLength(1);
    expect((await stored('schoolProgram')).flat().filter((program) => program === 'Law')).toHaveLength(1102);
  });

  it('is known as a part before its first change is committed', async () => {
    const during: Row[] = [];
    const watching = handleToo(USER_CHANGED, async (scope) => {
      if (scope.tenantId === tenant.tenantId && scope.run === 'undo:night') during.push(await show('night'));
    });
    await undo({ field: 'degree' });
    watching.mockRestore();
    const begun = { part: { field: 'degree' }, putBack: 0, isFinished: false };
    expect(during).toMatchObject([{ isPartlyUndone: true, undos: [begun] }]);
  });

  it('that no one is in changes nothing', async () => {
    expect(await undo({ kind: 'restored' })).toMatchObject({ totals: { people: 0, putBack: 0 } });
    const empty = { kind: 'restored', field: 'degree' };
    expect(await undo(empty)).toMatchObject({ totals: { people: 0, putBack: 0 } });
    expect(await show('night')).toMatchObject({ undoneBy: null, undos: [], isPartlyUndone: false });
  });
});

describe('a person who has left by mistake', () => {
  it('is restored by the undo of this kind', async () => {
    await upload('leavers', inactive(known.slice(0, 1)));
    const answer = await api.post('/runs/leavers/undo', { confirm: 'leavers', kind: 'deprovisioned' });
    expect(summaryOf(answer)).toMatchObject({ totals: { people: 1, restored: 1 } });
  });
});
