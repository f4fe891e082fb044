import { DataSource } from 'typeorm';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { ConflictsRepository } from '../../src/identity/conflicts/conflicts.repository.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import { ProvisioningTally } from '../../src/users/statistics/provisioning-tally.js';
import { acceptedForm } from '../factories/approvals.js';
import { successorOf } from '../factories/conflicts.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { userOf } from '../factories/stored-people.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import {
  anInbox,
  conflictNow,
  decide,
  idOf,
  type Inbox,
  metaOf,
  soleConflict,
  storedOf,
  takeBack,
} from '../support/inbox.js';
import { stopClock } from '../support/clock.js';
import { type Scrape, scrape } from '../support/metrics.js';
import { TestService } from '../support/service.js';
import { command } from '../support/terminal.js';

const service = await TestService.ofWorker();

describe('a possible reassignment that waits', () => {
  let desk: Inbox;
  let ann: Row;
  let successor: Row;
  let annId: string;
  let asked: Answer<Body>;
  let conflictId: string;

  beforeEach(async () => {
    desk = await anInbox(service, { possibleReassignment: 'hold' });
    ann = person({ monthOfEntry: 9, yearOfEntry: 2020 });
    successor = successorOf(ann, { monthOfEntry: 9, yearOfEntry: 2026 });
    await desk.sis.post('/users', ann);
    annId = await idOf(desk, ann);
    asked = await desk.sis.post('/users', successor);
    conflictId = String(metaOf(asked)['conflictId']);
  });

  it('is answered with the stored person and the conflict, and nothing is applied', async () => {
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ message: 'MATCH PENDING', data: { id: annId, email: ann['email'] } });
    expect(metaOf(asked)).toEqual({ matchedBy: 'legacyNumber', changed: [], conflictId });
    expect(await userOf(desk, annId)).toMatchObject({ firstName: 'Ann', yearOfEntry: 2020 });
  });

  it('is one question, however often and by whom it is asked', async () => {
    const again = await desk.sis.bulk('/users/bulk', [successor, { ...successor, degree: 'EdD' }]);
    const line = { success: true, id: annId, message: 'MATCH PENDING', conflictId, changed: false };
    expect(again).toEqual([
      { line: 1, ...line },
      { line: 2, ...line },
      { summary: { received: 2, inserted: 0, updated: 0, unchanged: 2, failed: 0, pending: 2 } },
    ]);
    expect(await soleConflict(desk)).toMatchObject({ id: conflictId, count: 3, status: 'open' });
  });

  it('is counted without locking the person, whom another transaction has locked', async () => {
    await desk.sis.post('/users', successor);
    const holder = service.app.get(DataSource).createQueryRunner();
    await holder.query('START TRANSACTION');
    try {
      const lock = 'SELECT `id` FROM `users` WHERE `id` = ? AND `tenantId` = ? FOR UPDATE';
      await holder.query(lock, [annId, desk.tenant.tenantId]);
      expect((await desk.sis.post('/users', successor)).status).toBe(202);
      expect(await soleConflict(desk)).toMatchObject({ count: 3 });
    } finally {
      await holder.query('ROLLBACK');
      await holder.release();
    }
  });

  it('shows what was sent beside what is stored', async () => {
    const data = await conflictNow(desk, conflictId);
    expect(data).toMatchObject({
      kind: 'possible_reassignment',
      offered: ['same_person', 'another_person', 'ignore'],
      isApplied: false,
      userId: annId,
      userName: 'Ann Lee',
      externalId: ann['externalId'],
    });
    expect(data['fields']).toEqual(
      expect.arrayContaining([
        { field: 'lastName', sent: 'Quintanilla', stored: 'Lee', owner: null, differs: true },
        { field: 'monthOfEntry', sent: 9, stored: 9, owner: null, differs: false },
        { field: 'degree', sent: null, stored: null, owner: null, differs: false },
      ]),
    );
  });

  it('is shown to a caller of the same tenant alone', async () => {
    const listed = await desk.sis.get(`/conflicts?externalId=${String(ann['externalId'])}&limit=1`);
    expect(listed.body.error).toBeUndefined();
    expect(rowsOf(listed)).toEqual([(await desk.sis.get(`/conflicts/${conflictId}`)).body.data]);
    const otherTenant = await service.tenant();
    expect((await otherTenant.sis.get(`/conflicts/${conflictId}`)).status).toBe(404);
    expect(rowsOf(await otherTenant.sis.get('/conflicts'))).toEqual([]);
  });

  it('that is another person makes a new user, who has the number from then on', async () => {
    const decided = await decide(desk, conflictId, 'another_person', 'the registrar says so');
    expect(decided.status).toBe(200);
    const { newUserId } = decided.body.data;
    const decision = { decision: 'another_person', decidedBy: desk.actor, note: 'the registrar says so' };
    expect(decided.body.data).toMatchObject({ status: 'decided', ...decision, fields: [], offered: [] });

    expect(await userOf(desk, annId)).toMatchObject({ ...storedOf(ann), legacyNumber: null });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({
      id: newUserId,
      firstName: 'Bartholomew',
      accountStatus: 'active',
    });
    const next = await desk.sis.post('/users', successor);
    expect(next.body).toMatchObject({ message: 'DATA UPDATED', data: { id: newUserId } });
    expect(metaOf(next)).toEqual({ matchedBy: 'legacyNumber', changed: [] });
  });

  it('that is the same person is applied at once, and asked no more', async () => {
    await decide(desk, conflictId, 'same_person');
    expect(await userOf(desk, annId)).toMatchObject({ lastName: 'Quintanilla' });
    await desk.sis.post('/users', { ...ann, email: successor['email'] });
    await desk.sis.post('/users', ann);
    expect(await userOf(desk, annId)).toMatchObject(storedOf(ann));
    const back = await desk.sis.post('/users', successor);
    expect(back.body).toMatchObject({ message: 'DATA UPDATED', data: { id: annId } });
    expect(metaOf(back)['changed']).toContain('lastName');
  });

  it('that is ignored keeps its answer and opens nothing', async () => {
    await decide(desk, conflictId, 'ignore');
    const next = await desk.sis.post('/users', successor);
    expect(next.status).toBe(202);
    expect(metaOf(next)['conflictId']).toBe(conflictId);
    expect(await soleConflict(desk)).toMatchObject({ status: 'decided', decision: 'ignore', count: 2 });
  });

  it('answers the first decision when it is decided again, by many at once too', async () => {
    const answers = await Promise.all(
      ['another_person', 'another_person', 'same_person'].map((one) => decide(desk, conflictId, one)),
    );
    const decisions = new Set(answers.map(({ body }) => body.data['decision']));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(decisions.size).toBe(1);
    expect(answers.filter(({ body }) => 'meta' in body && body.meta['repeated'] === true)).toHaveLength(2);
    const people = rowsOf(await desk.api.get('/users?perPage=100')).length;
    await decide(desk, conflictId, 'ignore');
    expect(rowsOf(await desk.api.get('/users?perPage=100'))).toHaveLength(people);
  });

  it('is not decided about a person who has changed meanwhile, and says what changed', async () => {
    await desk.sis.post('/users', { ...ann, lastName: 'Leeson' });
    const refused = await decide(desk, conflictId, 'same_person');
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('CONFLICT_CHANGED');
    expect(refused.body.error.details).toMatchObject([
      { field: `${annId}.lastName`, code: 'changed', message: `${annId}.lastName has changed` },
    ]);
    await desk.sis.post('/users', successor);
    expect((await decide(desk, conflictId, 'same_person')).status).toBe(200);
  });

  it('is decided about what has changed once the administrator has seen it, without another asking', async () => {
    await desk.sis.post('/users', { ...ann, lastName: 'Leeson' });
    expect(problemsOf(await decide(desk, conflictId, 'another_person'))).toEqual([409, `${annId}.lastName`]);
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
    expect(await userOf(desk, annId)).toMatchObject({ lastName: 'Leeson' });
  });

  it('is open again when the number has come back to the former user and is given away once more', async () => {
    const { newUserId } = (await decide(desk, conflictId, 'another_person')).body.data;
    const number = ann['externalId'];
    await acceptedForm(desk.tenant, String(newUserId), { legacyNumber: 'moved-away' });
    await acceptedForm(desk.tenant, annId, { legacyNumber: number });
    const third = successorOf(ann, { firstName: 'Ying', lastName: 'Ortega', yearOfEntry: 2027 });
    expect(metaOf(await desk.sis.post('/users', third))['conflictId']).toBe(conflictId);
    const open = { status: 'open', decision: null, decidedAt: null, newUserId: null, count: 2 };
    expect(await conflictNow(desk, conflictId)).toMatchObject(open);
    expect((await decide(desk, conflictId, 'another_person')).status).toBe(200);
    expect(await userOf(desk, number)).toMatchObject({ lastName: 'Ortega' });
  });

  it('stays decided for a row that was planned before the decision and is reported after it', async () => {
    const scope = await service.scope(desk.tenant);
    const conflicts = service.app.get(ConflictsRepository);
    const asking = await conflicts.find(scope, conflictId);
    await decide(desk, conflictId, 'another_person');
    const asked = asking === undefined ? [] : [asking];
    await service.app.get(UnitOfWork).run((transaction) => conflicts.ask(transaction, asked));
    expect(await conflictNow(desk, conflictId)).toMatchObject({ status: 'decided', count: 2 });
  });

  it('that is decided is counted among the people of the day', async () => {
    stopClock();
    const scope = await service.scope(desk.tenant);
    const today = async (): Promise<unknown> => {
      await service.settle(desk.tenant);
      const [day] = await service.app.get(ProvisioningTally).daysOf(scope, 1);
      return day;
    };
    const before = (await today()) as Row;
    await decide(desk, conflictId, 'another_person');
    const [inserted, updated] = [Number(before['inserted']) + 1, Number(before['updated']) + 1];
    expect(await today()).toEqual({ ...before, inserted, updated });
  });

  it('is put back when the decision is taken back, and asked again the next night', async () => {
    const { newUserId } = (await decide(desk, conflictId, 'another_person')).body.data;
    const back = await takeBack(desk, conflictId);
    expect(back.body.data).toMatchObject({ status: 'taken_back', takenBackBy: desk.actor });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({ id: annId });
    expect(await userOf(desk, newUserId)).toMatchObject({ accountStatus: 'inactive', legacyNumber: null });
    expect(metaOf(await takeBack(desk, conflictId))).toEqual({ repeated: true });
    expect((await decide(desk, conflictId, 'ignore')).body.error.code).toBe('INVALID_TRANSITION');

    const other = { ...successor, email: 'third@test.example.edu' };
    expect(metaOf(await desk.sis.post('/users', other))['conflictId']).toBe(conflictId);
    const open = { status: 'open', decision: null, count: 2 };
    expect(await conflictNow(desk, conflictId)).toMatchObject(open);
  });

  it('is not put back when what the decision changed has changed since', async () => {
    await decide(desk, conflictId, 'same_person');
    await desk.sis.post('/users', { ...successor, lastName: 'Quintana' });
    const refused = await takeBack(desk, conflictId);
    expect(problemsOf(refused)).toEqual([409, `${annId}.lastName`]);
    expect((await conflictNow(desk, conflictId))['status']).toBe('decided');
  });

  it('is audited, and counted for the operator', async () => {
    const open = (found: Scrape): number =>
      found.value('identity_conflicts_open', { kind: 'possible_reassignment' });
    const decided = (found: Scrape): number =>
      found.value('identity_conflicts_decided_total', { decision: 'ignore' });
    const before = await scrape(service);
    await decide(desk, conflictId, 'ignore');
    const after = await scrape(service);
    expect(open(after) - open(before)).toBe(-1);
    expect(decided(after) - decided(before)).toBe(1);
    await takeBack(desk, conflictId);
    const entry = { actor: desk.actor, target: `user:${annId}`, after: { conflictId, decision: 'ignore' } };
    for (const action of ['conflict.decided', 'conflict.taken-back'])
      expect(await auditPage(desk.api, `&action=${action}`)).toMatchObject([entry]);
  });

  it('is counted in its run, and leaves a held de-provisioning as it is', async () => {
    const run = inRun(service, desk.tenant, 'nightly-1');
    await run.post('/users', { ...successor, accountStatus: 'inactive' });
    await run.bulk('/users/bulk', [successor]);
    const counts = { received: 2, unchanged: 2, pending: 2, deprovisioned: 0 };
    expect((await desk.sis.get('/runs/nightly-1')).body.data).toMatchObject(counts);
  });

  it('of a dry run says so and asks nothing', async () => {
    const before = await soleConflict(desk);
    const answer = await desk.sis.bulk('/users/bulk?dryRun=true', [successor]);
    expect(answer).toEqual([
      { line: 1, success: true, id: annId, message: 'MATCH PENDING', conflictId: null, changed: false },
      { summary: expect.objectContaining({ unchanged: 1, pending: 1 }) as unknown },
    ]);
    expect(await soleConflict(desk)).toEqual(before);
  });
});

describe('a possible reassignment under an ID', () => {
  it('that is another person lets no body be recognised that was about the former one', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person({ externalId: '950123457' });
    for (let night = 0; night < 4; night += 1) await desk.sis.post('/users', ann);
    const id = metaOf(await desk.sis.post('/users', successorOf(ann)))['conflictId'];
    const { newUserId } = (await decide(desk, id, 'another_person')).body.data;
    const night = await desk.sis.post('/users', ann);
    expect(night).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
    expect(rowsOf(await desk.api.get('/conflicts?status=open'))).toMatchObject([
      { kind: 'email_taken', userId: newUserId, ownerId: '950123457' },
    ]);
  });

  it('that is another person gives the ID another meaning from then on', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ann = person({ externalId: '950123456' });
    const successor = successorOf(ann);
    await desk.sis.post('/users', ann);
    const id = metaOf(await desk.sis.post('/users', successor))['conflictId'];
    const { newUserId } = (await decide(desk, id, 'another_person')).body.data;
    expect(newUserId).not.toBe('950123456');

    for (const degree of ['EdD', 'PhD'])
      expect((await desk.sis.post('/users', { ...successor, degree })).body.data['id']).toBe(newUserId);
    const lines = await desk.sis.bulk('/users/bulk', [{ ...successor, degree: 'MA' }]);
    expect(lines[0]).toMatchObject({ id: newUserId, message: 'DATA UPDATED' });
    expect(await userOf(desk, '950123456')).toMatchObject({ email: ann['email'] });

    await desk.sis.post('/users', { ...ann, externalId: undefined, degree: 'BA' });
    expect(await userOf(desk, '950123456')).toMatchObject({ degree: 'BA' });
  });
});

describe('an address that belongs to another person', () => {
  it('stays there by the decision that the row is about one person, every later night too', async () => {
    const desk = await anInbox(service, {});
    const [ann, bob] = [person(), person()];
    await desk.sis.bulk('/users/bulk', [ann, bob]);
    const [annId, bobId] = [await idOf(desk, ann), await idOf(desk, bob)];
    const row = { ...ann, email: bob['email'], degree: 'EdD' };
    expect((await desk.sis.post('/users', row)).body.error.code).toBe('IDENTITY_CONFLICT');

    const conflict = await soleConflict(desk);
    expect(conflict).toMatchObject({ kind: 'email_taken', userId: annId, ownerId: bobId });
    const refused = await decide(desk, conflict['id'], 'another_person');
    expect(refused.body.error).toMatchObject({ code: 'INVALID_TRANSITION' });
    await decide(desk, conflict['id'], 'same_person');
    expect(await userOf(desk, annId)).toMatchObject({ email: ann['email'], degree: 'EdD' });

    for (const degree of ['PhD', 'PhD']) {
      const night = await desk.sis.post('/users', { ...row, degree });
      expect(night.body.warnings).toEqual([expect.objectContaining({ code: 'EMAIL_OF_ANOTHER_USER' })]);
    }
    await desk.sis.post('/users', { ...bob, email: 'bob.new@test.example.edu' });
    const free = await desk.sis.post('/users', row);
    expect(free.body).toMatchObject({ data: { id: annId, email: bob['email'] } });
    expect(free.body.warnings).toBeUndefined();
  });

  it('is one question of a file that is unchanged otherwise', async () => {
    const desk = await anInbox(service, {});
    const people = Array.from({ length: 20 }, () => person());
    await desk.sis.bulk('/users/bulk', people);
    const [ann = {}, bob = {}] = people;
    const file = [{ ...ann, email: bob['email'] }, ...people.slice(1)];
    for (const count of [1, 2, 3]) {
      const { summary } = (await desk.sis.bulk('/users/bulk', file)).at(-1) as { summary: Row };
      expect(summary).toEqual({ received: 20, inserted: 0, updated: 0, unchanged: 19, failed: 1 });
      expect(await soleConflict(desk)).toMatchObject({ count });
    }
  });
});

describe('adoptByEmail', () => {
  it('never: refuses an unknown externalId, until an administrator says that it is the same person', async () => {
    const desk = await anInbox(service, { adoptByEmail: 'never' });
    const ann = person();
    await desk.sis.post('/users', ann);
    const row = { ...ann, externalId: 'new-key' };
    const refused = await desk.sis.post('/users', row);
    expect(refused.body.error.code).toBe('IDENTITY_CONFLICT');
    expect(refused.body.message).toContain('adoptByEmail is never');

    const conflict = await soleConflict(desk);
    expect(conflict).toMatchObject({ kind: 'adopt_by_email', externalId: 'new-key' });
    await decide(desk, conflict['id'], 'same_person');
    const night = await desk.sis.post('/users', row);
    expect(night.body).toMatchObject({ message: 'DATA UPDATED', data: { legacyNumber: 'new-key' } });
    await takeBack(desk, conflict['id']);
    expect((await desk.sis.post('/users', row)).body.error.code).toBe('IDENTITY_CONFLICT');
  });

  it('unlinked: finds by address only a user without legacyNumber', async () => {
    const desk = await anInbox(service, { adoptByEmail: 'unlinked' });
    const free = person({ externalId: undefined });
    const linked = person();
    await desk.sis.bulk('/users/bulk', [free, linked]);
    const found = await desk.sis.post('/users', { ...free, externalId: 'first-key' });
    expect(found.body.data['legacyNumber']).toBe('first-key');
    expect((await desk.sis.post('/users', { ...linked, externalId: 'other-key' })).status).toBe(409);
  });
});

describe('that a tenant has decisions', () => {
  const knows = async ({ tenant }: Inbox): Promise<unknown> =>
    (await service.app.get(TenancyService).findTenant(tenant.tenantId)).settings?.everDecided;

  it('is known only once there is one that matching must obey', async () => {
    const desk = await anInbox(service, { adoptByEmail: 'never' });
    const [ann, bob] = [person(), person()];
    await desk.sis.bulk('/users/bulk', [ann, bob]);
    await desk.sis.post('/users', { ...ann, email: bob['email'] });
    const { id } = await soleConflict(desk);
    await desk.sis.post('/users', { ...ann, degree: 'EdD', lastName: 'Leeson' });
    for (const [of, decision, status] of [
      ['cf_00112233445566778899aabbcc', 'same_person', 404],
      [id, 'another_person', 409],
      [id, 'same_person', 409],
      [id, 'ignore', 200],
    ] as const)
      expect({ decision, status: (await decide(desk, of, decision)).status }).toEqual({ decision, status });
    expect(await knows(desk)).toBeUndefined();

    await desk.sis.post('/users', { ...ann, externalId: 'other-key' });
    const [other] = rowsOf(await desk.api.get('/conflicts?status=open'));
    expect((await decide(desk, other?.['id'], 'same_person')).status).toBe(200);
    expect(await knows(desk)).toBe(true);
  });
});

describe('a refusal of identity matching', () => {
  it('names its entry of the inbox, in a line of bulk too, and in a dry run none', async () => {
    const desk = await anInbox(service, { adoptByEmail: 'never' });
    const ann = person();
    await desk.sis.post('/users', ann);
    const renumbered = { ...ann, externalId: 'other-1' };
    const dry = await desk.sis.bulk('/users/bulk?dryRun=true', [renumbered]);
    expect(JSON.stringify(dry)).not.toContain('conflictId');
    const refused = await desk.sis.post('/users', renumbered);
    const { id } = await soleConflict(desk);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'IDENTITY_CONFLICT', conflictId: id } });
    const [line] = await desk.sis.bulk('/users/bulk', [renumbered]);
    expect(line).toMatchObject({ success: false, error: { code: 'IDENTITY_CONFLICT', conflictId: id } });
    const match = await desk.sis.post('/users/match', renumbered);
    expect(match.body.data).toMatchObject({ outcome: 'IDENTITY_CONFLICT' });
    expect((await desk.sis.get(`/conflicts/${String(id)}`)).body.data).toMatchObject({ id, count: 2 });
  });

  it('is listed, shown, decided and taken back in a terminal', async () => {
    const desk = await anInbox(service, { possibleReassignment: 'hold' });
    const ofTenant = { tenant: desk.tenant.tenantId };
    const ann = person({ monthOfEntry: 9, yearOfEntry: 2020 });
    const successor = successorOf(ann, { monthOfEntry: 9, yearOfEntry: 2026 });
    await desk.sis.post('/users', ann);
    const match = await desk.sis.post('/users/match', successor);
    expect(match.body.data['outcome']).toBe('MATCH PENDING');
    const id = String(metaOf(await desk.sis.post('/users', successor))['conflictId']);
    expect(await command(service, 'conflict list', { ...ofTenant, status: 'open' })).toMatchObject([{ id }]);
    expect(await command(service, `conflict show ${id}`, ofTenant)).toMatchObject({
      offered: ['same_person', 'another_person', 'ignore'],
      sent: { lastName: successor['lastName'] },
    });
    const decision = { ...ofTenant, as: 'same_person', note: 'asked the registry' };
    const decided = { status: 'decided', decision: 'same_person', decidedBy: 'terminal' };
    for (const repeated of [false, true])
      expect(await command(service, `conflict decide ${id}`, decision)).toMatchObject({
        ...decided,
        repeated,
      });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({ lastName: successor['lastName'] });
    expect(await command(service, `conflict undo ${id}`, ofTenant)).toMatchObject({ status: 'taken_back' });
    expect(await userOf(desk, ann['externalId'])).toMatchObject({ lastName: 'Lee' });
    for (const [words, message] of [
      [`conflict decide ${id}`, /^The decision was taken back/],
      ['conflict show cf_00112233445566778899aabbcc', /^There is no conflict/],
      ['conflict show S-77', /begins with cf_/],
    ] as const)
      await expect(command(service, words, decision)).rejects.toMatchObject({
        message: expect.stringMatching(message) as unknown,
      });
  });
});
