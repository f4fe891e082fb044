import { gzipSync } from 'node:zlib';

import { aTenantThat } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { atWork, deactivate, scimPerson, storedPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { connectionForEachTest } from '../support/each-test.js';
import { rawRequest } from '../support/raw-request.js';
import { connect, SCIM_JSON, type ScimClient } from '../support/scim.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;
let bearerToken: string;

connectionForEachTest((given) => {
  ({ service, tenant, scim } = given);
  bearerToken = `${given.apiKey}.${given.apiSecret}`;
});

const stored = (id: string): Promise<Row> => userOf(tenant, id);

describe('a user whom Entra ID has softly deleted', () => {
  const address = 'bob@test.example.edu';
  const DELETED = `0123456789abcdef0123456789abcdef${address}`;
  const bob = (): Record<string, unknown> => scimPerson({ userName: address, emails: atWork(address) });

  it.each<[string, object[]]>([
    ['and userName', [{ op: 'Replace', path: 'emails[type eq "work"].value', value: DELETED }]],
    ['without address', []],
  ])('keeps the address, whatever is sent as address %s, and is found again by it', async (_, more) => {
    const sent = bob();
    const { id } = (await scim.post('/Users', sent)).body;
    const deletion = [
      { op: 'Replace', path: 'userName', value: DELETED },
      ...more,
      { op: 'Replace', path: 'active', value: 'False' },
    ];
    const { status, body } = await scim.patch(`/Users/${id}`, deletion);
    expect({ status, userName: body.userName }).toEqual({ status: 200, userName: DELETED });
    expect(await stored(id)).toMatchObject({ email: address, accountStatus: 'inactive' });

    const back = await scim.post('/Users', sent);
    expect(back.body).toMatchObject({ id, userName: address, active: true });
  });

  it('that is sent anew has the address without the digits', async () => {
    const { emails: _, ...sent } = bob();
    const anew = { ...sent, userName: DELETED, active: false };
    const { id } = (await scim.post('/Users', anew)).body;
    expect(await stored(id)).toMatchObject({ email: address });
  });

  it('is the person who has the address without the digits, whatever the status', async () => {
    const sis = person({ email: address });
    const id = await storedId(tenant, sis);
    const { body } = await scim.post('/Users', { ...bob(), userName: DELETED, emails: undefined });
    expect(body.id).toBe(id);
    expect(await stored(id)).toMatchObject({ email: address, legacyNumber: sis['externalId'] });
  });
});

describe('an address of its own that begins with 32 hexadecimal digits', () => {
  const MAILBOX = '0123456789abcdef0123456789abcdef-box@test.example.edu';
  const DIGEST = `${'0123456789abcdef'.repeat(4)}@test.example.edu`;
  const digits = { emails: atWork(DIGEST), active: false };

  it.each([
    ['as address', { emails: atWork(MAILBOX) }, MAILBOX],
    ['as userName', { userName: MAILBOX, emails: undefined }, MAILBOX],
    ['as the address of one who has left, where it is digits alone', digits, DIGEST],
  ])('is kept, sent %s', async (_, sent, email) => {
    const { id } = await storedPerson(scim, { ...sent });
    expect(await stored(id)).toMatchObject({ email });
  });

  it('is taken by an active person who is changed', async () => {
    const { id } = await storedPerson(scim);
    const path = 'emails[type eq "work"].value';
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path, value: MAILBOX }]);
    expect(await stored(id)).toMatchObject({ email: MAILBOX });
  });

  it('finds its person also when they leave', async () => {
    const sis = person({ email: MAILBOX });
    const id = await storedId(tenant, sis);
    const { body } = await scim.post('/Users', scimPerson({ emails: atWork(MAILBOX), active: false }));
    expect(body.id).toBe(id);
    expect(await stored(id)).toMatchObject({ email: MAILBOX, legacyNumber: sis['externalId'] });
  });
});

describe('a person who comes back with the externalId of before', () => {
  it.each([
    [{ name: { givenName: 'Ann', familyName: 'Moss' } }],
    [{ name: { formatted: 'Moss, Ann' } }],
    [{ name: undefined, displayName: 'Ann Moss' }],
  ])('is taken back, with another address and name: %j', async (named) => {
    const left = await storedPerson(scim, { externalId: '00uABC' });
    await deactivate(scim, left.id);

    const { status, body } = await scim.post('/Users', scimPerson({ externalId: '00uABC', ...named }));
    expect({ status, id: body.id, active: body.active }).toEqual({ status: 201, id: left.id, active: true });
    expect(await stored(left.id)).toMatchObject({ lastName: 'Moss', accountStatus: 'active' });
  });

  it.each([
    ['the given name', { name: { givenName: 'Walter', familyName: 'Lee' } }, true],
    ['the formatted name', { name: { formatted: 'Walter Lee' } }, true],
    ['the displayName', { name: undefined, displayName: 'Walter Lee' }, true],
    ['a family name alone', { name: { familyName: 'Lee' } }, true],
    ['the want of any name', { name: undefined }, true],
    ['the first one, who is active', {}, false],
  ])('is another one, by %s', async (_, overrides, hasLeft) => {
    const first = await storedPerson(scim, { externalId: 'a.lee' });
    if (hasLeft) await deactivate(scim, first.id);
    const before = await stored(first.id);
    const { status, body } = await scim.post('/Users', scimPerson({ externalId: 'a.lee', ...overrides }));
    expect({ status, isSame: body.id === first.id }).toEqual({ status: 201, isSame: false });
    expect(await stored(first.id)).toEqual(before);
  });
});

describe('the address of one who has left, sent in another account', () => {
  const address = 'j.smith@test.example.edu';
  const smith = (givenName: string, externalId?: string): Record<string, unknown> =>
    scimPerson({ externalId, emails: atWork(address), name: { givenName, familyName: 'Smith' } });
  const asked = async (sent: object, isDeleted = false): Promise<unknown[]> => {
    const left = await scim.create('/Users', smith('John', 'obj-1'));
    await (isDeleted ? scim.delete(`/Users/${left.id}`) : deactivate(scim, left.id));
    const { body } = await scim.post('/Users', { ...smith('Petra', 'obj-2'), ...sent });
    expect(body.id).toBe(left.id);
    const rows: Row[] = await service.query('SELECT `kind` FROM `identity_conflicts` WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    return rows.map(({ kind }) => kind);
  };

  it.each([false, true])(
    'with the same family name is asked about; deleted before: %j',
    async (isDeleted) => {
      expect(await asked({}, isDeleted)).toEqual(['possible_reassignment']);
    },
  );

  it.each([
    ['the same account', { externalId: 'obj-1' }],
    ['a similar first name', { name: { givenName: 'Johnny', familyName: 'Smith' } }],
  ])('is taken for that person without a question, with %s', async (_, sent) => {
    expect(await asked(sent)).toEqual([]);
  });
});

it('a person who has the address of one who has left waits for an administrator, where such people wait', async () => {
  const holding = await aTenantThat(service, { possibleReassignment: 'hold' });
  const left = person({ accountStatus: 'inactive' });
  await holding.sis.post('/users', left);
  const { scim: provider } = await connect(service, holding);
  const name = { givenName: 'Walter', familyName: 'Kowalski' };
  const answer = await provider.post('/Users', scimPerson({ name, emails: atWork(left['email']) }));
  expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  const after = await userOf(holding, left['externalId']);
  expect(after).toMatchObject({ firstName: 'Ann', accountStatus: 'inactive' });
});

describe('a provider that is not exact', () => {
  it('reaches people behind a base with a slash, and the base itself', async () => {
    const { id } = await storedPerson(scim);
    expect((await scim.get(`//Users/${id}`)).body.id).toBe(id);
    for (const base of ['', '/']) {
      const { status, body } = await scim.get(base);
      expect({ base, status }).toEqual({ base, status: 200 });
      expect(body['schemas']).toEqual(['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig']);
    }
  });

  it('may call gzip x-gzip', async () => {
    const { status } = await rawRequest(service.baseUrl, '/scim/v2/Users', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${bearerToken}`,
        'Content-Type': SCIM_JSON,
        'Content-Encoding': 'x-gzip',
      },
      body: gzipSync(JSON.stringify(scimPerson())),
    });
    expect(status).toBe(201);
  });

  it.each([
    ['emails[type eq "work"]', ['emails', 'id', 'schemas']],
    ['emails[type eq "work"].value,shoeSize,no name!', ['emails', 'id', 'schemas']],
    ['shoeSize', ['id', 'schemas']],
  ])('may ask for attributes=%s', async (attributes, expected) => {
    const { id } = await storedPerson(scim);
    const { status, body } = await scim.get(`/Users/${id}?attributes=${encodeURIComponent(attributes)}`);
    expect({ status, names: Object.keys(body).sort() }).toEqual({ status: 200, names: expected });
  });

  it('moves no time by a PUT of what GET has answered', async () => {
    const { id } = await storedPerson(scim, { emails: undefined });
    const { body } = await scim.get(`/Users/${id}`);
    const again = await scim.put(`/Users/${id}`, body);
    expect(again.body.meta).toEqual(body.meta);
    expect((await scim.get(`/Users/${id}`)).body).toEqual(body);
  });
});
