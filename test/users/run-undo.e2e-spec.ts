import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { undoRunOf } from '../../src/users/undo/undo-run.js';
import { USER_CHANGED } from '../../src/users/model/user-facts.js';
import { facultyMember, person } from '../factories/person.js';
import { allUsers, statusOf, userOf } from '../factories/stored-people.js';
import { Administrators } from '../support/administrators.js';
import type { Row } from '../support/answers.js';
import { handleToo } from '../support/facts.js';
import { TestService, type TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

const RUN = 'X-Sync-Run';
const NIGHT = { [RUN]: 'night' };

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const undo = (run = 'night', how?: 'preview' | 'undo'): Promise<Reversal[]> =>
  undoRun(service, tenant, run, how);

/** All users as the API shows them, without the time of the last change. */
async function people(of = tenant): Promise<Row[]> {
  const stored = await allUsers(service, of);
  return Promise.all(
    stored.map(async ({ id }) => {
      const { updatedAt, changedAt, ...user } = await userOf(of, id);
      expect({ isStamped: updatedAt !== undefined && changedAt !== undefined }).toEqual({ isStamped: true });
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
    await tenant.sis.bulk('/users/bulk', [one, two, person()]);
    const before = await people();
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
    await tenant.sis.post('/users', { ...one, ...changed }, NIGHT);
    // The person is found by address, no longer by number.
    await tenant.sis.post('/users', { ...one, ...changed, externalId: 'F-2' }, NIGHT);
    await tenant.sis.post('/users', { ...two, email: 's.new@test.example.edu' }, NIGHT);
    expect(await people()).not.toEqual(before);
    await undo();
    expect(await people()).toEqual(before);
  });

  it('goes back to the value before the first of several changes', async () => {
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    const before = await people();
    for (const degree of ['MA', 'PhD', null, 'MBA'])
      await tenant.sis.post('/users', { ...ann, degree }, NIGHT);
    expect(await undo()).toMatchObject([
      { fields: [{ field: 'degree', before: 'MBA', after: 'EdD' }], kept: [] },
    ]);
    expect(await people()).toEqual(before);
  });

  it('leaves a field that was changed since, says by whom and when, and puts back the others', async () => {
    const ann = person({ degree: 'EdD', genderPronoun: 'she' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA', genderPronoun: 'they' }, NIGHT);
    await tenant.sis.post('/users', { ...ann, degree: 'PhD', genderPronoun: 'they' }, { [RUN]: 'day' });
    const [reversal] = await undo();
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
    expect(await people()).toMatchObject([{ degree: 'PhD', genderPronoun: 'she' }]);
  });

  it('restores only its own changes where another call changed the field in between', async () => {
    const ann = person({ degree: 'A' });
    const set = (degree: string, headers = {}): Promise<unknown> =>
      tenant.sis.post('/users', { ...ann, degree }, headers);
    await set('A');
    await set('B', NIGHT);
    await set('C');
    await set('D', NIGHT);
    await undo();
    expect(await people()).toMatchObject([{ degree: 'C' }]);
  });

  it('does not report a field that has its former value again already', async () => {
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', ann);
    expect(outlined(await undo())).toEqual([['950000001', [], []]]);
  });

  it('de-provisions whom the run inserted, unless they were changed since', async () => {
    const [ann, bo, cy] = [person(), person(), person({ accountStatus: 'inactive' })];
    for (const one of [ann, bo, cy]) await tenant.sis.post('/users', one, NIGHT);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', { ...bo, degree: 'MA' });
    expect(outlined(await undo()).sort()).toEqual([
      ['950000001', ['accountStatus'], []],
      ['950000002', [], ['degree: changed since']],
      ['950000003', [], []],
    ]);
    const statuses = (await people()).map(({ accountStatus }) => accountStatus);
    expect(statuses).toEqual(['inactive', 'active', 'inactive']);
  });

  it('lets a corrected file give access again to whom it had inserted, unless a caller said they left', async () => {
    const [ann, bo, cy] = [person(), person(), person()];
    for (const one of [ann, bo, cy]) await tenant.sis.post('/users', { ...one, degree: 'wrong' }, NIGHT);
    await undo();
    expect((await people()).map(({ accountStatus }) => accountStatus)).toEqual(Array(3).fill('inactive'));
    await tenant.sis.patch(`/users/${String(cy['externalId'])}`);

    const corrected = [{ ...ann, degree: 'PhD' }, { ...bo, accountStatus: 'inactive' }, cy];
    const lines = await tenant.sis.bulk('/users/bulk', corrected);
    expect(lines.at(-1)).toMatchObject({ summary: { updated: 2, restored: 1, failed: 0 } });
    const statuses = (await people()).map(({ accountStatus }) => accountStatus);
    expect(statuses).toEqual(['active', 'inactive', 'inactive']);
  });

  it('restores whom it de-provisioned, and ends the sessions of those whom it restored', async () => {
    const admins = new Administrators(service);
    await tenant.sis.post('/users', person({ externalId: 'gone' }));
    await tenant.sis.send('PATCH', '/users/gone', undefined, NIGHT);
    const { id, input } = await admins.open(tenant);
    await tenant.sis.patch(`/users/${id}`);
    const restore = JSON.stringify({ accountStatus: 'active' });
    await tenant.sis.send('PATCH', `/users/${id}`, restore, { 'Content-Type': 'application/json', ...NIGHT });
    const browser = await admins.browser(String(input['email']));
    expect((await browser.whoAmI()).status).toBe(200);
    await undo();
    expect((await browser.whoAmI()).status).toBe(401);
    expect(await statusOf(tenant, 'gone')).toBe('active');
  });

  it('lets two people whose addresses and numbers the run swapped have their own again', async () => {
    const [ann, bo] = [
      person({ externalId: 'N-1', email: 'one@test.example.edu' }),
      person({ externalId: 'N-2', email: 'two@test.example.edu' }),
    ];
    await tenant.sis.bulk('/users/bulk', [ann, bo]);
    const before = await people();
    const give = (id: string, email: string): Promise<unknown> =>
      tenant.sis.post('/users', { ...person(), externalId: id, email }, NIGHT);
    await give('N-1', 'aside@test.example.edu');
    await give('N-2', 'one@test.example.edu');
    await give('N-1', 'two@test.example.edu');
    await tenant.sis.post('/users', { ...person(), externalId: 'N-9', email: 'one@test.example.edu' }, NIGHT);
    await undo();
    expect(await people()).toEqual(before);
  });

  it('keeps an address whose former value another user has now, names that user, and continues', async () => {
    const [ann, bo] = [person({ externalId: 'N-1', email: 'one@test.example.edu' }), person()];
    for (const one of [ann, bo]) await tenant.sis.post('/users', one);
    await tenant.sis.post('/users', { ...ann, email: 'moved@test.example.edu', degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', { ...bo, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', person({ email: 'ONE@test.example.edu' }));
    for (const how of ['preview', 'undo'] as const)
      expect(outlined(await undo('night', how)).sort()).toEqual([
        ['950000001', ['degree'], ['email: taken']],
        ['950000002', ['degree'], []],
      ]);
    const moved = (await undo()).find(({ user }) => user.id === '950000001');
    expect(moved?.kept).toMatchObject([{ value: 'moved@test.example.edu', owner: '950000003' }]);
    expect(await people()).toMatchObject([{ degree: null }, { degree: null }, {}]);
  });

  it('is previewed without a write, and the preview is what is done', async () => {
    const two = [person(), person({ degree: 'EdD' })];
    await tenant.sis.bulk('/users/bulk', two);
    for (const one of two) await tenant.sis.post('/users', { ...one, degree: 'MA' }, NIGHT);
    await tenant.sis.post('/users', person(), NIGHT);
    const before = await people();
    const previewed = await undo('night', 'preview');
    expect(await people()).toEqual(before);
    expect(outlined(await undo())).toEqual(outlined(previewed));
  });

  it('is a run of its own, counted and in the history, and can be undone', async () => {
    const ann = person({ externalId: 'U-1', degree: 'EdD' });
    await tenant.sis.bulk('/users/bulk', [ann, person({ externalId: 'U-2' })]);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await tenant.sis.send('PATCH', '/users/U-2', undefined, NIGHT);
    await tenant.sis.post('/users', person(), NIGHT);
    const after = await people();
    await undo();
    const { body } = await tenant.sis.get('/runs/undo:night');
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
    await undo('undo:night');
    expect(await people()).toEqual(after);
    await undo();
    expect(await people()).toMatchObject([
      { degree: 'EdD' },
      { accountStatus: 'active' },
      { accountStatus: 'inactive' },
    ]);
  });

  it('may be repeated: what is back already is left alone', async () => {
    const ann = person();
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', { ...ann, degree: 'MA' }, NIGHT);
    await undo();
    const back = await userOf(tenant, '950000001');
    expect(outlined(await undo())).toEqual([['950000001', [], []]]);
    expect(await userOf(tenant, '950000001')).toEqual(back);
  });

  it('may be interrupted: batches that were committed stay, and another time does the rest', async () => {
    const many = Array.from({ length: 1200 }, () => person());
    await tenant.sis.bulk('/users/bulk', many);
    const body = many.map((one) => JSON.stringify({ ...one, degree: 'MA' })).join('\n');
    await tenant.sis.send('POST', '/users/bulk', body, { 'Content-Type': 'application/x-ndjson', ...NIGHT });
    let batches = 0;
    const stop = new Error('the power went');
    const failing = handleToo(USER_CHANGED, (scope) => {
      if (scope.tenantId === tenant.tenantId && scope.run === 'undo:night' && (batches += 1) === 2)
        return Promise.reject(stop);
      return Promise.resolve();
    });
    await expect(undo()).rejects.toThrow(stop);
    failing.mockRestore();
    const left = async (): Promise<Row[]> =>
      (await allUsers(service, tenant)).filter(({ degree }) => degree === 'MA');
    expect(await left()).toHaveLength(700);
    expect(await undo()).toHaveLength(1200);
    expect(await left()).toEqual([]);
  });

  it('sees nothing of a tenant whose run has the same name', async () => {
    const other = await service.tenant();
    for (const { sis } of [tenant, other]) await sis.post('/users', person(), NIGHT);
    const before = await people(other);
    await undo();
    expect(await people(other)).toEqual(before);
  });

  it('sees nothing of a run whose name differs in case', async () => {
    await tenant.sis.post('/users', person(), { [RUN]: 'Night' });
    await expect(undo()).rejects.toThrow('No run of this tenant has that name');
    expect(await undo('Night')).toHaveLength(1);
  });

  it('of a run without changes does nothing', async () => {
    const ann = person();
    await tenant.sis.post('/users', ann);
    await tenant.sis.post('/users', ann, NIGHT);
    await tenant.sis.get('/runs');
    expect(await undo()).toEqual([]);
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
