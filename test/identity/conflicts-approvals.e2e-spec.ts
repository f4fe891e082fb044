import { acceptedForm } from '../factories/approvals.js';
import { successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { enterprise } from '../factories/scim-person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { aSubmission, resolve } from '../factories/submissions.js';
import { type Row, rowsOf } from '../support/answers.js';
import { anInbox, decide, type Inbox, takeBack } from '../support/inbox.js';
import { connect } from '../support/scim.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

/** A tenant whose approved values await their source for 30 days. */
const aDesk = (settings: Parameters<typeof anInbox>[1] = {}): Promise<Inbox> =>
  anInbox(service, { awaitSourceDays: 30, ...settings });

/** The names of the fields that await their source. */
async function awaitedOf({ sis }: Inbox, id: string): Promise<string[]> {
  const { provenance } = (await sis.get(`/users/${id}?include=provenance`)).body.data as {
    provenance: Record<string, { awaitingSource: object | null }>;
  };
  return Object.keys(provenance).filter((field) => provenance[field]?.awaitingSource !== null);
}

async function openConflict({ api }: Inbox): Promise<string> {
  const [conflict] = rowsOf(await api.get('/conflicts?status=open'));
  return String(conflict?.['id']);
}

async function settle(desk: Inbox, id: string, decision: string): Promise<void> {
  const { status, body } = await (decision === 'undo' ? takeBack(desk, id) : decide(desk, id, decision));
  if (status !== 200) throw new Error(body.message);
}

describe('a decision about a person with approved values', () => {
  it('confirms no value that it only repeats, nor does taking it back', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await storedId(desk, ann);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    await desk.sis.post('/users', successorOf(ann));
    const conflict = await openConflict(desk);
    await settle(desk, conflict, 'another_person');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
    await settle(desk, conflict, 'undo');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
  });

  it('confirms no approved address while the one that is sent stays with another person', async () => {
    const desk = await aDesk();
    const [ann, bob] = [person(), person()];
    const id = await storedId(desk, ann);
    await storedId(desk, bob);
    await acceptedForm(desk.tenant, id, { email: 'approved@test.example.edu' });
    const row = { ...ann, email: bob['email'] };
    expect((await desk.sis.post('/users', row)).status).toBe(409);
    await settle(desk, await openConflict(desk), 'same_person');
    expect(await awaitedOf(desk, id)).toEqual(['email']);
    expect((await desk.sis.post('/users', row)).body.warnings).toHaveLength(1);
    expect(await awaitedOf(desk, id)).toEqual(['email']);
  });

  it.each([
    ['names one field', 'PATCH'],
    ['names the approved value too', 'PUT'],
  ])('confirms nothing for the feed by the row of a provider that %s', async (_, method) => {
    const desk = await aDesk();
    const bob = person();
    const id = await storedId(desk, person());
    await storedId(desk, bob);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    const { scim } = await connect(service, desk.tenant);
    const number = enterprise({ employeeNumber: bob['externalId'] });
    const operations = [{ op: 'add', value: number }];
    const shown = (await scim.get(`/Users/${id}`)).body;
    const answer =
      method === 'PUT'
        ? await scim.put(`/Users/${id}`, { ...shown, ...number })
        : await scim.patch(`/Users/${id}`, operations);
    expect(answer.status).toBe(409);
    expect(shown['name']).toMatchObject({ familyName: 'Kim' });
    await settle(desk, await openConflict(desk), 'same_person');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
  });

  it('that is taken back lets an approved value await its source again', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await storedId(desk, ann);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    await desk.sis.post('/users', successorOf(ann));
    const conflict = await openConflict(desk);
    await settle(desk, conflict, 'same_person');
    expect(await awaitedOf(desk, id)).toEqual([]);
    await settle(desk, conflict, 'undo');
    expect((await userOf(desk, id))['lastName']).toBe('Kim');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
  });

  it('that another person is meant gives the former one an approved value back, which awaits its source', async () => {
    const desk = await aDesk();
    const ann = person();
    const id = await storedId(desk, ann);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    await desk.sis.post('/users', successorOf(ann));
    expect(await awaitedOf(desk, id)).toEqual([]);
    await settle(desk, await openConflict(desk), 'another_person');
    expect((await userOf(desk, id))['lastName']).toBe('Kim');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
  });
});

describe('a decision that another person is meant', () => {
  it('is refused with the reason when the former one cannot get the address back', async () => {
    const desk = await aDesk();
    const ann = person();
    await storedId(desk, ann);
    await desk.sis.post('/users', successorOf(ann));
    await storedId(desk, person({ email: ann['email'] }));
    const refused = await decide(desk, await openConflict(desk), 'another_person');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
  });
});

describe('a faculty profile that a decision has changed', () => {
  it('is put back also where the person becomes a student again', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await storedId(desk, ann);
    const row = successorOf(ann, { accountType: 'Faculty', facultyProfile: { facultyRank: 'Reader' } });
    await desk.sis.post('/users', row);
    const conflict = await openConflict(desk);
    await settle(desk, conflict, 'same_person');
    const rankOf = async (): Promise<unknown> =>
      ((await userOf(desk, id))['facultyProfile'] as Row | null)?.['facultyRank'] ?? null;
    expect(await rankOf()).toBe('Reader');
    await settle(desk, conflict, 'undo');
    await desk.sis.post('/users', { ...ann, accountType: 'Faculty' });
    expect(await rankOf()).toBeNull();
  });
});

describe('a source that still sends what was before an approved new name and address', () => {
  it('is no possible reassignment', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await storedId(desk, ann);
    const approved = {
      firstName: 'Bartholomew',
      lastName: 'Quintanilla',
      email: 'new.name@test.example.edu',
    };
    for (const [field, value] of Object.entries(approved))
      await acceptedForm(desk.tenant, id, { [field]: value });
    const night = await desk.sis.post('/users', { ...ann, degree: 'PhD' });
    expect(night.status).toBe(200);
    expect(new Set(night.body.warnings?.map(({ code }) => code))).toEqual(new Set(['AWAITING_SOURCE']));
    expect(await userOf(desk, id)).toMatchObject({ lastName: 'Quintanilla', degree: 'PhD' });
    expect(rowsOf(await desk.api.get('/conflicts'))).toEqual([]);
  });
});

describe('an address that a person had before an approved one, and that another person has by now', () => {
  it('cannot be approved again', async () => {
    const desk = await aDesk();
    const ann = person();
    const id = await storedId(desk, ann);
    await acceptedForm(desk.tenant, id, { email: 'approved@test.example.edu' });
    await storedId(desk, person({ email: ann['email'] }));
    const form = { studentId: id, fields: { email: ann['email'] }, status: 'approved' } as const;
    const submissionId = await aSubmission(desk.tenant, form);
    const accept = { resolution: 'accept_submitted' };
    const refused = await resolve(desk.tenant, submissionId, 'email', accept);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
    expect(await awaitedOf(desk, id)).toEqual(['email']);
  });
});
