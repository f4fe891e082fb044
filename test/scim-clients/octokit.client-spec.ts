import * as openid from 'openid-client';

import { enterprise, scimPerson } from '../factories/scim-person.js';
import { keepSecrets } from '../support/evidence.js';
import {
  connect,
  ENTERPRISE,
  EXTENSION,
  type ScimClient,
  type TestConnection,
  USER,
} from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { HERE, octokitScim, type ScimCalls } from './support/octokit-client.js';
import { StrictReader } from './support/strict-reader.js';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

let service: TestService;
let tenant: TestTenant;
let connection: TestConnection;
let scim: ScimClient;
let octokit: ScimCalls;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  tenant = await service.tenant();
  connection = await connect(service, tenant);
  ({ scim } = connection);
  octokit = octokitScim(service.baseUrl, `${connection.apiKey}.${connection.apiSecret}`);
});

afterAll(async () => {
  await service.stop();
});

const person = (id: string): Record<string, string> => ({ ...HERE, scim_user_id: id });
const group = (id: string): Record<string, string> => ({ ...HERE, scim_group_id: id });

async function statusOf(id: string): Promise<unknown> {
  return (await tenant.sis.get(`/users/${id}`)).body.data['accountStatus'];
}

describe("GitHub's client", () => {
  it('leads a person through a whole life', async () => {
    const sent = scimPerson({ displayName: 'Ann Lee', roles: [{ value: 'student', primary: true }] });
    const filter = `userName eq "${String(sent['userName'])}"`;
    const lookUp = async (): Promise<string[]> => {
      const { data } = await octokit.listProvisionedIdentitiesEnterprise({ ...HERE, filter });
      return data.Resources.map(({ id }) => id);
    };

    expect(await lookUp()).toEqual([]);
    const created = await octokit.provisionEnterpriseUser({ ...HERE, ...sent });
    const { id } = created.data;
    expect({ status: created.status, found: await lookUp() }).toEqual({ status: 201, found: [id] });
    await expect(octokit.provisionEnterpriseUser({ ...HERE, ...sent })).rejects.toMatchObject({
      status: 409,
      response: { data: { scimType: 'uniqueness' } },
    });

    const read = await octokit.getProvisioningInformationForEnterpriseUser(person(id));
    expect(read.data).toEqual(created.data);

    const name = { givenName: 'Anna', familyName: 'Cruz' };
    const replaced = await octokit.setInformationForProvisionedEnterpriseUser({
      ...person(id),
      ...sent,
      name,
    });
    expect(replaced).toMatchObject({ status: 200, data: { name } });

    const operations = (value: boolean): object[] => [{ op: 'replace', path: 'active', value }];
    for (const active of [false, true]) {
      const body = { ...person(id), schemas: [], Operations: operations(active) };
      expect((await octokit.updateAttributeForEnterpriseUser(body)).data['active']).toBe(active);
      expect(await statusOf(id)).toBe(active ? 'active' : 'inactive');
    }

    expect((await octokit.deleteUserFromEnterprise(person(id))).status).toBe(204);
    expect(await statusOf(id)).toBe('inactive');
    await expect(octokit.getProvisioningInformationForEnterpriseUser(person(id))).rejects.toMatchObject({
      status: 404,
      response: { data: { status: '404' } },
    });
    expect((await octokit.provisionEnterpriseUser({ ...HERE, ...sent })).data.id).toBe(id);
    expect(await statusOf(id)).toBe('active');
  });

  it('leads a group through a whole life', async () => {
    const people = await Promise.all(
      [1, 2, 3].map(() => octokit.provisionEnterpriseUser({ ...HERE, ...scimPerson() })),
    );
    const [one = '', two = '', three = ''] = people.map(({ data }) => data.id);
    const membersOf = async (id: string): Promise<string[]> => {
      const { data } = await octokit.getProvisioningInformationForEnterpriseGroup(group(id));
      return ((data['members'] ?? []) as { value: string }[]).map(({ value }) => value).sort();
    };

    const sent = { schemas: [GROUP], externalId: 'g-1', displayName: 'Doctoral students' };
    const created = await octokit.provisionEnterpriseGroup({ ...HERE, ...sent, members: [{ value: one }] });
    const { id } = created.data;
    expect({ status: created.status, members: await membersOf(id) }).toEqual({ status: 201, members: [one] });
    const filter = 'displayName eq "Doctoral students"';
    const found = await octokit.listProvisionedGroupsEnterprise({
      ...HERE,
      filter,
      excludedAttributes: 'members',
    });
    expect(found.data.Resources.map((each) => [each.id, each['members']])).toEqual([[id, undefined]]);

    const Operations = [
      { op: 'add', path: 'members', value: [{ value: two }, { value: three }] },
      { op: 'remove', path: `members[value eq "${one}"]` },
    ];
    const patched = await octokit.updateAttributeForEnterpriseGroup({
      ...group(id),
      schemas: [],
      Operations,
    });
    expect({ status: patched.status, members: await membersOf(id) }).toEqual({
      status: 204,
      members: [two, three].sort(),
    });

    const whole = { ...group(id), ...sent, displayName: 'Candidates', members: [{ value: three }] };
    const replaced = await octokit.setInformationForProvisionedEnterpriseGroup(whole);
    expect({ displayName: replaced.data['displayName'], members: await membersOf(id) }).toEqual({
      displayName: 'Candidates',
      members: [three],
    });

    await octokit.deleteUserFromEnterprise(person(three));
    expect(await membersOf(id)).toEqual([]);

    expect((await octokit.deleteScimGroupFromEnterprise(group(id))).status).toBe(204);
    await expect(octokit.getProvisioningInformationForEnterpriseGroup(group(id))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('reads a list page by page', async () => {
    await Promise.all(
      Array.from({ length: 7 }, () => octokit.provisionEnterpriseUser({ ...HERE, ...scimPerson() })),
    );
    const seen: string[] = [];
    for (const startIndex of [1, 4, 7]) {
      const page = { ...HERE, startIndex, count: 3 };
      const { data } = await octokit.listProvisionedIdentitiesEnterprise(page);
      expect(data.totalResults).toBe(7);
      seen.push(...data.Resources.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(7);
  });

  it('works with a token that openid-client gets, and with none when the secret is wrong', async () => {
    const metadata = { issuer: service.baseUrl, token_endpoint: `${service.baseUrl}/oauth/token` };
    const login = (secret: string): Promise<openid.TokenEndpointResponse> => {
      const how = openid.ClientSecretBasic(secret);
      const config = new openid.Configuration(metadata, connection.apiKey, undefined, how);
      // oxlint-disable-next-line typescript/no-deprecated -- a local service has no TLS
      openid.allowInsecureRequests(config);
      return openid.clientCredentialsGrant(config);
    };
    const { access_token: token, token_type: type, expires_in: seconds } = await login(connection.apiSecret);
    keepSecrets('access token', [token]);
    expect({ type, seconds }).toEqual({ type: 'bearer', seconds: 3600 });
    const { data } = await octokitScim(service.baseUrl, token).provisionEnterpriseUser({
      ...HERE,
      ...scimPerson(),
    });
    expect(await statusOf(data.id)).toBe('active');
    await expect(login('wrong')).rejects.toMatchObject({ status: 401 });
  });
});

describe('SCIMMY, by the schemas of the service', () => {
  it('reads every attribute of a person as it was sent', async () => {
    const { body } = await scim.get('/Schemas');
    const reader = StrictReader.of(body.Resources, USER, [ENTERPRISE, EXTENSION]);
    const sent = scimPerson({
      name: { givenName: 'Ann', middleName: 'Mary', familyName: 'Lee', honorificPrefix: 'Dr' },
      displayName: 'Ann M. Lee',
      userType: 'Faculty',
      title: 'Tutor',
      phoneNumbers: [{ value: '555', type: 'mobile' }],
      addresses: [{ type: 'work', locality: 'Ghent', country: 'BE', primary: true }],
      roles: [{ value: 'chair', primary: true }],
      ...enterprise({ employeeNumber: 'E-1', department: 'Law', manager: { value: '951000001' } }),
      [EXTENSION]: {
        yearOfEntry: 2024,
        userTags: ['a', 'b'],
        hideProfilePage: true,
        committeeRolesSupported: ['chair'],
        maxConcurrentCommittees: 3,
        leaveUntil: '2027-01-31',
      },
    });
    const { body: created } = await scim.post('/Users', sent);
    const { schemas, ...attributes } = sent;
    expect(reader.read(created)).toMatchObject(StrictReader.sent(attributes));
    expect(created['schemas']).toEqual(expect.arrayContaining(schemas as string[]));
  });

  it('reads a group with its members', async () => {
    const { body } = await scim.get('/Schemas');
    const { body: member } = await scim.post('/Users', scimPerson());
    const sent = { schemas: [GROUP], displayName: 'Candidates', members: [{ value: member.id }] };
    const { body: created } = await scim.post('/Groups', sent);
    const read = StrictReader.of(body.Resources, GROUP).read(created);
    expect(read).toMatchObject({ displayName: 'Candidates', members: [{ value: member.id }] });
  });
});
