import { ACCESS } from '../../src/http/access.js';
import { RouteTable } from '../../src/http/server/route-table.js';
import { person } from '../factories/person.js';
import { scimPerson } from '../factories/scim-person.js';
import {
  connect,
  PATCH_OP,
  type ScimAnswer,
  type ScimClient,
  ScimClient as Client,
} from '../support/scim.js';
import { TestService } from '../support/service.js';

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

const service = await TestService.ofWorker();
const north = await service.tenant();
const { scim: northern } = await connect(service, north);
const { scim: southern } = await connect(service, await service.tenant());

/** Every route of identity providers. */
function calls(): Call[] {
  return service.app
    .get(RouteTable)
    .list()
    .filter(({ handler, controller }) => {
      const access: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      return access === 'scim';
    })
    .map(({ method, path }) => ({ name: `${method} ${path}`, method, path: path.replace('/scim/v2', '') }));
}

function send(scim: ScimClient, { method, path }: Call, id: string): Promise<ScimAnswer> {
  const at = path.replace(':id', id);
  if (method === 'GET' || method === 'DELETE') return scim.send(method, at);
  const operations = { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'displayName', value: 'x' }] };
  const body = method === 'PATCH' ? operations : scimPerson({ displayName: 'x' });
  return scim.send(method, at, JSON.stringify(body));
}

describe('the walls between tenants', () => {
  it('hold at every call of an identity provider that names a person', async () => {
    const sent = scimPerson({ title: 'zqnorthern' });
    const { body: linked } = await northern.post('/Users', sent);
    const { body: stored } = await north.sis.post('/users', person());
    const before = (await northern.get(`/Users/${linked.id}`)).body;
    for (const id of [linked.id, String(stored.data['id'])])
      for (const call of calls().filter(({ path }) => path.includes('Users/:id'))) {
        const { status, text } = await send(southern, call, id);
        expect({ name: call.name, status }).toEqual({ name: call.name, status: 404 });
        expect(text).not.toContain('zqnorthern');
      }
    const members = [{ value: linked.id }];
    const { body: group } = await northern.post('/Groups', { displayName: 'zqnorthern', members });
    for (const call of calls().filter(({ path }) => path.includes('Groups/:id'))) {
      const { status, text } = await send(southern, call, group.id);
      expect({ name: call.name, status }).toEqual({ name: call.name, status: 404 });
      expect(text).not.toContain('zqnorthern');
    }
    expect((await northern.get(`/Groups/${group.id}`)).body).toEqual(group);
    // The same person elsewhere is another person.
    const { status } = await southern.post('/Users', sent);
    expect(status).toBe(201);
    expect((await northern.get(`/Users/${linked.id}`)).body).toEqual(before);
  });
});

describe('every call of an identity provider', () => {
  it('refuses a caller without a credential, and one of another scope', async () => {
    const { apiKey, apiSecret } = north;
    const anonymous = new Client(service.baseUrl, {});
    const wrong = new Client(service.baseUrl, { Authorization: `Bearer ${apiKey}.${apiSecret}` });
    expect(calls().length).toBeGreaterThan(9);
    for (const call of calls()) {
      const answers = [await send(anonymous, call, 'x'), await send(wrong, call, 'x')];
      expect({ name: call.name, statuses: answers.map(({ status }) => status) }).toEqual({
        name: call.name,
        statuses: [401, 403],
      });
    }
  });
});
