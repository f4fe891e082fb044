import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { DocumentsRepository } from '../../src/progress/documents.repository.js';
import { ProgressDocument } from '../../src/progress/entities/progress-document.entity.js';
import {
  aProfessor,
  aStudent,
  formCommittee,
  putCommittee,
  seat,
  setTitle,
  someStudents,
} from '../factories/progress-people.js';
import { problemsOf, warningsOf } from '../support/answers.js';
import { pullAll, type ProgressRecord, recordOf } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

/** The columns of the stored document that depend on the work alone. */
async function workColumnsOf({ tenantId }: TestTenant, studentId: string): Promise<object | null> {
  const documents = service.app.get(DataSource).getRepository(ProgressDocument);
  return documents.findOne({
    where: { tenantId, studentId },
    select: { progress: true, pacingStatus: true, reviewOn: true },
  });
}

/** The students in the delta of the changes of `work`. */
async function changedBy({ sis }: TestTenant, work: () => Promise<unknown>): Promise<ProgressRecord[]> {
  const { nextSince } = await pullAll(sis);
  await work();
  return (await pullAll(sis, { since: nextSince })).records;
}

describe('a committee', () => {
  it('is shown with its members, in the order that was sent, by ID and by legacyNumber', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const chair = await aProfessor(tenant, { firstName: 'Fay', middleInitial: 'M.', lastName: 'Cole' });
    const member = await aProfessor(tenant, { externalId: 'Ä/7', accountType: 'Staff', name: 'Dr. Lee' });
    const { status, body } = await putCommittee(tenant, id, [seat('Ä/7', 'member', 'invited'), seat(chair)]);
    const committee = {
      status: 'pending_approval',
      formedOn: null,
      missingRoles: [],
      members: [
        { ...seat(member, 'member', 'invited'), name: 'Dr. Lee', isExternal: false, active: true },
        { ...seat(chair), name: 'Fay M. Cole', isExternal: false, active: true },
      ],
    };
    expect({ status, body }).toEqual({ status: 201, body: { success: true, data: committee } });
    expect((await recordOf(tenant, id))?.committee).toEqual(committee);
  });

  it('is the whole committee: who is not sent again has no seat any more', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const [one, other] = [await aProfessor(tenant), await aProfessor(tenant)];
    await formCommittee(tenant, id, [seat(one), seat(other, 'member')]);
    const { body } = await putCommittee(tenant, id, [seat(other, 'member')]);
    expect(body.data).toMatchObject({
      status: 'forming',
      missingRoles: ['chair'],
      members: [{ facultyId: other }],
    });
    expect(await changedBy(tenant, () => aProfessor(tenant, { firstName: 'New' }))).toEqual([]);
  });

  it('refuses who may not sit in it, with every field named, and stays as it was', async () => {
    const tenant = await service.tenant();
    const elsewhere = await service.tenant();
    const id = await aStudent(tenant);
    const chair = await aProfessor(tenant, { externalId: 'F-1' });
    const barred = await aProfessor(tenant, { facultyProfile: { isCommitteeEligible: false } });
    const unrelated = await aProfessor(elsewhere, { externalId: 'F-elsewhere' });
    await formCommittee(tenant, id, [seat(chair)]);
    const before = await recordOf(tenant, id);

    const proposed = ['951999999', 'F-elsewhere', id, barred, chair].map((facultyId) => seat(facultyId));
    const answer = await putCommittee(tenant, id, proposed);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details?.map(({ field, code }) => [field, code])).toEqual([
      ['members[0].facultyId', 'unknownFaculty'],
      ['members[1].facultyId', 'unknownFaculty'],
      ['members[2].facultyId', 'isFaculty'],
      ['members[3].facultyId', 'isCommitteeEligible'],
    ]);
    for (const same of [chair, 'F-1'])
      expect(problemsOf(await putCommittee(tenant, id, [seat(same), seat('F-1', 'member')]))).toEqual([
        400,
        expect.stringMatching(/^members/),
      ]);
    const unknownValues = await putCommittee(tenant, id, [seat('951000001', 'boss', 'maybe')]);
    expect(problemsOf(unknownValues)).toEqual([400, 'members[0].role', 'members[0].status']);
    expect(await recordOf(tenant, id)).toEqual(before);
    expect(unrelated).toMatch(/^951/);
  });

  it('is answered with warnings, and is written all the same', async () => {
    const tenant = await service.tenant();
    const [one = '', other = ''] = await someStudents(tenant, 2);
    const facultyProfile = {
      maxConcurrentCommittees: 1,
      leaveUntil: '2999-12-31',
      committeeRolesSupported: ['member'],
    };
    const busy = await aProfessor(tenant, { facultyProfile });
    const field = 'members[0].facultyId';
    const asMember = [seat(busy, 'member')];
    const first = await putCommittee(tenant, one, asMember);
    expect({ status: first.status, warnings: warningsOf(first) }).toEqual({
      status: 201,
      warnings: [[field, 'ON_LEAVE']],
    });
    const second = await putCommittee(tenant, other, [seat(busy)]);
    expect({ status: second.status, warnings: warningsOf(second) }).toEqual({
      status: 201,
      warnings: [
        [field, 'OVER_CAPACITY'],
        [field, 'ON_LEAVE'],
        [field, 'ROLE_NOT_SUPPORTED'],
      ],
    });
    expect((await recordOf(tenant, other))?.committee.members).toHaveLength(1);
    await formCommittee(tenant, one, asMember, { status: 'dissolved' });
    expect(warningsOf(await putCommittee(tenant, other, asMember))).toEqual([[field, 'ON_LEAVE']]);
  });

  it('counts the seats that others give at the same moment', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 4);
    const busy = await aProfessor(tenant, { facultyProfile: { maxConcurrentCommittees: 2 } });
    const answers = await Promise.all(ids.map((id) => putCommittee(tenant, id, [seat(busy)])));
    expect(answers.filter(({ body }) => body.warnings?.[0]?.code === 'OVER_CAPACITY')).toHaveLength(2);
  });
});

describe('a member of committees', () => {
  async function seated(
    count: number,
  ): Promise<{ tenant: TestTenant; ids: string[]; chair: string; post: (o: object) => Promise<string> }> {
    const tenant = await service.tenant();
    const identity = { externalId: 'F-1', email: 'chair@test.example.edu' };
    const chair = await aProfessor(tenant, identity);
    const ids = await someStudents(tenant, count);
    const lines = ids.map((studentId) => ({ studentId, committee: { members: [seat(chair)] } }));
    await tenant.workflow.bulk('/progress/bulk', lines);
    await aStudent(tenant);
    return { tenant, ids, chair, post: (overrides) => aProfessor(tenant, { ...identity, ...overrides }) };
  }

  it('who is de-provisioned moves the records of exactly their students, and again when restored', async () => {
    const { tenant, ids, chair } = await seated(3);
    const gone = await changedBy(tenant, () => tenant.sis.patch(`/users/${chair}`));
    expect(gone.map(({ studentId }) => studentId)).toEqual(ids);
    for (const { committee } of gone)
      expect(committee).toMatchObject({
        status: 'forming',
        missingRoles: ['chair'],
        members: [{ active: false }],
      });
    const back = await changedBy(tenant, () => tenant.sis.patch('/users/F-1', { accountStatus: 'active' }));
    expect(back.map(({ committee }) => committee.status)).toEqual(ids.map(() => 'pending_approval'));
  });

  it('who is renamed or leaves the university is shown so; any other change moves nothing', async () => {
    const { tenant, ids, post } = await seated(2);
    const renamed = await changedBy(tenant, () => post({ lastName: 'Cole' }));
    expect(renamed.map(({ studentId, committee }) => [studentId, committee.members[0]?.name])).toEqual(
      ids.map((id) => [id, 'Ann Cole']),
    );
    const external = await changedBy(tenant, () =>
      post({ lastName: 'Cole', facultyProfile: { isExternal: true } }),
    );
    expect(external.map(({ committee }) => committee.members[0]?.isExternal)).toEqual([true, true]);
    expect(
      await changedBy(tenant, () => post({ lastName: 'Cole', facultyProfile: { expertiseNotes: 'x' } })),
    ).toEqual([]);
  });

  it('of very many students is followed in one transaction, in statements that the server takes', async () => {
    const { tenant, ids, chair } = await seated(1500);
    const long = 'x'.repeat(1000);
    const draft = { title: long, stage: 'proposal', status: 'draft' };
    const versions = Array.from({ length: 12 }, (_, index) => ({ ...draft, number: index + 1 }));
    const lines = ids.map((studentId) => ({ studentId, versions }));
    await tenant.workflow.bulk('/progress/bulk', lines);
    const write = jest.spyOn(service.app.get(DocumentsRepository), 'write');
    const gone = await changedBy(tenant, () => tenant.sis.patch(`/users/${chair}`));
    expect(write.mock.calls.map(([, , { documents }]) => documents?.length)).toEqual([1500]);
    expect(new Set(gone.map(({ changedAt }) => changedAt)).size).toBe(1);
    expect(gone.filter(({ committee }) => committee.members[0]?.active === false)).toHaveLength(1500);
    // 18 MB of texts: 25 s on two cores that much other work kept busy.
  }, 90_000);
});

describe('a Student', () => {
  const identity = { externalId: 'S-1', email: 'one@test.example.edu' };

  it.each<[string, object, object?]>([
    ['is renamed', { firstName: 'Bo' }],
    ['is re-keyed', { externalId: 'S-2' }, { legacyNumber: 'S-2' }],
    ['moves', { email: 'two@test.example.edu' }],
    [
      'takes up a program',
      { programId: 'P', schoolProgram: 'Law', degree: 'EdD', monthOfEntry: 9, yearOfEntry: 2024 },
    ],
    ['is made inactive', { accountStatus: 'inactive' }],
  ])('who %s has a changed record, and their work is untouched', async (_, change, shown = change) => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant, identity);
    await tenant.workflow.put(`/students/${id}/milestones/candidacy`, { status: 'in_progress' });
    const before = await recordOf(tenant, id);
    const work = await workColumnsOf(tenant, id);
    const [after, ...others] = await changedBy(tenant, () => aStudent(tenant, { ...identity, ...change }));
    expect(others).toEqual([]);
    expect(after).toEqual({ ...before, ...shown, changedAt: after?.changedAt });
    expect(after?.changedAt).not.toBe(before?.changedAt);
    expect(work).toMatchObject({ pacingStatus: expect.not.stringMatching(/^not_started$/) as string });
    expect(await workColumnsOf(tenant, id)).toEqual(work);
  });

  it('who is posted unchanged, or changed where no record looks, moves nothing', async () => {
    const tenant = await service.tenant();
    await aStudent(tenant, identity);
    expect(await changedBy(tenant, () => aStudent(tenant, identity))).toEqual([]);
    expect(await changedBy(tenant, () => aStudent(tenant, { ...identity, hideProfilePage: true }))).toEqual(
      [],
    );
  });

  it('who becomes Staff has no record, and has all of it again on coming back, as it now is', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant, identity);
    const professor = { externalId: 'F-1', email: 'chair@test.example.edu' };
    const chair = await aProfessor(tenant, professor);
    await formCommittee(tenant, id, [seat(chair)]);
    await setTitle(tenant, id);
    const before = await recordOf(tenant, id);

    await aStudent(tenant, { ...identity, accountType: 'Staff' });
    expect((await pullAll(tenant.sis)).records).toEqual([]);
    await aProfessor(tenant, { ...professor, lastName: 'Cole' });
    const [back] = await changedBy(tenant, () => aStudent(tenant, identity));
    expect(back).toMatchObject({ studentId: id, dissertation: before?.dissertation });
    expect(back?.committee.members[0]?.name).toBe('Ann Cole');
  });
});
