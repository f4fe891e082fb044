import { aStudent } from '../factories/progress-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  found,
  itemOf,
  move,
  refill,
} from '../factories/submissions.js';
import { auditOf } from '../support/audit.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';

const ABOUT_DEGREES = { formType: 'address_change', field: 'degree', resolution: 'accept_submitted' };

const service = await TestService.ofWorker();
let desk: Desk;
let tenant: TestTenant;

beforeEach(async () => {
  desk = await Desk.open(service);
  tenant = desk.tenant;
});

async function aRule(input: object = ABOUT_DEGREES): Promise<string> {
  const { status, body } = await desk.call('POST', 'discrepancy-rules', input);
  expect(status).toBe(201);
  expect(body.data['anyRecorded']).toEqual(expect.any(Boolean));
  return String(body.data['id']);
}

async function degreeOf(submissionId: string): Promise<unknown> {
  const { studentId } = await itemOf(tenant, submissionId);
  return (await tenant.sis.get(`/users/${studentId}`)).body.data['degree'];
}

describe('a rule about discrepancies', () => {
  it('decides what is found from now on, and leaves open what was', async () => {
    const before = await aBlockedSubmission(tenant);
    const id = await aRule({ ...ABOUT_DEGREES, note: 'always' });
    const after = await aBlockedSubmission(tenant);

    expect((await itemOf(tenant, before)).syncStatus).toBe('failed');
    expect((await itemOf(tenant, after)).syncStatus).toBe('queued');
    expect(await degreeOf(after)).toBe('PhD');
    expect(await discrepanciesOf(tenant, after)).toMatchObject([
      { resolution: 'accept_submitted', note: 'always', resolvedBy: `rule:${id}` },
    ]);
    const [row] = await desk.rows('discrepancies?status=resolved');
    expect(row?.['resolvedByLabel']).toBe('Rule: degree of address_change');
    expect(await desk.rows('discrepancy-rules')).toMatchObject([
      { id, applied: 1, submitted: null, status: 'in_force', createdByLabel: 'Ann Lee' },
    ]);
  });

  it('is about its form and field only; what else differs keeps the submission back', async () => {
    await aRule();
    const two = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const form = { studentId, fields: { degree: 'PhD' }, formType: 'degree_change' };
    const other = await aSubmission(tenant, { ...form, status: 'approved' });

    expect(await itemOf(tenant, two)).toMatchObject({
      syncStatus: 'failed',
      lastError: 'Unresolved discrepancies: lastName',
    });
    expect(await degreeOf(two)).toBe('PhD');
    expect((await itemOf(tenant, other)).syncStatus).toBe('failed');
  });

  it('about one pair of values decides before one about all of them', async () => {
    await aRule();
    await aRule({ ...ABOUT_DEGREES, submitted: 'MA', recorded: 'EdD', resolution: 'keep_record' });

    const pair = await aBlockedSubmission(tenant, { degree: 'MA' });
    const others = await aBlockedSubmission(tenant, { degree: 'PhD' });

    expect(await degreeOf(pair)).toBe('EdD');
    expect(await degreeOf(others)).toBe('PhD');
    expect((await found(tenant, pair)).map((one) => one[3])).toEqual(['keep_record']);
  });

  it('about a submitted value decides whatever is recorded, after one about the pair', async () => {
    await aRule({ ...ABOUT_DEGREES, submitted: 'PhD', anyRecorded: true, recorded: 'not looked at' });
    await aRule({ ...ABOUT_DEGREES, submitted: 'PhD', recorded: 'MA', resolution: 'keep_record' });
    const [pair, value] = await desk.rows('discrepancy-rules');
    const accounts = (await auditOf(service, await desk.scope()))
      .filter(({ action }) => action === 'discrepancy-rule.created')
      .map(({ after }) => after?.['anyRecorded']);
    expect(accounts).toEqual([false, true]);
    expect(pair).toMatchObject({ submitted: 'PhD', recorded: 'MA', anyRecorded: false });
    expect(value).toMatchObject({ submitted: 'PhD', recorded: null, anyRecorded: true });

    const recorded: unknown[] = [];
    for (const degree of ['EdD', null, 'MA']) {
      const studentId = await aStudent(tenant, { degree });
      const fields = { degree: 'PhD' };
      recorded.push(await degreeOf(await aSubmission(tenant, { studentId, fields, status: 'approved' })));
    }
    const other = await aBlockedSubmission(tenant, { degree: 'MS' });

    expect(recorded).toEqual(['PhD', 'PhD', 'MA']);
    expect(await found(tenant, other)).toEqual([['degree', 'MS', 'EdD', null]]);
    const again = { ...ABOUT_DEGREES, submitted: 'PhD', anyRecorded: true };
    expect(outcomeOf(await desk.call('POST', 'discrepancy-rules', again))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
  });

  it('leaves open what the record refuses, and what it decided and a person took back', async () => {
    await aRule({ ...ABOUT_DEGREES, field: 'email' });
    const refused = await aBlockedSubmission(tenant, { email: 'no-address' });
    expect(await found(tenant, refused)).toMatchObject([['email', 'no-address', expect.any(String), null]]);
    expect((await itemOf(tenant, refused)).syncStatus).toBe('failed');

    await aRule();
    const submissionId = await aBlockedSubmission(tenant);
    const [one] = await discrepanciesOf(tenant, submissionId);
    await desk.call('POST', 'discrepancies/undo', { ids: [one?.id] });
    expect(await degreeOf(submissionId)).toBe('EdD');
    await move(tenant, submissionId, 'returned', 'submitted', 'approved');
    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');
    expect(await degreeOf(submissionId)).toBe('MA');
  });

  it('decides nothing once it is removed, and is kept with who removed it', async () => {
    const id = await aRule();
    const { status, body } = await desk.call('DELETE', `discrepancy-rules/${id}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, status: 'removed', removedByLabel: 'Ann Lee' });

    const submissionId = await aBlockedSubmission(tenant);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
    expect(await desk.column('discrepancy-rules', 'id')).toEqual([[], 0]);
    expect(await desk.column('discrepancy-rules?status=removed', 'id')).toEqual([[id], 1]);
    expect(outcomeOf(await desk.call('DELETE', `discrepancy-rules/${id}`))).toEqual([404, 'NOT_FOUND']);
    await aRule();
  });

  it('is there once, and names a field of the record', async () => {
    await aRule();
    const send = async (input: object): Promise<unknown[]> =>
      outcomeOf(await desk.call('POST', 'discrepancy-rules', { ...ABOUT_DEGREES, ...input }));
    expect(await send({})).toEqual([409, 'INVALID_TRANSITION']);
    expect(await send({ field: 'shoe' })).toEqual([400, 'VALIDATION_FAILED', 'field']);
    expect(await send({ anyRecorded: true })).toEqual([400, 'VALIDATION_FAILED', 'anyRecorded']);
    expect(await send({ recorded: 'EdD' })).toEqual([400, 'VALIDATION_FAILED', 'recorded']);
    expect(await send({ formType: '..' })).toEqual([400, 'VALIDATION_FAILED', 'formType']);
    const both = { ...ABOUT_DEGREES, field: 'lastName' };
    const answers = await Promise.all([1, 2].map(() => desk.call('POST', 'discrepancy-rules', both)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is accounted for, and so is each of its decisions, in its own name', async () => {
    const id = await aRule({ ...ABOUT_DEGREES, submitted: 'PhD', recorded: 'EdD' });
    const submissionId = await aBlockedSubmission(tenant);
    const [one] = await discrepanciesOf(tenant, submissionId);
    await desk.call('DELETE', `discrepancy-rules/${id}`);

    const about = { ...ABOUT_DEGREES, allValues: false, anyRecorded: false };
    const subject = { submissionId, field: 'degree' };
    const entries = (await auditOf(service, await desk.scope()))
      .filter(({ action }) => action.startsWith('discrepancy'))
      .map(({ action, target, actor, before, after }) => [action, target, actor, before, after]);
    expect(entries.reverse()).toEqual([
      ['discrepancy-rule.created', `discrepancy-rule:${id}`, `admin:${desk.id}`, null, about],
      [
        'discrepancy.rule-applied',
        `discrepancy:${one?.id ?? ''}`,
        `rule:${id}`,
        { ...subject, resolution: null },
        { ...subject, resolution: 'accept_submitted' },
      ],
      ['discrepancy-rule.removed', `discrepancy-rule:${id}`, `admin:${desk.id}`, about, null],
    ]);
  });
});
