import { facultyMember, person } from '../factories/person.js';
import { allUsers, identityOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

const users = (): Promise<Row[]> => allUsers(service, tenant);

describe('matching', () => {
  beforeEach(async () => {
    await tenant.sis.bulk('/users/bulk', [
      person({ externalId: 'S-a', email: 'a@test.example.edu' }),
      person({ externalId: 'S-b', email: 'b@test.example.edu' }),
      person({ externalId: undefined, email: 'c@test.example.edu' }),
    ]);
  });

  const sent = (externalId: string | undefined, name: string, more: Row = {}): Row =>
    person({ externalId, email: name.includes('@') ? name : `${name}@test.example.edu`, ...more });

  it.each<[string, string | undefined, string, unknown[]]>([
    ['ID before e-mail', '950000001', 'free', ['950000001', 'S-a', 'id', ['email']]],
    ['ID and the same e-mail', '950000001', 'a', ['950000001', 'S-a', 'id', []]],
    ['legacyNumber before e-mail', 'S-b', 'free', ['950000002', 'S-b', 'legacyNumber', ['email']]],
    ['legacyNumber and the same e-mail', 'S-b', 'b', ['950000002', 'S-b', 'legacyNumber', []]],
    ['e-mail in another case', 'S-a', 'A@Test.example.edu', ['950000001', 'S-a', 'legacyNumber', ['email']]],
    ['e-mail without externalId', undefined, 'A@TEST.EXAMPLE.EDU', ['950000001', 'S-a', 'email', ['email']]],
    ['e-mail with another externalId', 'S-new', 'a', ['950000001', 'S-new', 'email', ['legacyNumber']]],
    ['e-mail of a user without number', 'S-new', 'c', ['950000003', 'S-new', 'email', ['legacyNumber']]],
    ['nothing', 'S-new', 'free', ['950000004', 'S-new', null, []]],
    ['nothing, without externalId', undefined, 'free', ['950000004', null, null, []]],
  ])('by %s', async (_, externalId, name, expected) => {
    const answer = await tenant.sis.post('/users', sent(externalId, name));

    expect(identityOf(answer).slice(1)).toEqual(expected);
    expect(answer.status).toBe(expected[2] === null ? 201 : 200);
    expect(answer.body.message).toBe(expected[2] === null ? 'DATA INSERTED' : 'DATA UPDATED');
    expect(await users()).toHaveLength(expected[2] === null ? 4 : 3);
  });

  it.each([
    ['an ID and the e-mail address', '950000001', 'b', '950000002'],
    ['an ID and the e-mail address in another case', '950000001', 'B@TEST.example.edu', '950000002'],
    ['a legacyNumber and the e-mail address', 'S-a', 'c', '950000003'],
  ])('refuses %s of two people, names both and changes nothing', async (_, externalId, name, ownerId) => {
    const before = await users();

    const input = sent(externalId, name, { firstName: 'Changed' });
    const { status, body } = await tenant.sis.post('/users', input);

    const conflictId: unknown = expect.stringMatching(/^cf_/);
    expect(status).toBe(409);
    expect(body.error).toEqual({ code: 'IDENTITY_CONFLICT', conflictId });
    expect(body.message).toContain('950000001');
    expect(body.message).toContain(ownerId);
    expect(await users()).toEqual(before);
  });

  it('lets another user take an address or a number that was given up', async () => {
    const { sis } = tenant;
    await sis.post('/users', sent('S-a', 'elsewhere'));
    await sis.post('/users', sent('S-b2', 'b'));

    const address = await sis.post('/users', sent('S-b2', 'a'));
    const number = await sis.post('/users', sent('S-b', 'new'));

    expect(identityOf(address)).toEqual([200, '950000002', 'S-b2', 'legacyNumber', ['email']]);
    expect(identityOf(number)).toEqual([201, '950000004', 'S-b', null, []]);
  });
});

describe('a post that changes nothing', () => {
  it('answers DATA UPDATED and writes nothing', async () => {
    const everything = facultyMember({
      role: 'chair',
      name: 'Dr Ann Lee',
      userTags: ['a', 'b'],
      customFields: { z: { b: 1, a: [0.1, 1e15, -0] }, a: null },
      facultyProfile: { tools: ['R'], leaveUntil: '2027-01-31', maxConcurrentCommittees: 0 },
      yearOfEntry: 2024,
    });
    await tenant.sis.post('/users', everything);
    const before = await users();

    const answer = await tenant.sis.post('/users', everything);

    expect(identityOf(answer)).toEqual([200, '951000001', everything['externalId'], 'legacyNumber', []]);
    expect(answer.body.message).toBe('DATA UPDATED');
    expect(await users()).toEqual(before);
  });
});
