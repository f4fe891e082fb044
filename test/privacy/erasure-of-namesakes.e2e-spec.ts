import { DataSource } from 'typeorm';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { ErasureService } from '../../src/privacy/erasure/erasure.service.js';
import { UserLookup } from '../../src/users/matching/user-lookup.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { Administrators } from '../support/administrators.js';
import type { Row } from '../support/answers.js';
import { anInbox, decide, idOf, type Inbox, pathOf, soleConflict } from '../support/inbox.js';
import { finishErasures } from '../support/erasures.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

/** Erases a person to the end. */
async function erase({ api }: Inbox, id: string): Promise<void> {
  const { body } = await api.post(`/users/${id}/erase`, { dryRun: true });
  expect((await api.post(`/users/${id}/erase`, { token: body.data['token'] })).status).toBe(202);
  await finishErasures(service);
  expect((await api.get(`/users/${id}/erase`)).body.data['state']).toBe('finished');
}

/** A person, and another one to whom an administrator gave what the first is called by. */
async function twoOfOneName(
  isId: boolean,
): Promise<{ desk: Inbox; first: string; second: string; row: Row }> {
  const desk = await anInbox(service, { possibleReassignment: 'hold' });
  const ann = person();
  await desk.sis.post('/users', ann);
  const first = await idOf(desk, ann);
  const row = isId ? successorOf(ann, { externalId: first }) : successorOf(ann);
  await desk.sis.post('/users', row);
  const { id } = await soleConflict(desk);
  const { body } = await decide(desk, id, 'another_person');
  return { desk, first, second: String(body.data['newUserId']), row };
}

describe.each([
  ['number', false],
  ['ID', true],
])('a person whose %s means another person now', (_, isId) => {
  it('is erased without anything of the other one', async () => {
    const { desk, first, second, row } = await twoOfOneName(isId);
    await erase(desk, first);
    const again = await desk.sis.post('/users', { ...row, degree: 'PhD' });
    expect({ status: again.status, id: again.body.data['id'] }).toEqual({ status: 200, id: second });
    expect((await desk.sis.get(pathOf(second))).body.data).toMatchObject({ degree: 'PhD' });
  });

  it('leaves the other one to be erased, who does not come back either', async () => {
    const { desk, second, row } = await twoOfOneName(isId);
    await erase(desk, second);
    const again = await desk.sis.post('/users', { ...row, email: 'elsewhere@test.example.edu' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'ERASED' } } });
  });
});

describe('a person whose number is that of another one in other letters', () => {
  it('is erased without what is logged and noted about the other one', async () => {
    const desk = await anInbox(service, {});
    const [lower, upper] = ['case-a', 'CASE-A'];
    await desk.sis.post('/users', person({ externalId: lower }));
    await desk.sis.post('/users', person({ externalId: upper }));
    const id = String((await desk.sis.get(`/users/${lower}`)).body.data['id']);
    const form = { formType: 'leave', studentId: upper, fields: { a: 1 } };
    const { workflow } = await service.anotherCaller(desk.tenant);
    await workflow.put('/submissions/case-1', form);
    const decision = { status: 'submitted', actorId: upper, reason: 'of the other one' };
    expect((await workflow.post('/submissions/case-1/status', decision)).status).toBe(200);
    await desk.sis.get(`/users/${upper}`);
    await service.settle(desk.tenant);
    await erase(desk, id);

    const database = service.app.get(DataSource);
    const { tenantId } = desk.tenant;
    const noted: unknown = await database.query(
      'SELECT `actorId`, `reason` FROM `submission_transitions` WHERE `tenantId` = ? AND `actorId` IS NOT NULL',
      [tenantId],
    );
    expect(noted).toEqual([{ actorId: upper, reason: 'of the other one' }]);
    const logged: { path: string }[] = await database.query(
      "SELECT `path` FROM `request_log` WHERE `tenantId` = ? AND `path` LIKE '%CASE-A'",
      [tenantId],
    );
    expect(logged.map(({ path }) => path)).toEqual([expect.stringContaining(`/users/${upper}`)]);
  });
});

describe('a person who was restored after the retention has chosen whom to erase', () => {
  it('stays', async () => {
    const desk = await anInbox(service, {});
    const ann = person();
    await desk.sis.post('/users', ann);
    const id = await idOf(desk, ann);
    await desk.sis.patch(`/users/${id}`, {});
    const scope = await admins.scope(desk.tenant);
    const seen = (
      await service.app.get(UserLookup).find(scope, service.app.get(UnitOfWork).single, [id])
    ).get(id);
    if (seen === undefined) throw new Error('There is one');
    await desk.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await service.app.get(ErasureService).eraseByAge(scope, seen)).toBe(false);
    expect((await desk.sis.get(`/users/${id}`)).status).toBe(200);
  });
});
