import { facultyMember, person } from '../factories/person.js';
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

describe('matching', () => {
  const cases: [string, Row, unknown[]][] = [
    [
      'ID before e-mail',
      { externalId: '950000001', email: 'free@test.example.edu' },
      ['950000001', 'S-a', 'id', ['email']],
    ],
    [
      'ID and the same e-mail',
      { externalId: '950000001', email: 'a@test.example.edu' },
      ['950000001', 'S-a', 'id', []],
    ],
    [
      'legacyNumber before e-mail',
      { externalId: 'S-b', email: 'free@test.example.edu' },
      ['950000002', 'S-b', 'legacyNumber', ['email']],
    ],
    [
      'legacyNumber and the same e-mail',
      { externalId: 'S-b', email: 'b@test.example.edu' },
      ['950000002', 'S-b', 'legacyNumber', []],
    ],
    [
      'e-mail in another case',
      { externalId: 'S-a', email: 'A@Test.example.edu' },
      ['950000001', 'S-a', 'legacyNumber', ['email']],
    ],
    [
      'e-mail without externalId',
      { externalId: undefined, email: 'A@TEST.EXAMPLE.EDU' },
      ['950000001', 'S-a', 'email', ['email']],
    ],
    [
      'e-mail with another externalId',
      { externalId: 'S-new', email: 'a@test.example.edu' },
      ['950000001', 'S-new', 'email', ['legacyNumber']],
    ],
    [
      'e-mail of a user without number',
      { externalId: 'S-new', email: 'c@test.example.edu' },
      ['950000003', 'S-new', 'email', ['legacyNumber']],
    ],
    ['nothing', { externalId: 'S-new', email: 'free@test.example.edu' }, ['950000004', 'S-new', null, []]],
    [
      'nothing, without externalId',
      { externalId: undefined, email: 'free@test.example.edu' },
      ['950000004', null, null, []],
    ],
  ];

  async function threePeople(): Promise<TestTenant> {
    const tenant = await service.tenant();
    await tenant.sis.bulk('/users/bulk', [
      person({ externalId: 'S-a', email: 'a@test.example.edu' }),
      person({ externalId: 'S-b', email: 'b@test.example.edu' }),
      person({ externalId: undefined, email: 'c@test.example.edu' }),
    ]);
    return tenant;
  }

  it.each(cases)('by %s', async (_, sent, expected) => {
    const tenant = await threePeople();

    const answer = await tenant.sis.post('/users', person(sent));

    expect(brief(answer).slice(1)).toEqual(expected);
    expect(answer.status).toBe(expected[2] === null ? 201 : 200);
    expect(answer.body.message).toBe(expected[2] === null ? 'DATA INSERTED' : 'DATA UPDATED');
    expect(await allUsers(tenant)).toHaveLength(expected[2] === null ? 4 : 3);
  });

  it.each<[string, Row, string]>([
    ['an ID and the e-mail address', { externalId: '950000001', email: 'b@test.example.edu' }, '950000002'],
    [
      'an ID and the e-mail address in another case',
      { externalId: '950000001', email: 'B@TEST.example.edu' },
      '950000002',
    ],
    [
      'a legacyNumber and the e-mail address',
      { externalId: 'S-a', email: 'c@test.example.edu' },
      '950000003',
    ],
  ])('refuses %s of two people, names both and changes nothing', async (_, sent, ownerId) => {
    const tenant = await threePeople();
    const before = await allUsers(tenant);

    const { status, body } = await tenant.sis.post('/users', person({ ...sent, firstName: 'Changed' }));

    expect({ status, success: body.success, error: body.error }).toEqual({
      status: 409,
      success: false,
      error: { code: 'IDENTITY_CONFLICT', conflictId: expect.stringMatching(/^cf_/) as unknown },
    });
    expect(body.message).toContain('950000001');
    expect(body.message).toContain(ownerId);
    expect(await allUsers(tenant)).toEqual(before);
  });

  it('lets another user take an address or a number that was given up', async () => {
    const tenant = await threePeople();
    const { sis } = tenant;
    await sis.post('/users', person({ externalId: 'S-a', email: 'elsewhere@test.example.edu' }));
    await sis.post('/users', person({ externalId: 'S-b2', email: 'b@test.example.edu' }));

    const address = await sis.post('/users', person({ externalId: 'S-b2', email: 'a@test.example.edu' }));
    const number = await sis.post('/users', person({ externalId: 'S-b', email: 'new@test.example.edu' }));

    expect(brief(address)).toEqual([200, '950000002', 'S-b2', 'legacyNumber', ['email']]);
    expect(brief(number)).toEqual([201, '950000004', 'S-b', null, []]);
  });
});

describe('a post that changes nothing', () => {
  it('answers DATA UPDATED and writes nothing', async () => {
    const tenant = await service.tenant();
    const everything = facultyMember({
      role: 'chair',
      name: 'Dr Ann Lee',
      userTags: ['a', 'b'],
      customFields: { z: { b: 1, a: [0.1, 1e15, -0] }, a: null },
      facultyProfile: { tools: ['R'], leaveUntil: '2027-01-31', maxConcurrentCommittees: 0 },
      yearOfEntry: 2024,
    });
    await tenant.sis.post('/users', everything);
    const before = await allUsers(tenant);

    const answer = await tenant.sis.post('/users', everything);

    expect(brief(answer)).toEqual([200, '951000001', everything['externalId'], 'legacyNumber', []]);
    expect(answer.body.message).toBe('DATA UPDATED');
    expect(await allUsers(tenant)).toEqual(before);
  });
});
