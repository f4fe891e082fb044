import { jest } from '@jest/globals';

import { ConflictsRepository } from '../../src/identity/conflicts/conflicts.repository.js';
import { successorOf } from '../factories/conflicts.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { enterprise, scimPerson } from '../factories/scim-person.js';
import { statusOf, storedId, userOf } from '../factories/stored-people.js';
import { type Row, rowsOf } from '../support/answers.js';
import { anInbox, decide, idOf, type Inbox, metaOf, soleConflict, takeBack } from '../support/inbox.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

const service = await TestService.ofWorker();

/** A person under this number, whose name is not that of the one who has it. */
const numbered = (employeeNumber: unknown): Row => ({
  name: { givenName: 'Bartholomew', familyName: 'Quintanilla' },
  ...enterprise({ employeeNumber }),
});

async function conflictsOf({ sis }: Pick<TestTenant, 'sis'>): Promise<Row[]> {
  return rowsOf(await sis.get('/conflicts?limit=500'));
}

/** An administrator decides that a row is about another person. @returns the ID of the new user */
async function decidedAnother(desk: Inbox, conflictId: unknown): Promise<string> {
  return String((await decide(desk, conflictId, 'another_person')).body.data['newUserId']);
}

describe('a provider of SCIM', () => {
  it('is refused while it is not known who the person is, and finds the new user after the decision', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person();
    await desk.sis.post('/users', ann);
    const { scim } = await connect(service, desk.tenant);
    const other = scimPerson(numbered(ann['externalId']));

    const refused = await scim.post('/Users', other);
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const { id } = await soleConflict(desk);
    expect(refused.body['detail']).toContain(String(id));
    expect((await scim.get('/Users')).body['totalResults']).toBe(2);

    const newUserId = await decidedAnother(desk, id);
    const linked = await scim.post('/Users', other);
    expect(linked).toMatchObject({ status: 201, body: { id: newUserId } });
  });

  it('finds whom an ID means by a decision, and links that person', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person({ externalId: '950345678' });
    await desk.sis.post('/users', ann);
    const { conflictId } = metaOf(await desk.sis.post('/users', successorOf(ann)));
    const newUserId = await decidedAnother(desk, conflictId);
    const { scim } = await connect(service, desk.tenant);
    await scim.patch('/Users/950345678', [{ op: 'replace', path: 'title', value: 'Dr.' }]);
    const resource = scimPerson(numbered('950345678'));
    const linked = await scim.post('/Users', resource);
    expect(linked).toMatchObject({ status: 201, body: { id: newUserId } });
    const former = await userOf(desk, '950345678');
    expect(former).toMatchObject({ email: ann['email'], lastName: 'Lee' });
    expect((await scim.post('/Users', resource)).status).toBe(409);
    const found = await scim.find(`userName eq "${String(resource['userName'])}"`);
    expect(found.map(({ id }) => id)).toEqual([newUserId]);
  });

  it('that gives a person the number of another one asks, and the number stays by the decision', async () => {
    const desk = await anInbox(service, {});
    const bob = person();
    await desk.sis.post('/users', bob);
    const { scim } = await connect(service, desk.tenant);
    const wanted = scimPerson();
    const { id } = (await scim.post('/Users', wanted)).body;
    const changed = { ...wanted, title: 'Tutor', ...enterprise({ employeeNumber: bob['externalId'] }) };
    expect((await scim.put(`/Users/${id}`, changed)).status).toBe(409);

    const conflict = await soleConflict(desk);
    expect(conflict).toMatchObject({ kind: 'number_taken', userId: id });
    expect((await decide(desk, conflict['id'], 'same_person')).status).toBe(200);
    expect((await scim.put(`/Users/${id}`, changed)).status).toBe(200);
    expect(await userOf(desk, bob['externalId'])).toMatchObject({ email: bob['email'] });
  });

  it('that gives a person the number of one who has left gets it, until the decision is taken back', async () => {
    const desk = await anInbox(service, {});
    const bob = person({ accountStatus: 'inactive' });
    const bobId = await storedId(desk, bob);
    const { scim } = await connect(service, desk.tenant);
    const wanted = scimPerson();
    const { id } = (await scim.post('/Users', wanted)).body;
    const changed = { ...wanted, ...enterprise({ employeeNumber: bob['externalId'] }) };
    expect((await scim.put(`/Users/${id}`, changed)).status).toBe(409);

    const { id: conflictId } = await soleConflict(desk);
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
    expect(await idOf(desk, bob)).toBe(id);
    expect((await takeBack(desk, conflictId)).status).toBe(200);
    expect(await idOf(desk, bob)).toBe(bobId);
  });
});

describe('an ID that means another person by a decision', () => {
  const annId = '950456789';
  let desk: Inbox;
  let newUserId: string;

  beforeEach(async () => {
    desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person({ externalId: annId });
    await desk.sis.post('/users', ann);
    const { conflictId } = metaOf(await desk.sis.post('/users', successorOf(ann)));
    newUserId = await decidedAnother(desk, conflictId);
  });

  it('is that person in a PATCH of a caller, who is warned, and the former one in the pages', async () => {
    const gone = await desk.sis.patch(`/users/${annId}`, { accountStatus: 'inactive' });
    expect(gone.body).toMatchObject({
      message: 'USER DEPROVISIONED',
      data: { id: newUserId },
      warnings: [{ field: 'id', code: 'ID_MEANS_ANOTHER_USER' }],
    });
    const again = await desk.sis.patch(`/users/${newUserId}`, { accountStatus: 'active' });
    expect(again.body.data['id']).toBe(newUserId);
    expect(again.body.warnings).toBeUndefined();
    expect(await statusOf(desk, annId)).toBe('active');
    const byAdmin = await desk.api.patch(`/users/${annId}`, { accountStatus: 'inactive' });
    expect(byAdmin.body.data['id']).toBe(annId);
  });

  it('is that person in the rows of a run that failed', async () => {
    const run = inRun(service, desk.tenant, 'night');
    await run.bulk('/users/bulk', [person({ externalId: annId, accountType: 'Studnet' })]);
    expect(rowsOf(await desk.sis.get('/runs/night/failures'))).toMatchObject([{ userId: newUserId }]);
  });

  it('is that person when another line of an upload is recognised', async () => {
    const { email, firstName, lastName, accountType } = await userOf(desk, newUserId);
    const known = { email, firstName, lastName, accountType, degree: 'MA' };
    for (let night = 0; night < 4; night += 1) await desk.sis.bulk('/users/bulk', [known]);
    const moved = { ...known, externalId: annId, email: 'moved.away@test.example.edu' };
    const lines = await desk.sis.bulk('/users/bulk', [moved, known]);
    expect(lines).toMatchObject([
      { message: 'DATA UPDATED', id: newUserId },
      { message: 'DATA INSERTED' },
      { summary: { received: 2 } },
    ]);
  });
});

describe('an undo of a run', () => {
  it('leaves alone what an administrator decided since, and says so', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const night = inRun(service, desk.tenant, 'night');
    const ann = person({ degree: 'EdD' });
    await desk.sis.post('/users', ann);
    await night.post('/users', { ...ann, degree: 'PhD', lastName: 'Leeson' });
    const { conflictId } = metaOf(await night.post('/users', successorOf(ann)));
    expect((await decide(desk, conflictId, 'same_person')).status).toBe(200);

    const [reversal] = await undoRun(service, desk.tenant, 'night');
    expect(reversal?.fields.map(({ field }) => field)).toEqual(['degree']);
    const kept = { field: 'lastName', value: 'Quintanilla', by: { actor: desk.actor } };
    expect(reversal?.kept).toMatchObject([kept]);
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
