import { DataSource } from 'typeorm';

import { LARGEST_COHORT } from '../../src/progress/list/progress-list.service.js';
import { addDays } from '../../src/tenancy/time/calendar.js';
import { aProfessor, aStudent, formCommittee, seat, someStudents } from '../factories/progress-people.js';
import { outcomeOf } from '../support/answers.js';
import { stopClockOf } from '../support/clock.js';
import { Desk } from '../support/desk.js';
import { pullAll } from '../support/progress-reader.js';
import { TestService } from '../support/service.js';

const TODAY = '2031-03-10';
const inDays = (days: number): string => addDays(TODAY, days);

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);

const TEMPLATE = ['Candidacy', 'Proposal defense', 'IRB approval'].map((name, index) => ({
  code: name.toLowerCase().replace(' ', '_'),
  name,
  sequence: 10 * (index + 1),
  required: true,
}));

let desk: Desk;
let ids: string[];
let chairs: string[];

interface Milestone {
  readonly code: string;
  readonly status: string;
  readonly dueOn?: string;
}

async function withMilestones(person: object, ...milestones: Milestone[]): Promise<string> {
  const studentId = await aStudent(desk.tenant, person);
  await desk.tenant.workflow.bulk('/progress/bulk', [{ studentId, milestones }]);
  return studentId;
}

beforeAll(async () => {
  const tenant = await service.tenant();
  await service.changeSettings(tenant, { timeZone: 'Pacific/Kiritimati' });
  // Of the next day there, which is 14 hours ahead.
  await stopClockOf(service, tenant, new Date('2031-03-09T12:00:00Z'));
  desk = await Desk.at(service, tenant);
  await desk.call('PUT', 'templates/_all', { milestones: TEMPLATE });
  const candidacy = (status: string, days: number): Milestone => ({
    code: 'candidacy',
    status,
    dueOn: inDays(days),
  });
  const done: Milestone = { code: 'candidacy', status: 'completed' };
  ids = [
    await withMilestones({ lastName: 'Ore', programId: 'edd', yearOfEntry: 2028, monthOfEntry: 9 }),
    await withMilestones(
      { lastName: 'Ash', programId: 'edd', yearOfEntry: 2028, monthOfEntry: 1 },
      candidacy('in_progress', -5),
    ),
    await withMilestones(
      { lastName: 'Elm', programId: 'phd', yearOfEntry: 2028, monthOfEntry: 9 },
      candidacy('in_progress', 60),
      { code: 'irb_approval', status: 'submitted', dueOn: inDays(-40) },
    ),
    await withMilestones({ lastName: 'Fir', programId: 'phd', yearOfEntry: 2029 }, done, {
      code: 'proposal_defense',
      status: 'in_progress',
      dueOn: inDays(20),
    }),
  ];
  chairs = [await aProfessor(tenant, { externalId: 'F-1' }), await aProfessor(tenant)];
  const [, late = '', later = '', other = ''] = ids;
  const [chair = '', second = ''] = chairs;
  await formCommittee(tenant, late, [seat(chair), seat(second, 'member')]);
  await formCommittee(tenant, later, [seat(chair), seat(second, 'chair')]);
  await formCommittee(tenant, other, [seat(second, 'chair', 'invited')]);
});

const shows = async (query: string): Promise<unknown> => {
  const [found, total] = await desk.column(`progress?${query}`, 'studentId');
  return [found.map((id) => ids.indexOf(String(id))), total];
};

describe('the order of the list of progress', () => {
  it('is by days behind, and then by what is due first', async () => {
    expect(await shows('sort=daysBehind&order=DESC')).toEqual([[2, 1, 3, 0], 4]);
    expect(await shows('sort=daysBehind&order=ASC')).toEqual([[0, 3, 1, 2], 4]);
    expect((await desk.column('progress?sort=daysBehind&order=DESC', 'daysBehind'))[0]).toEqual([
      40, 5, 0, 0,
    ]);
    expect(await shows('sort=daysBehind&order=DESC&perPage=1&page=2')).toEqual([[1], 4]);
  });

  it('names the milestone from which days behind are counted, which may not be the next one', async () => {
    const [row] = await desk.rows('progress?sort=daysBehind&order=DESC');
    expect(row).toMatchObject({
      daysBehind: 40,
      lateMilestone: { code: 'irb_approval', dueOn: inDays(-40) },
      pacing: { nextMilestone: { code: 'candidacy' } },
    });
    expect((await desk.column('progress?sort=daysBehind&order=DESC', 'lateMilestone'))[0].slice(2)).toEqual([
      null,
      null,
    ]);
  });

  it('is by the due date of the next open milestone; who has none comes last either way', async () => {
    expect(await shows('sort=dueOn')).toEqual([[1, 3, 2, 0], 4]);
    expect(await shows('sort=dueOn&order=DESC')).toEqual([[2, 3, 1, 0], 4]);
  });

  it('is by pacing, the worst status first', async () => {
    expect(await shows('sort=pacing')).toEqual([[2, 1, 3, 0], 4]);
    expect(await shows('sort=pacing&order=DESC')).toEqual([[0, 3, 1, 2], 4]);
  });

  it('is the same by name, with any filter', async () => {
    expect(await shows('sort=daysBehind&order=DESC&q=e')).toEqual([[2], 1]);
    expect(await shows('sort=lastName&milestone=candidacy')).toEqual([[1, 2], 2]);
  });
});

describe('people who are found as advisors', () => {
  it('are those who chair a committee, and no other of that name', async () => {
    expect((await desk.column('users?chairing=true', 'id'))[0]).toEqual([chairs[0]]);
    expect((await desk.column('users?chairing=true&accountType=Student', 'id'))[0]).toEqual([]);
    const other = await Desk.open(service);
    expect((await other.column('users?chairing=true', 'id'))[0]).toEqual([]);
  });
});

describe('the filters of the list of progress', () => {
  it('are the next open milestone and the days on which it is due, both included', async () => {
    expect(await shows('milestone=proposal_defense')).toEqual([[3], 1]);
    expect(await shows('milestone=irb_approval')).toEqual([[], 0]);
    expect(await shows(`dueFrom=${inDays(20)}`)).toEqual([[2, 3], 2]);
    expect(await shows(`dueTo=${inDays(20)}`)).toEqual([[1, 3], 2]);
    expect(await shows(`dueFrom=${inDays(-5)}&dueTo=${inDays(-5)}`)).toEqual([[1], 1]);
    expect(await shows(`dueFrom=${inDays(21)}&dueTo=${inDays(59)}`)).toEqual([[], 0]);
  });

  it('are the accepted chair, by either number, the program, and the month or the year of entry', async () => {
    expect(await shows(`chair=${chairs[0] ?? ''}`)).toEqual([[1, 2], 2]);
    expect(await shows('chair=F-1&programId=phd')).toEqual([[2], 1]);
    // A member, the second chair of a committee, and one who is only invited.
    expect(await shows(`chair=${chairs[1] ?? ''}`)).toEqual([[], 0]);
    expect(await shows('chair=no-one')).toEqual([[], 0]);
    expect(await shows('entry=2028')).toEqual([[1, 2, 0], 3]);
    expect(await shows('entry=2028-09')).toEqual([[2, 0], 2]);
    expect(await shows('entry=2029-01')).toEqual([[], 0]);
    expect(await shows('entry=2028&pacing=behind&milestone=candidacy&sort=dueOn')).toEqual([[2], 1]);
  });

  it.each(['progress', 'progress-timeline'])(
    'are refused in %s by name when they mean nothing',
    async (list) => {
      const query = 'milestone=Not%20snake&dueFrom=2031-02-30&dueTo=soon&chair=&entry=2028-13&pacing=late';
      expect(outcomeOf(await desk.call('GET', `${list}?${query}`))).toEqual([
        400,
        'VALIDATION_FAILED',
        'pacing',
        'milestone',
        'dueFrom',
        'dueTo',
        'chair',
        'entry',
      ]);
    },
  );

  it('find nothing of another tenant, whose chair is no one here', async () => {
    const other = await Desk.open(service);
    expect(await other.column(`progress?chair=${chairs[0] ?? ''}`, 'studentId')).toEqual([[], 0]);
    expect((await other.get(`progress-timeline?milestone=candidacy`)).data).toMatchObject({
      total: 0,
      students: [],
    });
  });
});

describe('the timeline of a cohort', () => {
  it('has the milestones of each student, who is behind most first, on the day of the tenant', async () => {
    const { data } = await desk.get('progress-timeline?entry=2028');
    expect(data).toMatchObject({ today: TODAY, total: 3 });
    const students = data['students'] as Record<string, unknown>[];
    expect(students.map(({ studentId }) => ids.indexOf(String(studentId)))).toEqual([2, 1, 0]);
    expect(students[0]).toMatchObject({ lastName: 'Elm', pacingStatus: 'behind', daysBehind: 40 });
    const milestones = students[0]?.['milestones'] as Record<string, unknown>[];
    expect(milestones.find(({ code }) => code === 'irb_approval')).toEqual({
      code: 'irb_approval',
      name: 'IRB approval',
      required: true,
      status: 'submitted',
      result: null,
      dueOn: inDays(-40),
      completedOn: null,
    });
    const whole = (await desk.get(`progress/${ids[2] ?? ''}`)).data['milestones'] as Record<
      string,
      unknown
    >[];
    expect(milestones.map(({ code }) => code)).toEqual(whole.map(({ code }) => code));
  });

  it('shows at most so many students, those who are late first, and counts all of them', async () => {
    const tenant = await service.tenant();
    await someStudents(tenant, LARGEST_COHORT + 2);
    const late = await aStudent(tenant);
    const due = { code: 'candidacy', status: 'in_progress', dueOn: '2020-01-01' };
    await tenant.workflow.bulk('/progress/bulk', [{ studentId: late, milestones: [due] }]);
    const { data } = await (await Desk.at(service, tenant)).get('progress-timeline');
    expect(data['total']).toBe(LARGEST_COHORT + 3);
    const students = data['students'] as Record<string, unknown>[];
    expect(students).toHaveLength(LARGEST_COHORT);
    expect(students[0]?.['studentId']).toBe(late);
  });

  it('has no order of its own and no pages', async () => {
    const answer = await desk.call('GET', 'progress-timeline?sort=dueOn&order=ASC&page=2&perPage=5');
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'sort', 'order', 'page', 'perPage']);
  });
});

describe('students who have left, or whose work has ended', () => {
  const LATE: Milestone = { code: 'program_of_study', status: 'in_progress', dueOn: '2020-01-01' };
  const LESS_LATE: Milestone = { ...LATE, dueOn: '2020-06-01' };
  let place: Desk;
  let gone: string;
  let withdrawn: string;
  let completed: string;
  let late: string;

  beforeAll(async () => {
    const tenant = await service.tenant();
    place = await Desk.at(service, tenant);
    [gone = '', withdrawn = '', completed = '', late = ''] = await someStudents(tenant, 4);
    await tenant.workflow.bulk('/progress/bulk', [
      { studentId: gone, milestones: [LATE] },
      { studentId: withdrawn, milestones: [LATE], dissertation: { title: 'T', status: 'withdrawn' } },
      { studentId: completed, milestones: [LATE], dissertation: { title: 'T', status: 'completed' } },
      { studentId: late, milestones: [LESS_LATE], dissertation: { title: 'T', status: 'defended' } },
    ]);
    await tenant.sis.patch(`/users/${gone}`);
  });

  it('come last by days behind, and are in no filter by what is due', async () => {
    const [order] = await place.column('progress?sort=daysBehind&order=DESC', 'studentId');
    expect(order[0]).toBe(late);
    expect([...order].sort()).toEqual([gone, withdrawn, completed, late].sort());
    const [days] = await place.column('progress?sort=daysBehind&order=DESC', 'daysBehind');
    expect(days.slice(1)).toEqual([0, 0, 0]);
    expect(await place.column('progress?dueTo=2020-12-31', 'studentId')).toEqual([[late], 1]);
    expect(await place.column('progress?milestone=program_of_study', 'studentId')).toEqual([[late], 1]);
    const { students } = (await place.get('progress-timeline')).data as {
      students?: Record<string, unknown>[];
    };
    expect(students?.[0]?.['studentId']).toBe(late);
    expect((await place.get(`progress/${withdrawn}`)).data).toMatchObject({ pacing: { status: 'behind' } });
  });

  it('are late again with their account, or when the work goes on', async () => {
    const { sis, workflow } = place.tenant;
    const { nextSince: since } = await pullAll(sis);
    await sis.patch(`/users/${gone}`, { accountStatus: 'active' });
    expect((await pullAll(sis, { since })).records.map(({ studentId }) => studentId)).toEqual([gone]);
    expect((await place.column('progress?sort=daysBehind&order=DESC', 'studentId'))[0].slice(0, 2)).toEqual([
      gone,
      late,
    ]);
    const dissertation = { title: 'T', status: 'in_progress' };
    await workflow.put(`/students/${withdrawn}/dissertation`, dissertation);
    const [found] = await place.column('progress?dueTo=2020-12-31', 'studentId');
    expect([...found].sort()).toEqual([gone, withdrawn, late].sort());
  });
});

describe('a record', () => {
  it('counts its days behind today, before it has been drawn again', async () => {
    const tenant = await service.tenant();
    await stopClockOf(service, tenant, new Date(`${TODAY}T12:00:00Z`));
    const studentId = await aStudent(tenant);
    const due = { code: 'candidacy', status: 'in_progress', dueOn: TODAY };
    await tenant.workflow.bulk('/progress/bulk', [{ studentId, milestones: [due] }]);
    await stopClockOf(service, tenant, new Date(`${inDays(4)}T12:00:00Z`));
    const [row] = await (await Desk.at(service, tenant)).rows('progress');
    expect(row).toMatchObject({ daysBehind: 4, pacing: { daysBehind: 0, asOf: TODAY } });
  });

  it('that was stored before the columns were there gets them by a rebuild, without a new stamp', async () => {
    const { tenantId, sis } = desk.tenant;
    const before = (await pullAll(sis)).records;
    await database.query(
      "UPDATE `progress_documents` SET `firstDueOn` = '9999-12-31', `nextMilestone` = NULL, `nextDueOn` = NULL, " +
        '`chairId` = NULL, `entry` = NULL WHERE `tenantId` = ?',
      [tenantId],
    );
    expect(await shows('milestone=candidacy')).toEqual([[], 0]);
    expect(await shows('entry=2028')).toEqual([[], 0]);
    await database.query(
      'INSERT INTO `progress_rebuilds` (`tenantId`, `turn`, `total`, `done`, `changed`, `lastId`, `startedAt`) ' +
        "VALUES (?, 1, 4, 0, 0, '', NOW(3)) ON DUPLICATE KEY UPDATE `turn` = `turn` + 1, `lastId` = '', " +
        '`finishedAt` = NULL',
      [tenantId],
    );
    await service.run('progress-rebuild');
    expect(await shows('sort=daysBehind&order=DESC')).toEqual([[2, 1, 3, 0], 4]);
    expect(await shows(`chair=F-1&dueTo=${inDays(60)}`)).toEqual([[1, 2], 2]);
    expect(await shows('entry=2028')).toEqual([[1, 2, 0], 3]);
    expect((await pullAll(sis)).records).toEqual(before);
  });
});
