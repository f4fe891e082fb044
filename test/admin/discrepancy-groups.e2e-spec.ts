import type {
  DiscrepancyGroupDto,
  GroupsPreviewDto,
  GroupsResolvedDto,
} from '../../src/admin/discrepancies/groups.dto.js';
import { aStudent } from '../factories/progress-people.js';
import { resend } from '../factories/stored-people.js';
import {
  aBlockedSubmission,
  aSubmission,
  discrepanciesOf,
  found,
  itemOf,
  move,
  refill,
  resolve,
} from '../factories/submissions.js';
import { outcomeOf } from '../support/answers.js';
import { letPassIn } from '../support/clock.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';

const LEADERSHIP = 'edd-leadership';
const ACCEPT = { resolution: 'accept_submitted' };
const KEEP = { resolution: 'keep_record' };

const service = await TestService.ofWorker();
let desk: Desk;
let tenant: TestTenant;

beforeEach(async () => {
  desk = await Desk.open(service);
  tenant = desk.tenant;
});

async function groups(query = ''): Promise<DiscrepancyGroupDto[]> {
  return (await desk.get(`discrepancy-groups?${query}`)).data as unknown as DiscrepancyGroupDto[];
}

/** The key of the group with this submitted value. */
async function keyOf(submitted: string): Promise<string> {
  return (await groups()).find((group) => group.submitted === submitted)?.groupKey ?? '';
}

async function preview(body: object): Promise<GroupsPreviewDto> {
  const answer = await desk.call('POST', 'discrepancy-groups/preview', body);
  expect(answer.status).toBe(200);
  return answer.body.data as unknown as GroupsPreviewDto;
}

async function decide(body: object): Promise<GroupsResolvedDto> {
  const answer = await desk.call('POST', 'discrepancy-groups/resolve', body);
  expect(answer.status).toBe(200);
  return answer.body.data as unknown as GroupsResolvedDto;
}

/** An approved form of a student with this program, who may have another ID of it. */
async function aTransfer(
  recorded: object,
  fields: object = { schoolProgram: LEADERSHIP },
  status = 'approved' as const,
): Promise<string> {
  const studentId = await aStudent(tenant, recorded);
  return aSubmission(tenant, { studentId, fields: { ...fields }, formType: 'program_transfer', status });
}

async function recordOf(submissionId: string): Promise<Record<string, unknown>> {
  const { studentId } = await itemOf(tenant, submissionId);
  return (await tenant.sis.get(`/users/${studentId}`)).body.data;
}

async function statusOf(submissionId: string): Promise<string> {
  return (await itemOf(tenant, submissionId)).syncStatus;
}

describe('a decision about groups', () => {
  it('leaves out whose record has changed since the preview, and says so', async () => {
    const changed = await aTransfer({ schoolProgram: 'EdD' });
    const untouched = await aTransfer({ schoolProgram: 'EdD' });
    const same = await aTransfer({ schoolProgram: 'EdD' });
    const groupKeys = [await keyOf(LEADERSHIP)];
    const { newest } = await preview({ groupKeys });
    const { studentId } = await itemOf(tenant, changed);
    await resend(tenant, studentId, { schoolProgram: 'Law' });
    await resend(tenant, (await itemOf(tenant, same)).studentId, { schoolProgram: LEADERSHIP });

    const result = await decide({ groupKeys, ...ACCEPT, newest });

    expect(result).toMatchObject({ submissions: 2, resolved: 2 });
    expect(result.failures).toEqual([
      {
        submissionId: changed,
        fields: ['schoolProgram'],
        code: 'INVALID_TRANSITION',
        message: expect.stringContaining('has changed since the preview') as unknown,
      },
    ]);
    expect((await recordOf(changed))['schoolProgram']).toBe('Law');
    expect(await statusOf(changed)).toBe('failed');
    expect(await statusOf(untouched)).toBe('queued');
    const again = await preview({ groupKeys });
    expect(again.groups[0]?.recorded).toEqual([{ value: 'Law', submissions: 1 }]);
    expect(await decide({ groupKeys, ...KEEP, newest: again.newest })).toMatchObject({ resolved: 1 });
    expect(await statusOf(changed)).toBe('queued');
  });

  it('to keep the record leaves out whose record has changed, too', async () => {
    const changed = await aTransfer({ schoolProgram: 'EdD' });
    const groupKeys = [await keyOf(LEADERSHIP)];
    const { newest } = await preview({ groupKeys });
    await resend(tenant, (await itemOf(tenant, changed)).studentId, { schoolProgram: 'Law' });
    expect(await decide({ groupKeys, ...KEEP, newest })).toMatchObject({
      resolved: 0,
      failures: [{ submissionId: changed }],
    });
  });

  it('decides several forms of one student, whose record the first of them changes', async () => {
    const studentId = await aStudent(tenant, { schoolProgram: 'EdD', programId: 'P-1' });
    for (const fields of [{ schoolProgram: LEADERSHIP }, { programId: 'P-9' }])
      await aSubmission(tenant, { studentId, fields, formType: 'program_transfer', status: 'approved' });
    // A change within minutes before the preview may have been committed after it.
    await letPassIn(service, tenant, 11 * 60_000);
    const groupKeys = [await keyOf(LEADERSHIP), await keyOf('P-9')];
    const { newest } = await preview({ groupKeys, ...ACCEPT });
    expect(await decide({ groupKeys, ...ACCEPT, newest })).toMatchObject({ resolved: 2, failures: [] });
  });
});

describe('a group of discrepancies', () => {
  it('has the same form, field and submitted value, whatever is recorded; the largest is first', async () => {
    const ids: string[] = [];
    for (const schoolProgram of ['EdD', 'EdD', 'edd', 'Law', null])
      ids.push(await aTransfer({ schoolProgram }));
    await aTransfer({ schoolProgram: 'EdD' }, { schoolProgram: 'law' });
    await aBlockedSubmission(tenant, { schoolProgram: LEADERSHIP });

    const [largest, ...others] = await groups();

    expect(largest).toMatchObject({
      formType: 'program_transfer',
      field: 'schoolProgram',
      submitted: LEADERSHIP,
      discrepancies: 5,
      recordedValues: 4,
      alsoOpen: [],
    });
    expect(largest?.recorded[0]).toEqual({ value: 'EdD', submissions: 2 });
    expect(largest?.recorded).toHaveLength(3);
    expect(others.map(({ discrepancies }) => discrepancies)).toEqual([1, 1]);
    const members = await desk.column(`discrepancies?groupKey=${largest?.groupKey ?? ''}`, 'submissionId');
    expect(members).toEqual([ids.toReversed(), 5]);
    expect(await groups('formType=address_change')).toMatchObject([{ discrepancies: 1 }]);
    expect(await groups('field=lastName')).toEqual([]);
    expect((await desk.get('discrepancy-groups?perPage=1')).meta['total']).toBe(3);
  });

  it('names what else is undecided of its submissions, and what is no longer', async () => {
    const both = { schoolProgram: LEADERSHIP, programId: 'P-9' };
    const one = await aTransfer({ schoolProgram: 'EdD', programId: 'P-1' }, both);
    await aTransfer({ schoolProgram: 'Law', programId: 'P-1' }, both);
    await aTransfer({ schoolProgram: 'Law', programId: 'P-9' }, both);
    const shown = async (): Promise<unknown> =>
      (await groups()).map(({ field, alsoOpen }) => [field, alsoOpen]);
    expect(await shown()).toEqual([
      ['schoolProgram', [{ field: 'programId', submissions: 2 }]],
      ['programId', [{ field: 'schoolProgram', submissions: 2 }]],
    ]);
    await resolve(tenant, one, 'programId', { resolution: 'dismiss' });
    expect(await shown()).toEqual([
      ['schoolProgram', [{ field: 'programId', submissions: 1 }]],
      ['programId', [{ field: 'schoolProgram', submissions: 1 }]],
    ]);
  });

  it('loses what is submitted in another way by now', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const before = await keyOf('PhD');
    const { newest } = await preview({ groupKeys: [before] });
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await groups()).toMatchObject([{ submitted: 'MA', discrepancies: 1 }]);
    const stale = { groupKeys: [before], ...KEEP, newest };
    expect(outcomeOf(await desk.call('POST', 'discrepancy-groups/resolve', stale))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('what follows from a decision about groups', () => {
  const BOTH = { schoolProgram: LEADERSHIP, programId: 'P-9' };

  /** Three forms that differ in both fields, one in the program alone, and one with another ID. */
  async function transfers(): Promise<string[]> {
    const other = { schoolProgram: 'EdD', programId: 'P-1' };
    return [
      await aTransfer(other, BOTH),
      await aTransfer({ schoolProgram: 'Law', programId: 'P-2' }, BOTH),
      await aTransfer(other, { ...BOTH, programId: 'P-8' }),
      await aTransfer({ schoolProgram: 'EdD', programId: 'P-9' }, BOTH),
    ];
  }

  it('is said before, in the numbers of the result: one field', async () => {
    const ids = await transfers();
    const groupKeys = [await keyOf(LEADERSHIP)];

    const said = await preview({ groupKeys, ...ACCEPT });

    expect(said).toMatchObject({
      discrepancies: 4,
      submissions: 4,
      records: 4,
      free: 1,
      waiting: 3,
      waitingFor: [{ field: 'programId', submissions: 3 }],
      refused: 0,
    });
    expect(said.groups).toEqual([
      {
        groupKey: groupKeys[0],
        formType: 'program_transfer',
        field: 'schoolProgram',
        submitted: LEADERSHIP,
        submissions: 4,
        recordedValues: 2,
        recorded: [
          { value: 'EdD', submissions: 3 },
          { value: 'Law', submissions: 1 },
        ],
      },
    ]);
    expect(await preview({ groupKeys, ...KEEP })).toMatchObject({ records: 0, free: 1, waiting: 3 });
    expect(await decide({ groupKeys, ...ACCEPT, newest: said.newest })).toEqual({
      resolved: 4,
      decided: expect.any(Array) as unknown,
      submissions: 4,
      rules: 0,
      failures: [],
      nextCursor: null,
    });
    const records = await Promise.all(ids.map(recordOf));
    expect(records.filter(({ schoolProgram }) => schoolProgram === LEADERSHIP)).toHaveLength(said.records);
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(said.free);
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(said.waiting);
  });

  it('is said before, in the numbers of the result: another field of the same forms with it', async () => {
    const ids = await transfers();
    const elsewhere = await aTransfer({ schoolProgram: LEADERSHIP, programId: 'P-1' }, BOTH);
    const groupKeys = [await keyOf(LEADERSHIP)];
    const { alsoOpen } = await preview({ groupKeys });
    expect(alsoOpen).toMatchObject([
      {
        field: 'programId',
        submissions: 3,
        groups: [
          {
            submitted: 'P-9',
            submissions: 2,
            recordedValues: 2,
            recorded: [
              { value: 'P-1', submissions: 1 },
              { value: 'P-2', submissions: 1 },
            ],
          },
          { submitted: 'P-8', submissions: 1, recorded: [{ value: 'P-1', submissions: 1 }] },
        ],
      },
    ]);
    const alsoGroupKeys = alsoOpen[0]?.groups.map(({ groupKey }) => groupKey);

    const body = { groupKeys, alsoGroupKeys, ...ACCEPT };
    const said = await preview(body);

    expect(said).toMatchObject({ discrepancies: 7, submissions: 4, records: 4, free: 4, waiting: 0 });
    expect(said.alsoOpen).toEqual(alsoOpen);
    expect(await decide({ ...body, newest: said.newest })).toMatchObject({ resolved: 7, submissions: 4 });
    for (const id of ids) expect(await statusOf(id)).toBe('queued');
    expect(await recordOf(ids[2] ?? '')).toMatchObject({ schoolProgram: LEADERSHIP, programId: 'P-8' });
    // In a group of the other field, but in none of the first one.
    expect(await statusOf(elsewhere)).toBe('failed');
  });

  it('is about several groups of different fields together', async () => {
    const ids = await transfers();
    const groupKeys = [await keyOf(LEADERSHIP), await keyOf('P-9'), await keyOf('P-8')];
    const said = await preview({ groupKeys, ...KEEP });
    expect(said).toMatchObject({ discrepancies: 7, submissions: 4, records: 0, free: 4, alsoOpen: [] });
    expect(await decide({ groupKeys, ...KEEP, newest: said.newest })).toMatchObject({ resolved: 7 });
    for (const id of ids) expect(await statusOf(id)).toBe('queued');
  });

  it('counts a record that has the value by now as unchanged, and a person with two forms once', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const input = { studentId, fields: { degree: 'PhD' }, status: 'approved' } as const;
    for (let n = 0; n < 2; n += 1) await aSubmission(tenant, input);
    const groupKeys = [await keyOf('PhD')];
    expect(await preview({ groupKeys, ...ACCEPT })).toMatchObject({ submissions: 2, records: 1 });

    const { email, firstName, lastName } = (await tenant.sis.get(`/users/${studentId}`)).body.data;
    const sent = { externalId: studentId, email, firstName, lastName, accountType: 'Student' };
    await tenant.sis.post('/users', { ...sent, degree: 'PhD' });
    expect(await preview({ groupKeys, ...ACCEPT })).toMatchObject({ submissions: 2, records: 0, free: 2 });
  });

  it('leaves out forms whose value the record refuses; with the other field of such a form, too', async () => {
    const ids = [
      await aBlockedSubmission(tenant, { degree: 'PhD', email: 'no-address' }),
      await aBlockedSubmission(tenant),
    ];
    const [first = ''] = ids;
    const groupKeys = [await keyOf('PhD')];
    const body = { groupKeys, alsoGroupKeys: [await keyOf('no-address')], ...ACCEPT };

    const said = await preview(body);

    expect(said).toMatchObject({
      discrepancies: 1,
      submissions: 1,
      records: 1,
      free: 1,
      waiting: 0,
      refused: 1,
    });
    expect(await decide({ ...body, newest: said.newest })).toEqual({
      resolved: 1,
      decided: [expect.any(String)],
      submissions: 1,
      rules: 0,
      nextCursor: null,
      failures: [
        {
          submissionId: first,
          fields: expect.arrayContaining(['degree', 'email']) as unknown,
          code: 'VALIDATION_FAILED',
          message: expect.any(String) as unknown,
        },
      ],
    });
    expect((await found(tenant, first)).map((one) => one[3])).toEqual([null, null]);
    expect(await preview({ ...body, ...KEEP })).toMatchObject({ refused: 0, free: 1 });
  });

  it('is refused when nothing of the groups is open', async () => {
    const unknown = { groupKeys: ['0'.repeat(32)] };
    const answers = [
      await desk.call('POST', 'discrepancy-groups/preview', unknown),
      await desk.call('POST', 'discrepancy-groups/resolve', { ...unknown, ...KEEP, newest: '9-9-9' }),
    ];
    expect(answers.map(outcomeOf)).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
  });
});

describe('a decision about groups', () => {
  it('keeps those open that were found after the preview, and those of other groups', async () => {
    const seen = [await aBlockedSubmission(tenant), await aBlockedSubmission(tenant)];
    const groupKeys = [await keyOf('PhD')];
    const { newest } = await preview({ groupKeys });
    const later = await aBlockedSubmission(tenant);
    const other = await aBlockedSubmission(tenant, { degree: 'MA' });

    await decide({ groupKeys, ...ACCEPT, note: 'agreed', newest });

    for (const submissionId of seen) {
      expect(await statusOf(submissionId)).toBe('queued');
      expect(await discrepanciesOf(tenant, submissionId)).toMatchObject([{ note: 'agreed' }]);
    }
    for (const submissionId of [later, other]) expect(await statusOf(submissionId)).toBe('failed');
  });

  it('leaves what another administrator has decided since as it is, and does not count it', async () => {
    const [one, other] = [await aBlockedSubmission(tenant), await aBlockedSubmission(tenant)];
    const groupKeys = [await keyOf('PhD')];
    const said = await preview({ groupKeys, ...ACCEPT });
    await resolve(tenant, one, 'degree', { resolution: 'dismiss' });

    const result = await decide({ groupKeys, ...ACCEPT, newest: said.newest });

    expect({ said: said.discrepancies, resolved: result.resolved }).toEqual({ said: 2, resolved: 1 });
    expect((await found(tenant, one)).map((entry) => entry[3])).toEqual(['dismiss']);
    expect((await found(tenant, other)).map((entry) => entry[3])).toEqual(['accept_submitted']);
  });

  it('keeps those open that the record refuses for another person, and decides the others', async () => {
    const ids: string[] = [];
    for (const externalId of [undefined, undefined]) {
      const studentId = await aStudent(tenant, { externalId });
      ids.push(
        await aSubmission(tenant, { studentId, fields: { legacyNumber: 'S-77' }, status: 'approved' }),
      );
    }
    const groupKeys = [await keyOf('S-77')];
    const { newest } = await preview({ groupKeys });

    const result = await decide({ groupKeys, ...ACCEPT, newest });

    expect(result).toMatchObject({
      resolved: 1,
      failures: [{ fields: ['legacyNumber'], code: 'IDENTITY_CONFLICT' }],
    });
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.toSorted()).toEqual(['failed', 'queued']);
  });

  it('takes as many calls as it needs, and is one line of the audit log', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const input = { studentId, fields: { degree: 'PhD' }, status: 'approved' } as const;
    for (let n = 0; n < 103; n += 1) await aSubmission(tenant, input);
    const groupKeys = [await keyOf('PhD')];
    const { newest, submissions } = await preview({ groupKeys });
    expect(submissions).toBe(103);

    const body = { groupKeys, ...KEEP, newest };
    const first = await decide(body);
    const cursor = first.nextCursor;
    expect(first).toMatchObject({ resolved: 100, submissions: 100 });
    const another = { ...body, cursor, resolution: 'dismiss' };
    expect(outcomeOf(await desk.call('POST', 'discrepancy-groups/resolve', another))).toEqual([
      400,
      'VALIDATION_FAILED',
      'cursor',
    ]);
    expect(await decide({ ...body, cursor })).toMatchObject({ resolved: 3, nextCursor: null });

    const lines = await desk.rows('audit?byAct=true&action=discrepancy.resolved');
    expect(lines.map(({ actEntries }) => actEntries)).toEqual([103]);
  });

  it('names what it has decided, and nothing that others have decided, so that it is taken back', async () => {
    const [mine, other] = [await aBlockedSubmission(tenant), await aBlockedSubmission(tenant)];
    const groupKeys = [await keyOf('PhD')];
    const { newest } = await preview({ groupKeys });
    await resolve(tenant, other, 'degree', { resolution: 'dismiss' });

    const { decided } = await decide({ groupKeys, ...ACCEPT, newest });

    const [one] = await discrepanciesOf(tenant, mine);
    expect(decided).toEqual([one?.id]);
    await desk.call('POST', 'discrepancies/undo', { ids: decided });
    expect((await recordOf(mine))['degree']).toBe('EdD');
    expect((await found(tenant, other)).map((entry) => entry[3])).toEqual(['dismiss']);
  });

  it('is taken back one by one, like a decision about one discrepancy', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const groupKeys = [await keyOf('PhD')];
    const { newest } = await preview({ groupKeys });
    await decide({ groupKeys, ...ACCEPT, newest });
    expect((await recordOf(submissionId))['degree']).toBe('PhD');
    const [one] = await discrepanciesOf(tenant, submissionId);
    await desk.call('POST', 'discrepancies/undo', { ids: [one?.id] });
    expect((await recordOf(submissionId))['degree']).toBe('EdD');
    expect(await groups()).toMatchObject([{ groupKey: groupKeys[0], discrepancies: 1 }]);
  });
});

describe('rules made of groups', () => {
  it('decide so from now on: about a recorded value, or whatever is recorded', async () => {
    await aTransfer({ schoolProgram: 'EdD' });
    await aTransfer({ programId: 'P-1' }, { programId: 'P-9' });
    const [program, id] = [await keyOf(LEADERSHIP), await keyOf('P-9')];
    const { newest } = await preview({ groupKeys: [program, id] });
    const rules = [
      { groupKey: program, recorded: 'EdD' },
      { groupKey: id, anyRecorded: true },
    ];

    const result = await decide({ groupKeys: [program, id], ...KEEP, note: 'the same', newest, rules });

    expect(result).toMatchObject({ resolved: 2, rules: 2 });
    expect(await desk.rows('discrepancy-rules?order=ASC')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          submitted: LEADERSHIP,
          recorded: 'EdD',
          anyRecorded: false,
          note: 'the same',
        }),
        expect.objectContaining({ submitted: 'P-9', recorded: null, anyRecorded: true }),
      ]),
    );
    expect((await desk.rows('audit?byAct=true&action=discrepancy-rule.created'))[0]).toMatchObject({
      actEntries: 2,
    });
    expect(await statusOf(await aTransfer({ schoolProgram: 'EdD' }))).toBe('queued');
    expect(await statusOf(await aTransfer({ schoolProgram: 'Law' }))).toBe('failed');
    expect(await statusOf(await aTransfer({ programId: 'P-2' }, { programId: 'P-9' }))).toBe('queued');
  });

  it('are made for each recorded value of a group, and for groups of other fields', async () => {
    const [first, second] = [{ schoolProgram: 'EdD', programId: 'P-1' }, { schoolProgram: 'Law' }];
    const both = { schoolProgram: LEADERSHIP, programId: 'P-9' };
    await aTransfer(first, both);
    await aTransfer(second);
    const [program, id] = [await keyOf(LEADERSHIP), await keyOf('P-9')];
    const { newest } = await preview({ groupKeys: [program], alsoGroupKeys: [id] });
    const rules = [
      { groupKey: program, recorded: 'EdD' },
      { groupKey: program, recorded: 'Law' },
      { groupKey: id, recorded: 'P-1' },
    ];

    const body = { groupKeys: [program], alsoGroupKeys: [id], ...KEEP, newest, rules };
    // The same twice is one.
    expect(await decide({ ...body, rules: [...rules, ...rules.slice(0, 1)] })).toMatchObject({
      resolved: 3,
      rules: 3,
    });

    expect(await statusOf(await aTransfer(first, both))).toBe('queued');
    expect(await statusOf(await aTransfer(second))).toBe('queued');
    expect(await statusOf(await aTransfer({ schoolProgram: 'Art' }))).toBe('failed');
  });

  it('are all made or none, and without them nothing is decided', async () => {
    const submissionId = await aTransfer({ schoolProgram: 'EdD' });
    await aTransfer({ programId: 'P-1' }, { programId: 'P-9' });
    const [program, id] = [await keyOf(LEADERSHIP), await keyOf('P-9')];
    const about = { formType: 'program_transfer', field: 'programId', submitted: 'P-9' };
    await desk.call('POST', 'discrepancy-rules', { ...about, ...ACCEPT, anyRecorded: true });
    const { newest } = await preview({ groupKeys: [program, id] });
    const rules = [program, id].map((groupKey) => ({ groupKey, anyRecorded: true }));

    const body = { groupKeys: [program, id], ...KEEP, newest, rules };
    const refused = await desk.call('POST', 'discrepancy-groups/resolve', body);

    expect(outcomeOf(refused)).toEqual([409, 'INVALID_TRANSITION']);
    expect(refused.body.message).toContain('programId');
    expect((await desk.column('discrepancy-rules', 'submitted'))[0]).toEqual(['P-9']);
    expect(await statusOf(submissionId)).toBe('failed');
    const unknown = { ...body, rules: [{ groupKey: '0'.repeat(32) }] };
    expect(outcomeOf(await desk.call('POST', 'discrepancy-groups/resolve', unknown))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('are there already when the first call is repeated, which goes on with what is left', async () => {
    const left = await aTransfer({ schoolProgram: 'EdD' });
    await aTransfer({ programId: 'P-1' }, { programId: 'P-9' });
    const [program, id] = [await keyOf(LEADERSHIP), await keyOf('P-9')];
    const { newest } = await preview({ groupKeys: [program, id] });
    const rules = [program, id].map((groupKey) => ({ groupKey, anyRecorded: true }));
    // As if the process had ended after the rules and one of the two submissions.
    await decide({ groupKeys: [id], ...KEEP, newest, rules });

    const body = { groupKeys: [program, id], ...KEEP, newest, rules };
    expect(await decide(body)).toMatchObject({ resolved: 1, rules: 0, failures: [], nextCursor: null });

    expect(await statusOf(left)).toBe('queued');
    expect((await desk.column('discrepancy-rules', 'submitted'))[1]).toBe(2);
  });

  it('that decide otherwise, or with another note, are a conflict', async () => {
    await aTransfer({ schoolProgram: 'EdD' });
    const program = await keyOf(LEADERSHIP);
    const { newest } = await preview({ groupKeys: [program] });
    const about = { formType: 'program_transfer', field: 'schoolProgram', submitted: LEADERSHIP };
    await desk.call('POST', 'discrepancy-rules', { ...about, ...KEEP, anyRecorded: true });
    const rules = [{ groupKey: program, anyRecorded: true }];
    for (const decision of [ACCEPT, { ...KEEP, note: 'new' }]) {
      const body = { groupKeys: [program], ...decision, newest, rules };
      const answer = await desk.call('POST', 'discrepancy-groups/resolve', body);
      expect(outcomeOf(answer)).toEqual([409, 'INVALID_TRANSITION']);
    }
  });
});
