import { aStudent } from '../factories/progress-people.js';
import { problemsOf, refused } from '../support/answers.js';
import { recordOf } from '../support/progress-reader.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

type Bad = [path: string, body: object, field: string];

const LONG = 'x'.repeat(1001);
const CALENDAR = ['2026-02-30', '2023-02-29', '20260220', '2026-2-1', '2026-02-20T00:00:00Z', 5, true];
const each = (path: string, base: object, field: string, values: readonly unknown[]): Bad[] =>
  values.map((value) => [path, { ...base, [field]: value }, field]);

const DISSERTATION = { title: 'T', status: 'in_progress' };
const VERSION = { stage: 'proposal', status: 'draft' };
const MILESTONE = { status: 'completed' };

const BAD: Bad[] = [
  ...each('dissertation', DISSERTATION, 'title', [undefined, null, '', '  ', 5, LONG, 'a\u0000b']),
  ...each('dissertation', DISSERTATION, 'status', [undefined, null, '', 'started', 'In_progress', 5]),
  ...each('dissertation', DISSERTATION, 'startedOn', CALENDAR),
  ...each('dissertation', DISSERTATION, 'defendedOn', CALENDAR),
  ...each('dissertation', DISSERTATION, 'versions', [[]]),
  ...each('dissertation/versions/1', VERSION, 'stage', [undefined, null, '', 'thesis']),
  ...each('dissertation/versions/1', VERSION, 'status', [undefined, null, '', 'forming']),
  ...each('dissertation/versions/1', VERSION, 'title', [5, LONG, ['x']]),
  ...each('dissertation/versions/1', VERSION, 'submittedAt', ['2026-02-01', '2026-02-30T00:00:00Z', 5]),
  ...each('dissertation/versions/1', VERSION, 'submittedAt', ['2026-02-01T09:30:00', '2026-02-01T25:00:00Z']),
  ...each('dissertation/versions/1', VERSION, 'decidedAt', ['yesterday', '2026-02-01T09:30:00+25:00', true]),
  ...each('dissertation/versions/1', VERSION, 'number', [1]),
  ...['0', '-1', '1.5', 'x', '10001', '1e3', '%20', '99999999999'].map((number): Bad => [
    `dissertation/versions/${number}`,
    VERSION,
    'number',
  ]),
  ...each('milestones/candidacy', MILESTONE, 'status', [undefined, null, '', 'done']),
  ...each('milestones/candidacy', MILESTONE, 'result', ['great', 5]),
  ...each('milestones/candidacy', MILESTONE, 'name', [5, 'x'.repeat(256)]),
  ...each('milestones/candidacy', MILESTONE, 'sequence', [-1, 1.5, '5', 1_000_001]),
  ...each('milestones/candidacy', MILESTONE, 'required', ['true', 1]),
  ...each('milestones/candidacy', MILESTONE, 'dueOn', CALENDAR),
  ...each('milestones/candidacy', MILESTONE, 'completedOn', CALENDAR),
  ...['not_started', 'in_progress', 'submitted', 'failed', 'waived'].map((status): Bad => [
    'milestones/candidacy',
    { status, completedOn: '2026-02-20' },
    'completedOn',
  ]),
  ...['Candidacy', '1st', 'a__b', 'a_', '_a', 'a-b', 'a.b', 'ä', 'x'.repeat(65)].map((code): Bad => [
    `milestones/${encodeURIComponent(code)}`,
    MILESTONE,
    'code',
  ]),
  ...each('committee', { members: [] }, 'status', ['open', 5]),
  ...each('committee', { members: [] }, 'formedOn', CALENDAR),
  ...each('committee', {}, 'members', [undefined, null, 'F-1', {}]),
];

describe('a bad value', () => {
  it('is refused with its field named, and changes nothing', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const before = await recordOf(tenant, id);
    const answers: unknown[] = [];
    for (const [path, body] of BAD)
      answers.push([path, body, problemsOf(await tenant.workflow.put(`/students/${id}/${path}`, body))]);
    expect(answers).toEqual(BAD.map(([path, body, field]) => [path, body, [400, field]]));
    expect(await recordOf(tenant, id)).toEqual(before);
  });

  it('does not hide another one', async () => {
    const tenant = await service.tenant();
    const id = await aStudent(tenant);
    const body = { titel: 'T', status: 'x', startedOn: '2026-13-01' };
    const answer = await tenant.workflow.put(`/students/${id}/dissertation`, body);
    expect(problemsOf(answer)).toEqual([400, 'titel', 'title', 'status', 'startedOn']);
  });

  it.each(['9999-12-31T23:59:59.999-12:00', '1000-01-01T00:00:00+12:00'])(
    'is a moment outside of the calendar: %s',
    async (submittedAt) => {
      const tenant = await service.tenant();
      const id = await aStudent(tenant);
      const body = { ...VERSION, submittedAt };
      const answer = await tenant.workflow.put(`/students/${id}/dissertation/versions/1`, body);
      expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'submittedAt'));
    },
  );
});
