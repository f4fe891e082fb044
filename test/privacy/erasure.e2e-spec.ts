import { unzipSync } from 'fflate';
import { DataSource } from 'typeorm';

import { PersonalDataRepository } from '../../src/privacy/personal-data/personal-data.repository.js';
import { IMPERSONAL_TABLES, PERSONAL_TABLES } from '../../src/privacy/personal-data/personal-tables.js';
import { person } from '../factories/person.js';
import { scimPerson } from '../factories/scim-person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, newEmail, type OpenBrowser } from '../support/administrators.js';
import { letPass } from '../support/clock.js';
import { outcomeOf, rowsOf } from '../support/answers.js';
import { CANARY, canariesIn, canariesInDump, isLogged } from '../support/canary.js';
import { beginErasure, finishErasures } from '../support/erasures.js';
import { exchange } from '../support/exchange.js';
import { operationsOf } from '../support/operations.js';
import { connect, type ScimClient } from '../support/scim.js';
import { TestService, type TestTenant } from '../support/service.js';

const NUMBER = `${CANARY.toUpperCase()}-7`;
const FORMER_EMAIL = `${CANARY}.former@test.example.edu`;
const EMAIL = `${CANARY}.one@test.example.edu`;
const IN_A_MINUTE = 120_000;
/** Everything of a person that is a text. */
const MARKED = {
  firstName: `${CANARY} first`,
  lastName: `${CANARY} last`,
  name: `${CANARY} name`,
  degree: `${CANARY} degree`,
  genderPronoun: `${CANARY} they`,
  userTags: [`${CANARY} tag`],
  nationalities: [`${CANARY} nation`],
  careerInterests: [`${CANARY} interest`],
  languages: [`${CANARY} language`],
  customFields: { [`${CANARY}_field`]: `${CANARY} value` },
};
const STUDENT = { ...MARKED, accountType: 'Student', externalId: NUMBER, email: EMAIL };
const FACULTY = {
  ...MARKED,
  accountType: 'Faculty',
  externalId: `${CANARY}-F`,
  email: `${CANARY}.chair@test.example.edu`,
  facultyProfile: {
    expertiseNotes: `${CANARY} notes`,
    degreeField: `${CANARY} field`,
    tools: [`${CANARY} tool`],
  },
};

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);
const admins = new Administrators(service);
let tenant: TestTenant;
let admin: OpenBrowser;

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await admins.open(tenant);
});

async function flushed(): Promise<void> {
  await service.settle(tenant);
}

/** Erases the person, with both passes. Nothing that was in flight is written any more after the second one. */
async function erase(id: string): Promise<void> {
  await flushed();
  await beginErasure(admin.api, id);
  await flushed();
  await finishErasures(service);
  expect(await stateOf(id)).toBe('finished');
}

async function stateOf(id: string): Promise<unknown> {
  return (await admin.api.get(`/users/${id}/erase`)).body.data['state'];
}

describe('a person with data in every table', () => {
  const runHeader = { 'Content-Type': 'application/json', 'X-Sync-Run': 'nightly-1' };
  let scim: ScimClient;
  let studentId: string;
  let facultyId: string;
  let colleague: OpenBrowser;

  async function submissions(): Promise<void> {
    const { workflow, sis } = tenant;
    const fields = { degree: `${CANARY} new`, note: `${CANARY} note` };
    const form = { formType: 'degree_change', studentId, fields };
    await admin.api.put('/mappings/degree_change', { links: [{ formField: 'degree', target: 'degree' }] });
    for (const id of ['sub-1', 'sub-2']) {
      await workflow.put(`/submissions/${id}`, form);
      for (const status of ['submitted', 'approved'])
        await workflow.post(`/submissions/${id}/status`, { status, reason: `${CANARY} reason` });
    }
    const failed = { submissionId: 'sub-1', status: 'failed', targetSystem: 'SIS' };
    await sis.post('/sync/ack', { ...failed, lastError: `${CANARY} error` });
    await workflow.put('/submissions/sub-3', { ...form, fields: { note: `${CANARY} note` } });
    await sis.post('/sync/replay', { submissionId: 'sub-3', targetSystem: 'SIS' });
    await sis.post('/sync/claims', { targetSystem: 'SIS', leaseSeconds: 3600 });
  }

  async function progress(otherId: string): Promise<void> {
    const { workflow } = tenant;
    const member = { facultyId, role: 'chair', status: 'accepted' };
    for (const id of [studentId, otherId])
      await workflow.put(`/students/${id}/committee`, { members: [member] });
    const dissertation = { title: `${CANARY} title`, status: 'in_progress' };
    await workflow.put(`/students/${studentId}/dissertation`, dissertation);
    const version = { title: `${CANARY} version`, stage: 'proposal', status: 'draft' };
    await workflow.put(`/students/${studentId}/dissertation/versions/1`, version);
    const milestone = { name: `${CANARY} step`, status: 'in_progress' };
    await workflow.put(`/students/${studentId}/milestones/canary_step`, milestone);
  }

  beforeEach(async () => {
    const { sis } = tenant;
    ({ scim } = await connect(service, tenant));
    // Refused before the person was stored.
    await sis.post('/users', { externalId: NUMBER, email: 'no address', firstName: `${CANARY} first` });
    studentId = await storedId(tenant, { ...STUDENT, email: FORMER_EMAIL });
    facultyId = await storedId(tenant, FACULTY);
    const otherId = await storedId(tenant, person());
    await sis.send('POST', '/users', JSON.stringify(STUDENT), runHeader);
    await sis.bulk('/users/bulk', [{ ...STUDENT, degree: `${CANARY} other degree` }, { externalId: NUMBER }]);
    // Another person with the address, and the number with other names.
    await sis.post('/users', person({ externalId: studentId, email: FACULTY.email }));
    const other = { externalId: `${CANARY}-other`, email: EMAIL, firstName: `${CANARY} x` };
    await sis.post('/users', person(other));
    await sis.post('/users', STUDENT);
    await sis.get(`/users/${NUMBER}`);
    await sis.send('PATCH', `/users/${NUMBER}`, '{"accountStatus":"wrong"}', runHeader);
    const linked = scimPerson({
      userName: EMAIL,
      externalId: `${CANARY}-ext`,
      name: { givenName: `${CANARY} g`, familyName: `${CANARY} f` },
      emails: [{ value: EMAIL, type: 'work', primary: true }],
      nickName: `${CANARY} nick`,
    });
    await scim.post('/Users', linked);
    await scim.post('/Groups', { displayName: 'Doctoral', members: [{ value: studentId }] });
    await progress(otherId);
    await submissions();
    await admin.api.patch(`/users/${studentId}`, { accountStatus: 'active', keepActiveUntil: null });
    colleague = await admins.open(tenant, {
      firstName: `${CANARY} staff`,
      lastName: `${CANARY} staff`,
      externalId: `${CANARY}-S`,
      email: `${CANARY}.${newEmail()}`,
    });
    await colleague.api.patch(`/users/${otherId}`, { accountStatus: 'active' });
    await flushed();
  });

  async function answersOfAllReads(): Promise<string[]> {
    const values = new Map(
      Object.entries({ submissionId: 'sub-1', formType: 'degree_change', name: 'nightly-1' }),
    );
    const found: string[] = [];
    const { apiKey, apiSecret } = tenant;
    const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
    const reads = (await operationsOf(service.anonymous())).filter(
      ({ method, path }) => method === 'GET' && !path.includes('/sign-on/test') && !path.includes('/sse'),
    );
    for (const { path, parameters } of reads) {
      const at = path.replace(/:(\w+)/g, (_, name: string) => values.get(name) ?? studentId);
      const query = parameters.some(({ name }) => name === 'q') ? '?q=doctor' : '';
      const isAdmin = path.startsWith('/api/v1/admin');
      const cookie = { cookie: admin.browser.cookie, 'X-CSRF-Token': admin.browser.csrfToken };
      const answer = await exchange(`${service.baseUrl}${at}${query}`, 'GET', isAdmin ? cookie : headers);
      if (answer.text.toLowerCase().includes(CANARY)) found.push(path);
    }
    for (const path of ['/Users', `/Users/${studentId}`, '/Groups'])
      if ((await scim.get(path)).text.toLowerCase().includes(CANARY)) found.push(`/scim/v2${path}`);
    return found;
  }

  it('leaves no trace in any column, dump, log or answer, and comes back by no way', async () => {
    const before = await canariesIn(database, tenant.tenantId);
    const dumpBefore = await canariesInDump(database, tenant.tenantId);
    const readsBefore = await answersOfAllReads();
    // Otherwise the search could not fail.
    const tables = new Set(Object.keys(before).map((name) => name.split('.')[0]));
    const expected =
      'dissertation_versions dissertations discrepancies failed_rows identity_conflicts milestones ' +
      'progress_documents request_log scim_links submission_transitions submissions sync_items ' +
      'sync_transitions user_changes users';
    expect([...tables]).toEqual(expect.arrayContaining(expected.split(' ')));
    expect(readsBefore).toContain('/api/v1/integration/users/:id');

    for (const id of [studentId, facultyId, colleague.id]) await erase(id);
    const after = await canariesIn(database, tenant.tenantId);
    const readsAfter = await answersOfAllReads();
    await flushed();
    if (process.env['CANARY_TABLE'] !== undefined)
      console.log(JSON.stringify({ before, after, readsBefore, readsAfter, dumpBefore }, null, 1));
    expect(after).toEqual({});
    expect(readsAfter).toEqual([]);
    expect(dumpBefore).not.toBe(0);
    expect((await canariesInDump(database, tenant.tenantId)) ?? 0).toBe(0);
    expect(isLogged()).toBe(false);
    expect(await stateOf(studentId)).toBe('finished');

    await sentAgain();
    await flushed();
    expect(await canariesIn(database, tenant.tenantId)).toEqual({});
    expect(isLogged()).toBe(false);
  });

  async function sentAgain(): Promise<void> {
    const { sis } = tenant;
    for (const input of [
      STUDENT,
      { ...STUDENT, externalId: studentId, email: 'new@test.example.edu' },
      { ...STUDENT, externalId: undefined },
      FACULTY,
    ])
      expect(outcomeOf(await sis.post('/users', input))).toEqual([409, 'ERASED']);
    const [first, second, summary] = await sis.bulk('/users/bulk', [STUDENT, person()]);
    expect(first).toMatchObject({ success: false, error: { code: 'ERASED' } });
    expect(second).toMatchObject({ success: true });
    expect(summary).toMatchObject({ summary: { inserted: 1, failed: 1 } });
    const active = { accountStatus: 'active' };
    expect(outcomeOf(await sis.patch(`/users/${studentId}`, active))).toEqual([409, 'ERASED']);
    expect(outcomeOf(await sis.patch(`/users/${NUMBER}`, active))).toEqual([409, 'ERASED']);
    // With another mistake in it, it is not even among the failed rows.
    await sis.post('/users', { externalId: NUMBER, email: EMAIL, firstName: `${CANARY} first` });
    const linked = scimPerson({ userName: EMAIL, emails: [{ value: EMAIL, primary: true }] });
    const again = await scim.post('/Users', linked);
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const entries = rowsOf(await admin.api.get('/conflicts?kind=erased'));
    for (const userId of [studentId, facultyId])
      expect(entries).toContainEqual(expect.objectContaining({ userId, externalId: userId }));
  }

  it('is handed out whole, without secrets, and the audit log says to whom', async () => {
    const { cookie } = admin.browser;
    const answer = await fetch(`${service.baseUrl}/api/v1/admin/users/${studentId}/export`, {
      headers: { cookie },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string): string => Buffer.from(files[name] ?? []).toString();
    const { parts } = JSON.parse(text('person.json')) as {
      parts: { table: string; rows: Record<string, unknown>[] }[];
    };
    const filled = parts.filter(({ rows }) => rows.length > 0).map(({ table }) => table);
    const expected = 'users user_changes submissions scim_links failed_rows request_log';
    expect(filled).toEqual(expect.arrayContaining(expected.split(' ')));
    expect(text('person.html')).toContain(`${CANARY} title`);
    expect(text('person.html')).not.toMatch(/<script|onload/);
    expect(text('person.json')).not.toContain('tokenHash');
    const audited = await admin.api.get(`/audit?target=user:${studentId}&action=user.exported`);
    expect(rowsOf(audited)).toHaveLength(1);
  });

  it('is erased to the end by another process, wherever the first one stopped', async () => {
    const { FaultPoints } = await import('../../src/database/transaction/fault-points.js');
    const faults = service.app.get(FaultPoints);
    let stops = 0;
    let reached = 0;
    // Each go gets one step further than the one before.
    faults.onReach = (point) => {
      if (!point.startsWith('erasure:') || point === 'erasure:begun') return;
      reached += 1;
      if (reached > stops) {
        stops += 1;
        reached = 0;
        throw new Error('stopped here');
      }
    };
    await beginErasure(admin.api, studentId);
    for (let goes = 0; goes < 200 && (await stateOf(studentId)) !== 'finished'; goes += 1) {
      letPass(IN_A_MINUTE);
      await service.run('erasures');
    }
    faults.onReach = undefined;
    expect(stops).toBeGreaterThan(5);
    await erase(facultyId);
    await erase(colleague.id);
    expect(await canariesIn(database, tenant.tenantId)).toEqual({});
  });
});

it('every table is known to have data about people, or to have none', () => {
  const known = [...PERSONAL_TABLES.map(({ table }) => table), ...IMPERSONAL_TABLES];
  expect([...new Set(known)].sort()).toEqual(service.app.get(PersonalDataRepository).names.sort());
});
