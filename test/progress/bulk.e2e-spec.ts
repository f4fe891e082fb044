import { aProfessor, aStudent, seat, someStudents } from '../factories/progress-people.js';
import { pullAll } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();

type Line = Record<string, unknown>;

const post = ({ workflow }: TestTenant, lines: readonly unknown[], query = ''): Promise<Line[]> =>
  workflow.bulk(`/progress/bulk${query}`, lines);
const DRAFT = { number: 1, stage: 'proposal', status: 'draft' };
const titled = (title: string): object => ({ dissertation: { title, status: 'in_progress' } });

function fieldsOf(line: Line | undefined): unknown {
  const { code, details } = (line?.['error'] ?? {}) as { code?: string; details?: { field: string }[] };
  return [code, details?.map(({ field }) => field)];
}

describe('a line', () => {
  it('writes all four parts of a Student at once, under one stamp', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant, { externalId: 'S-1' });
    const chair = await aProfessor(tenant, { facultyProfile: { leaveUntil: '2999-01-01' } });
    const [answer, summary] = await post(tenant, [
      {
        studentId: 'S-1',
        dissertation: { title: 'T', status: 'in_progress', startedOn: '2025-01-13' },
        versions: [
          { number: 1, stage: 'proposal', status: 'approved' },
          { number: 2, stage: 'draft_manuscript', status: 'draft' },
        ],
        milestones: [{ code: 'candidacy', status: 'completed', completedOn: '2026-01-01' }],
        committee: { members: [seat(chair)] },
      },
    ]);
    expect(answer).toMatchObject({
      line: 1,
      success: true,
      id,
      message: 'DATA INSERTED',
      warnings: [{ field: 'committee.members[0].facultyId', code: 'ON_LEAVE' }],
    });
    expect(summary).toEqual({ summary: { received: 1, inserted: 1, updated: 0, unchanged: 0, failed: 0 } });
    const [record] = (await pullAll(tenant.sis)).records;
    expect(record).toMatchObject({
      dissertation: { title: 'T', startedOn: '2025-01-13', versions: [{ number: 1 }, { number: 2 }] },
      pacing: { status: 'on_track', completed: 1, total: 15 },
      committee: { status: 'pending_approval', members: [{ facultyId: chair }] },
    });
  });

  it('says what became of it: inserted, updated, unchanged or refused, and none stops another', async () => {
    const tenant = await service.tenant();
    const elsewhere = await service.tenant();
    await aStudent(elsewhere, { externalId: 'elsewhere' });
    const [one = '', two = ''] = await someStudents(tenant, 2);
    const professor = await aProfessor(tenant);
    await post(tenant, [{ studentId: one, ...titled('A') }]);
    const answers = await post(tenant, [
      { studentId: one, ...titled('A') },
      { studentId: two, ...titled('B') },
      { studentId: 'elsewhere', ...titled('X') },
      { studentId: professor, ...titled('X') },
      '{"studentId": ',
      {
        studentId: two,
        dissertation: { title: 'X', status: 'no' },
        versions: [{ number: 0, stage: 'x', status: 'draft' }],
        milestones: [{ code: 'A-B' }],
        committee: { members: [{}] },
        milestone: [],
      },
      { studentId: two, ...titled('X'), committee: { members: [seat('F-9')] } },
      { studentId: two, versions: [DRAFT, DRAFT] },
      { studentId: one, ...titled('C') },
      { studentId: one },
    ]);
    expect(
      answers.slice(0, -1).map(({ line, success, message, changed }) => [line, success, message, changed]),
    ).toEqual([
      [1, true, 'DATA UPDATED', false],
      [2, true, 'DATA INSERTED', undefined],
      ...[3, 4, 5, 6, 7, 8].map((line) => [line, false, undefined, undefined]),
      [9, true, 'DATA UPDATED', undefined],
      [10, true, 'DATA UPDATED', false],
    ]);
    expect(answers.slice(2, 8).map(fieldsOf)).toEqual([
      ['USER_NOT_FOUND', undefined],
      ['VALIDATION_FAILED', ['studentId']],
      ['MALFORMED_JSON', undefined],
      [
        'VALIDATION_FAILED',
        expect.arrayContaining([
          'milestone',
          'dissertation.status',
          'versions[0].number',
          'versions[0].stage',
          'milestones[0].code',
          'milestones[0].status',
          'committee.members[0].facultyId',
        ]),
      ],
      ['VALIDATION_FAILED', ['committee.members[0].facultyId']],
      ['VALIDATION_FAILED', ['versions']],
    ]);
    expect(answers.at(-1)).toEqual({
      summary: { received: 10, inserted: 1, updated: 1, unchanged: 2, failed: 6 },
    });
    const { records } = await pullAll(tenant.sis);
    expect(records.map(({ dissertation }) => dissertation.title).sort()).toEqual(['B', 'C']);
    expect((await pullAll(elsewhere.sis)).records[0]?.dissertation.title).toBeNull();
  });

  it('meets what an earlier line of the same file did', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant, { externalId: 'S-1' });
    const busy = await aProfessor(tenant, { facultyProfile: { maxConcurrentCommittees: 1 } });
    const other = await aStudent(tenant);
    const committee = { members: [seat(busy)] };
    const answers = await post(tenant, [
      { studentId: id, ...titled('A'), committee },
      { studentId: 'S-1', versions: [DRAFT] },
      { studentId: 'S-1', ...titled('A') },
      { studentId: other, committee },
    ]);
    const base = { success: true, id };
    expect(answers.slice(0, 4)).toEqual([
      { ...base, line: 1, message: 'DATA INSERTED' },
      { ...base, line: 2, message: 'DATA UPDATED' },
      { ...base, line: 3, message: 'DATA UPDATED', changed: false },
      expect.objectContaining({
        message: 'DATA INSERTED',
        warnings: [expect.objectContaining({ code: 'OVER_CAPACITY' })],
      }),
    ]);
    expect((await pullAll(tenant.sis, { studentId: id })).records[0]).toMatchObject({
      dissertation: { title: 'A', versions: [{ number: 1 }] },
    });
  });
});

describe('a file', () => {
  it('that is sent again changes nothing and moves no stamp', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 600);
    const lines = ids.map((studentId) => ({
      studentId,
      ...titled(`Title ${studentId}`),
      milestones: [{ code: 'candidacy', status: 'in_progress', dueOn: '2030-01-01' }],
    }));
    expect((await post(tenant, lines)).at(-1)).toMatchObject({ summary: { inserted: 600, failed: 0 } });
    const { records, nextSince } = await pullAll(tenant.sis);
    const titles = records.map(({ dissertation }) => dissertation.title);
    expect(titles.sort()).toEqual(ids.map((id) => `Title ${id}`).sort());
    expect((await post(tenant, lines)).at(-1)).toMatchObject({ summary: { unchanged: 600, failed: 0 } });
    expect((await pullAll(tenant.sis, { since: nextSince })).records).toEqual([]);
  });

  it('of a dry run is answered the same and writes nothing', async () => {
    const tenant = await service.tenant();
    const [one = '', two = ''] = await someStudents(tenant, 2);
    await post(tenant, [{ studentId: one, ...titled('A') }]);
    const before = await pullAll(tenant.sis);
    const lines = [
      { studentId: one, ...titled('A') },
      { studentId: two, ...titled('B'), milestones: [{ code: 'candidacy', status: 'in_progress' }] },
      { studentId: two, ...titled('B') },
      { studentId: 'unknown-id', ...titled('B') },
    ];
    const dryRun = await post(tenant, lines, '?dryRun=true');
    expect(await pullAll(tenant.sis)).toEqual(before);
    expect(dryRun.at(-1)).toEqual({
      summary: { received: 4, inserted: 1, updated: 0, unchanged: 2, failed: 1 },
    });
    expect(await post(tenant, lines)).toEqual(dryRun);
  });

  it('of a dry run remembers what its earlier lines would have done, however long it is', async () => {
    const tenant = await service.tenant();
    const ids = await someStudents(tenant, 502);
    const busy = await aProfessor(tenant, { facultyProfile: { maxConcurrentCommittees: 1 } });
    const seated = { members: [seat(busy)] };
    const [first, last] = [ids[0], ids.at(-1)];
    const versions = [
      { number: 1, stage: 'proposal', status: 'submitted', submittedAt: '2026-02-01T09:30:00Z' },
    ];
    const lines = [
      ...ids.slice(0, -1).map((studentId) => ({ studentId, ...titled('A'), versions })),
      { studentId: first, ...titled('A'), versions },
      { studentId: first, committee: seated },
      ...ids.slice(0, -1).map((studentId) => ({ studentId, ...titled('A'), versions })),
      { studentId: last, committee: seated },
      { studentId: first, committee: { members: [] } },
      { studentId: last, committee: { members: [], status: 'forming' } },
    ];
    const dryRun = await post(tenant, lines, '?dryRun=true');
    expect(dryRun.at(-1)).toMatchObject({ summary: { inserted: 502, updated: 3, unchanged: 502 } });
    expect(dryRun.filter(({ warnings }) => warnings !== undefined)).toMatchObject([
      { line: 1005, warnings: [{ code: 'OVER_CAPACITY' }] },
    ]);
    expect(await post(tenant, lines)).toEqual(dryRun);
  });
});
