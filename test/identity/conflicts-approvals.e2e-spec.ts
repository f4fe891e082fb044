import { acceptedForm } from '../factories/approvals.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import { enterprise } from '../factories/scim-person.js';
import { aSubmission, discrepanciesOf } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

interface Desk {
  readonly tenant: TestTenant;
  readonly sis: ApiClient;
  readonly api: ApiClient;
}

/** A tenant whose approved values await their source for 30 days. */
async function aDesk(settings: Parameters<typeof aTenantThat>[1] = {}): Promise<Desk> {
  const tenant = await aTenantThat(service, { awaitSourceDays: 30, ...settings });
  const { api } = await admins.open(tenant, { firstName: 'Bo', lastName: 'Cruz' });
  return { tenant, sis: tenant.sis, api };
}

async function made({ sis }: Desk, input: Row): Promise<string> {
  return String((await sis.post('/users', input)).body.data['id']);
}

async function userOf({ sis }: Desk, id: string): Promise<Row> {
  return (await sis.get(`/users/${id}`)).body.data;
}

/** The names of the fields that await their source. */
async function awaitedOf({ sis }: Desk, id: string): Promise<string[]> {
  const { provenance } = (await sis.get(`/users/${id}?include=provenance`)).body.data as {
    provenance: Record<string, { awaitingSource: object | null }>;
  };
  return Object.keys(provenance).filter((field) => provenance[field]?.awaitingSource !== null);
}

async function openConflict({ api }: Desk): Promise<string> {
  const [conflict] = rowsOf(await api.get('/conflicts?status=open'));
  return String(conflict?.['id']);
}

async function settle({ api }: Desk, id: string, decision: string): Promise<void> {
  const path = decision === 'undo' ? `/conflicts/${id}/undo` : `/conflicts/${id}/decide`;
  const { status, body } = await api.post(path, decision === 'undo' ? {} : { decision });
  if (status !== 200) throw new Error(body.message);
}

describe('a decision about a person with approved values', () => {
  it('confirms no value that it only repeats, nor does taking it back', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await made(desk, ann);
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
    const id = await made(desk, ann);
    await made(desk, bob);
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
    const id = await made(desk, person());
    await made(desk, bob);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    const { scim } = await connect(service, desk.tenant);
    const number = enterprise({ employeeNumber: bob['externalId'] });
    const operations = [{ op: 'add', value: number }];
    const shown = (await scim.get(`/Users/${id}`)).body;
    const answer =
      method === 'PUT'
        ? await scim.put(`/Users/${id}`, { ...shown, ...number })
        : await scim.patch(`/Users/${id}`, operations);
    expect({ status: answer.status, name: shown['name'] }).toEqual({
      status: 409,
      name: expect.objectContaining({ familyName: 'Kim' }) as unknown,
    });
    await settle(desk, await openConflict(desk), 'same_person');
    expect(await awaitedOf(desk, id)).toEqual(['lastName']);
  });

  it('that is taken back lets an approved value await its source again', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await made(desk, ann);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    await desk.sis.post('/users', successorOf(ann));
    const conflict = await openConflict(desk);
    await settle(desk, conflict, 'same_person');
    expect(await awaitedOf(desk, id)).toEqual([]);
    await settle(desk, conflict, 'undo');
    expect({ lastName: (await userOf(desk, id))['lastName'], awaited: await awaitedOf(desk, id) }).toEqual({
      lastName: 'Kim',
      awaited: ['lastName'],
    });
  });

  it('that another person is meant gives the former one an approved value back, which awaits its source', async () => {
    const desk = await aDesk();
    const ann = person();
    const id = await made(desk, ann);
    await acceptedForm(desk.tenant, id, { lastName: 'Kim' });
    await desk.sis.post('/users', successorOf(ann));
    expect(await awaitedOf(desk, id)).toEqual([]);
    await settle(desk, await openConflict(desk), 'another_person');
    expect({ lastName: (await userOf(desk, id))['lastName'], awaited: await awaitedOf(desk, id) }).toEqual({
      lastName: 'Kim',
      awaited: ['lastName'],
    });
  });
});

describe('a decision that another person is meant', () => {
  it('is refused with the reason when the former one cannot get the address back', async () => {
    const desk = await aDesk();
    const ann = person();
    await made(desk, ann);
    await desk.sis.post('/users', successorOf(ann));
    await made(desk, person({ email: ann['email'] }));
    const path = `/conflicts/${await openConflict(desk)}/decide`;
    const refused = await desk.api.post(path, { decision: 'another_person' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
  });
});

describe('a faculty profile that a decision has changed', () => {
  it('is put back also where the person becomes a student again', async () => {
    const desk = await aDesk({ possibleReassignment: 'hold' });
    const ann = person();
    const id = await made(desk, ann);
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
    const id = await made(desk, ann);
    for (const fields of [
      { firstName: 'Bartholomew' },
      { lastName: 'Quintanilla' },
      { email: 'new.name@test.example.edu' },
    ])
      await acceptedForm(desk.tenant, id, fields);
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
    const id = await made(desk, ann);
    await acceptedForm(desk.tenant, id, { email: 'approved@test.example.edu' });
    await made(desk, person({ email: ann['email'] }));
    const submissionId = await aSubmission(desk.tenant, {
      studentId: id,
      fields: { email: ann['email'] },
      status: 'approved',
    });
    const [discrepancy] = await discrepanciesOf(desk.tenant, submissionId);
    const path = `/submissions/${submissionId}/discrepancies/${String(discrepancy?.id)}/resolve`;
    const refused = await desk.tenant.workflow.post(path, { resolution: 'accept_submitted' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'IDENTITY_CONFLICT' } } });
    expect(await awaitedOf(desk, id)).toEqual(['email']);
  });
});
