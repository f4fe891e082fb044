import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { ErasureService } from '../../src/privacy/erasure/erasure.service.js';
import { UserLookup } from '../../src/users/matching/user-lookup.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import { anInbox, decide, type Inbox, soleConflict } from '../support/inbox.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

const erase = ({ api }: Inbox, id: string): Promise<void> => eraseToTheEnd(service, api, id);

/** A person, and another one to whom an administrator gave what the first is called by. */
async function twoOfOneName(
  isId: boolean,
): Promise<{ desk: Inbox; first: string; second: string; row: Row }> {
  const desk = await anInbox(service, { possibleReassignment: 'hold' });
  const ann = person();
  const first = await storedId(desk, ann);
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
    expect(again).toMatchObject({ status: 200, body: { data: { id: second } } });
    expect(await userOf(desk, second)).toMatchObject({ degree: 'PhD' });
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
    const id = await storedId(desk, person({ externalId: lower }));
    await desk.sis.post('/users', person({ externalId: upper }));
    const form = { formType: 'leave', studentId: upper, fields: { a: 1 } };
    const { workflow } = await service.anotherCaller(desk.tenant);
    await workflow.put('/submissions/case-1', form);
    const decision = { status: 'submitted', actorId: upper, reason: 'of the other one' };
    expect((await workflow.post('/submissions/case-1/status', decision)).status).toBe(200);
    await desk.sis.get(`/users/${upper}`);
    await service.settle(desk.tenant);
    await erase(desk, id);

    const { tenantId } = desk.tenant;
    const noted: unknown = await service.query(
      'SELECT `actorId`, `reason` FROM `submission_transitions` WHERE `tenantId` = ? AND `actorId` IS NOT NULL',
      [tenantId],
    );
    expect(noted).toEqual([{ actorId: upper, reason: 'of the other one' }]);
    const logged: { path: string }[] = await service.query(
      "SELECT `path` FROM `request_log` WHERE `tenantId` = ? AND `path` LIKE '%CASE-A'",
      [tenantId],
    );
    expect(logged.map(({ path }) => path)).toEqual([expect.stringContaining(`/users/${upper}`)]);
  });
});

describe('a person who was restored after the retention has chosen whom to erase', () => {
  it('stays', async () => {
    const desk = await anInbox(service, {});
    const id = await storedId(desk, person());
    await desk.sis.patch(`/users/${id}`, {});
    const scope = await service.scope(desk.tenant);
    const people = await service.app.get(UserLookup).find(scope, service.app.get(UnitOfWork).single, [id]);
    const seen = people.get(id);
    if (seen === undefined) throw new Error('There is one');
    await desk.sis.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await service.app.get(ErasureService).eraseByAge(scope, seen)).toBe(false);
    expect((await desk.sis.get(`/users/${id}`)).status).toBe(200);
  });
});
