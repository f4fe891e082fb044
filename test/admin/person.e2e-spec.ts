import { acceptedForm } from '../factories/approvals.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { completeRun } from '../factories/complete-runs.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aProfessor, aStudent, formCommittee, seat } from '../factories/progress-people.js';
import { storedPerson } from '../factories/scim-person.js';
import { aBlockedSubmission, aSubmission, readSubmission } from '../factories/submissions.js';
import { Administrators } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { inMs, letPassIn } from '../support/clock.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const DAY_MS = 86_400_000;

const service = await TestService.ofWorker();
const admins = new Administrators(service);

async function statusOf(api: ApiClient, id: string): Promise<Record<string, unknown>> {
  const { status, body } = await api.get(`/users/${id}/status`);
  expect(status).toBe(200);
  return body.data;
}

/** A person whom a run of the feed has de-provisioned, as the feed sends them since. */
async function deprovisioned(tenant: TestTenant, run = 'sis-nightly-1122') {
  const input = person();
  const id = String((await tenant.sis.post('/users', input)).body.data['id']);
  const gone = { ...input, accountStatus: 'inactive' };
  await inRun(service, tenant, run).post('/users', gone);
  return { id, input, gone };
}

describe('the status of a person', () => {
  it('says who made them inactive, by which run, and how many runs like it have left it so', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const { id, gone } = await deprovisioned(tenant);
    const setBy = {
      kind: 'credential',
      actor: `key:${tenant.apiKey}`,
      actorLabel: 'test',
      run: 'sis-nightly-1122',
      submissionId: null,
    };
    expect(await statusOf(api, id)).toMatchObject({
      accountStatus: 'inactive',
      setBy,
      inactiveAtSource: { ...setBy, runsSince: 0, latestRun: null },
      keepActive: null,
    });
    await letPassIn(service, tenant, 600_000);
    await inRun(service, tenant, 'sis-nightly-1123').post('/users', gone);
    await inRun(service, tenant, 'another-7').post('/users', gone);
    expect((await statusOf(api, id))['inactiveAtSource']).toMatchObject({
      run: 'sis-nightly-1122',
      runsSince: 1,
      latestRun: 'sis-nightly-1123',
    });
  });

  it('says nothing of later runs that did not speak of them', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const { id } = await deprovisioned(tenant);
    await letPassIn(service, tenant, 600_000);
    await inRun(service, tenant, 'sis-nightly-1123').post('/users', person());
    expect((await statusOf(api, id))['inactiveAtSource']).toMatchObject({
      runsSince: 0,
      latestRun: null,
      isNextRunSure: false,
    });
  });

  it('counts later runs that were complete of their account type and did not name them', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const { id } = await deprovisioned(tenant);
    await letPassIn(service, tenant, 600_000);
    await completeRun(service, tenant, 'sis-nightly-1123', [person()]);
    expect((await statusOf(api, id))['inactiveAtSource']).toMatchObject({
      runsSince: 1,
      latestRun: 'sis-nightly-1123',
    });
  });

  it('warns, once an administrator has restored them, until the source has said active', async () => {
    const tenant = await service.tenant();
    const { api, actor } = await admins.open(tenant);
    const { id, input } = await deprovisioned(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    expect(await statusOf(api, id)).toMatchObject({
      accountStatus: 'active',
      setBy: { kind: 'administrator', actor },
      inactiveAtSource: { run: 'sis-nightly-1122' },
      awaitSourceDays: 0,
      awaitsSourceUntil: null,
    });
    await tenant.sis.post('/users', { ...input, accountStatus: 'active' });
    expect((await statusOf(api, id))['inactiveAtSource']).toBeNull();
  });

  it('says until when the person is kept active, and by whom', async () => {
    const tenant = await service.tenant();
    const { api, actor, input } = await admins.open(tenant);
    const { id } = await deprovisioned(tenant);
    const keepActiveUntil = inMs(5 * DAY_MS).slice(0, 10);
    await api.patch(`/users/${id}`, { accountStatus: 'active', keepActiveUntil });
    expect((await statusOf(api, id))['keepActive']).toMatchObject({
      until: keepActiveUntil,
      actor,
      actorLabel: `${String(input['firstName'])} ${String(input['lastName'])}`,
    });
  });

  it('says until when a setting of the university holds the source back', async () => {
    const tenant = await service.tenant();
    await changeAsAdministrator(service, tenant, { awaitSourceDays: 30 });
    const { api } = await admins.open(tenant);
    const { id } = await deprovisioned(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'active' });
    const { awaitSourceDays, awaitsSourceUntil } = await statusOf(api, id);
    expect(awaitSourceDays).toBe(30);
    expect(Date.parse(String(awaitsSourceUntil))).toBeGreaterThan(Date.now());
  });

  it('says nothing of a source when an administrator ended the access', async () => {
    const tenant = await service.tenant();
    const { api, actor } = await admins.open(tenant);
    const id = await aStudent(tenant);
    await api.patch(`/users/${id}`, { accountStatus: 'inactive' });
    expect(await statusOf(api, id)).toMatchObject({ setBy: { actor }, inactiveAtSource: null });
  });

  it('names an identity provider as what it is, and a person who came inactive', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const { scim } = await connect(service, tenant);
    const { id } = await storedPerson(scim, { active: false });
    expect((await statusOf(api, id))['inactiveAtSource']).toMatchObject({ kind: 'connection', run: null });
  });

  it('counts what there is about the person', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const submissionId = await aBlockedSubmission(tenant);
    const { studentId } = await readSubmission(tenant, submissionId);
    await aSubmission(tenant, { studentId });
    const { body } = await tenant.sis.get(`/users/${studentId}`);
    const externalId = body.data['legacyNumber'];
    await inRun(service, tenant, 'night').post('/users', { externalId, email: 'x' });
    await tenant.sis.patch(`/users/${studentId}?ifImpact=hold`, { accountStatus: 'active' });
    expect((await statusOf(api, studentId))['counts']).toEqual({
      students: 0,
      chairs: 0,
      capacity: null,
      submissions: 2,
      discrepancies: 1,
      openDiscrepancies: 1,
      holds: 0,
      openHolds: 0,
      conflicts: 0,
      openConflicts: 0,
      failures: 1,
    });
    const professor = await aProfessor(tenant, { facultyProfile: { maxConcurrentCommittees: 3 } });
    const { counts } = await statusOf(api, professor);
    expect(counts).toMatchObject({ capacity: 3, submissions: 0 });
  });

  it('is not shown for a user of another tenant', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const { api } = await admins.open(other);
    const input = person({ externalId: 'only-here' });
    await tenant.sis.post('/users', input);
    for (const part of ['status', 'seats', 'submissions', 'requests'])
      expect((await api.get(`/users/only-here/${part}`)).status).toBe(404);
  });
});

describe('the seats of a faculty member', () => {
  it('come with the pacing of the students, those first that a departure would leave open', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const professor = await aProfessor(tenant);
    const [other, dean] = [await aProfessor(tenant), await aProfessor(tenant)];
    const [chaired, advised, invited, gone] = [
      await aStudent(tenant, { lastName: 'Abbot', schoolProgram: 'Law' }),
      await aStudent(tenant, { lastName: 'Zhou' }),
      await aStudent(tenant, { lastName: 'Aalto' }),
      await aStudent(tenant, { lastName: 'Aarons', accountStatus: 'inactive' }),
    ];
    const late = { status: 'in_progress', dueOn: '2020-01-01' };
    await tenant.workflow.put(`/students/${chaired}/milestones/candidacy`, late);
    await formCommittee(tenant, chaired, [seat(professor), seat(other, 'member')]);
    await formCommittee(tenant, advised, [seat(professor, 'member'), seat(dean, 'member')]);
    await formCommittee(tenant, invited, [seat(professor, 'member', 'invited')]);
    await formCommittee(tenant, gone, [seat(professor, 'member')]);
    const answer = await api.get(`/users/${professor}/seats`);
    expect(answer.body.meta).toMatchObject({ total: 4 });
    expect(rowsOf(answer)).toMatchObject([
      { studentId: chaired, role: 'chair', isAffected: true, leavesRoleOpen: true },
      { studentId: advised, role: 'member', isAffected: true, leavesRoleOpen: false },
      { studentId: invited, role: 'member', isAffected: false, leavesRoleOpen: false },
      { studentId: gone, role: 'member', isAffected: false, leavesRoleOpen: false },
    ]);
    expect(rowsOf(answer)[0]).toMatchObject({
      studentName: 'Abbot, Ann',
      schoolProgram: 'Law',
      pacing: { status: 'behind' },
      status: 'accepted',
    });
    const affected = await api.get(`/users/${professor}/seats?affected=true&order=DESC`);
    expect(rowsOf(affected).map(({ studentId }) => studentId)).toEqual([chaired, advised]);
    const { counts } = await statusOf(api, professor);
    expect(counts).toMatchObject({ students: 2, chairs: 1, capacity: 10 });
  });

  it('begin with students who would have no chair, whatever their names and on all pages', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const [professor, other, gone] = [
      await aProfessor(tenant),
      await aProfessor(tenant),
      await aProfessor(tenant),
    ];
    await tenant.sis.patch(`/users/${gone}`);
    const committees = {
      Abbot: [seat(professor, 'member'), seat(other)],
      Baker: [seat(professor), seat(other)],
      Young: [seat(professor), seat(gone)],
      Zhou: [seat(professor), seat(other, 'chair', 'invited')],
    };
    for (const [lastName, members] of Object.entries(committees))
      await formCommittee(tenant, await aStudent(tenant, { lastName }), members);
    const namesOf = async (query: string): Promise<string[]> => {
      const rows = rowsOf(await api.get(`/users/${professor}/seats?${query}`));
      return rows.map(({ studentName }) => String(studentName).split(',')[0] ?? '');
    };
    expect(await namesOf('')).toEqual(['Young', 'Zhou', 'Abbot', 'Baker']);
    expect(await namesOf('affected=true&order=DESC')).toEqual(['Zhou', 'Young', 'Baker', 'Abbot']);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => namesOf(`perPage=1&page=${page}`)));
    expect(pages.flat()).toEqual(['Young', 'Zhou', 'Abbot', 'Baker']);
    const rows = rowsOf(await api.get(`/users/${professor}/seats`));
    const lose = rows.map(({ role, leavesRoleOpen }) => role === 'chair' && leavesRoleOpen === true);
    expect(lose).toEqual([true, true, false, false]);
  });

  it('of a former student have no record', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const professor = await aProfessor(tenant);
    const input = person();
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    await formCommittee(tenant, id, [seat(professor, 'member')]);
    await tenant.sis.post('/users', { ...input, accountType: 'Staff' });
    const [first] = rowsOf(await api.get(`/users/${professor}/seats`));
    expect(first).toMatchObject({ studentId: id, isAffected: false, pacing: null, studentName: null });
  });
});

describe('the other parts', () => {
  it('the submissions of a student come the latest first, with their discrepancies counted', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    await acceptedForm(tenant, studentId, { degree: 'PhD' });
    await letPassIn(service, tenant, 60_000);
    const last = await aSubmission(tenant, { studentId, fields: { degree: 'MA' }, status: 'approved' });
    const answer = await api.get(`/users/${studentId}/submissions`);
    expect(answer.body.meta).toMatchObject({ total: 2 });
    expect(rowsOf(answer)[0]).toMatchObject({ submissionId: last, status: 'approved', openDiscrepancies: 1 });
    expect(rowsOf(answer)[1]).toMatchObject({ openDiscrepancies: 0, resolvedDiscrepancies: 1 });
    expect(rowsOf(answer)[0]).not.toHaveProperty('fields');
  });

  it('the requests are those that changed the person, or were refused about them', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const input = facultyMember();
    const post = (body: object, id: string): Promise<unknown> =>
      tenant.sis.post('/users', body, { 'X-Request-Id': id, 'X-Sync-Run': 'night' });
    await post(input, 'made');
    await post({ ...input, degree: 'PhD' }, 'changed');
    await post({ ...input, degree: 'PhD' }, 'unchanged');
    await post({ ...input, email: 'x' }, 'refused');
    await service.settle(tenant);
    const { body } = await tenant.sis.get(`/users/${String(input['externalId'])}`);
    const answer = await api.get(`/users/${String(body.data['id'])}/requests`);
    expect(rowsOf(answer).map(({ requestId }) => requestId)).toEqual(['refused', 'changed', 'made']);
    expect(answer.body.meta).toMatchObject({ total: 3 });
    const second = await api.get(`/users/${String(body.data['id'])}/requests?order=ASC&perPage=1&page=2`);
    expect(rowsOf(second).map(({ requestId }) => requestId)).toEqual(['changed']);
  });

  it('the history names the submission whose acceptance changed the person', async () => {
    const tenant = await service.tenant();
    const { api } = await admins.open(tenant);
    const studentId = await aStudent(tenant, { lastName: 'Lee' });
    const submissionId = await acceptedForm(tenant, studentId, { lastName: 'Kim' });
    const [entry] = rowsOf(await api.get(`/users/${studentId}/changes`));
    expect(entry).toMatchObject({ submissionId });
  });
});
