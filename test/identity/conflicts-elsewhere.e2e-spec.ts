import { jest } from '@jest/globals';

import { ConflictsRepository } from '../../src/identity/conflicts/conflicts.repository.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { Reversal } from '../../src/users/undo/decide-undo.js';
import { UndoService } from '../../src/users/undo/undo.service.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { enterprise, scimPerson } from '../factories/scim-person.js';
import { Administrators } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

async function conflictsOf({ sis }: TestTenant): Promise<Row[]> {
  return rowsOf(await sis.get('/conflicts?limit=500'));
}

describe('a provider of SCIM', () => {
  it('is refused while it is not known who the person is, and finds the new user after the decision', async () => {
    const tenant = await aTenantThat(service, { possibleReassignment: 'hold' });
    const { api } = await admins.open(tenant);
    const ann = person();
    await tenant.sis.post('/users', ann);
    const { scim } = await connect(service, tenant);
    const other = scimPerson({
      name: { givenName: 'Bartholomew', familyName: 'Quintanilla' },
      ...enterprise({ employeeNumber: ann['externalId'] }),
    });

    const refused = await scim.post('/Users', other);
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const [conflict] = await conflictsOf(tenant);
    expect(refused.body['detail']).toContain(String(conflict?.['id']));
    expect((await scim.get('/Users')).body['totalResults']).toBe(2);

    const decided = await api.post(`/conflicts/${String(conflict?.['id'])}/decide`, {
      decision: 'another_person',
    });
    const { newUserId } = decided.body.data;
    const linked = await scim.post('/Users', other);
    expect(linked).toMatchObject({ status: 201, body: { id: newUserId } });
  });

  it('finds whom an ID means by a decision, and links that person', async () => {
    const tenant = await aTenantThat(service, { possibleReassignment: 'hold' });
    const { api } = await admins.open(tenant);
    const ann = person({ externalId: '950345678' });
    await tenant.sis.post('/users', ann);
    const successor = successorOf(ann);
    const { conflictId } = (await tenant.sis.post('/users', successor)).body.meta;
    const { newUserId } = (
      await api.post(`/conflicts/${String(conflictId)}/decide`, { decision: 'another_person' })
    ).body.data;
    const { scim } = await connect(service, tenant);
    await scim.patch('/Users/950345678', [{ op: 'replace', path: 'title', value: 'Dr.' }]);
    const resource = scimPerson({
      name: { givenName: 'Bartholomew', familyName: 'Quintanilla' },
      ...enterprise({ employeeNumber: '950345678' }),
    });
    const linked = await scim.post('/Users', resource);
    expect(linked).toMatchObject({ status: 201, body: { id: newUserId } });
    const former = (await tenant.sis.get('/users/950345678')).body.data;
    expect(former).toMatchObject({ email: ann['email'], lastName: 'Lee' });
    expect((await scim.post('/Users', resource)).status).toBe(409);
    expect((await scim.find(`userName eq "${String(resource['userName'])}"`)).map(({ id }) => id)).toEqual([
      newUserId,
    ]);
  });

  it('that gives a person the number of another one asks, and the number stays by the decision', async () => {
    const tenant = await aTenantThat(service, {});
    const { api } = await admins.open(tenant);
    const bob = person();
    await tenant.sis.post('/users', bob);
    const { scim } = await connect(service, tenant);
    const wanted = scimPerson();
    const { id } = (await scim.post('/Users', wanted)).body;
    const numbered = { ...wanted, title: 'Tutor', ...enterprise({ employeeNumber: bob['externalId'] }) };
    expect((await scim.put(`/Users/${id}`, numbered)).status).toBe(409);

    const [conflict] = await conflictsOf(tenant);
    expect(conflict).toMatchObject({ kind: 'number_taken', userId: id });
    const path = `/conflicts/${String(conflict?.['id'])}/decide`;
    expect((await api.post(path, { decision: 'same_person' })).status).toBe(200);
    expect((await scim.put(`/Users/${id}`, numbered)).status).toBe(200);
    expect((await tenant.sis.get(`/users/${String(bob['externalId'])}`)).body.data['email']).toBe(
      bob['email'],
    );
  });

  it('that gives a person the number of one who has left gets it, until the decision is taken back', async () => {
    const tenant = await aTenantThat(service, {});
    const { api } = await admins.open(tenant);
    const bob = person({ accountStatus: 'inactive' });
    await tenant.sis.post('/users', bob);
    const ownerOfNumber = async (): Promise<unknown> =>
      (await tenant.sis.get(`/users/${String(bob['externalId'])}`)).body.data['id'];
    const bobId = await ownerOfNumber();
    const { scim } = await connect(service, tenant);
    const wanted = scimPerson();
    const { id } = (await scim.post('/Users', wanted)).body;
    const numbered = { ...wanted, ...enterprise({ employeeNumber: bob['externalId'] }) };
    expect((await scim.put(`/Users/${id}`, numbered)).status).toBe(409);

    const [conflict] = await conflictsOf(tenant);
    const path = `/conflicts/${String(conflict?.['id'])}`;
    expect((await api.post(`${path}/decide`, { decision: 'another_person' })).status).toBe(200);
    expect(await ownerOfNumber()).toBe(id);
    expect((await api.post(`${path}/undo`, {})).status).toBe(200);
    expect(await ownerOfNumber()).toBe(bobId);
  });
});

describe('an ID that means another person by a decision', () => {
  let tenant: TestTenant;
  let annId: string;
  let newUserId: string;

  beforeEach(async () => {
    tenant = await aTenantThat(service, { possibleReassignment: 'hold' });
    const { api } = await admins.open(tenant);
    annId = '950456789';
    const ann = person({ externalId: annId });
    await tenant.sis.post('/users', ann);
    const { conflictId } = (await tenant.sis.post('/users', successorOf(ann))).body.meta;
    const path = `/conflicts/${String(conflictId)}/decide`;
    newUserId = String((await api.post(path, { decision: 'another_person' })).body.data['newUserId']);
  });

  it('is that person in a PATCH of a caller, who is warned, and the former one in the pages', async () => {
    const { api } = await admins.open(tenant);
    const gone = await tenant.sis.patch(`/users/${annId}`, { accountStatus: 'inactive' });
    expect(gone.body).toMatchObject({
      message: 'USER DEPROVISIONED',
      data: { id: newUserId },
      warnings: [{ field: 'id', code: 'ID_MEANS_ANOTHER_USER' }],
    });
    const again = await tenant.sis.patch(`/users/${newUserId}`, { accountStatus: 'active' });
    expect({ id: again.body.data['id'], warnings: again.body.warnings }).toEqual({
      id: newUserId,
      warnings: undefined,
    });
    expect((await tenant.sis.get(`/users/${annId}`)).body.data).toMatchObject({ accountStatus: 'active' });
    const byAdmin = await api.patch(`/users/${annId}`, { accountStatus: 'inactive' });
    expect(byAdmin.body.data['id']).toBe(annId);
  });

  it('is that person in the rows of a run that failed', async () => {
    const run = inRun(service, tenant, 'night');
    await run.bulk('/users/bulk', [person({ externalId: annId, accountType: 'Studnet' })]);
    expect(rowsOf(await tenant.sis.get('/runs/night/failures'))).toMatchObject([{ userId: newUserId }]);
  });

  it('is that person when another line of an upload is recognised', async () => {
    const bart = { ...(await tenant.sis.get(`/users/${newUserId}`)).body.data };
    const { email, firstName, lastName, accountType } = bart;
    const known = { email, firstName, lastName, accountType, degree: 'MA' };
    for (let night = 0; night < 4; night += 1) await tenant.sis.bulk('/users/bulk', [known]);
    const moved = { ...known, externalId: annId, email: 'moved.away@test.example.edu' };
    const lines = await tenant.sis.bulk('/users/bulk', [moved, known]);
    expect(lines).toMatchObject([
      { message: 'DATA UPDATED', id: newUserId },
      { message: 'DATA INSERTED' },
      { summary: { received: 2 } },
    ]);
  });
});

describe('an undo of a run', () => {
  it('leaves alone what an administrator decided since, and says so', async () => {
    const tenant = await aTenantThat(service, { possibleReassignment: 'hold' });
    const { api, actor } = await admins.open(tenant);
    const night = inRun(service, tenant, 'night');
    const ann = person({ degree: 'EdD' });
    await tenant.sis.post('/users', ann);
    await night.post('/users', { ...ann, degree: 'PhD', lastName: 'Leeson' });
    const successor = successorOf(ann);
    const { conflictId } = (await night.post('/users', successor)).body.meta;
    const decided = await api.post(`/conflicts/${String(conflictId)}/decide`, { decision: 'same_person' });
    expect(decided.status).toBe(200);

    const tenancy = service.app.get(TenancyService);
    const scope = tenancy.scopeOf(await tenancy.findTenant(tenant.tenantId), 'terminal');
    const undone: Reversal[] = [];
    for await (const one of service.app.get(UndoService).undo(scope, 'night')) undone.push(one);
    const [reversal] = undone;
    expect(reversal?.fields.map(({ field }) => field)).toEqual(['degree']);
    expect(reversal?.kept).toEqual([
      expect.objectContaining({
        field: 'lastName',
        value: 'Quintanilla',
        by: expect.objectContaining({ actor }) as unknown,
      }),
    ]);
  });
});

describe('a night with many conflicts', () => {
  it('counts those of a batch together', async () => {
    const tenant = await service.tenant();
    const people = Array.from({ length: 1000 }, () => person());
    await tenant.sis.bulk('/users/bulk', people);
    await tenant.sis.bulk('/users/bulk', people);
    const [, owner = {}] = people;
    const file = people.map((one, row) => (row % 10 === 0 ? { ...one, email: owner['email'] } : one));

    const ask = jest.spyOn(service.app.get(ConflictsRepository), 'ask');
    for (const count of [1, 2]) {
      ask.mockClear();
      const { summary } = (await tenant.sis.bulk('/users/bulk', file)).at(-1) as { summary: Row };
      expect(summary).toMatchObject({ received: 1000, unchanged: 900, failed: 100 });
      expect(ask.mock.calls.length).toBeLessThan(10);
      const asked = await conflictsOf(tenant);
      expect({ asked: asked.length, counts: new Set(asked.map((one) => one['count'])) }).toEqual({
        asked: 100,
        counts: new Set([count]),
      });
    }
  });

  it('that many callers ask at once counts each of them', async () => {
    const tenant = await service.tenant();
    const callers = await Promise.all(Array.from({ length: 4 }, () => service.anotherCaller(tenant)));
    const [ann, bob, cleo] = [person(), person(), person()];
    await tenant.sis.bulk('/users/bulk', [ann, bob, cleo]);
    const rows = [ann, bob].map((one) => ({ ...one, email: cleo['email'] }));
    await Promise.all(
      callers.flatMap(({ sis }, index) =>
        [1, 2, 3].map(() => sis.bulk('/users/bulk', index % 2 === 0 ? rows : rows.toReversed())),
      ),
    );
    expect((await conflictsOf(tenant)).map((one) => one['count'])).toEqual([12, 12]);
  });
});
