import { jest } from '@jest/globals';

import { encodeCursor } from '../../src/http/signed-cursor.js';
import { SeatsRepository } from '../../src/progress/seats/seats.repository.js';
import { ServerKeys } from '../../src/secrets/server-keys.js';
import { aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../factories/person.js';
import { aProfessor, aStudent, formCommittee, putCommittee, seat } from '../factories/progress-people.js';
import { Administrators } from '../support/administrators.js';
import { jsonLines, refused, type Row, rowsOf } from '../support/answers.js';
import { LogLines } from '../support/log-lines.js';
import { pullAll } from '../support/progress-reader.js';
import { connect } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);

/** A professor who chairs one committee and is a member of another, and one who is only invited. */
async function aDepartment(tenant: TestTenant) {
  const input = facultyMember({ lastName: 'Cole' });
  const professor = String((await tenant.sis.post('/users', input)).body.data['id']);
  const other = await aProfessor(tenant);
  const [chaired, advised, invited] = [
    await aStudent(tenant, { programId: 'EDU' }),
    await aStudent(tenant, { programId: 'LAW' }),
    await aStudent(tenant),
  ];
  await formCommittee(tenant, chaired, [seat(professor), seat(other, 'member')]);
  await formCommittee(tenant, advised, [seat(professor, 'member'), seat(other)]);
  await formCommittee(tenant, invited, [seat(professor, 'member', 'invited')]);
  return { input, professor, other, chaired, advised };
}

const IMPACT = { students: 2, chairs: 1 };

describe('de-provisioning a faculty member', () => {
  it('says what it means for committees: by PATCH, by POST, and in the lines of an upload', async () => {
    const tenant = await service.tenant();
    const { input, professor } = await aDepartment(tenant);
    const restore = (): Promise<unknown> =>
      tenant.sis.patch(`/users/${professor}`, { accountStatus: 'active' });

    const patched = await tenant.sis.patch(`/users/${professor}`);
    expect(patched.body.meta).toMatchObject({ changed: ['accountStatus'], committeeImpact: IMPACT });
    await restore();
    const posted = await tenant.sis.post('/users', { ...input, accountStatus: 'inactive' });
    expect(posted.body.meta).toMatchObject({ committeeImpact: IMPACT });
    await restore();
    const lines = [facultyMember({ accountStatus: 'inactive' }), { ...input, accountStatus: 'inactive' }];
    for (const query of ['?dryRun=true', '']) {
      const [newcomer, gone] = await tenant.sis.bulk(`/users/bulk${query}`, lines);
      expect(newcomer).not.toHaveProperty('committeeImpact');
      expect(gone).toMatchObject({ success: true, committeeImpact: IMPACT });
    }
  });

  it('without a seat says so, and of a Student or of no change says nothing', async () => {
    const tenant = await service.tenant();
    const [professor, student] = [await aProfessor(tenant), await aStudent(tenant)];
    const { meta } = (await tenant.sis.patch(`/users/${professor}`)).body;
    expect(meta['committeeImpact']).toEqual({ students: 0, chairs: 0 });
    expect((await tenant.sis.patch(`/users/${professor}`)).body.meta).not.toHaveProperty('committeeImpact');
    expect((await tenant.sis.patch(`/users/${student}`)).body.meta).not.toHaveProperty('committeeImpact');
  });

  it('counts Staff with a seat, and no seat that does not count any more', async () => {
    const tenant = await service.tenant();
    const staff = await aProfessor(tenant, { accountType: 'Staff' });
    const members = [seat(staff)];
    const [now, gone, dissolved, done] = await Promise.all([1, 2, 3, 4].map(() => aStudent(tenant)));
    for (const id of [now, gone, done]) await putCommittee(tenant, id ?? '', members);
    await formCommittee(tenant, dissolved ?? '', members, { status: 'dissolved' });
    await tenant.sis.patch(`/users/${gone ?? ''}`);
    await tenant.workflow.put(`/students/${done ?? ''}/dissertation`, { title: 'T', status: 'completed' });
    const { meta } = (await tenant.sis.patch(`/users/${staff}`)).body;
    expect(meta['committeeImpact']).toEqual({ students: 1, chairs: 1 });
    const another = await aProfessor(tenant, { accountType: 'Staff' });
    expect((await tenant.sis.patch(`/users/${another}`)).body.meta).not.toHaveProperty('committeeImpact');
  });

  it('is in the delta of each of the students, with the role that is missing', async () => {
    const tenant = await service.tenant();
    const { professor, chaired, advised } = await aDepartment(tenant);
    const { nextSince } = await pullAll(tenant.sis);
    await tenant.sis.patch(`/users/${professor}`);
    const { records } = await pullAll(tenant.sis, { since: nextSince });
    const shown = new Map(records.map((one) => [one.studentId, one]));
    expect(shown.get(chaired)?.committee.missingRoles).toEqual(['chair']);
    expect(shown.get(advised)?.committee.missingRoles).toEqual([]);
    expect(shown.get(advised)?.committee.members[0]).toMatchObject({ facultyId: professor, active: false });
  });

  it('by a connection is de-provisioned all the same, and what it means stands in the log', async () => {
    const tenant = await service.tenant();
    const { professor } = await aDepartment(tenant);
    const { scim } = await connect(service, tenant);
    const log = new LogLines(service);
    try {
      const { body } = await scim.patch(`/Users/${professor}`, [
        { op: 'replace', path: 'active', value: false },
      ]);
      expect(body['active']).toBe(false);
      expect(jsonLines(await log.read())).toContainEqual(
        expect.objectContaining({
          msg: 'a faculty member was de-provisioned',
          tenantId: tenant.tenantId,
          userId: professor,
          committeeImpact: IMPACT,
        }),
      );
    } finally {
      log.close();
    }
    expect((await tenant.sis.get('/progress/open-seats')).body.meta).toMatchObject({ count: 2 });
  });

  it('asks the database once for each batch of an upload, and not at all for Students', async () => {
    const tenant = await service.tenant();
    const inputs = Array.from({ length: 40 }, () => facultyMember());
    const students = Array.from({ length: 5 }, () => person());
    const lines = await tenant.sis.bulk('/users/bulk', [...inputs, ...students]);
    const ids = lines.slice(0, inputs.length).map(({ id }) => String(id));
    const asked = await askedDuring(() => tenant.sis.bulk('/users/bulk', inactive(inputs)));
    expect(asked.flat().sort()).toEqual(ids.sort());
    // The first batch of an upload is smaller than the others.
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(await askedDuring(() => tenant.sis.bulk('/users/bulk', inactive(students)))).toEqual([]);
  });
});

/** The people of each statement about seats that the service sends during this work. */
async function askedDuring(work: () => Promise<unknown>): Promise<(readonly string[])[]> {
  const asked: (readonly string[])[] = [];
  const seats = service.app.get(SeatsRepository, { strict: false });
  const impactOf = seats.impactOf.bind(seats);
  jest.spyOn(seats, 'impactOf').mockImplementation((scope, reader, ids) => {
    asked.push(ids);
    return impactOf(scope, reader, ids);
  });
  await work();
  jest.restoreAllMocks();
  return asked;
}

describe('a held de-provisioning', () => {
  it('shows callers and administrators what the departure means', async () => {
    const tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
    const { input } = await aDepartment(tenant);
    const { api } = await admins.open(tenant);
    const [line] = await tenant.sis.bulk('/users/bulk', [{ ...input, accountStatus: 'inactive' }]);
    expect(line).toMatchObject({ message: 'DEPROVISIONING HELD', committeeImpact: IMPACT });
    const id = String(line?.['holdId']);
    const hold = { reason: 'limit', committeeImpact: IMPACT };
    expect((await tenant.sis.get(`/holds/${id}`)).body.data).toMatchObject(hold);
    expect((await api.get(`/holds/${id}`)).body.data).toMatchObject(hold);
    expect(rowsOf(await api.get('/holds'))).toMatchObject([hold]);
  });
});

describe('ifImpact=hold', () => {
  it('holds the de-provisioning of a member of a committee, though the tenant has no limits', async () => {
    const tenant = await service.tenant();
    const { professor } = await aDepartment(tenant);
    const first = await tenant.sis.patch(`/users/${professor}?ifImpact=hold`);
    expect(first).toMatchObject({
      status: 202,
      body: { message: 'DEPROVISIONING HELD', meta: { previousStatus: 'active', committeeImpact: IMPACT } },
    });
    const { holdId } = first.body.meta;
    const again = await tenant.sis.patch(`/users/${professor}?ifImpact=hold`);
    expect(again).toMatchObject({ status: 202, body: { meta: { holdId } } });
    const { data } = (await tenant.sis.get(`/holds/${String(holdId)}`)).body;
    expect(data).toMatchObject({ status: 'held', reason: 'committee_impact', committeeImpact: IMPACT });
    const { api } = await admins.open(tenant);
    expect((await api.get('/overview')).body.data).toMatchObject({
      heldReasons: [{ reason: 'committee_impact', people: 1 }],
    });
    await api.post('/holds/decide', { decision: 'release', ids: [holdId] });
    expect((await tenant.sis.get(`/users/${professor}`)).body.data['accountStatus']).toBe('inactive');
  });

  it.each([
    [
      'a PATCH to active',
      (tenant: TestTenant, id: string) => tenant.sis.patch(`/users/${id}`, { accountStatus: 'active' }),
      'withdrawn',
    ],
    ['a PATCH without it', (tenant: TestTenant, id: string) => tenant.sis.patch(`/users/${id}`), 'released'],
  ])('leaves a hold that %s ends', async (_, call, status) => {
    const tenant = await service.tenant();
    const { professor } = await aDepartment(tenant);
    const { holdId } = (await tenant.sis.patch(`/users/${professor}?ifImpact=hold`)).body.meta;
    expect((await call(tenant, professor)).status).toBe(200);
    expect((await tenant.sis.get(`/holds/${String(holdId)}`)).body.data['status']).toBe(status);
  });

  it('lets go whom no committee misses, restores, and is counted against no limit', async () => {
    const tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 1 } });
    const { professor } = await aDepartment(tenant);
    expect((await tenant.sis.patch(`/users/${professor}?ifImpact=hold`)).status).toBe(202);
    const free = await aProfessor(tenant);
    const gone = await tenant.sis.patch(`/users/${free}?ifImpact=hold`);
    expect(gone).toMatchObject({ status: 200, body: { message: 'USER DEPROVISIONED' } });
    const back = await tenant.sis.patch(`/users/${free}?ifImpact=hold`, { accountStatus: 'active' });
    expect(back.body.message).toBe('USER RESTORED');
  });

  it.each(['warn', '', 'HOLD'])('is the only value: %p is refused', async (ifImpact) => {
    const tenant = await service.tenant();
    const professor = await aProfessor(tenant);
    const answer = await tenant.sis.patch(`/users/${professor}?ifImpact=${ifImpact}`);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'ifImpact'));
    expect((await tenant.sis.get(`/users/${professor}`)).body.data['accountStatus']).toBe('active');
  });
});

describe('the list of open seats', () => {
  const seatsOf = async ({ sis }: TestTenant, query = ''): Promise<Row[]> =>
    rowsOf(await sis.get(`/progress/open-seats${query}`));

  it('names program, student, role, and who left when', async () => {
    const tenant = await service.tenant();
    const { professor, chaired, advised } = await aDepartment(tenant);
    expect(await seatsOf(tenant)).toEqual([]);
    await inRun(service, tenant, 'night').patch(`/users/${professor}`);
    const { updatedAt } = (await tenant.sis.get(`/users/${professor}`)).body.data;
    const { legacyNumber, name } = (await tenant.sis.get(`/users/${chaired}`)).body.data;
    const seats = await seatsOf(tenant);
    expect(seats[0]).toEqual({
      programId: 'EDU',
      studentId: chaired,
      studentLegacyNumber: legacyNumber,
      studentName: name,
      role: 'chair',
      withoutChair: true,
      facultyId: professor,
      facultyName: 'Ann Cole',
      leftAt: updatedAt,
    });
    expect(seats[1]).toMatchObject({ studentId: advised, role: 'member', withoutChair: false });
    expect(seats).toHaveLength(2);
    expect(await seatsOf(tenant, '?programId=LAW')).toMatchObject([{ studentId: advised }]);
    expect(await seatsOf(tenant, '?programId=ART')).toEqual([]);
    const { api } = await admins.open(tenant);
    expect(rowsOf(await api.get('/open-seats'))).toEqual(seats);
  });

  it('leaves out seats that are taken again, and students who have left or finished', async () => {
    const tenant = await service.tenant();
    const { professor, other, chaired, advised } = await aDepartment(tenant);
    await tenant.sis.patch(`/users/${professor}`);
    await formCommittee(tenant, chaired, [seat(other)]);
    expect(await seatsOf(tenant)).toMatchObject([{ studentId: advised }]);
    await tenant.workflow.put(`/students/${advised}/dissertation`, { title: 'T', status: 'withdrawn' });
    expect(await seatsOf(tenant)).toEqual([]);
    await tenant.workflow.put(`/students/${advised}/dissertation`, { title: 'T', status: 'in_progress' });
    expect(await seatsOf(tenant)).toHaveLength(1);
    await tenant.sis.patch(`/users/${advised}`);
    expect(await seatsOf(tenant)).toEqual([]);
    await tenant.sis.patch(`/users/${advised}`, { accountStatus: 'active' });
    await tenant.sis.patch(`/users/${professor}`, { accountStatus: 'active' });
    expect(await seatsOf(tenant)).toEqual([]);
  });

  it('begins with students who have no chair any more, on all pages and in each program', async () => {
    const tenant = await service.tenant();
    const [gone, alsoGone, other] = [
      await aProfessor(tenant),
      await aProfessor(tenant),
      await aProfessor(tenant),
    ];
    const students: string[] = [];
    for (const members of [
      [seat(gone, 'member'), seat(other)],
      [seat(gone), seat(other)],
      [seat(gone), seat(alsoGone)],
      [seat(gone, 'member')],
      [seat(gone), seat(other, 'chair', 'invited')],
    ]) {
      const student = await aStudent(tenant, { programId: students.length < 3 ? 'EDU' : 'LAW' });
      await formCommittee(tenant, student, members);
      students.push(student);
    }
    for (const id of [gone, alsoGone]) await tenant.sis.patch(`/users/${id}`);
    const [advised, shared, both, never, chaired] = students;
    const expected = [both, both, chaired, advised, shared, never];
    const all = await seatsOf(tenant);
    expect(all.map(({ studentId }) => studentId)).toEqual(expected);
    expect(all.map(({ withoutChair }) => withoutChair)).toEqual([true, true, true, false, false, false]);
    for (const limit of [1, 2, 3, 4]) expect(await walked(tenant, limit)).toEqual(all);
    const ofLaw = await seatsOf(tenant, '?programId=LAW');
    expect(ofLaw.map(({ studentId }) => studentId)).toEqual([chaired, never]);
  });

  async function walked(tenant: TestTenant, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor = '';
    do {
      const { body } = await tenant.sis.get(`/progress/open-seats?limit=${limit}${cursor}`);
      rows.push(...(body.data as unknown as Row[]));
      const { nextCursor } = body.meta;
      cursor = typeof nextCursor === 'string' ? `&cursor=${nextCursor}` : '';
    } while (cursor !== '');
    return rows;
  }

  it('comes in pages that name each seat once', async () => {
    const tenant = await service.tenant();
    const members = await Promise.all([1, 2, 3].map(() => aProfessor(tenant)));
    const seats = members.map((facultyId) => seat(facultyId, 'member'));
    for (let count = 0; count < 3; count += 1) await formCommittee(tenant, await aStudent(tenant), seats);
    for (const id of members) await tenant.sis.patch(`/users/${id}`);
    const all = await seatsOf(tenant);
    expect(all).toHaveLength(9);
    expect(await walked(tenant, 2)).toEqual(all);
  });

  it('refuses a cursor of another list or tenant, and a scope that may not read progress', async () => {
    const [tenant, otherTenant] = [await service.tenant(), await service.tenant()];
    const { professor } = await aDepartment(tenant);
    await tenant.sis.patch(`/users/${professor}`);
    const { nextCursor } = (await tenant.sis.get('/progress/open-seats?limit=1')).body.meta;
    expect((await otherTenant.sis.get(`/progress/open-seats?cursor=${String(nextCursor)}`)).status).toBe(400);
    expect((await tenant.sis.get(`/runs?cursor=${String(nextCursor)}`)).status).toBe(400);
    expect(await seatsOf(otherTenant)).toEqual([]);
    const users = await service.anotherCaller(tenant, { scopes: ['users'] });
    expect((await users.sis.get('/progress/open-seats')).status).toBe(403);
  });

  it('asks to begin again for a cursor of the order before', async () => {
    const tenant = await service.tenant();
    const cursor = encodeCursor(service.app.get(ServerKeys), tenant.tenantId, {
      list: 'open seats',
      place: { studentId: '950000001', facultyId: '951000001' },
    });
    const { status, body } = await tenant.sis.get(`/progress/open-seats?cursor=${cursor}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('a new order since this cursor; begin again, without a cursor');
    expect((await tenant.sis.get('/progress/open-seats')).status).toBe(200);
  });

  it('has no date for a person who was never active', async () => {
    const tenant = await service.tenant();
    const [student, professor] = [await aStudent(tenant), await aProfessor(tenant)];
    await formCommittee(tenant, student, [seat(professor, 'member')]);
    await tenant.sis.patch(`/users/${professor}`);
    const sql = "DELETE FROM user_changes WHERE tenantId = ? AND userId = ? AND kind = 'updated'";
    await service.query(sql, [tenant.tenantId, professor]);
    expect(await seatsOf(tenant)).toMatchObject([{ facultyId: professor, leftAt: null }]);
  });
});
