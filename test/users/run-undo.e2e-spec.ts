import { DataSource } from 'typeorm';

import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { undoRunOf, UndoService } from '../../src/users/undo/undo.service.js';
import { USER_CHANGED } from '../../src/users/model/user-facts.js';
import { facultyMember, person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { handleToo } from '../support/facts.js';
import { TestService, type TestTenant } from '../support/service.js';

const RUN = 'X-Sync-Run';
const NIGHT = { [RUN]: 'night' };

const service = await TestService.ofWorker();

async function all(reversals: AsyncIterable<Reversal>): Promise<Reversal[]> {
  const found: Reversal[] = [];
  for await (const reversal of reversals) found.push(reversal);
  return found;
}

async function undo(
  { tenantId }: TestTenant,
  run = 'night',
  how: 'preview' | 'undo' = 'undo',
): Promise<Reversal[]> {
  const tenancy = service.app.get(TenancyService);
  const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'terminal');
  return all(service.app.get(UndoService)[how](scope, run));
}

/** All users as the API shows them, without the time of the last change. */
async function peopleOf({ tenantId, sis }: TestTenant): Promise<Record<string, unknown>[]> {
  const database = service.app.get(DataSource);
  const rows = await database.query<{ id: string }[]>('SELECT id FROM users WHERE tenantId = ? ORDER BY id', [
    tenantId,
  ]);
  return Promise.all(
    rows.map(async ({ id }) => {
      const { updatedAt, ...user } = (await sis.get(`/users/${id}`)).body.data;
      expect(updatedAt).toBeDefined();
      return user;
    }),
  );
}

const outlined = (reversals: readonly Reversal[]): unknown[] =>
  reversals.map(({ user, fields, kept }) => [
    user.id,
    fields.map(({ field }) => field).sort(),
    kept.map(({ field, reason }) => `${field}: ${reason}`).sort(),
  ]);

describe('undoing a run', () => {
  it('puts back every field that it changed, and leaves other people alone', async () => {
    const tenant = await service.tenant();
    const { sis } = tenant;
    const full = {
      externalId: 'F-1',
      email: 'f.one@test.example.edu',
      middleInitial: 'M',
      degree: 'EdD',
      userTags: ['a', 'b'],
      customFields: { cohort: { year: 2024 } },
      hideProfilePage: true,
      programId: 'edd',
      schoolProgram: 'Education',
      monthOfEntry: 9,
      yearOfEntry: 2024,
      facultyProfile: {
        leaveUntil: '2027-01-31',
        tools: ['R'],
        maxConcurrentCommittees: 3,
        isExternal: false,
      },
    };
    const one = facultyMember(full);
    const two = person({ externalId: 'S-two' });
    await sis.bulk('/users/bulk', [one, two, person()]);
    const before = await peopleOf(tenant);
    const changed = {
      firstName: 'Wrong',
      lastName: 'Name',
      accountType: 'Staff',
      role: 'chair',
      name: 'Professor X',
      middleInitial: null,
      degree: null,
      userTags: ['b'],
      customFields: { cohort: { year: 2025 } },
      hideProfilePage: false,
      programId: 'other',
      schoolProgram: null,
      monthOfEntry: 10,
      facultyProfile: {
        leaveUntil: null,
        tools: ['SPSS'],
        facultyRank: 'Dean',
        maxConcurrentCommittees: null,
      },
    };
    await sis.post('/users', { ...one, ...changed }, NIGHT);
    // The person is found by address, no longer by number.
    await sis.post('/users', { ...one, ...changed, externalId: 'F-2' }, NIGHT);
    await sis.post('/users', { ...two, email: 's.new@test.example.edu' }, NIGHT);
    expect(await peopleOf(tenant)).not.toEqual(before);
    await undo(tenant);
    expect(await peopleOf(tenant)).toEqual(before);
  });

  it('goes back to the value before the first of several changes', async () => {
    const tenant = await service.tenant();
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    const before = await peopleOf(tenant);
    for (const degree of ['MA', 'PhD', null, 'MBA'])
      await tenant.sis.post('/users', { ...ann, degree }, NIGHT);
    expect(await undo(tenant)).toMatchObject([
      { fields: [{ field: 'degree', before: 'MBA', after: 'EdD' }], kept: [] },
    ]);
    expect(await peopleOf(tenant)).toEqual(before);
  });

  it('leaves a field that was changed since, says by whom and when, and puts back the others', async () => {
    const tenant = await service.tenant();
    const ann = person({ degree: 'EdD', genderPronoun: 'she' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA', genderPronoun: 'they' }, NIGHT);
    await tenant.sis.post('/users', { ...ann, degree: 'PhD', genderPronoun: 'they' }, { [RUN]: 'day' });
    const [reversal] = await undo(tenant);
    expect(reversal?.kept).toEqual([
      {
        field: 'degree',
        value: 'PhD',
        reason: 'changed since',
        by: {
          actor: `key:${tenant.apiKey}`,
          run: 'day',
          at: expect.any(Date) as unknown,
          cause: 'credential',
          submissionId: null,
        },
      },
    ]);
    expect(await peopleOf(tenant)).toMatchObject([{ degree: 'PhD', genderPronoun: 'she' }]);
  });

  it('restores only its own changes where another call changed the field in between', async () => {
    const tenant = await service.tenant();
    const ann = person({ degree: 'A' });
    const set = (degree: string, headers = {}): Promise<unknown> =>
      tenant.sis.post('/users', { ...ann, degree }, headers);
    await set('A');
    await set('B', NIGHT);
    await set('C');
    await set('D', NIGHT);
    await undo(tenant);
    expect(await peopleOf(tenant)).toMatchObject([{ degree: 'C' }]);
  });

  it('does not report a field that has its former value again already', async () => {
    const tenant = await service.tenant();
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', ann);
    expect(outlined(await undo(tenant))).toEqual([['950000001', [], []]]);
  });

  it('de-provisions whom the run inserted, unless they were changed since', async () => {
    const tenant = await service.tenant();
    const { sis } = tenant;
    const [ann, bo, cy] = [person(), person(), person({ accountStatus: 'inactive' })];
    for (const one of [ann, bo, cy]) await sis.post('/users', one, NIGHT);
    await sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await sis.post('/users', { ...bo, degree: 'MA' });
    expect(outlined(await undo(tenant)).sort()).toEqual([
      ['950000001', ['accountStatus'], []],
      ['950000002', [], ['degree: changed since']],
      ['950000003', [], []],
    ]);
    expect((await peopleOf(tenant)).map(({ accountStatus }) => accountStatus)).toEqual([
      'inactive',
      'active',
      'inactive',
    ]);
  });

  it('restores whom it de-provisioned, and ends the sessions of those whom it restored', async () => {
    const admins = new Administrators(service);
    const tenant = await service.tenant();
    const { sis } = tenant;
    await sis.post('/users', person({ externalId: 'gone' }));
    await sis.send('PATCH', '/users/gone', undefined, NIGHT);
    const { api, input } = await admins.open(tenant);
    const [{ id = '' } = {}] = rowsOf(await api.get(`/users?q=${String(input['email'])}`)) as {
      id?: string;
    }[];
    await sis.patch(`/users/${id}`);
    const restore = JSON.stringify({ accountStatus: 'active' });
    await sis.send('PATCH', `/users/${id}`, restore, { 'Content-Type': 'application/json', ...NIGHT });
    const browser = await admins.browser(String(input['email']));
    const status = async (): Promise<number> =>
      (await service.anonymous({ cookie: browser.cookie }).get('/api/v1/admin/session')).status;
    expect(await status()).toBe(200);
    await undo(tenant);
    expect(await status()).toBe(401);
    expect((await sis.get('/users/gone')).body.data['accountStatus']).toBe('active');
  });

  it('lets two people whose addresses and numbers the run swapped have their own again', async () => {
    const tenant = await service.tenant();
    const [ann, bo] = [
      person({ externalId: 'N-1', email: 'one@test.example.edu' }),
      person({ externalId: 'N-2', email: 'two@test.example.edu' }),
    ];
    await tenant.sis.bulk('/users/bulk', [ann, bo]);
    const before = await peopleOf(tenant);
    const give = (id: string, email: string): Promise<unknown> =>
      tenant.sis.post('/users', { ...person(), externalId: id, email }, NIGHT);
    await give('N-1', 'aside@test.example.edu');
    await give('N-2', 'one@test.example.edu');
    await give('N-1', 'two@test.example.edu');
    await tenant.sis.post('/users', { ...person(), externalId: 'N-9', email: 'one@test.example.edu' }, NIGHT);
    await undo(tenant);
    expect(await peopleOf(tenant)).toEqual(before);
  });

  it('keeps an address whose former value another user has now, names that user, and continues', async () => {
    const tenant = await service.tenant();
    const { sis } = tenant;
    const [ann, bo] = [person({ externalId: 'N-1', email: 'one@test.example.edu' }), person()];
    for (const one of [ann, bo]) await sis.post('/users', one);
    await sis.post('/users', { ...ann, email: 'moved@test.example.edu', degree: 'MA' }, NIGHT);
    await sis.post('/users', { ...bo, degree: 'MA' }, NIGHT);
    await sis.post('/users', person({ email: 'ONE@test.example.edu' }));
    for (const how of ['preview', 'undo'] as const)
      expect(outlined(await undo(tenant, 'night', how)).sort()).toEqual([
        ['950000001', ['degree'], ['email: taken']],
        ['950000002', ['degree'], []],
      ]);
    const moved = (await undo(tenant)).find(({ user }) => user.id === '950000001');
    expect(moved?.kept).toMatchObject([{ value: 'moved@test.example.edu', owner: '950000003' }]);
    expect(await peopleOf(tenant)).toMatchObject([{ degree: null }, { degree: null }, {}]);
  });

  it('is previewed without a write, and the preview is what is done', async () => {
    const tenant = await service.tenant();
    const people = [person(), person({ degree: 'EdD' })];
    await tenant.sis.bulk('/users/bulk', people);
    for (const one of people) await tenant.sis.post('/users', { ...one, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', person(), NIGHT);
    const before = await peopleOf(tenant);
    const previewed = await undo(tenant, 'night', 'preview');
    expect(await peopleOf(tenant)).toEqual(before);
    expect(outlined(await undo(tenant))).toEqual(outlined(previewed));
  });

  it('is a run of its own, counted and in the history, and can be undone', async () => {
    const tenant = await service.tenant();
    const { sis } = tenant;
    const ann = person({ externalId: 'U-1', degree: 'EdD' });
    await sis.bulk('/users/bulk', [ann, person({ externalId: 'U-2' })]);
    await sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await sis.send('PATCH', '/users/U-2', undefined, NIGHT);
    await sis.post('/users', person(), NIGHT);
    const after = await peopleOf(tenant);
    await undo(tenant);
    const { body } = await sis.get('/runs/undo:night');
    expect(body.data).toMatchObject({
      name: 'undo:night',
      calls: 1,
      actors: ['terminal'],
      received: 3,
      inserted: 0,
      updated: 3,
      unchanged: 0,
      failed: 0,
      deprovisioned: 1,
      restored: 1,
    });
    await undo(tenant, 'undo:night');
    expect(await peopleOf(tenant)).toEqual(after);
    await undo(tenant);
    expect(await peopleOf(tenant)).toMatchObject([
      { degree: 'EdD' },
      { accountStatus: 'active' },
      { accountStatus: 'inactive' },
    ]);
  });

  it('may be repeated: what is back already is left alone', async () => {
    const tenant = await service.tenant();
    const ann = person();
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await undo(tenant);
    const updatedAt = async (): Promise<unknown> =>
      (await tenant.sis.get('/users/950000001')).body.data['updatedAt'];
    const back = await updatedAt();
    expect(outlined(await undo(tenant))).toEqual([['950000001', [], []]]);
    expect(await updatedAt()).toBe(back);
  });

  it('may be interrupted: batches that were committed stay, and another time does the rest', async () => {
    const tenant = await service.tenant();
    const people = Array.from({ length: 1200 }, () => person());
    await tenant.sis.bulk('/users/bulk', people);
    const body = people.map((one) => JSON.stringify({ ...one, degree: 'MA' })).join('\n');
    await tenant.sis.send('POST', '/users/bulk', body, { 'Content-Type': 'application/x-ndjson', ...NIGHT });
    let batches = 0;
    const stop = new Error('the power went');
    const failing = handleToo(USER_CHANGED, (scope) => {
      if (scope.tenantId === tenant.tenantId && scope.run === 'undo:night' && (batches += 1) === 2)
        return Promise.reject(stop);
      return Promise.resolve();
    });
    await expect(undo(tenant)).rejects.toThrow(stop);
    failing.mockRestore();
    const left = async (): Promise<number> => {
      const sql = "SELECT COUNT(*) AS n FROM users WHERE tenantId = ? AND degree = 'MA'";
      const [row] = await service.query<{ n: number | string }[]>(sql, [tenant.tenantId]);
      return Number(row?.n);
    };
    expect(await left()).toBe(700);
    expect(await undo(tenant)).toHaveLength(1200);
    expect(await left()).toBe(0);
  });

  it('sees nothing of a tenant whose run has the same name', async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
    for (const { sis } of [north, south]) await sis.post('/users', person(), NIGHT);
    const before = await peopleOf(south);
    await undo(north);
    expect(await peopleOf(south)).toEqual(before);
  });

  it('sees nothing of a run whose name differs in case', async () => {
    const tenant = await service.tenant();
    await tenant.sis.post('/users', person(), { [RUN]: 'Night' });
    await expect(undo(tenant)).rejects.toThrow('No run of this tenant has that name');
    expect(await undo(tenant, 'Night')).toHaveLength(1);
  });

  it('of a run without changes does nothing', async () => {
    const tenant = await service.tenant();
    const ann = person();
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', ann, NIGHT);
    await tenant.sis.get('/runs');
    expect(await undo(tenant)).toEqual([]);
  });
});

describe('the name of an undo', () => {
  it('fits, whatever the name of the run, and is another one for each run', () => {
    const long = ['a', 'b'].map((end) => `${'r'.repeat(99)}${end}`);
    const names = ['night', 'r'.repeat(95), ...long].map(undoRunOf);
    expect(names.slice(0, 2)).toEqual(['undo:night', `undo:${'r'.repeat(95)}`]);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^undo:[A-Za-z0-9._:-]{1,95}$/);
  });
});
