import { person } from '../factories/person.js';
import { allUsers, identityOf } from '../factories/stored-people.js';
import { outcomeOf, type Row } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;
let sis: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ sis } = tenant);
});

const users = (): Promise<Row[]> => allUsers(service, tenant);

describe('a new user', () => {
  it.each([
    ['Student', '950000001'],
    ['Faculty', '951000001'],
    ['Staff', '951000001'],
  ])('of accountType %s gets the ID %s', async (accountType, id) => {
    expect((await sis.post('/users', person({ accountType }))).body.data['id']).toBe(id);
  });

  it('without externalId has no legacyNumber', async () => {
    const answer = await sis.post('/users', person({ externalId: undefined }));

    expect(identityOf(answer)).toEqual([201, '950000001', null, null, []]);
  });

  it('gets the next free ID, faculty and staff from one sequence', async () => {
    const ids: unknown[] = [];
    for (const accountType of ['Student', 'Staff', 'Student', 'Faculty', 'Student'])
      ids.push((await sis.post('/users', person({ accountType }))).body.data['id']);

    expect(ids).toEqual(['950000001', '951000001', '950000002', '951000002', '950000003']);
  });

  it('keeps the ID through every change of accountType', async () => {
    const ann = person();
    await sis.post('/users', ann);

    const expected = [200, '950000001', ann['externalId'], 'legacyNumber', ['accountType']];
    for (const accountType of ['Staff', 'Faculty', 'Student'])
      expect(identityOf(await sis.post('/users', { ...ann, accountType }))).toEqual(expected);
  });

  it('gets an ID with a digit more once 999,999 are taken', async () => {
    await service.query("INSERT INTO `user_numbers` VALUES (?, '950', 999999)", [tenant.tenantId]);

    const first = await sis.post('/users', person());
    const second = await sis.post('/users', person());

    expect([first, second].map(({ body }) => body.data['id'])).toEqual(['950999999', '9501000000']);
    expect((await sis.get('/users/9501000000')).body.data['email']).toBe(second.body.data['email']);
    expect(identityOf(await sis.post('/users', { ...person(), externalId: '9501000000' }))[3]).toBe('id');
  });

  it('may have the same number as a person of another tenant, and neither tenant sees the other person', async () => {
    const other = await service.tenant();
    const ann = person();

    await sis.post('/users', ann);
    const answer = await other.sis.post('/users', { ...ann, firstName: 'Other' });

    expect(identityOf(answer)).toEqual([201, '950000001', ann['externalId'], null, []]);
    expect((await sis.get('/users/950000001')).body.data['firstName']).toBe('Ann');
  });
});

describe('an externalId that has the form of an ID', () => {
  it('finds the user who has it', async () => {
    const { body } = await sis.post('/users', person());

    const answer = await sis.post('/users', { ...person({ degree: 'EdD' }), externalId: body.data['id'] });

    expect(identityOf(answer)).toEqual([
      200,
      '950000001',
      body.data['legacyNumber'],
      'id',
      ['email', 'degree'],
    ]);
  });

  it.each([
    ['Student', '950123456'],
    ['Student', '950000000'],
    ['Student', `950${'9'.repeat(61)}`],
    ['Staff', '951000777'],
    ['Faculty', '9510000000001'],
  ])('becomes the ID of a new %s: %s', async (accountType, externalId) => {
    const answer = await sis.post('/users', person({ accountType, externalId }));

    expect(identityOf(answer)).toEqual([201, externalId, null, null, []]);
    expect((await sis.get(`/users/${externalId}`)).status).toBe(200);
  });

  it.each([
    ['Student', '951000777'],
    ['Faculty', '950000777'],
    ['Staff', '950000777'],
  ])('of the other type is refused for a new %s, who is not stored', async (accountType, externalId) => {
    const answer = await sis.post('/users', person({ accountType, externalId }));

    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'externalId']);
    expect(await users()).toEqual([]);
  });

  it.each(['950000777', '951000777'])(
    'that is unknown (%s) is warned about when the e-mail address matches',
    async (externalId) => {
      const ann = person();
      await sis.post('/users', ann);

      const answer = await sis.post('/users', { ...ann, externalId, firstName: 'Anna' });

      expect(identityOf(answer)).toEqual([200, '950000001', ann['externalId'], 'email', ['firstName']]);
      const message = `No user has the ID ${externalId}; the user with this e-mail address, 950000001, was updated`;
      expect(answer.body.warnings).toEqual([{ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND', message }]);
    },
  );

  it('of another tenant is unknown', async () => {
    const other = await service.tenant();
    await other.sis.post('/users', person());

    expect((await sis.post('/users', person({ externalId: '950000001' }))).status).toBe(201);
    expect(await allUsers(service, other)).toHaveLength(1);
  });

  it('is never handed out again, not even when a run of brought IDs lies ahead', async () => {
    const brought = Array.from({ length: 20 }, (_, index) => `9500000${String(index + 2).padStart(2, '0')}`);
    await sis.post('/users', person());
    for (const externalId of brought) await sis.post('/users', person({ externalId }));

    const newcomers = [await sis.post('/users', person()), await sis.post('/users', person())];

    expect(newcomers.map(({ status }) => status)).toEqual([201, 201]);
    const ids = newcomers.map(({ body }) => body.data['id']);
    expect(brought).not.toContain(ids[0]);
    expect(new Set([...ids, ...brought, '950000001']).size).toBe(23);
    expect(await users()).toHaveLength(23);
  });

  it('is not handed out to a newcomer further down in the same file', async () => {
    const brought = [1, 2, 4].map((n) => person({ externalId: `95000000${n}`, lastName: 'Brought' }));
    const newcomers = [person({ lastName: 'New' }), person({ lastName: 'New' })];

    const lines = await sis.bulk('/users/bulk', [...brought, ...newcomers]);

    expect(lines.at(-1)).toMatchObject({ summary: { received: 5, inserted: 5 } });
    expect((await users()).map(({ id, lastName }) => [id, lastName])).toEqual([
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
      const [made, found] = [person({ externalId }), person({ externalId })];
      const isMade = [201, '950000001', externalId, null, []];
      expect(identityOf(await sis.post('/users', made))).toEqual(isMade);
      const isFound = [200, '950000001', externalId, 'legacyNumber', ['email']];
      expect(identityOf(await sis.post('/users', found))).toEqual(isFound);
    },
  );

  it.each([
    ['S-77', 's-77'],
    ['Müller', 'Muller'],
    ['a\u0301', 'á'],
    ['ß', 'ss'],
    ['７', '7'],
  ])('is exact: %j and %j are two people', async (one, other) => {
    await sis.post('/users', person({ externalId: one }));

    expect((await sis.post('/users', person({ externalId: other }))).status).toBe(201);
  });
});
