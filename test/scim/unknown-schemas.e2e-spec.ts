import { scimPerson } from '../factories/scim-person.js';
import { connect, EXTENSION, type ScimClient, USER } from '../support/scim.js';
import { TestService } from '../support/service.js';

const OTHER = 'urn:other:1.0:User';

const service = await TestService.ofWorker();
let scim: ScimClient;

beforeEach(async () => {
  ({ scim } = await connect(service, await service.tenant()));
});

describe.each<[string, object]>([
  ['without a path', { op: 'add', value: { [OTHER]: { shoe: 40 } } }],
  ['with its URN as the path', { op: 'add', path: OTHER, value: { shoe: 40 } }],
])('a schema that is not known, added by a PATCH %s', (_, operation) => {
  it('is echoed under its URN, listed in schemas, shown when it is asked for, and removed', async () => {
    const { body: person } = await scim.post('/Users', scimPerson());
    const at = `/Users/${person.id}`;
    const { status, body } = await scim.patch(at, [operation]);
    expect({ status, other: body[OTHER], schemas: body['schemas'] }).toEqual({
      status: 200,
      other: { shoe: 40 },
      schemas: [USER, EXTENSION, OTHER],
    });
    expect((await scim.get(at)).body).toEqual(body);

    const { body: shown } = await scim.get(`${at}?attributes=${OTHER}`);
    expect(Object.keys(shown).sort()).toEqual(['id', 'schemas', OTHER].sort());
    const { body: hidden } = await scim.get(`${at}?excludedAttributes=${OTHER}`);
    expect(hidden[OTHER]).toBeUndefined();
    const found = await scim.find(`${OTHER}:shoe eq 40`);
    expect(found.map(({ id }) => id)).toEqual([person.id]);

    const removed = await scim.patch(at, [{ op: 'remove', path: OTHER }]);
    expect({ other: removed.body[OTHER], schemas: removed.body['schemas'] }).toEqual({
      other: undefined,
      schemas: [USER, EXTENSION],
    });
  });
});

it('a group keeps a schema that is not known under its URN too', async () => {
  const { body: group } = await scim.post('/Groups', { displayName: 'Tutors' });
  const at = `/Groups/${group.id}?attributes=${OTHER}`;
  const { status, body } = await scim.patch(at, [{ op: 'add', value: { [OTHER]: { room: 7 } } }]);
  expect({ status, other: body[OTHER] }).toEqual({ status: 200, other: { room: 7 } });
});
