import { DataSource } from 'typeorm';

import { PACING_STATUSES } from '../src/progress/progress-enums.js';
import { ProgressListService } from '../src/progress/list/progress-list.service.js';
import { DEFAULT_TEMPLATE } from '../src/progress/templates/default-template.js';
import { DiscrepanciesService } from '../src/submissions/discrepancies/discrepancies.service.js';
import { DEFAULT_MAPPING, RECORD_FIELDS } from '../src/submissions/mapping/record-fields.js';
import { aStudent } from './factories/progress-people.js';
import { aBlockedSubmission, aSubmission, discrepanciesOf, itemOf, move } from './factories/submissions.js';
import { Administrators, BEHIND_A_PROXY } from './support/administrators.js';
import type { Answer, Body } from './support/api-client.js';
import { auditOf } from './support/audit.js';
import { TestService, type TestTenant } from './support/service.js';

type Row = Record<string, unknown>;

/** An administrator's browser at the pages of their tenant. */
class Desk {
  constructor(
    readonly tenant: TestTenant,
    readonly id: string,
    private readonly headers: Record<string, string>,
  ) {}

  call(method: string, path: string, json?: unknown): Promise<Answer<Body>> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return service.anonymous().send(method, `/api/v1/admin/${path}`, body, { ...this.headers, ...type });
  }

  async get(path: string): Promise<Body> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async rows(path: string): Promise<Row[]> {
    return (await this.get(path)).data as unknown as Row[];
  }

  /** What a list shows of its rows in one column, and how many there are in all. */
  async column(path: string, name: string): Promise<[unknown[], unknown]> {
    const { data, meta } = await this.get(path);
    return [(data as unknown as Row[]).map((row) => row[name]), meta['total']];
  }

  /** The account of what was done by whom since the administrator was made. */
  async account(): Promise<unknown[]> {
    const events = await auditOf(service, await admins.scope(this.tenant));
    return events
      .filter(({ action }) => /^(queue|discrepancy|mapping|template)\./.test(action))
      .map(({ action, target, actor, before, after }) => [action, target, actor, before, after])
      .reverse();
  }
}

let service: TestService;
let admins: Administrators;
let serial = 0;

beforeAll(async () => {
  service = await TestService.start(BEHIND_A_PROXY);
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
});

async function aDesk(): Promise<Desk> {
  const tenant = await service.tenant();
  const { id, email } = await admins.make(tenant);
  const { cookie, csrfToken } = await admins.browser(email);
  return new Desk(tenant, id, { cookie, 'X-CSRF-Token': csrfToken });
}

const refusalOf = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  body.error.code,
  ...(body.error.details ?? []).map(({ field }) => field),
];

describe('the list of progress', () => {
  let desk: Desk;
  let ids: string[];

  beforeAll(async () => {
    desk = await aDesk();
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
      refusalOf(await desk.call('GET', `progress?${query}`));
    expect(await refused('sort=email&pacing=late&page=0&colour=red')).toEqual([
      ...[400, 'VALIDATION_FAILED', 'colour'],
      ...['sort', 'pacing', 'page'],
    ]);
    expect(await refused('page=101&perPage=100')).toEqual([400, 'VALIDATION_FAILED', 'page']);
    expect(await shows('page=100&perPage=100')).toEqual([[], 3]);
  });

  it('shows of each what a page needs; the whole record is at its own address, by either number', async () => {
    const [row] = await desk.rows('progress?q=L-2');
    const { data } = await desk.get('progress/L-2');
    expect(row).toEqual({
      ...{ studentId: ids[1], legacyNumber: 'L-2', email: data['email'], firstName: 'Bo' },
      ...{ lastName: 'van Berg', accountStatus: 'active', schoolProgram: null, programId: 'phd' },
      pacing: data['pacing'],
      dissertation: { title: 'T', status: 'on_hold' },
      changedAt: data['changedAt'],
    });
    const exported = (await desk.tenant.sis.get('/progress?studentId=L-2')).body.data as unknown as Row[];
    expect([data]).toEqual(exported);
    expect((await desk.get(`progress/${ids[1] ?? ''}`)).data).toEqual(data);
    expect(refusalOf(await desk.call('GET', `progress/${desk.id}`))).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('follows people: a new name and program at once, and nobody who is no Student any more', async () => {
    const { tenant } = desk;
    const id = await aStudent(tenant, { firstName: 'Cy', lastName: 'Young', externalId: 'L-9' });
    const wish = { externalId: 'L-9', email: 'cy@test.example.edu', firstName: 'Cy', lastName: 'Quick' };
    await tenant.sis.post('/users', { ...wish, accountType: 'Student', programId: 'md' });
    expect(await desk.column('progress?q=quick&programId=md', 'studentId')).toEqual([[id], 1]);
    await tenant.workflow.put('/students/L-9/dissertation', { title: 'T', status: 'on_hold' });
    expect(await desk.column('progress?q=quick&programId=md&pacing=paused', 'studentId')).toEqual([[id], 1]);
    await tenant.sis.post('/users', { ...wish, accountType: 'Staff' });
    expect(await desk.column('progress?q=quick', 'studentId')).toEqual([[], 0]);
    expect(await shows('')).toEqual([[2, 0, 1], 3]);
  });

  it('has counts by pacing for the overview', async () => {
    const scope = await admins.scope(desk.tenant);
    const counts = await service.app.get(ProgressListService).pacingCounts(scope);
    expect(counts).toEqual({
      ...Object.fromEntries(PACING_STATUSES.map((status) => [status, 0])),
      ...{ not_started: 2, paused: 1 },
    });
  });
});

describe('the queue', () => {
  let desk: Desk;
  let studentId: string;

  beforeAll(async () => {
    desk = await aDesk();
    studentId = await aStudent(desk.tenant, { externalId: 'Q-1', firstName: 'Ann', lastName: 'Lee' });
    for (const submissionId of ['a-1', 'a_2', 'b-1'])
      await aSubmission(desk.tenant, { submissionId, studentId });
    await aSubmission(desk.tenant, { submissionId: 'a-3' });
    await desk.tenant.sis.post('/sync/ack', { submissionId: 'a_2', status: 'sent' });
  });

  const totals = { not_queued: 3, queued: 0, processing: 0, sent: 1, failed: 0 };

  it('is a list in pages, latest change first or last, with the totals of all', async () => {
    const { data, meta } = await desk.get('queue?perPage=1');
    expect(data).toEqual([{ ...(await itemOf(desk.tenant, 'a_2')), studentName: 'Ann Lee' }]);
    expect(meta).toEqual({ total: 4, page: 1, perPage: 1, totals });
    expect(await desk.column('queue?order=ASC&perPage=3', 'submissionId')).toEqual([
      ['a-1', 'b-1', 'a-3'],
      4,
    ]);
    expect(await desk.column('queue?perPage=3&page=2', 'submissionId')).toEqual([['a-1'], 4]);
    expect(refusalOf(await desk.call('GET', 'queue?page=10001&perPage=1'))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'page'],
    ]);
  });

  it('is filtered by status, by how the ID begins, and by either number of the student', async () => {
    const shown = (query: string): Promise<unknown> => desk.column(`queue?${query}`, 'submissionId');
    expect(await shown('status=not_queued')).toEqual([['a-3', 'b-1', 'a-1'], 3]);
    expect(await shown('q=a-')).toEqual([['a-3', 'a-1'], 2]);
    expect(await shown('q=a_')).toEqual([['a_2'], 1]);
    expect(await shown('q=Q-1')).toEqual([['a_2', 'b-1', 'a-1'], 3]);
    expect(await shown(`q=${studentId}&status=not_queued`)).toEqual([['b-1', 'a-1'], 2]);
    expect(await shown('q=%C3%A9')).toEqual([[], 0]);
    expect((await desk.get('queue?q=b')).meta['totals']).toEqual(totals);
  });

  it('has an item, its steps with who made them, and its envelope', async () => {
    const { tenant } = desk;
    expect((await desk.get('queue/a_2')).data).toEqual((await desk.rows('queue?q=a_2'))[0]);
    const actor = `key:${tenant.apiKey}`;
    expect(await desk.rows('queue/a_2/history')).toMatchObject([{ to: 'sent', actor, actorLabel: 'test' }]);
    const preview = await tenant.sis.get('/sync/payload/a_2');
    expect(await desk.get('queue/a_2/payload')).toEqual(preview.body);
  });

  it('queues a selection again, item by item: one that is not there stops none of the others', async () => {
    const [own, other] = [await aDesk(), await aDesk()];
    const { tenant } = own;
    const [one, two] = [await aBlockedSubmission(tenant), await aSubmission(tenant)];
    await aSubmission(other.tenant, { submissionId: 'theirs' });
    const body = { submissionIds: [one, 'theirs', two], targetSystem: 'CRM' };
    const { status, body: answer } = await own.call('POST', 'queue/replay', body);
    expect(status).toBe(200);
    const items = [await itemOf(tenant, one), await itemOf(tenant, two)];
    const code = 'UNRESOLVED_DISCREPANCIES';
    const missing = { ok: false, code: 'SUBMISSION_NOT_FOUND', message: expect.any(String) as unknown };
    expect(answer.data).toEqual([
      { submissionId: one, ok: true, item: items[0], warnings: [expect.objectContaining({ code })] },
      { submissionId: 'theirs', ...missing },
      { submissionId: two, ok: true, item: items[1] },
    ]);
    expect(items.map(({ syncStatus, targetSystem }) => [syncStatus, targetSystem])).toEqual([
      ['queued', 'CRM'],
      ['queued', 'CRM'],
    ]);
    expect((await itemOf(other.tenant, 'theirs')).syncStatus).toBe('not_queued');
  });

  it('accounts for every replay, by an administrator and by a key, and for none that was refused', async () => {
    const own = await aDesk();
    await aSubmission(own.tenant, { submissionId: 's' });
    await own.call('POST', 'queue/replay', { submissionIds: ['none', 's'] });
    await own.tenant.sis.post('/sync/replay', { submissionId: 's', targetSystem: 'LMS' });
    await own.tenant.sis.post('/sync/replay', { submissionId: 'none' });
    await own.tenant.sis.post('/sync/ack', { submissionId: 's', status: 'sent' });
    const entry = (actor: string, before: unknown, after: unknown): unknown => [
      ...['queue.replayed', 'submission:s', actor, before, after],
    ];
    const [fresh, queued] = ['not_queued', 'queued'].map((syncStatus) => ({
      syncStatus,
      targetSystem: null,
    }));
    expect(await own.account()).toEqual([
      entry(`admin:${own.id}`, fresh, queued),
      entry(`key:${own.tenant.apiKey}`, queued, { syncStatus: 'queued', targetSystem: 'LMS' }),
    ]);
  });

  it.each([
    [{}, 'submissionIds'],
    [{ submissionIds: [] }, 'submissionIds'],
    [{ submissionIds: ['s', 's'] }, 'submissionIds'],
    [{ submissionIds: ['a b'] }, 'submissionIds'],
    [{ submissionIds: 's' }, 'submissionIds'],
    [{ submissionIds: Array.from({ length: 101 }, (_, index) => `s-${index}`) }, 'submissionIds'],
    [{ submissionIds: ['s'], status: 'sent' }, 'status'],
  ])('refuses the selection %j', async (body, field) => {
    const answer = await desk.call('POST', 'queue/replay', body);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_FAILED', field]);
  });
});

describe('discrepancies', () => {
  /** Two blocked submissions of two students; the second has two fields that differ. */
  async function aDeskWithWork(): Promise<{ desk: Desk; one: string; two: string; students: string[] }> {
    const desk = await aDesk();
    const { tenant } = desk;
    const students: string[] = [];
    const ids: string[] = [];
    for (const fields of [{ degree: 'PhD' }, { degree: 'PhD', lastName: 'Kay' }]) {
      serial += 1;
      const wish = { degree: 'EdD', externalId: `D-${serial}`, firstName: 'Dee', lastName: `No${serial}` };
      const studentId = await aStudent(tenant, wish);
      students.push(studentId);
      ids.push(await aSubmission(tenant, { studentId, fields, status: 'approved' }));
    }
    return { desk, one: ids[0] ?? '', two: ids[1] ?? '', students };
  }

  it('are a list in pages with filters; both sides, the student and who decided are in a row', async () => {
    const { desk, one, two, students } = await aDeskWithWork();
    const { tenant } = desk;
    const [first] = await discrepanciesOf(tenant, one);
    const path = `/submissions/${one}/discrepancies/${first?.id ?? ''}/resolve`;
    await tenant.workflow.post(path, { resolution: 'dismiss' });
    const [resolved] = await discrepanciesOf(tenant, one);
    const shown = (query: string): Promise<unknown> => desk.column(`discrepancies?${query}`, 'field');

    expect(await shown('')).toEqual([['degree', 'lastName', 'degree'], 3]);
    expect(await shown('order=ASC&perPage=1&page=3')).toEqual([['degree'], 3]);
    expect(await shown('status=open')).toEqual([['degree', 'lastName'], 2]);
    expect(await shown('status=open&field=lastName')).toEqual([['lastName'], 1]);
    expect(await shown('status=resolved')).toEqual([['degree'], 1]);
    expect(await shown(`submissionId=${two}`)).toEqual([['degree', 'lastName'], 2]);
    expect(await shown(`studentId=${students[1] ?? ''}&field=degree`)).toEqual([['degree'], 1]);
    expect(await shown(`studentId=${students[1] ?? ''}&submissionId=${one}`)).toEqual([[], 0]);
    expect(await shown('studentId=nobody')).toEqual([[], 0]);
    const scope = await admins.scope(tenant);
    expect(await service.app.get(DiscrepanciesService).openCount(scope)).toBe(2);

    const [row] = await desk.rows('discrepancies?status=resolved');
    expect(row).toEqual({
      ...resolved,
      ...{ submissionId: one, formType: 'address_change', studentId: students[0], status: 'resolved' },
      ...{ studentName: `Dee No${serial - 1}`, resolvedByLabel: 'test', resolution: 'dismiss' },
    });
    expect((await desk.get(`discrepancies/${resolved?.id ?? ''}`)).data).toEqual(row);
    const refused = await desk.call('GET', 'discrepancies?submissionId=a%20b&field=shoe&status=late');
    expect(refusalOf(refused)).toEqual([400, 'VALIDATION_FAILED', 'status', 'submissionId', 'field']);
  });

  it('are resolved as a selection, which queues what they held back; one that is not there stops none', async () => {
    const { desk, one, two } = await aDeskWithWork();
    const foreign = await aDeskWithWork();
    const [theirs] = await discrepanciesOf(foreign.desk.tenant, foreign.one);
    const open = await desk.rows('discrepancies?order=ASC');
    const ids = open.map(({ id }) => String(id));
    const [a = '', b = '', c = ''] = ids;
    const selection = [a, theirs?.id, b];

    const { status, body } = await desk.call('POST', 'discrepancies/resolve', {
      ...{ ids: selection, resolution: 'keep_record', note: 'as agreed' },
    });

    expect(status).toBe(200);
    const rows = [await desk.get(`discrepancies/${a}`), await desk.get(`discrepancies/${b}`)];
    expect(body.data).toEqual([
      { id: a, ok: true, discrepancy: rows[0]?.data },
      { id: theirs?.id, ok: false, code: 'NOT_FOUND', message: expect.any(String) as unknown },
      { id: b, ok: true, discrepancy: rows[1]?.data },
    ]);
    expect(rows[0]?.data).toMatchObject({
      ...{ resolution: 'keep_record', note: 'as agreed', resolvedBy: `admin:${desk.id}` },
      ...{ resolvedByLabel: 'Ann Lee', status: 'resolved' },
    });
    expect((await itemOf(desk.tenant, one)).syncStatus).toBe('queued');
    expect((await itemOf(desk.tenant, two)).syncStatus).toBe('failed');
    expect((await itemOf(foreign.desk.tenant, foreign.one)).syncStatus).toBe('failed');
    await desk.call('POST', 'discrepancies/resolve', { ids: [c], resolution: 'dismiss' });
    expect((await itemOf(desk.tenant, two)).syncStatus).toBe('queued');
  });

  it('are accounted for when they are resolved, once, and not when that was refused', async () => {
    const desk = await aDesk();
    const fields = { email: 'nobody', degree: 'PhD' };
    const submissionId = await aBlockedSubmission(desk.tenant, fields);
    const all = await discrepanciesOf(desk.tenant, submissionId);
    const idOf = (field: string): string => all.find((one) => one.field === field)?.id ?? '';
    const decide = (field: string, resolution: string): Promise<Answer<Body>> =>
      desk.call('POST', 'discrepancies/resolve', { ids: [idOf(field)], resolution });

    const { body } = await decide('email', 'accept_submitted');
    expect(body.data).toEqual([
      { id: idOf('email'), ok: false, code: 'VALIDATION_FAILED', message: expect.any(String) as unknown },
    ]);
    await decide('degree', 'accept_submitted');
    expect((await decide('degree', 'dismiss')).body.data).toMatchObject([
      { ok: true, discrepancy: { resolution: 'accept_submitted' } },
    ]);
    const { tenant } = desk;
    const path = `/submissions/${submissionId}/discrepancies/${idOf('email')}/resolve`;
    await tenant.workflow.post(path, { resolution: 'dismiss' });

    const entry = (field: string, actor: string, resolution: string): unknown => [
      ...['discrepancy.resolved', `discrepancy:${idOf(field)}`, actor],
      { submissionId, field, resolution: null },
      { submissionId, field, resolution },
    ];
    expect(await desk.account()).toEqual([
      entry('degree', `admin:${desk.id}`, 'accept_submitted'),
      entry('email', `key:${tenant.apiKey}`, 'dismiss'),
    ]);
  });
});

describe('mappings', () => {
  it('are set, listed, read and set back; each change is accounted for, and no other call', async () => {
    const desk = await aDesk();
    const links = [{ formField: 'Degree sought', target: 'degree' }];
    const plain = { formType: 'degree change', links: DEFAULT_MAPPING, isDefault: true };
    const own = { formType: 'degree change', links, isDefault: false };
    const choices = { recordFields: RECORD_FIELDS, defaultLinks: DEFAULT_MAPPING };
    const at = 'mappings/degree%20change';

    expect((await desk.get(at)).data).toEqual(plain);
    expect((await desk.call('PUT', at, { links })).body.data).toEqual(own);
    expect((await desk.call('PUT', at, { links })).status).toBe(200);
    expect((await desk.get(at)).data).toEqual(own);
    expect(await desk.get('mappings?perPage=5')).toEqual({
      ...{ success: true, data: [own], meta: { total: 1, page: 1, perPage: 5, ...choices } },
    });
    const bad = [...links, { formField: 'x', target: 'shoe' }];
    expect(refusalOf(await desk.call('PUT', at, { links: bad }))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'links[1]'],
    ]);
    expect((await desk.call('DELETE', at)).body.data).toEqual(plain);
    expect((await desk.call('DELETE', at)).status).toBe(200);

    const [before, after] = [
      { links: DEFAULT_MAPPING, isDefault: true },
      { links, isDefault: false },
    ];
    const entry = ['mapping.changed', 'mapping:degree change', `admin:${desk.id}`];
    expect(await desk.account()).toEqual([
      [...entry, before, after],
      [...entry, after, before],
    ]);
  });
});

describe('templates', () => {
  const show = { code: 'art_show', name: 'Show', sequence: 20, required: true };
  const early = { code: 'sketch', name: 'Sketch', sequence: 10, required: false };

  it('are set for a program or for all, listed, and set back to the next one in line', async () => {
    const desk = await aDesk();
    await aStudent(desk.tenant, { programId: 'mfa', schoolProgram: 'Fine Arts' });
    await aStudent(desk.tenant, { programId: 'mba', schoolProgram: 'Business' });
    const general = { programId: null, programName: null };
    const arts = { programId: 'mfa', programName: 'Fine Arts' };
    const put = async (at: string, milestones: unknown[]): Promise<unknown> =>
      (await desk.call('PUT', `templates/${at}`, { milestones })).body.data;

    expect(await desk.column('programs', 'programId')).toEqual([['mba', 'mfa'], 2]);
    expect(await desk.rows('programs?q=ART')).toEqual([{ programId: 'mfa', name: 'Fine Arts' }]);
    expect(await desk.rows('templates')).toEqual([
      { ...general, milestones: DEFAULT_TEMPLATE, isDefault: true },
    ]);
    expect(await put('_all', [show])).toEqual({ ...general, milestones: [show], isDefault: false });
    expect((await desk.get('templates/mfa')).data).toEqual({ ...arts, milestones: [show], isDefault: true });
    expect(await put('mfa', [show, early])).toEqual({ ...arts, milestones: [early, show], isDefault: false });
    expect(await desk.rows('templates')).toEqual([
      { ...general, milestones: [show], isDefault: false },
      { ...arts, milestones: [early, show], isDefault: false },
    ]);
    expect((await desk.call('DELETE', 'templates/_all')).body.data).toMatchObject({ isDefault: true });
    expect((await desk.get('templates/mfa')).data).toMatchObject({ isDefault: false });
  });

  it('are accounted for when they change, and not when the call was refused or changed nothing', async () => {
    const desk = await aDesk();
    await aStudent(desk.tenant, { programId: 'mfa' });
    const put = async (at: string, milestones: unknown[]): Promise<number> =>
      (await desk.call('PUT', `templates/${at}`, { milestones })).status;

    const tries = [await put('mfa', [show]), await put('mfa', [show]), await put('mfa', [show, show])];
    expect([...tries, await put('nowhere', [show])]).toEqual([200, 200, 400, 404]);
    await desk.call('DELETE', 'templates/_all');

    expect(await desk.account()).toEqual([
      ['template.changed', 'template:mfa', `admin:${desk.id}`, { milestones: [] }, { milestones: [show] }],
    ]);
  });
});

describe("another tenant's administrator", () => {
  it('finds none of it and changes none of it', async () => {
    const [desk, stranger] = [await aDesk(), await aDesk()];
    const studentId = await aStudent(desk.tenant, { programId: 'mfa', degree: 'EdD', externalId: 'X-1' });
    const fields = { degree: 'PhD' };
    await aSubmission(desk.tenant, { submissionId: 'x', studentId, fields, status: 'approved' });
    const [discrepancy] = await discrepanciesOf(desk.tenant, 'x');
    const paths = ['progress/X-1', 'queue/x', 'queue/x/history', 'queue/x/payload', 'templates/mfa'];
    for (const path of [...paths, `discrepancies/${discrepancy?.id ?? ''}`]) {
      expect([path, (await stranger.call('GET', path)).status]).toEqual([path, 404]);
      expect([path, (await desk.call('GET', path)).status]).toEqual([path, 200]);
    }
    expect((await stranger.call('PUT', 'templates/mfa', { milestones: [] })).status).toBe(404);
    for (const list of ['progress', 'queue', 'queue?q=x', 'discrepancies', 'programs', 'mappings'])
      expect([list, (await stranger.get(list)).meta['total']]).toEqual([list, 0]);
    expect((await itemOf(desk.tenant, 'x')).syncStatus).toBe('failed');
    expect(await desk.account()).toEqual([]);
  });
});

describe('a change', () => {
  it('that cannot be accounted for is not made', async () => {
    const desk = await aDesk();
    await aSubmission(desk.tenant, { submissionId: 's' });
    await move(desk.tenant, 's', 'submitted');
    const before = await itemOf(desk.tenant, 's');
    const links = [{ formField: 'x', target: 'degree' }];
    const database = service.app.get(DataSource);
    const trigger = `refuse_${desk.tenant.tenantId}`;
    await database.query(`CREATE TRIGGER \`${trigger}\` BEFORE INSERT ON \`audit_events\` FOR EACH ROW
      IF NEW.tenantId = '${desk.tenant.tenantId}' THEN SIGNAL SQLSTATE '45000'; END IF`);
    try {
      const replay = await desk.call('POST', 'queue/replay', { submissionIds: ['s'] });
      expect(replay.body.data).toMatchObject([{ ok: false, code: 'INTERNAL_ERROR' }]);
      expect((await desk.call('PUT', 'mappings/y', { links })).status).toBe(500);
    } finally {
      await database.query(`DROP TRIGGER \`${trigger}\``);
    }
    expect(await itemOf(desk.tenant, 's')).toEqual(before);
    expect((await desk.get('mappings/y')).data['isDefault']).toBe(true);
  });
});
