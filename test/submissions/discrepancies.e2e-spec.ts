import { MappingsService } from '../../src/submissions/mapping/mappings.service.js';
import { aStudent } from '../factories/progress-people.js';
import { userOf } from '../factories/stored-people.js';
import {
  found,
  refill,
  aBlockedSubmission,
  aSubmission,
  itemOf,
  move,
  resolveAll,
} from '../factories/submissions.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

async function map(
  formType: string,
  meanings: readonly [formField: string, target: string][],
): Promise<void> {
  const links = meanings.map(([formField, target]) => ({ formField, target }));
  await service.app.get(MappingsService).replace(await service.scope(tenant), formType, links);
}

/** The submission has no discrepancy and is queued. */
async function expectQueued(submissionId: string): Promise<void> {
  expect(await found(tenant, submissionId)).toEqual([]);
  expect((await itemOf(tenant, submissionId)).syncStatus).toBe('queued');
}

describe('a discrepancy', () => {
  it('is found by the default mapping on each of its fields, and on no other', async () => {
    const studentId = await aStudent(tenant, { externalId: 'S-1', email: 'ann@test.example.edu' });
    const fields = {
      email: 'Ann2@test.example.edu',
      firstName: 'Anne',
      lastName: 'Lee-Smith',
      degree: 'PhD',
      schoolProgram: 'Law',
      programId: 'law',
      legacyNumber: 'S-2',
      genderPronoun: 'they',
      nickname: 'A',
    };

    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    expect((await found(tenant, submissionId)).sort()).toEqual([
      ['degree', 'PhD', null, null],
      ['email', 'Ann2@test.example.edu', 'ann@test.example.edu', null],
      ['firstName', 'Anne', 'Ann', null],
      ['lastName', 'Lee-Smith', 'Lee', null],
      ['legacyNumber', 'S-2', 'S-1', null],
      ['programId', 'law', null, null],
      ['schoolProgram', 'Law', null, null],
    ]);
    expect((await itemOf(tenant, submissionId)).lastError).toBe(
      'Unresolved discrepancies: email, firstName, lastName, degree, schoolProgram, programId, legacyNumber',
    );
  });

  it('is none where both say the same: case of an address, spaces, composed letters, a blank form field', async () => {
    const person = { email: 'ann@test.example.edu', lastName: 'Zo\u00eb', degree: 'EdD' };
    const studentId = await aStudent(tenant, person);
    const fields = {
      email: 'ANN@test.example.edu',
      firstName: ' Ann ',
      lastName: 'Zoe\u0308',
      degree: '',
      schoolProgram: null,
    };

    const submissionId = await aSubmission(tenant, { studentId, fields, status: 'approved' });

    await expectQueued(submissionId);
  });

  it("is found by the tenant's mapping of the form type, which replaces the default one there only", async () => {
    const other = await service.tenant();
    await map('degree_change', [
      ['Degree sought', 'degree'],
      ['Entry', 'yearOfEntry'],
    ]);
    const fields = { 'Degree sought': 'PhD', Entry: 2025, lastName: 'Other' };
    const approved = async (of: TestTenant, formType: string): Promise<unknown[][]> => {
      const studentId = await aStudent(of, { degree: 'EdD', yearOfEntry: 2024 });
      return found(of, await aSubmission(of, { studentId, formType, fields, status: 'approved' }));
    };

    expect(await approved(tenant, 'degree_change')).toEqual([
      ['degree', 'PhD', 'EdD', null],
      ['yearOfEntry', '2025', '2024', null],
    ]);
    const byDefault = [['lastName', 'Other', 'Lee', null]];
    expect(await approved(tenant, 'name_change')).toEqual(byDefault);
    expect(await approved(other, 'degree_change')).toEqual(byDefault);
    await map('degree_change', []);
    expect(await approved(tenant, 'degree_change')).toEqual(byDefault);
  });

  it('compares numbers as numbers, and objects and lists as what they say', async () => {
    await map('x', [
      ['month', 'monthOfEntry'],
      ['initial', 'middleInitial'],
      ['thing', 'degree'],
      ['list', 'schoolProgram'],
    ]);
    const studentId = await aStudent(tenant, { monthOfEntry: 9, middleInitial: 'M' });
    const fields = { month: '09', initial: 'M.', thing: { b: 1, a: [true] }, list: [] };

    const submissionId = await aSubmission(tenant, { studentId, formType: 'x', fields, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([
      ['schoolProgram', '[]', null, null],
      ['degree', '{"a":[true],"b":1}', null, null],
    ]);
  });

  it('is not found in what every object inherits', async () => {
    await map('x', [
      ['toString', 'degree'],
      ['constructor', 'email'],
      ['__proto__', 'lastName'],
    ]);

    const submissionId = await aSubmission(tenant, { formType: 'x', fields: { a: 1 }, status: 'approved' });

    await expectQueued(submissionId);
  });

  it('of the longest value that a form takes is kept whole', async () => {
    const degree = '\u{1F393}'.repeat(4000);

    const submissionId = await aSubmission(tenant, { fields: { degree }, status: 'approved' });

    expect(await found(tenant, submissionId)).toEqual([['degree', degree, null, null]]);
  });

  it('is found only when the submission is about to be queued', async () => {
    const studentId = await aStudent(tenant, { degree: 'EdD' });
    const submissionId = await aSubmission(tenant, { studentId, fields: { degree: 'PhD' } });
    for (const status of ['submitted', 'in_review', 'rejected'] as const) {
      await move(tenant, submissionId, status);
      expect(await found(tenant, submissionId)).toEqual([]);
    }
    await tenant.sis.get(`/sync/payload/${submissionId}`);
    await tenant.sis.post('/sync/replay', { submissionId });
    expect(await found(tenant, submissionId)).toEqual([]);

    await move(tenant, submissionId, 'closed');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
  });

  it('stays open until a caller resolves it, even when the record agrees by then', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    const { studentId } = await itemOf(tenant, submissionId);
    const { email, firstName, lastName, accountType } = await userOf(tenant, studentId);
    await tenant.sis.post('/users', { email, firstName, lastName, accountType, degree: 'PhD' });

    await move(tenant, submissionId, 'closed');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', null]]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });

  it('that is still open is brought up to date by the next approval, and stays one', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });

    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await found(tenant, submissionId)).toEqual([['degree', 'MA', 'EdD', null]]);
  });

  it('that was resolved is found again only when one of the values has changed', async () => {
    const submissionId = await aBlockedSubmission(tenant);
    await resolveAll(tenant, submissionId, 'keep_record');
    await move(tenant, submissionId, 'returned', 'submitted', 'approved');
    expect(await found(tenant, submissionId)).toEqual([['degree', 'PhD', 'EdD', 'keep_record']]);

    await move(tenant, submissionId, 'returned');
    await refill(tenant, submissionId, { degree: 'MA' });
    await move(tenant, submissionId, 'submitted', 'approved');

    expect(await found(tenant, submissionId)).toEqual([
      ['degree', 'PhD', 'EdD', 'keep_record'],
      ['degree', 'MA', 'EdD', null],
    ]);
    expect((await itemOf(tenant, submissionId)).syncStatus).toBe('failed');
  });
});

describe('a mapping', () => {
  type Link = [formField: string, target: string];

  const DEGREE: Link = ['a', 'degree'];

  it.each<[string, Link[], string]>([
    ['no record field', [['a', 'password']], 'links[0]'],
    ['two form fields of one meaning', [DEGREE, ['b', 'degree']], 'links[1]'],
    ['one form field of two meanings', [DEGREE, ['a ', 'email']], 'links[1]'],
    ['a nameless form field', [[' ', 'degree']], 'links[0]'],
    ['too long a form field', [['x'.repeat(256), 'degree']], 'links[0]'],
  ])('is refused with %s', async (_, links, field) => {
    const refused = { code: 'VALIDATION_FAILED', details: [{ field }] };
    await expect(map('x', links)).rejects.toMatchObject(refused);
    expect(await service.app.get(MappingsService).list(tenant)).toEqual([]);
  });

  it('is refused for a form type that no submission can have', async () => {
    for (const formType of ['', 'x'.repeat(65)])
      await expect(map(formType, [['a', 'degree']])).rejects.toMatchObject({
        details: [{ field: 'formType' }],
      });
  });
});
