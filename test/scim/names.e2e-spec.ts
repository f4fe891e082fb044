import { person } from '../factories/person.js';
import { scimPerson, storedPerson } from '../factories/scim-person.js';
import { connectionForEachTest } from '../support/each-test.js';
import type { ScimClient } from '../support/scim.js';
import type { TestTenant } from '../support/service.js';

let tenant: TestTenant;
let scim: ScimClient;

connectionForEachTest((given) => {
  ({ tenant, scim } = given);
});

async function stored(id: string): Promise<Record<string, unknown>> {
  return (await tenant.sis.get(`/users/${id}`)).body.data;
}

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

  it('has the new name as both when it changes', async () => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    await scim.put(`/Users/${id}`, scimPerson({ name: { givenName: 'Soekarno' } }));
    expect(await stored(id)).toMatchObject({ firstName: 'Soekarno', lastName: 'Soekarno', name: 'Soekarno' });
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
    const others = String((await tenant.sis.post('/users', only)).body.data['id']);
    for (const id of [own.id, formatted.id, others]) {
      const { status } = await scim.patch(`/Users/${id}`, [{ op: 'replace', ...change }]);
      const [firstName, lastName, name] = names;
      expect({ status, user: await stored(id) }).toMatchObject({
        status: 200,
        user: { firstName, lastName, name },
      });
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

  it('has the parts of another whole name in a PUT that sends no family name', async () => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    await scim.put(
      `/Users/${id}`,
      scimPerson({ name: { givenName: 'Achmed' }, displayName: 'Achmed Sukarno' }),
    );
    expect(await stored(id)).toMatchObject({ firstName: 'Achmed', lastName: 'Sukarno' });
  });

  it('keeps it in a PATCH of something else', async () => {
    const { id } = await storedPerson(scim, { name: { givenName: 'Sukarno' } });
    await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'President' }]);
    expect(await stored(id)).toMatchObject({ firstName: 'Sukarno', lastName: 'Sukarno', name: 'Sukarno' });
  });

  it('who gets a second name is shown with both', async () => {
    const sent = scimPerson({ name: { givenName: 'Sukarno' } });
    const { id } = (await scim.post('/Users', sent)).body;
    const name = { givenName: 'Achmed', familyName: 'Sukarno' };
    await scim.put(`/Users/${id}`, { ...sent, name });
    expect(await stored(id)).toMatchObject({
      firstName: 'Achmed',
      lastName: 'Sukarno',
      name: 'Achmed Sukarno',
    });
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
    const sis = (await tenant.sis.post('/users', mohamed())).body.data;
    const provider = await storedPerson(scim, { name: both });
    for (const id of [String(sis['id']), provider.id])
      expect(await stored(id)).toMatchObject({ name: 'Mohamed Mohamed' });
  });

  it('keeps both when a connection sends or changes the given name alone', async () => {
    const sent = mohamed();
    const id = String((await tenant.sis.post('/users', sent)).body.data['id']);
    const adopted = scimPerson({
      name: { givenName: 'Mohamed' },
      emails: [{ value: sent['email'], type: 'work', primary: true }],
    });
    expect((await scim.post('/Users', adopted)).body.id).toBe(id);
    expect(await stored(id)).toMatchObject({ name: 'Mohamed Mohamed' });
    await scim.put(`/Users/${id}`, { ...adopted, name: { givenName: 'Ahmed' } });
    expect(await stored(id)).toMatchObject({
      firstName: 'Ahmed',
      lastName: 'Mohamed',
      name: 'Ahmed Mohamed',
    });
  });
});
