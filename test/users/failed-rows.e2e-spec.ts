import { jest } from '@jest/globals';
import { QueryFailedError } from 'typeorm';

import { FailedRowsRecorder, MOST_OF_RUN } from '../../src/users/failed-rows/failed-rows-recorder.js';
import { FailedRowsRepository } from '../../src/users/failed-rows/failed-rows.repository.js';
import { UserNotFound } from '../../src/errors/users.errors.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { problemsOf, refusalOf, type Row, rowsOf } from '../support/answers.js';
import { sweepRetention } from '../support/retention.js';
import { TestService, type TestTenant } from '../support/service.js';

const RUN = 'nightly-1122';
const DEADLOCK = new QueryFailedError('', [], Object.assign(new Error('deadlock'), { errno: 1213 }));

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function failuresOf(run: string = RUN, query = ''): Promise<Row[]> {
  return rowsOf(await tenant.sis.get(`/runs/${run}/failures${query}`));
}

async function sentencesOf(run: string = RUN): Promise<unknown[]> {
  return (await failuresOf(run)).map(({ sentence }) => sentence);
}

const upload = (lines: readonly unknown[], run = RUN): Promise<Row[]> =>
  inRun(service, tenant, run).bulk('/users/bulk', lines);

/** All that is stored of the tenant's failed rows, as text. */
async function stored(): Promise<string> {
  const sql = 'SELECT * FROM failed_rows WHERE tenantId = ?';
  await service.settle(tenant);
  return JSON.stringify(await service.query(sql, [tenant.tenantId]));
}

describe('the failed rows of a run', () => {
  it('say in one sentence which row it was and what is wrong with it', async () => {
    await upload([
      person(),
      person({ externalId: 'S-BAD-2', accountType: 'Studnet' }),
      person({ externalId: 'S-BAD-3', email: 'no address', yearOfEntry: 'soon' }),
      '{"externalId": "S-BAD-4"',
    ]);
    expect(await sentencesOf()).toEqual([
      "Row 2, S-BAD-2: accountType 'Studnet' must be Student, Faculty or Staff",
      'Row 3, S-BAD-3: email must be an e-mail address, such as ann.lee@example.edu; ' +
        'yearOfEntry must be a whole number from 1000 to 9999',
      'Row 4: The row is not valid JSON',
    ]);
  });

  it('are those of uploads, posts and changes of a status, but not of dry runs', async () => {
    const sis = inRun(service, tenant, RUN);
    await sis.bulk('/users/bulk?dryRun=true', [person({ email: 'dry' })]);
    await sis.bulk('/users/bulk', [person({ email: 'bulk' })]);
    await sis.post('/users', person({ externalId: 'S-POST', email: 'post' }));
    await sis.patch('/users/S-GONE', { accountStatus: 'inactive' });
    const rows = await failuresOf();
    expect(rows.map(({ externalId, line, code }) => [externalId, line, code])).toEqual([
      [expect.stringMatching(/./), 1, 'VALIDATION_FAILED'],
      ['S-POST', null, 'VALIDATION_FAILED'],
      ['S-GONE', null, 'USER_NOT_FOUND'],
    ]);
    expect((await sis.get(`/runs/${RUN}`)).body.data['failed']).toBe(3);
  });

  it('are there once, although the database undid a part of what was written with them', async () => {
    const other = 'nightly-1123';
    await upload([person({ email: 'one' })]);
    await upload([person({ email: 'two' })], other);
    const rows = service.app.get(FailedRowsRepository);
    const add = rows.add.bind(rows);
    const spy = jest.spyOn(rows, 'add').mockImplementationOnce(add);
    spy.mockRejectedValueOnce(DEADLOCK).mockImplementation(add);
    for (const run of [RUN, other]) expect(await failuresOf(run)).toHaveLength(1);
    expect(spy).toHaveBeenCalledTimes(4);
  });

  it('name the user whom they are about, by the externalId or by the address', async () => {
    const [ann, bo] = [person({ externalId: 'S-1' }), person({ externalId: 'S-2' })];
    const [annId, boId] = (await upload([ann, bo])).map(({ id }) => id);
    await upload([
      { ...ann, accountType: 'Studnet' },
      { ...bo, externalId: 'S-NEW', degree: 7 },
      person({ externalId: 'S-3', accountType: 'Studnet' }),
      { ...ann, email: bo['email'] },
    ]);
    const rows = await failuresOf();
    expect(rows.map(({ userId }) => userId)).toEqual([annId, boId, null, annId]);
    expect(rows[3]).toMatchObject({
      code: 'IDENTITY_CONFLICT',
      field: 'email',
      cause: 'email belongs to another user',
      reason: expect.stringContaining(String(boId)) as unknown,
    });
  });

  it('hold no value of the person but the externalId', async () => {
    const secret = 'Zxqv';
    await upload([
      {
        ...person({ externalId: 'S-SECRET' }),
        firstName: `${secret} First`,
        lastName: secret.repeat(40),
        email: `${secret} at example`,
        accountType: secret,
        accountStatus: `${secret}@example.edu`,
        role: `${secret} Role`,
        domain: `${secret} domain`,
        middleInitial: `${secret}!`,
        userTags: [{ [secret]: secret }],
        yearOfEntry: secret,
        facultyProfile: { leaveUntil: secret, [`${secret} name`]: 1 },
        customFields: { [secret]: 2 ** 60 },
        [`${secret} Smith`]: secret,
      },
      `{"externalId":"S-BROKEN","firstName":"${secret}`,
      { ...person(), email: secret },
    ]);
    const text = await stored();
    expect(text).toContain('S-SECRET');
    expect(text).not.toContain(secret);
  });

  it('are listed page by page', async () => {
    await upload(Array.from({ length: 5 }, (_, n) => person({ externalId: `S-${n}`, email: 'x' })));
    const first = await tenant.sis.get(`/runs/${RUN}/failures?limit=3`);
    expect(first.body.meta).toMatchObject({ count: 3, limit: 3, hasMore: true });
    const cursor = String(first.body.meta['nextCursor']);
    const second = await tenant.sis.get(`/runs/${RUN}/failures?limit=3&cursor=${cursor}`);
    expect([...rowsOf(first), ...rowsOf(second)].map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 5 }, (_, n) => `S-${n}`),
    );
    expect(second.body.meta['nextCursor']).toBeNull();
    await upload([person()], 'another');
    const refused = await tenant.sis.get(`/runs/another/failures?cursor=${cursor}`);
    expect(problemsOf(refused)).toEqual([400, 'cursor']);
  });

  it('are none of another run or tenant', async () => {
    await upload([person({ email: 'x' })]);
    await upload([person()], 'clean');
    expect(await failuresOf('clean')).toEqual([]);
    const other = await service.tenant();
    expect(refusalOf(await other.sis.get(`/runs/${RUN}/failures`))[0]).toBe(404);
    expect(refusalOf(await tenant.sis.get('/runs/unknown/failures')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('of one run', () => {
  async function note(count: number, run?: string): Promise<void> {
    const scope = await service.scope(tenant);
    const refusal = new UserNotFound();
    const failures = Array.from({ length: count }, (_, n) => ({ refusal, sent: { externalId: `S-${n}` } }));
    const recorder = service.app.get(FailedRowsRecorder);
    recorder.note(run === undefined ? scope : { ...scope, run }, failures);
    await recorder.flush();
  }

  it('the first 10,000 rows are kept', async () => {
    const rows = service.app.get(FailedRowsRepository);
    for (const run of [RUN, undefined]) {
      await note(MOST_OF_RUN - 5, run);
      await note(8, run);
      await note(8, run);
      expect(await rows.count(tenant.tenantId, run ?? null, new Date(0))).toBe(MOST_OF_RUN);
    }
    await note(1, 'another');
    expect(await rows.count(tenant.tenantId, 'another', new Date(0))).toBe(1);
  });

  it('rows are kept as long as the request log', async () => {
    await note(3, RUN);
    const at = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    const sql = 'UPDATE failed_rows SET at = ? WHERE tenantId = ? AND externalId = ?';
    const { tenantId } = tenant;
    await service.query(sql, [at(89.9), tenantId, 'S-0']);
    await service.query(sql, [at(90.1), tenantId, 'S-1']);
    expect(await sweepRetention(service, tenant)).toMatchObject({ 'failed-rows': 1 });
    expect(await service.app.get(FailedRowsRepository).count(tenantId, RUN, new Date(0))).toBe(2);
  });
});
