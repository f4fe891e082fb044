import { person } from '../factories/person.js';
import { atWork, scimPerson, storedPerson } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { connectionForEachTest } from '../support/each-test.js';
import type { ScimClient } from '../support/scim.js';
import type { TestTenant } from '../support/service.js';

let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ tenant, scim } = given);
});

const stored = (id: string): Promise<Row> => userOf(tenant, id);

describe('a person of one name', () => {
  it.each([
    [{ userName: 's.17@test.example.edu', name: { givenName: 'Sukarno' } }, 'Sukarno'],
    [{ userName: 'x.17@test.example.edu', name: { familyName: 'Sukarno' } }, 'Sukarno'],
    [{ userName: 'v.17@test.example.edu', name: { familyName: 'van Gogh' } }, 'van Gogh'],
    [{ userName: 'suharto@test.example.edu', name: { formatted: 'Suharto' } }, 'Suharto'],
    [{ userName: 'teller@test.example.edu', name: undefined, displayName: 'Teller' }, 'Teller'],
  ])('is shown so, and nothing of the address is a name: %j', async (sent, name) => {
    const { id } = await storedPerson(scim, { ...sent, emails: undefined });
    expect(await stored(id)).toMatchObject({ firstName: name, lastName: name, name });
  });

  it.each([
    [{ givenName: 'Sukarno' }, 'givenName', 'Soekarno', ['Soekarno', 'Soekarno', 'Soekarno']],
    [{ familyName: 'Sukarno' }, 'familyName', 'Soekarno', ['Soekarno', 'Soekarno', 'Soekarno']],
    [{ formatted: 'Sukarno' }, 'givenName', 'Soekarno', ['Soekarno', 'Soekarno', 'Soekarno']],
    [{ givenName: 'Sukarno' }, 'familyName', 'Putra', ['Sukarno', 'Putra', 'Sukarno Putra']],
    [{ familyName: 'Sukarno' }, 'givenName', 'Achmed', ['Achmed', 'Sukarno', 'Achmed Sukarno']],
  ])('sent as %j has, with the %s %s of a PATCH, the names %j', async (sent, attribute, value, names) => {
    const { id } = await storedPerson(scim, { name: sent });
    const operation = { op: 'replace', path: `name.${attribute}`, value };
    const { status, body } = await scim.patch(`/Users/${id}`, [operation]);
    const [firstName, lastName, name] = names;
    expect(await stored(id)).toMatchObject({ firstName, lastName, name });
    const shown = { givenName: firstName, familyName: lastName };
    expect({ status, body }).toMatchObject({ status: 200, body: { name: shown, displayName: name } });
  });

  it.each<[string, object, string[]]>([
    ['the displayName', { path: 'displayName', value: 'Bung Karno' }, ['Sukarno', 'Sukarno', 'Bung Karno']],
    ['name.formatted', { path: 'name.formatted', value: 'Bung Karno' }, ['Sukarno', 'Sukarno', 'Sukarno']],
    [
      'the given name and the displayName',
      { value: { name: { givenName: 'Soekarno' }, displayName: 'Bung Karno' } },
      ['Soekarno', 'Soekarno', 'Bung Karno'],
    ],
  ])('gets no second name from a PATCH of %s, from this source or another', async (_, change, names) => {
    const own = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    const formatted = await storedPerson(scim, { name: { formatted: 'Sukarno' } });
    const only = person({ firstName: 'Sukarno', lastName: 'Sukarno', name: 'Sukarno' });
    const others = await storedId(tenant, only);
    for (const id of [own.id, formatted.id, others]) {
      const { status } = await scim.patch(`/Users/${id}`, [{ op: 'replace', ...change }]);
      const [firstName, lastName, name] = names;
      expect({ id, status }).toEqual({ id, status: 200 });
      expect(await stored(id)).toMatchObject({ id, firstName, lastName, name });
    }
  });

  it('keeps the displayName, sent as every name, in a PATCH of name.formatted', async () => {
    const sent = { name: { givenName: 'Sukarno', familyName: 'Sukarno' }, displayName: 'Sukarno' };
    const { id } = await storedPerson(scim, sent);
    const operation = { op: 'replace', path: 'name.formatted', value: 'Bung Karno' };
    expect((await scim.patch(`/Users/${id}`, [operation])).body).toMatchObject({
      name: { ...sent.name, formatted: 'Bung Karno' },
      displayName: 'Sukarno',
    });
  });

  it.each([
    ['another name alone', { name: { givenName: 'Soekarno' } }, ['Soekarno', 'Soekarno', 'Soekarno']],
    [
      'a second name',
      { name: { givenName: 'Achmed', familyName: 'Sukarno' } },
      ['Achmed', 'Sukarno', 'Achmed Sukarno'],
    ],
    [
      'no family name, and another whole name',
      { name: { givenName: 'Achmed' }, displayName: 'Achmed Sukarno' },
      ['Achmed', 'Sukarno', 'Achmed Sukarno'],
    ],
  ])('has after a PUT of %s its parts', async (_, sent, names) => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    await scim.put(`/Users/${id}`, scimPerson(sent));
    const [firstName, lastName, name] = names;
    expect(await stored(id)).toMatchObject({ firstName, lastName, name });
  });

  it('keeps it in a PATCH of something else', async () => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'President' }]);
    expect(await stored(id)).toMatchObject({ firstName: 'Sukarno', lastName: 'Sukarno', name: 'Sukarno' });
  });

  it.each([
    ['without a name keeps it as the name, like a displayName', {}, 'Sukarno'],
    ['with the name null has the default', { name: null }, 'Achmed Sukarno'],
  ])('whom the SIS changes %s', async (_, sent, name) => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    const { email } = await stored(id);
    const row = person({ externalId: id, email, firstName: 'Achmed', lastName: 'Sukarno', ...sent });
    await tenant.sis.post('/users', row);
    expect(await stored(id)).toMatchObject({ firstName: 'Achmed', lastName: 'Sukarno', name });
  });
});

describe('a person whose first name is the last name, too', () => {
  const mohamed = (): Record<string, unknown> => person({ firstName: 'Mohamed', lastName: 'Mohamed' });
  const both = { givenName: 'Mohamed', familyName: 'Mohamed' };

  it('is shown with both, from the SIS and from a connection', async () => {
    const sis = await storedId(tenant, mohamed());
    const provider = await storedPerson(scim, { name: both });
    for (const id of [sis, provider.id]) expect(await stored(id)).toMatchObject({ name: 'Mohamed Mohamed' });
  });

  it('keeps both when a connection sends or changes the given name alone', async () => {
    const sent = mohamed();
    const id = await storedId(tenant, sent);
    const adopted = scimPerson({ name: { givenName: 'Mohamed' }, emails: atWork(sent['email']) });
    expect((await scim.post('/Users', adopted)).body.id).toBe(id);
    expect(await stored(id)).toMatchObject({ name: 'Mohamed Mohamed' });
    await scim.put(`/Users/${id}`, { ...adopted, name: { givenName: 'Ahmed' } });
    const renamed = { firstName: 'Ahmed', lastName: 'Mohamed', name: 'Ahmed Mohamed' };
    expect(await stored(id)).toMatchObject(renamed);
  });
});
