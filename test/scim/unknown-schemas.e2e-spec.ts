import { scimPerson } from '../factories/scim-person.js';
import { connectionForEachTest } from '../support/each-test.js';
import { EXTENSION, type ScimClient, USER } from '../support/scim.js';

const OTHER = 'urn:other:1.0:User';

let scim: ScimClient;

connectionForEachTest((given) => {
  ({ scim } = given);
});

describe.each<[string, object]>([
  ['without a path', { op: 'add', value: { [OTHER]: { shoe: 40 } } }],
  ['with its URN as the path', { op: 'add', path: OTHER, value: { shoe: 40 } }],
])('a schema that is not known, added by a PATCH %s', (_, operation) => {
  it('is echoed under its URN, listed in schemas, shown when it is asked for, and removed', async () => {
    const { body: person } = await scim.post('/Users', scimPerson());
    const at = `/Users/${person.id}`;
    const { status, body } = await scim.patch(at, [operation]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ [OTHER]: { shoe: 40 }, schemas: [USER, EXTENSION, OTHER] });
    expect((await scim.get(at)).body).toEqual(body);

    const { body: shown } = await scim.get(`${at}?attributes=${OTHER}`);
    expect(Object.keys(shown).sort()).toEqual(['id', 'schemas', OTHER].sort());
    const { body: hidden } = await scim.get(`${at}?excludedAttributes=${OTHER}`);
    expect(hidden[OTHER]).toBeUndefined();
    const found = await scim.find(`${OTHER}:shoe eq 40`);
    expect(found.map(({ id }) => id)).toEqual([person.id]);

    const removed = await scim.patch(at, [{ op: 'remove', path: OTHER }]);
    expect(removed.body).not.toHaveProperty([OTHER]);
    expect(removed.body['schemas']).toEqual([USER, EXTENSION]);
  });
});

it('a group keeps a schema that is not known under its URN too', async () => {
  const { body: group } = await scim.post('/Groups', { displayName: 'Tutors' });
  const at = `/Groups/${group.id}?attributes=${OTHER}`;
  const { status, body } = await scim.patch(at, [{ op: 'add', value: { [OTHER]: { room: 7 } } }]);
  expect({ status, other: body[OTHER] }).toEqual({ status: 200, other: { room: 7 } });
});
