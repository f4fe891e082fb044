import { TemplatesService } from '../../src/progress/templates/templates.service.js';
import { DEFAULT_TEMPLATE } from '../../src/progress/templates/default-template.js';
import { aProfessor, aStudent } from '../factories/progress-people.js';
import { refused } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { pullAll, recordOf } from '../support/progress-reader.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

const EMPTY_MILESTONE = { status: 'not_started', result: null, dueOn: null, completedOn: null };

const DEFENDED = { status: 'defended', startedOn: '2024-02-29', defendedOn: '2026-03-01' };
const SUBMITTED = { title: 'Draft', stage: 'proposal', status: 'submitted' };
const PASSED = { status: 'completed', result: 'passed', dueOn: '2026-03-01', completedOn: '2026-02-20' };
const EXEMPT = { name: 'Defence', sequence: 85, required: false, status: 'waived', result: 'exempt' };

interface PartCase {
  readonly path: string;
  readonly sent: object;
  readonly shown: object;
  /** The second request, and the result. */
  readonly changed: object;
  readonly after: object;
}

const PARTS: [string, PartCase][] = [
  [
    'a dissertation',
    {
      path: 'dissertation',
      sent: { title: ' On Ω ', ...DEFENDED },
      shown: { title: 'On Ω', ...DEFENDED, versions: [] },
      changed: { title: 'On Ω', status: 'completed' },
      after: { title: 'On Ω', status: 'completed', startedOn: null, defendedOn: null, versions: [] },
    },
  ],
  [
    'a version',
    {
      path: 'dissertation/versions/2',
      sent: { ...SUBMITTED, submittedAt: '2026-02-01T10:30:00.1239+01:00' },
      shown: { number: 2, ...SUBMITTED, submittedAt: '2026-02-01T09:30:00.123Z', decidedAt: null },
      changed: { stage: 'proposal', status: 'approved', decidedAt: '2026-03-01T00:00Z' },
      after: {
        number: 2,
        title: null,
        stage: 'proposal',
        status: 'approved',
        submittedAt: null,
        decidedAt: '2026-03-01T00:00:00.000Z',
      },
    },
  ],
  [
    'a milestone',
    {
      path: 'milestones/proposal_defense',
      sent: PASSED,
      shown: { code: 'proposal_defense', name: 'Proposal defence', sequence: 80, required: true, ...PASSED },
      changed: EXEMPT,
      after: { code: 'proposal_defense', ...EXEMPT, dueOn: null, completedOn: null },
    },
  ],
  [
    'a committee',
    {
      path: 'committee',
      sent: { status: 'approved', formedOn: '2025-10-02', members: [] },
      shown: { status: 'approved', formedOn: '2025-10-02', missingRoles: ['chair'], members: [] },
      changed: { members: [] },
      after: { status: 'not_started', formedOn: null, missingRoles: ['chair'], members: [] },
    },
  ],
];

function expectPart({ status, body }: Answer<Body>, expected: number, data: object): void {
  expect({ status, body }).toEqual({ status: expected, body: { success: true, data } });
}

describe('a part of progress', () => {
  it.each(PARTS)(
    'is made with 201 and replaced with 200, and answered as the record shows it: %s',
    async (_, part) => {
      const tenant = await service.tenant();
      const id = await aStudent(tenant);
      const put = (body: object): Promise<Answer<Body>> =>
        tenant.workflow.put(`/students/${id}/${part.path}`, body);
      expectPart(await put(part.sent), 201, part.shown);
      expectPart(await put(part.changed), 200, part.after);
    },
  );

  it.each(PARTS)('that is sent again changes nothing and moves no stamp: %s', async (_, part) => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const before = await recordOf(tenant, id);
    const put = (): Promise<Answer<Body>> => tenant.workflow.put(`/students/${id}/${part.path}`, part.sent);
    await put();
    const { nextSince, records } = await pullAll(tenant.sis);
    expect(records[0]?.changedAt).not.toBe(before?.changedAt);
    expectPart(await put(), 200, part.shown);
    expect((await pullAll(tenant.sis)).records).toEqual(records);
    expect((await pullAll(tenant.sis, { since: nextSince })).records).toEqual([]);
  });

  it.each(PARTS)(
    'belongs to the Student with this legacyNumber, whatever its characters: %s',
    async (_, part) => {
      const tenant = await service.tenant();
      const id = await aStudent(tenant, { externalId: 'Ä/7 ü+%2F' });
      const path = `/students/${encodeURIComponent('Ä/7 ü+%2F')}/${part.path}`;
      expect((await tenant.workflow.put(path, part.sent)).status).toBe(201);
      expect((await tenant.workflow.put(`/students/${id}/${part.path}`, part.sent)).status).toBe(200);
    },
  );

  it.each(PARTS)(
    'of an unknown person, of another tenant, or of a faculty member is refused: %s',
    async (_, part) => {
      const tenant = await service.tenant();
      const elsewhere = await service.tenant();
      const unrelated = await aStudent(elsewhere, { externalId: 'elsewhere' });
      const professor = await aProfessor(tenant, { externalId: 'F-1' });
      const put = (id: string): Promise<Answer<Body>> =>
        tenant.workflow.put(`/students/${id}/${part.path}`, part.sent);

      for (const id of ['950999999', 'unknown-id', 'elsewhere', encodeURIComponent('ñ/∅'), unrelated])
        expect(await put(id)).toMatchObject(refused(404, 'USER_NOT_FOUND'));
      for (const id of [professor, 'F-1'])
        expect(await put(id)).toMatchObject(refused(400, 'VALIDATION_FAILED', 'studentId'));
      expect((await recordOf(elsewhere, unrelated))?.milestones).toEqual([]);
    },
  );
});

describe('the first milestone of a student', () => {
  it('copies the default template', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const completed = { status: 'completed', completedOn: '2026-02-20' };
    await tenant.workflow.put(`/students/${id}/milestones/candidacy`, completed);
    expect((await recordOf(tenant, id))?.milestones).toEqual(
      DEFAULT_TEMPLATE.map((milestone) => ({
        ...milestone,
        ...EMPTY_MILESTONE,
        ...(milestone.code === 'candidacy' ? completed : {}),
      })),
    );
  });

  it("copies the program's own template, else the tenant's; students who have milestones keep theirs", async () => {
    const tenant = await service.tenant();
    const templates = service.app.get(TemplatesService);
    const scope = await service.scope(tenant);
    const own = { code: 'art_show', name: 'Show', sequence: 5, required: true };
    const general = { code: 'portfolio', name: 'Portfolio', sequence: 7, required: false };
    const early = await aStudent(tenant);
    const put = (id: string, code: string): Promise<Answer<Body>> =>
      tenant.workflow.put(`/students/${id}/milestones/${code}`, { status: 'in_progress' });
    await put(early, 'candidacy');
    await templates.replace(scope, null, [general]);
    await templates.replace(scope, 'MFA', [own]);
    const inProgram = await aStudent(tenant, { programId: 'MFA' });
    const outside = await aStudent(tenant, { programId: 'MBA' });

    const begun = { ...EMPTY_MILESTONE, status: 'in_progress' };
    expect((await put(inProgram, 'art_show')).body.data).toEqual({ ...own, ...begun });
    const named = { code: 'new_step', name: 'New step', sequence: 17, required: true };
    expect((await put(outside, 'new_step')).body.data).toEqual({ ...named, ...begun });
    await put(early, 'concept_paper');
    expect((await recordOf(tenant, inProgram))?.milestones.map(({ code }) => code)).toEqual(['art_show']);
    expect((await recordOf(tenant, outside))?.milestones.map(({ code }) => code)).toEqual([
      'portfolio',
      'new_step',
    ]);
    expect((await recordOf(tenant, early))?.milestones).toHaveLength(DEFAULT_TEMPLATE.length);
  });
});
