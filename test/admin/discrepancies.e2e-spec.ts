import { DiscrepanciesService } from '../../src/submissions/discrepancies/discrepancies.service.js';
import { aStudent } from '../factories/progress-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  itemOf,
  resolve,
} from '../factories/submissions.js';
import type { Answer, Body } from '../support/api-client.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();
let serial = 0;

describe('discrepancies', () => {
  /** Two blocked submissions of two students; the second has two fields that differ. */
  async function aDeskWithWork(): Promise<{ desk: Desk; one: string; two: string; students: string[] }> {
    const desk = await Desk.open(service);
    const { tenant } = desk;
    const students: string[] = [];
    const ids: string[] = [];
    for (const fields of [{ degree: 'PhD' }, { degree: 'PhD', lastName: 'Kay' }]) {
      serial += 1;
      const input = { degree: 'EdD', externalId: `D-${serial}`, firstName: 'Dee', lastName: `No${serial}` };
      const studentId = await aStudent(tenant, input);
      students.push(studentId);
      ids.push(await aSubmission(tenant, { studentId, fields, status: 'approved' }));
    }
    return { desk, one: ids[0] ?? '', two: ids[1] ?? '', students };
  }

  it('are a list in pages with filters; both sides, the student and who decided are in a row', async () => {
    const { desk, one, two, students } = await aDeskWithWork();
    const { tenant } = desk;
    await resolve(tenant, one, 'degree', { resolution: 'dismiss' });
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
    expect(await shown('studentId=unknown')).toEqual([[], 0]);
    const scope = await desk.scope();
    expect(await service.app.get(DiscrepanciesService).openCount(scope)).toBe(2);

    const [row] = await desk.rows('discrepancies?status=resolved');
    expect(row).toEqual({
      ...resolved,
      submissionId: one,
      formType: 'address_change',
      studentId: students[0],
      status: 'resolved',
      studentName: `Dee No${serial - 1}`,
      resolvedByLabel: 'test',
      resolution: 'dismiss',
    });
    expect((await desk.get(`discrepancies/${resolved?.id ?? ''}`)).data).toEqual(row);
    const refused = await desk.call('GET', 'discrepancies?submissionId=a%20b&field=shoe&status=late');
    expect(outcomeOf(refused)).toEqual([400, 'VALIDATION_FAILED', 'status', 'submissionId', 'field']);
  });

  it('are resolved as a selection, which queues what they held back; one that is not there stops none', async () => {
    const { desk, one, two } = await aDeskWithWork();
    const foreign = await aDeskWithWork();
    const [theirs] = await discrepanciesOf(foreign.desk.tenant, foreign.one);
    const open = await desk.rows('discrepancies?order=ASC');
    const ids = open.map(({ id }) => String(id));
    const [a = '', b = '', c = ''] = ids;
    const selection = [a, theirs?.id, b];

    const decision = { resolution: 'keep_record', note: 'as agreed' };
    const { status, body } = await desk.call('POST', 'discrepancies/resolve', {
      ids: selection,
      ...decision,
    });

    expect(status).toBe(200);
    const rows = [await desk.get(`discrepancies/${a}`), await desk.get(`discrepancies/${b}`)];
    expect(body.data).toEqual([
      { id: a, ok: true, discrepancy: rows[0]?.data },
      { id: theirs?.id, ok: false, code: 'NOT_FOUND', message: expect.any(String) as unknown },
      { id: b, ok: true, discrepancy: rows[1]?.data },
    ]);
    expect(rows[0]?.data).toMatchObject({
      ...decision,
      resolvedBy: `admin:${desk.id}`,
      resolvedByLabel: 'Ann Lee',
      status: 'resolved',
    });
    expect((await itemOf(desk.tenant, one)).syncStatus).toBe('queued');
    expect((await itemOf(desk.tenant, two)).syncStatus).toBe('failed');
    expect((await itemOf(foreign.desk.tenant, foreign.one)).syncStatus).toBe('failed');
    await desk.call('POST', 'discrepancies/resolve', { ids: [c], resolution: 'dismiss' });
    expect((await itemOf(desk.tenant, two)).syncStatus).toBe('queued');
  });

  it('are accounted for when they are resolved, once, and not when that was refused', async () => {
    const desk = await Desk.open(service);
    const fields = { email: 'no-address', degree: 'PhD' };
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
    await resolve(tenant, submissionId, 'email', { resolution: 'dismiss' });

    const entry = (field: string, actor: string, resolution: string): unknown => [
      'discrepancy.resolved',
      `discrepancy:${idOf(field)}`,
      actor,
      { submissionId, field, resolution: null },
      { submissionId, field, resolution },
    ];
    expect(await desk.account()).toEqual([
      entry('degree', `admin:${desk.id}`, 'accept_submitted'),
      entry('email', `key:${tenant.apiKey}`, 'dismiss'),
    ]);
  });
});
