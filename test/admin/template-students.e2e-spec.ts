import { DataSource } from 'typeorm';

import { TemplateStudentsRepository } from '../../src/progress/templates/template-students.repository.js';
import { TenantsRepository } from '../../src/tenancy/tenants/tenants.repository.js';
import { aStudent, someStudents } from '../factories/progress-people.js';
import type { Administrators } from '../support/administrators.js';
import { refused, type Row } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { auditPage } from '../support/audit.js';
import { administratorForEachTest } from '../support/each-test.js';
import { type ProgressRecord, pullAll } from '../support/progress-reader.js';
import type { TestService, TestTenant } from '../support/service.js';

let service: TestService;
let tenant: TestTenant;
let admins: Administrators;
let api: ApiClient;

administratorForEachTest((given) => {
  ({ service, tenant, admins, api } = given);
});

const DEFENSE = { code: 'final_defense', sequence: 20, required: true };
const OTHER = { code: 'candidacy', name: 'Candidacy', sequence: 10, required: true };

async function setTemplate(path: string, name: string, more: object = {}): Promise<void> {
  const { status } = await api.put(`/templates/${path}`, {
    milestones: [OTHER, { ...DEFENSE, name, ...more }],
  });
  expect(status).toBe(200);
}

/** Gives these students the milestone, under the name that the template has now. */
async function begin(ids: readonly string[], more: object = {}): Promise<void> {
  const milestones = [{ code: DEFENSE.code, status: 'in_progress', dueOn: '2031-05-01', ...more }];
  const lines = ids.map((studentId) => ({ studentId, milestones }));
  await tenant.workflow.bulk('/progress/bulk', lines);
}

async function studentsOf(path: string): Promise<{ students: unknown; milestones: Row[] }> {
  return (await api.get(`/templates/${path}/students`)).body.data as never;
}

const defenseOf = async (path: string): Promise<Row | undefined> =>
  (await studentsOf(path)).milestones.find(({ code }) => code === DEFENSE.code);

async function namesOf(): Promise<unknown[]> {
  const { records } = await pullAll(tenant.sis);
  return records.flatMap(({ milestones }) =>
    milestones.filter(({ code }) => code === DEFENSE.code).map(({ name }) => name),
  );
}

/** Asks for the name that is sent, by default the one that most tests set last. */
const rename = (path: string, shown: object = {}): ReturnType<ApiClient['post']> =>
  api.post(`/templates/${path}/rename`, { code: DEFENSE.code, name: 'Final defence', ...shown });

describe('the students of a template', () => {
  it('are counted with those who have each milestone, and under which names', async () => {
    await setTemplate('_all', 'Final defense');
    await begin(await someStudents(tenant, 2));
    await setTemplate('_all', 'Final defence');
    await begin(await someStudents(tenant, 1));
    await someStudents(tenant, 1);
    expect(await studentsOf('_all')).toMatchObject({
      students: 4,
      milestones: [
        { code: 'candidacy', students: 3, underOtherNames: 0, otherNames: [], rename: null },
        {
          code: 'final_defense',
          students: 3,
          underOtherNames: 2,
          otherNames: [{ name: 'Final defense', students: 2 }],
        },
      ],
    });
  });

  it('are those of its program, and of all others where it is for them', async () => {
    const programs = { programId: 'edd', schoolProgram: 'Education' };
    await begin([await aStudent(tenant, programs), await aStudent(tenant, programs), await aStudent(tenant)]);
    expect((await studentsOf('_all')).students).toBe(3);
    await setTemplate('edd', 'Final defence');
    expect((await studentsOf('edd')).students).toBe(2);
    expect((await studentsOf('_all')).students).toBe(1);
  });

  it('of another university are not counted, and its programs are unknown', async () => {
    await begin(await someStudents(tenant, 1));
    const { api: other } = await admins.open(await service.tenant());
    expect((await other.get('/templates/_all/students')).body.data).toMatchObject({ students: 0 });
    expect(await other.get('/templates/edd/students')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('the rename of a milestone of students', () => {
  it('gives all of them the name of the template, and changes nothing else', async () => {
    await setTemplate('_all', 'Final defense');
    const ids = await someStudents(tenant, 130);
    await begin(ids);
    await setTemplate('_all', 'Final defence');
    const before = new Map((await pullAll(tenant.sis)).records.map((one) => [one.studentId, one]));
    const { status, body } = await rename('_all');
    expect(status).toBe(200);
    expect(JSON.stringify(body.data)).toContain('"total":130');
    await service.settle(tenant);
    const { records: after } = await pullAll(tenant.sis);
    for (const { changedAt, ...record } of after) {
      const { changedAt: was, ...former } = before.get(record.studentId) as ProgressRecord;
      const renamed = former.milestones.map((one) =>
        one.code === DEFENSE.code ? { ...one, name: 'Final defence' } : one,
      );
      expect(record).toEqual({ ...former, milestones: renamed });
      expect(changedAt > was).toBe(true);
    }
    expect(await namesOf()).toEqual(Array.from({ length: 130 }, () => 'Final defence'));
    expect(await defenseOf('_all')).toMatchObject({
      students: 130,
      underOtherNames: 0,
      rename: { name: 'Final defence', total: 130, done: 130, finishedAt: expect.any(String) as string },
    });
  });

  it('is one entry of the audit log, and none when it is asked for again', async () => {
    await setTemplate('_all', 'Final defense');
    await begin(await someStudents(tenant, 3));
    await setTemplate('_all', 'Final defence');
    await rename('_all');
    await rename('_all');
    await service.settle(tenant);
    await rename('_all');
    expect(await auditPage(api, '&action=template.milestone-renamed')).toMatchObject([
      {
        target: 'template:_all',
        before: { code: 'final_defense', names: ['Final defense'], moreNames: 0 },
        after: { code: 'final_defense', name: 'Final defence', students: 3 },
      },
    ]);
  });

  it('has at most ten former names in the audit log, those of most students, and the count of the others', async () => {
    for (let index = 1; index <= 12; index += 1) {
      await setTemplate('_all', `Defence: person ${index}`);
      await begin(await someStudents(tenant, index === 12 ? 2 : 1));
    }
    await setTemplate('_all', 'Final defence');
    await rename('_all');
    const [entry] = await auditPage(api, '&action=template.milestone-renamed');
    expect(entry).toMatchObject({ before: { moreNames: 2 }, after: { students: 13 } });
    const { names } = entry?.['before'] as { names: string[] };
    expect(names).toHaveLength(10);
    expect(names).toContain('Defence: person 12');
  });

  it('is in the feed of changes, once for each student', async () => {
    await setTemplate('_all', 'Final defense');
    const ids = await someStudents(tenant, 2);
    await begin(ids);
    await setTemplate('_all', 'Final defence');
    const begun = String((await tenant.sis.get('/events')).body.meta['nextAfter']);
    await rename('_all');
    await service.settle(tenant);
    const { body } = await tenant.sis.get(`/events?after=${encodeURIComponent(begun)}&types=progress.*`);
    const events = body.data as unknown as Row[];
    expect(events.map(({ subject, data }) => [subject, data])).toEqual(
      expect.arrayContaining(ids.map((id) => [id, { parts: ['milestones'] }])) as unknown,
    );
    expect(events).toHaveLength(2);
  });

  it('continues where a process stopped', async () => {
    await setTemplate('_all', 'Final defense');
    const ids = (await someStudents(tenant, 3)).sort();
    await begin(ids);
    await setTemplate('_all', 'Final defence');
    await rename('_all');
    await service.settle(tenant);
    // As after a process that ended behind the first student.
    const database = service.app.get(DataSource);
    const { tenantId } = tenant;
    await database.query(
      'UPDATE `milestones` SET `name` = ? WHERE `tenantId` = ? AND `studentId` IN (?) AND `code` = ?',
      ['Final defense', tenantId, ids.slice(1), DEFENSE.code],
    );
    await database.query(
      'UPDATE `milestone_renames` SET `done` = 1, `total` = 3, `lastId` = ?, `finishedAt` = NULL WHERE `tenantId` = ?',
      [ids[0], tenantId],
    );
    await service.run('milestone-renames');
    expect(await defenseOf('_all')).toMatchObject({ underOtherNames: 0, rename: { total: 3, done: 3 } });
  });

  it('distinguishes upper from lower case', async () => {
    await setTemplate('_all', 'final defence');
    await begin(await someStudents(tenant, 1));
    await setTemplate('_all', 'Final defence');
    await rename('_all');
    await service.settle(tenant);
    expect(await namesOf()).toEqual(['Final defence']);
  });

  it('leaves students of other templates alone', async () => {
    await setTemplate('_all', 'Final defense');
    const program = { programId: 'edd', schoolProgram: 'Education' };
    const ids = [await aStudent(tenant, program), await aStudent(tenant)];
    await begin(ids);
    await setTemplate('edd', 'Final defense');
    await setTemplate('_all', 'Final defence');
    await rename('_all');
    await service.settle(tenant);
    expect((await namesOf()).sort()).toEqual(['Final defence', 'Final defense']);
  });

  it('is refused for a milestone that the template does not have', async () => {
    await setTemplate('_all', 'Final defence');
    expect(await rename('_all', { code: 'art_show' })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', 'code'),
    );
    expect(await rename('nothing')).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  it('is refused when the template has another name than the one that was shown', async () => {
    await setTemplate('_all', 'Final defense');
    await begin(await someStudents(tenant, 1));
    await setTemplate('_all', 'Defence of the thesis');
    const answer = await rename('_all');
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED', 'name'));
    expect(JSON.stringify(answer.body)).toContain('Defence of the thesis');
    expect(await rename('_all', { name: undefined })).toMatchObject(
      refused(400, 'VALIDATION_FAILED', 'name'),
    );
    await service.settle(tenant);
    expect(await namesOf()).toEqual(['Final defense']);
    expect(await auditPage(api, '&action=template.milestone-renamed')).toEqual([]);
  });

  it('says how far it is without a look at the students', async () => {
    await setTemplate('_all', 'Final defense');
    await begin(await someStudents(tenant, 2));
    await setTemplate('_all', 'Final defence');
    const renames = async (): Promise<unknown> => (await api.get('/templates/_all/renames')).body.data;
    expect(await renames()).toEqual({ milestones: [] });
    await rename('_all');
    await service.settle(tenant);
    const { rename: last } = (await defenseOf('_all')) ?? {};
    const count = jest.spyOn(service.app.get(TemplateStudentsRepository), 'names');
    const answer = await renames();
    expect(count).not.toHaveBeenCalled();
    count.mockRestore();
    expect(answer).toEqual({ milestones: [{ code: DEFENSE.code, rename: last }] });
    expect(last).toMatchObject({ total: 2, done: 2 });
  });

  it('counts its students before it takes the lock for which others wait', async () => {
    await setTemplate('_all', 'Final defense');
    await begin(await someStudents(tenant, 1));
    await setTemplate('_all', 'Final defence');
    const count = jest.spyOn(service.app.get(TemplateStudentsRepository), 'names');
    const lock = jest.spyOn(service.app.get(TenantsRepository), 'lock');
    expect((await rename('_all')).status).toBe(200);
    const [counted = NaN] = count.mock.invocationCallOrder;
    const [locked = NaN] = lock.mock.invocationCallOrder;
    count.mockRestore();
    lock.mockRestore();
    expect(counted).toBeLessThan(locked);
  });
});

describe('an offset of a template', () => {
  it('is the due date of a milestone without one, from the month of entry, and of no given date', async () => {
    await setTemplate('_all', 'Final defence', { dueAfterDays: 1000 });
    expect((await api.get('/templates/_all')).body.data['milestones']).toMatchObject([
      { code: 'candidacy', dueAfterDays: null },
      { code: 'final_defense', dueAfterDays: 1000 },
    ]);
    const id = await aStudent(tenant, { monthOfEntry: 9, yearOfEntry: 2024 });
    const put = async (body: object): Promise<unknown> =>
      (await tenant.workflow.put(`/students/${id}/milestones/${DEFENSE.code}`, body)).body.data['dueOn'];
    expect(await put({ status: 'not_started' })).toBe('2027-05-29');
    expect(await put({ status: 'not_started', dueOn: '2028-01-01' })).toBe('2028-01-01');
    expect(await put({ status: 'in_progress' })).toBe('2028-01-01');
    expect(await put({ status: 'in_progress', dueOn: null })).toBeNull();
  });

  it('gives no due date where the day would be beyond the last one', async () => {
    await setTemplate('_all', 'Final defence', { dueAfterDays: 730 });
    const id = await aStudent(tenant, { monthOfEntry: 1, yearOfEntry: 9999 });
    const { status, body } = await tenant.workflow.put(`/students/${id}/milestones/${DEFENSE.code}`, {
      status: 'in_progress',
    });
    expect(status).toBe(201);
    expect(body.data['dueOn']).toBeNull();
  });

  it('is refused outside of its range', async () => {
    for (const dueAfterDays of [-1, 36_526, 1.5])
      expect(await api.put('/templates/_all', { milestones: [{ ...OTHER, dueAfterDays }] })).toMatchObject(
        refused(400, 'VALIDATION_FAILED', 'milestones[0].dueAfterDays'),
      );
  });
});
