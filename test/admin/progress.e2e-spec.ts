import { PACING_STATUSES } from '../../src/progress/progress-enums.js';
import { ProgressListService } from '../../src/progress/list/progress-list.service.js';
import { aStudent } from '../factories/progress-people.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService } from '../support/service.js';

type Row = Record<string, unknown>;

const service = await TestService.ofWorker();

describe('the list of progress', () => {
  let desk: Desk;
  let ids: string[];

  beforeAll(async () => {
    desk = await Desk.open(service);
    const people = [
      { firstName: 'Zoë', lastName: 'Adams', programId: 'edd', schoolProgram: 'Education' },
      { firstName: 'Bo', lastName: 'van Berg', programId: 'phd', externalId: 'L-2' },
      { firstName: 'Al', lastName: 'Adams', programId: 'edd', email: 'al@test.example.edu' },
    ];
    ids = [];
    for (const one of people) ids.push(await aStudent(desk.tenant, one));
    await desk.tenant.workflow.put(`/students/${ids[1] ?? ''}/dissertation`, {
      title: 'T',
      status: 'on_hold',
    });
  });

  const shows = async (query: string): Promise<unknown[]> => {
    const [found, total] = await desk.column(`progress?${query}`, 'studentId');
    return [found.map((id) => ids.indexOf(String(id))), total];
  };

  it('is sorted by name, ID or last change, either way, and comes in pages', async () => {
    expect(await shows('')).toEqual([[2, 0, 1], 3]);
    expect(await shows('order=DESC')).toEqual([[1, 0, 2], 3]);
    expect(await shows('sort=studentId')).toEqual([[0, 1, 2], 3]);
    expect(await shows('sort=changedAt&order=DESC')).toEqual([[1, 2, 0], 3]);
    expect(await shows('perPage=2&page=2')).toEqual([[1], 3]);
    expect(await shows('perPage=2&page=3')).toEqual([[], 3]);
  });

  it('is filtered by pacing, program and person', async () => {
    expect(await shows('pacing=paused')).toEqual([[1], 1]);
    expect(await shows('programId=edd&pacing=not_started')).toEqual([[2, 0], 2]);
    expect(await shows('programId=ed')).toEqual([[], 0]);
    expect(await shows('q=ada')).toEqual([[2, 0], 2]);
    expect(await shows('q=zoe%20ADAMS')).toEqual([[0], 1]);
    expect(await shows('q=berg')).toEqual([[1], 1]);
    expect(await shows('q=dams')).toEqual([[], 0]);
    expect(await shows('q=L-2')).toEqual([[1], 1]);
    expect(await shows('q=AL@test.example.edu')).toEqual([[2], 1]);
    expect(await shows(`q=${(ids[0] ?? '').slice(0, -1)}`)).toEqual([[2, 0, 1], 3]);
    for (const q of ['%25', '_', ',', '%5C', "'"]) expect(await shows(`q=${q}`)).toEqual([[], 0]);
  });

  it('refuses what it does not know, and pages that are too far down', async () => {
    const refused = async (query: string): Promise<unknown[]> =>
      outcomeOf(await desk.call('GET', `progress?${query}`));
    expect(await refused('sort=email&pacing=late&page=0&colour=red')).toEqual([
      400,
      'VALIDATION_FAILED',
      'colour',
      'pacing',
      'page',
      'sort',
    ]);
    expect(await refused('page=101&perPage=100')).toEqual([400, 'VALIDATION_FAILED', 'page']);
    expect(await shows('page=100&perPage=100')).toEqual([[], 3]);
  });

  it('shows of each what a page needs; the whole record is at its own address, by either number', async () => {
    const [row] = await desk.rows('progress?q=L-2');
    const { data } = await desk.get('progress/L-2');
    expect(row).toEqual({
      studentId: ids[1],
      legacyNumber: 'L-2',
      email: data['email'],
      firstName: 'Bo',
      lastName: 'van Berg',
      accountStatus: 'active',
      schoolProgram: null,
      programId: 'phd',
      monthOfEntry: null,
      yearOfEntry: null,
      pacing: data['pacing'],
      daysBehind: 0,
      lateMilestone: null,
      chair: null,
      dissertation: { title: 'T', status: 'on_hold' },
      changedAt: data['changedAt'],
    });
    const exported = (await desk.tenant.sis.get('/progress?studentId=L-2')).body.data as unknown as Row[];
    expect([data]).toEqual(exported);
    expect((await desk.get(`progress/${ids[1] ?? ''}`)).data).toEqual(data);
    expect(outcomeOf(await desk.call('GET', `progress/${desk.id}`))).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('shows a new name and program at once, and drops a user who is no Student any more', async () => {
    const { tenant } = desk;
    const id = await aStudent(tenant, { firstName: 'Cy', lastName: 'Young', externalId: 'L-9' });
    const input = { externalId: 'L-9', email: 'cy@test.example.edu', firstName: 'Cy', lastName: 'Quick' };
    await tenant.sis.post('/users', { ...input, accountType: 'Student', programId: 'md' });
    expect(await desk.column('progress?q=quick&programId=md', 'studentId')).toEqual([[id], 1]);
    await tenant.workflow.put('/students/L-9/dissertation', { title: 'T', status: 'on_hold' });
    expect(await desk.column('progress?q=quick&programId=md&pacing=paused', 'studentId')).toEqual([[id], 1]);
    await tenant.sis.post('/users', { ...input, accountType: 'Staff' });
    expect(await desk.column('progress?q=quick', 'studentId')).toEqual([[], 0]);
    expect(await shows('')).toEqual([[2, 0, 1], 3]);
  });

  it('has counts by pacing for the overview', async () => {
    const scope = await desk.scope();
    const counts = await service.app.get(ProgressListService).pacingCounts(scope);
    expect(counts).toEqual({
      ...Object.fromEntries(PACING_STATUSES.map((status) => [status, 0])),
      not_started: 2,
      paused: 1,
    });
  });
});
