import { TenancyService } from '../../src/tenancy/tenancy.service.js';
import { UserHistoryService } from '../../src/users/history/user-history.service.js';
import { RunTally } from '../../src/users/runs/run-tally.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import { setLimits } from '../factories/deprovisioning-limits.js';
import { connect, ENTERPRISE, PATCH_OP, type ScimAnswer, type ScimClient, USER } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let scim: ScimClient;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  tenant = await service.tenant();
});

afterAll(async () => {
  await service.stop();
});

const filtered = (filter: string, more = ''): string => `/Users?filter=${encodeURIComponent(filter)}${more}`;
const stored = async (id: string): Promise<Record<string, unknown>> =>
  (await tenant.sis.get(`/users/${id}`)).body.data;
const statusesOf = (answers: readonly ScimAnswer[]): number[] => answers.map(({ status }) => status);

/** The requests as Microsoft documents them ("Develop and plan provisioning for a SCIM endpoint"). */
describe('Entra ID', () => {
  beforeEach(async () => {
    ({ scim } = await connect(service, tenant));
  });

  const create = (n: number): object => ({
    schemas: [USER, ENTERPRISE],
    externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4e${n}`,
    userName: `Test_User_${n}@testuser.com`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `Test_User_${n}@testuser.com` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  });

  it('tests the connection with a user and a group that there are not', async () => {
    const user = await scim.get(filtered('userName eq "03f7a7b5-d9a5-4b0a-9a1e-6f4b2a9a0c11"'));
    expect([user.status, user.body.totalResults, user.body.Resources]).toEqual([200, 0, []]);
    const group = await scim.get('/Groups?excludedAttributes=members&filter=displayName+eq+%22none%22');
    expect([group.status, group.body.totalResults]).toEqual([200, 0]);
  });

  it('looks a person up, creates, changes, disables, enables and deletes them', async () => {
    const { status, body } = await scim.post('/Users', create(1));
    expect(status).toBe(201);
    const found = await scim.get(filtered('userName eq "test_user_1@testuser.com"'));
    expect(found.body.Resources.map(({ id }) => id)).toEqual([body.id]);
    const at = `/Users/${body.id}`;
    const patched = await scim.patch(at, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: 'E-77' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'CH' },
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'tutor' },
    ]);
    expect([patched.status, patched.body['addresses']]).toEqual([200, [{ type: 'work', country: 'CH' }]]);
    expect(await stored(body.id)).toMatchObject({
      email: 'updatedEmail@microsoft.com',
      lastName: 'updatedFamilyName',
      legacyNumber: 'E-77',
      role: 'tutor',
    });
    await scim.patch(at, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect((await stored(body.id))['accountStatus']).toBe('inactive');
    await scim.patch(at, [{ op: 'Replace', path: 'active', value: 'True' }]);
    expect((await stored(body.id))['accountStatus']).toBe('active');
    expect((await scim.delete(at)).status).toBe(204);
    expect((await scim.get(at)).status).toBe(404);
  });

  it('sends with aadOptscim062020 what RFC 7644 says', async () => {
    const { body } = await scim.post('/Users', create(2));
    const { status } = await scim.patch(`/Users/${body.id}`, [
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${ENTERPRISE}:department`]: 'Law',
          active: false,
        },
      },
    ]);
    expect(status).toBe(200);
    expect(await stored(body.id)).toMatchObject({
      name: 'Bjfe',
      firstName: 'Kkom',
      lastName: 'Unua',
      schoolProgram: 'Law',
      accountStatus: 'inactive',
    });
  });

  it('keeps a group, whose members it adds and removes by list', async () => {
    const { body: one } = await scim.post('/Users', create(3));
    const group = await scim.post('/Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    });
    expect(group.status).toBe(201);
    const at = `/Groups/${group.body.id}`;
    const value = [{ $ref: null, value: one.id }];
    const answers = [
      await scim.patch(at, [{ op: 'Add', path: 'members', value }]),
      await scim.patch(at, [{ op: 'Replace', path: 'displayName', value: '1879db59' }]),
    ];
    expect(statusesOf(answers)).toEqual([204, 204]);
    const member = `/Groups?filter=${encodeURIComponent(`id eq "${group.body.id}" and members eq "${one.id}"`)}`;
    expect((await scim.get(member)).body.totalResults).toBe(1);
    expect((await scim.patch(at, [{ op: 'Remove', path: 'members', value }])).status).toBe(204);
    expect((await scim.get(member)).body.totalResults).toBe(0);
    expect((await scim.get(`${at}?excludedAttributes=members`)).body['displayName']).toBe('1879db59');
  });

  it('syncs people, then 2 % of them, then those who leave: nothing is doubled, limits hold the rest', async () => {
    const people = 200;
    await setLimits(service, tenant, { mode: 'hold', perDay: { count: 5 } });
    ({ scim } = await connect(service, tenant));
    const ids: string[] = [];
    const cycle = async (n: number): Promise<string | undefined> => {
      const { body } = await scim.get(filtered(`userName eq "test_user_${n}@testuser.com"`));
      return body.Resources[0]?.id;
    };
    for (let n = 0; n < people; n += 1) {
      expect(await cycle(n)).toBeUndefined();
      ids.push((await scim.post('/Users', create(n))).body.id);
    }
    for (let n = 0; n < people; n += 50) {
      expect(await cycle(n)).toBe(ids[n]);
      await scim.patch(`/Users/${ids[n] ?? ''}`, [{ op: 'Replace', path: 'title', value: 'Tutor' }]);
    }
    const leaving = ids.slice(0, 20);
    const off = [{ op: 'Replace', path: 'active', value: 'False' }];
    const answers: ScimAnswer[] = [];
    for (const id of leaving) answers.push(await scim.patch(`/Users/${id}`, off));
    expect(statusesOf(answers)).toEqual(leaving.map(() => 200));
    expect(answers.filter(({ body }) => body['active'] === true)).toHaveLength(15);
    const { body } = await scim.get('/Users?count=0');
    expect([body.totalResults, new Set(ids).size]).toEqual([people, people]);
    expect((await scim.get(filtered('active eq false', '&count=0'))).body.totalResults).toBe(5);
  });
});

/** The requests as Okta documents them ("Understanding of SCIM protocol for user provisioning"). */
describe('Okta', () => {
  beforeEach(async () => {
    ({ scim } = await connect(service, tenant));
  });

  const create = {
    schemas: [USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };

  it('looks up, creates with an unasked password, reads, puts and deactivates', async () => {
    const query = '/Users?filter=userName%20eq%20%22test.user%40okta.local%22&startIndex=1&count=100';
    expect((await scim.get(query)).body).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
    const { status, body, text } = await scim.post('/Users', create);
    expect([status, text.includes('1mz050nq')]).toEqual([201, false]);
    const at = `/Users/${body.id}`;
    const { body: read } = await scim.get(at);
    const put = await scim.put(at, { ...read, name: { ...(read['name'] as object), familyName: 'Renamed' } });
    expect([put.status, (await stored(body.id))['lastName']]).toEqual([200, 'Renamed']);
    const operations = [{ op: 'replace', value: { active: false } }];
    const off = await scim.send('PATCH', at, JSON.stringify({ schemas: [PATCH_OP], Operations: operations }));
    expect([off.status, off.body['active']]).toEqual([200, false]);
    const on = await scim.put(at, { ...off.body, active: true });
    expect([on.status, (await stored(body.id))['accountStatus']]).toEqual([200, 'active']);
  });

  it('puts back what it has read, and nothing changes', async () => {
    const { body } = await scim.post('/Users', create);
    const before = await stored(body.id);
    const { body: put } = await scim.put(`/Users/${body.id}`, (await scim.get(`/Users/${body.id}`)).body);
    expect(await stored(body.id)).toEqual(before);
    expect(put['name']).toEqual(body['name']);
  });

  it('pushes a group', async () => {
    const { body: user } = await scim.post('/Users', create);
    const group = await scim.post('/Groups', { displayName: 'Test SCIMv2', members: [] });
    const at = `/Groups/${group.body.id}`;
    const answers = [
      await scim.patch(at, [
        { op: 'replace', value: { id: group.body.id, displayName: 'Test SCIMv2' } },
        { op: 'add', path: 'members', value: [{ value: user.id, display: 'test.user@okta.local' }] },
      ]),
      await scim.patch(at, [{ op: 'remove', path: `members[value eq "${user.id}"]` }]),
      await scim.delete(at),
    ];
    expect(statusesOf(answers)).toEqual([204, 204, 204]);
  });
});

describe('a change by SCIM', () => {
  it('stands in the REST interface at once, in the history and in its run, and is undone with it', async () => {
    ({ scim } = await connect(service, tenant));
    const { body } = await scim.post('/Users', { schemas: [USER], userName: 'ann.lee@x.example' });
    const headers = { 'X-Sync-Run': 'scim-night' };
    await scim.patch(`/Users/${body.id}`, [{ op: 'replace', path: 'active', value: false }], headers);
    expect((await stored(body.id))['accountStatus']).toBe('inactive');
    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenant.tenantId), 'terminal');
    const history = service.app.get(UserHistoryService);
    const { rows } = await history.page(scope, body.id, { offset: 0, limit: 1, order: 'DESC' });
    expect(rows[0]).toMatchObject({ run: 'scim-night', actor: expect.stringMatching(/^key:ik_/) as unknown });
    await service.app.get(RunTally).flush();
    const { body: run } = await tenant.sis.get('/runs/scim-night');
    expect(run.data).toMatchObject({ updated: 1, deprovisioned: 1 });
    for await (const undoing of service.app.get(UndoService).undo(scope, 'scim-night'))
      expect(undoing.user.id).toBe(body.id);
    expect((await scim.get(`/Users/${body.id}`)).body['active']).toBe(true);
    const wrong = await scim.patch(`/Users/${body.id}`, [], { 'X-Sync-Run': 'no name!' });
    expect(wrong.status).toBe(400);
  });
});
