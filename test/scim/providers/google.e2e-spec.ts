import { person } from '../../factories/person.js';
import { atWork } from '../../factories/scim-person.js';
import { storedId } from '../../factories/stored-people.js';
import { ENTERPRISE, type ScimBody, USER } from '../../support/scim.js';
import {
  type Connected,
  connectProvider,
  filtered,
  signInName,
  stored,
} from '../../support/scim-providers.js';
import { TestService } from '../../support/service.js';

const HEADERS = { Accept: 'application/scim+json' };

const service = await TestService.ofWorker();
let google: Connected;

beforeEach(async () => {
  google = await connectProvider(service, HEADERS);
});

function aPerson(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const userName = signInName();
  return {
    schemas: [USER, ENTERPRISE],
    userName,
    name: { givenName: 'Ann', familyName: 'Lee', formatted: 'Ann Lee' },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
    [ENTERPRISE]: { employeeNumber: 'E-1', department: 'Law' },
    ...overrides,
  };
}

const created = (overrides: Record<string, unknown> = {}): Promise<ScimBody> =>
  google.scim.create('/Users', aPerson(overrides));

describe('a person of Google Workspace', () => {
  it('is looked up by userName from the first place, and created', async () => {
    const sent = aPerson();
    const lookUp = `/Users${filtered(`userName eq "${String(sent['userName'])}"`, '&startIndex=1')}`;
    const { status, body: none } = await google.scim.get(lookUp);
    expect({ status, totalResults: none.totalResults }).toEqual({ status: 200, totalResults: 0 });
    const { id } = await created(sent);
    const { body } = await google.scim.get(lookUp);
    expect(body.Resources.map((one) => one.id)).toEqual([id]);
    expect(await stored(google, id)).toMatchObject({ legacyNumber: 'E-1', schoolProgram: 'Law' });
  });

  it('is found by the address of one whom the SIS has sent, and is the same person after a POST', async () => {
    const id = await storedId(google.tenant, person({ email: 'ann@x.example' }));
    const lookUp = `/Users${filtered('userName eq "ANN@x.example"', '&startIndex=1')}`;
    const { body } = await google.scim.get(lookUp);
    expect(body.Resources.map((one) => one.id)).toEqual([id]);
    const input = { userName: 'ann@x.example', emails: atWork('ann@x.example') };
    expect((await created(input)).id).toBe(id);
  });

  it('is updated by PUT or PATCH, and suspended by active', async () => {
    const sent = aPerson();
    const { id } = await created(sent);
    const name = { givenName: 'Ann', familyName: 'Cruz', formatted: 'Ann Cruz' };
    expect((await google.scim.put(`/Users/${id}`, { ...sent, id, name })).status).toBe(200);
    const operations = [{ op: 'replace', value: { active: false, title: 'Dean' } }];
    const { body } = await google.scim.patch(`/Users/${id}`, operations);
    expect(body).toMatchObject({ active: false, title: 'Dean' });
    expect(body['name']).toEqual(name);
    expect(await stored(google, id)).toMatchObject({ lastName: 'Cruz', accountStatus: 'inactive' });
  });

  it('is deleted when they leave the scope, and is the same person when they come back', async () => {
    const sent = aPerson();
    const { id } = await created(sent);
    expect((await google.scim.delete(`/Users/${id}`)).status).toBe(204);
    expect((await stored(google, id))['accountStatus']).toBe('inactive');
    expect((await created(sent)).id).toBe(id);
    expect((await stored(google, id))['accountStatus']).toBe('active');
  });
});
