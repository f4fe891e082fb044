import { person } from '../factories/person.js';
import type { Answer, Body } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

type Row = Record<string, unknown>;

const query = (sql: string, values: unknown[]): Promise<Row[]> => service.query(sql, values);

async function allUsers({ tenantId }: TestTenant): Promise<Row[]> {
  return query('SELECT * FROM `users` WHERE `tenantId` = ? ORDER BY `id`', [tenantId]);
}

/** Status, ID, legacyNumber and meta: what an answer says about identity. */
function brief({ status, body }: Answer<Body>): unknown[] {
  return [status, body.data['id'], body.data['legacyNumber'], body.meta['matchedBy'], body.meta['changed']];
}

describe('a new user', () => {
  it.each([
    ['Student', '950000001'],
    ['Faculty', '951000001'],
    ['Staff', '951000001'],
  ])('of accountType %s gets the ID %s', async (accountType, id) => {
    const { sis } = await service.tenant();

    expect((await sis.post('/users', person({ accountType }))).body.data['id']).toBe(id);
  });

  it('without externalId has no legacyNumber', async () => {
    const { sis } = await service.tenant();

    const answer = await sis.post('/users', person({ externalId: undefined }));

    expect(brief(answer)).toEqual([201, '950000001', null, null, []]);
  });

  it('gets the next free ID, faculty and staff from one sequence', async () => {
    const { sis } = await service.tenant();
    const ids: unknown[] = [];
    for (const accountType of ['Student', 'Staff', 'Student', 'Faculty', 'Student'])
      ids.push((await sis.post('/users', person({ accountType }))).body.data['id']);

    expect(ids).toEqual(['950000001', '951000001', '950000002', '951000002', '950000003']);
  });

  it('keeps the ID through every change of accountType', async () => {
    const { sis } = await service.tenant();
    const ann = person();
    await sis.post('/users', ann);

    for (const accountType of ['Staff', 'Faculty', 'Student'])
      expect(brief(await sis.post('/users', { ...ann, accountType }))).toEqual([
        200,
        '950000001',
        ann['externalId'],
        'legacyNumber',
        ['accountType'],
      ]);
  });

  it('gets an ID with a digit more once 999,999 are taken', async () => {
    const { sis, tenantId } = await service.tenant();
    await query("INSERT INTO `user_numbers` VALUES (?, '950', 999999)", [tenantId]);

    const first = await sis.post('/users', person());
    const second = await sis.post('/users', person());

    expect({ first: first.body.data['id'], second: second.body.data['id'] }).toEqual({
      first: '950999999',
      second: '9501000000',
    });
    expect((await sis.get('/users/9501000000')).body.data['email']).toBe(second.body.data['email']);
    expect(brief(await sis.post('/users', { ...person(), externalId: '9501000000' }))[3]).toBe('id');
  });

  it('may have the same number as a person of another tenant, and neither tenant sees the other person', async () => {
    const [one, other] = [await service.tenant(), await service.tenant()];
    const ann = person();

    await one.sis.post('/users', ann);
    const answer = await other.sis.post('/users', { ...ann, firstName: 'Other' });

    expect(brief(answer)).toEqual([201, '950000001', ann['externalId'], null, []]);
    expect((await one.sis.get('/users/950000001')).body.data['firstName']).toBe('Ann');
  });
});

describe('an externalId that has the form of an ID', () => {
  it('finds the user who has it', async () => {
    const { sis } = await service.tenant();
    const { body } = await sis.post('/users', person());

    const answer = await sis.post('/users', { ...person({ degree: 'EdD' }), externalId: body.data['id'] });

    expect(brief(answer)).toEqual([200, '950000001', body.data['legacyNumber'], 'id', ['email', 'degree']]);
  });

  it.each([
    ['Student', '950123456'],
    ['Student', '950000000'],
    ['Student', `950${'9'.repeat(61)}`],
    ['Staff', '951000777'],
    ['Faculty', '9510000000001'],
  ])('becomes the ID of a new %s: %s', async (accountType, externalId) => {
    const tenant = await service.tenant();

    const answer = await tenant.sis.post('/users', person({ accountType, externalId }));

    expect(brief(answer)).toEqual([201, externalId, null, null, []]);
    expect((await tenant.sis.get(`/users/${externalId}`)).status).toBe(200);
  });

  it.each([
    ['Student', '951000777'],
    ['Faculty', '950000777'],
    ['Staff', '950000777'],
  ])('of the other type is refused for a new %s, who is not stored', async (accountType, externalId) => {
    const tenant = await service.tenant();

    const { status, body } = await tenant.sis.post('/users', person({ accountType, externalId }));

    expect({ status, code: body.error.code, fields: body.error.details?.map(({ field }) => field) }).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
      fields: ['externalId'],
    });
    expect(await allUsers(tenant)).toEqual([]);
  });

  it.each(['950000777', '951000777'])(
    'that is unknown (%s) is warned about when the e-mail address matches',
    async (externalId) => {
      const { sis } = await service.tenant();
      const ann = person();
      await sis.post('/users', ann);

      const answer = await sis.post('/users', { ...ann, externalId, firstName: 'Anna' });

      expect(brief(answer)).toEqual([200, '950000001', ann['externalId'], 'email', ['firstName']]);
      expect(answer.body.warnings).toEqual([
        {
          field: 'externalId',
          code: 'EXTERNAL_ID_NOT_FOUND',
          message: `No user has the ID ${externalId}; the user with this e-mail address, 950000001, was updated`,
        },
      ]);
    },
  );

  it('of another tenant is unknown', async () => {
    const [one, other] = [await service.tenant(), await service.tenant()];
    await one.sis.post('/users', person());

    const answer = await other.sis.post('/users', person({ externalId: '950000001' }));

    expect(answer.status).toBe(201);
    expect(await allUsers(one)).toHaveLength(1);
  });

  it('is never handed out again, not even when a run of brought IDs lies ahead', async () => {
    const tenant = await service.tenant();
    const brought = Array.from({ length: 20 }, (_, index) => `9500000${String(index + 2).padStart(2, '0')}`);
    await tenant.sis.post('/users', person());
    for (const externalId of brought) await tenant.sis.post('/users', person({ externalId }));

    const newcomers = [await tenant.sis.post('/users', person()), await tenant.sis.post('/users', person())];

    expect(newcomers.map(({ status }) => status)).toEqual([201, 201]);
    const ids = newcomers.map(({ body }) => body.data['id']);
    expect(brought).not.toContain(ids[0]);
    expect(new Set([...ids, ...brought, '950000001']).size).toBe(23);
    expect(await allUsers(tenant)).toHaveLength(23);
  });

  it('is not handed out to a newcomer further down in the same file', async () => {
    const tenant = await service.tenant();
    const brought = [1, 2, 4].map((n) => person({ externalId: `95000000${n}`, lastName: 'Brought' }));
    const newcomers = [person({ lastName: 'New' }), person({ lastName: 'New' })];

    const lines = await tenant.sis.bulk('/users/bulk', [...brought, ...newcomers]);

    expect(lines.at(-1)).toMatchObject({ summary: { received: 5, inserted: 5 } });
    expect((await allUsers(tenant)).map(({ id, lastName }) => [id, lastName])).toEqual([
      ['950000001', 'Brought'],
      ['950000002', 'Brought'],
      ['950000003', 'New'],
      ['950000004', 'Brought'],
      ['950000005', 'New'],
    ]);
  });
});

describe('any other externalId', () => {
  it.each(['95000001', '952000001', 'S-77', 's-77', '950-000001', '0950000001', 'Ü 7/8', '950000001x'])(
    '%j is the legacyNumber, and finds the user again',
    async (externalId) => {
      const { sis } = await service.tenant();

      expect(brief(await sis.post('/users', person({ externalId })))).toEqual([
        201,
        '950000001',
        externalId,
        null,
        [],
      ]);
      expect(brief(await sis.post('/users', person({ externalId })))).toEqual([
        200,
        '950000001',
        externalId,
        'legacyNumber',
        ['email'],
      ]);
    },
  );

  it.each([
    ['S-77', 's-77'],
    ['Müller', 'Muller'],
    ['a\u0301', 'á'],
    ['ß', 'ss'],
    ['７', '7'],
  ])('is exact: %j and %j are two people', async (one, other) => {
    const { sis } = await service.tenant();
    await sis.post('/users', person({ externalId: one }));

    expect((await sis.post('/users', person({ externalId: other }))).status).toBe(201);
  });
});
