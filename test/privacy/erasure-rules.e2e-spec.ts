import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { unzipSync } from 'fflate';

import { LegalHolds } from '../../src/privacy/legal-hold/legal-holds.service.js';
import { facultyMember, person } from '../factories/person.js';
import { storedId, userOf } from '../factories/stored-people.js';
import { Administrators, type OpenBrowser } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';
import { command } from '../support/terminal.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let admin: OpenBrowser;

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await admins.open(tenant);
});

const refusalOf = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  body.error.code,
  ...(body.error.details ?? []).map(({ code }) => code),
];

const stored = (input: Row = person()): Promise<string> => storedId(tenant, input);

const ask = (id: string, body: object): Promise<Answer<Body>> => admin.api.post(`/users/${id}/erase`, body);

async function tokenOf(id: string): Promise<string> {
  return String((await ask(id, { dryRun: true })).body.data['token']);
}

async function erase(id: string): Promise<Answer<Body>> {
  return ask(id, { token: await tokenOf(id) });
}

describe('an erasure', () => {
  it('needs the token of its plan, and the plan writes nothing', async () => {
    const id = await stored();
    const other = await stored();
    const plan = await ask(id, { dryRun: true });
    expect(plan.status).toBe(200);
    const planned = { table: 'users', rows: 1, fate: 'erased' };
    expect(plan.body.data['tables']).toContainEqual(expect.objectContaining(planned));
    expect(refusalOf(await ask(id, {}))).toEqual([400, 'VALIDATION_FAILED', 'plan_missing']);
    expect(refusalOf(await ask(id, { token: 'x' }))).toEqual([400, 'VALIDATION_FAILED', 'plan_invalid']);
    const ofOther = await tokenOf(other);
    expect(refusalOf(await ask(id, { token: ofOther }))).toEqual([400, 'VALIDATION_FAILED', 'plan_invalid']);
    expect((await tenant.sis.get(`/users/${id}`)).status).toBe(200);
    expect(refusalOf(await admin.api.get(`/users/${id}/erase`))).toEqual([404, 'NOT_FOUND']);
  });

  it('says how many rows of each kind are still to be deleted, until none is', async () => {
    const id = await stored();
    for (const code of ['candidacy', 'final_defense'])
      await tenant.workflow.put(`/students/${id}/milestones/${code}`, { name: code, status: 'in_progress' });
    // Those of the template among them.
    const sql = 'SELECT `code` FROM `milestones` WHERE `tenantId` = ? AND `studentId` = ?';
    const stands: unknown[] = await service.query(sql, [tenant.tenantId, id]);
    expect(stands.length).toBeGreaterThanOrEqual(2);
    const milestones = { table: 'milestones', part: null, rows: stands.length };
    expect((await erase(id)).body.data['left']).toContainEqual(milestones);
    expect((await admin.api.get(`/users/${id}/erase`)).body.data).toMatchObject({
      state: 'erasing',
      left: expect.arrayContaining([milestones]) as unknown,
    });
    await service.run('erasures');
    expect((await admin.api.get(`/users/${id}/erase`)).body.data).toMatchObject({
      state: 'checking',
      left: [],
    });
  });

  it('is not done by the token of a plan that does not name a kind of data that there is now', async () => {
    const id = await stored();
    const token = await tokenOf(id);
    const form = { formType: 'leave', studentId: id, fields: { a: 1 } };
    await tenant.workflow.put('/submissions/sub-8', form);
    expect(refusalOf(await ask(id, { token }))).toEqual([400, 'VALIDATION_FAILED', 'plan_changed']);
    expect((await erase(id)).status).toBe(202);
  });

  it('is done by the token of its plan while there are more rows of the kinds that it names', async () => {
    const input = person();
    const id = await stored(input);
    await tenant.sis.bulk('/users/bulk', [{ ...input, email: 'no address' }]);
    await service.settle(tenant);
    const token = await tokenOf(id);
    await tenant.sis.post('/users', { ...input, degree: 'PhD' });
    await tenant.sis.bulk('/users/bulk', [{ ...input, email: 'no address' }, person()]);
    await service.settle(tenant);
    expect((await ask(id, { token })).status).toBe(202);
    expect((await tenant.sis.get(`/users/${id}`)).status).toBe(404);
  });

  it('is done while a feed keeps writing the person', async () => {
    const input = person();
    const id = await stored(input);
    const token = await tokenOf(id);
    const writes = Array.from({ length: 20 }, (_, degree) =>
      tenant.sis.post('/users', { ...input, degree: `Degree ${degree}` }),
    );
    const [answer] = await Promise.all([ask(id, { token }), ...writes]);
    expect(answer.status).toBe(202);
    expect(refusalOf(await tenant.sis.post('/users', input))).toEqual([409, 'ERASED']);
  });

  it('is the same when it is asked for again', async () => {
    const id = await stored();
    expect((await erase(id)).status).toBe(202);
    const answer = await ask(id, { token: 'anything' });
    expect(answer).toMatchObject({ status: 202, body: { data: { userId: id } } });
  });

  it('is one when it is asked for twice at once', async () => {
    const id = await stored();
    const token = await tokenOf(id);
    const answers = await Promise.all([ask(id, { token }), ask(id, { token })]);
    const asked = { status: 202, body: { data: { userId: id } } };
    expect(answers).toMatchObject([asked, asked]);
  });

  it('finds the person by a number of any letters', async () => {
    const number = 'Ñ-17 é';
    const id = await stored(person({ externalId: number }));
    const path = encodeURIComponent(number);
    expect(refusalOf(await admin.api.get(`/users/${path}/erase`))).toEqual([404, 'NOT_FOUND']);
    expect((await ask(path, { token: await tokenOf(path) })).body.data['userId']).toBe(id);
    expect(refusalOf(await ask(path, { dryRun: true }))).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('of their own account is refused to administrators', async () => {
    expect(refusalOf(await ask(admin.id, { dryRun: true }))).toEqual([409, 'INVALID_TRANSITION']);
  });

  it('ends the person for every call when it is answered, sessions included', async () => {
    const colleague = await admins.open(tenant);
    expect((await erase(colleague.id)).status).toBe(202);
    expect((await colleague.api.get('/users')).status).toBe(401);
    expect((await tenant.sis.get(`/users/${colleague.id}`)).status).toBe(404);
    expect(refusalOf(await tenant.sis.post('/users', colleague.input))).toEqual([409, 'ERASED']);
  });

  it('leaves the ID in the export, as removed, and in committees of others', async () => {
    const [student, chair] = [await stored(), await stored(facultyMember({ lastName: 'Gone' }))];
    const other = await stored();
    const members = [{ facultyId: chair, role: 'chair', status: 'accepted' }];
    await tenant.workflow.put(`/students/${other}/committee`, { members });
    await erase(student);
    await erase(chair);
    const answer = await tenant.sis.get('/progress?includeRemoved=true&since=2020-01-01');
    const removed = { studentId: student, legacyNumber: null, removed: true };
    expect(rowsOf(answer)).toContainEqual(expect.objectContaining(removed));
    const record = rowsOf(answer).find(({ studentId }) => studentId === other);
    expect(record).toMatchObject({ committee: { members: [{ facultyId: chair }] } });
    expect(JSON.stringify(record)).not.toContain('Gone');
  });

  it('withdraws a claim: what the connector reports is refused', async () => {
    const student = await stored();
    const form = { formType: 'leave', studentId: student, fields: { a: 1 } };
    await tenant.workflow.put('/submissions/sub-9', form);
    await tenant.sis.post('/sync/replay', { submissionId: 'sub-9', targetSystem: 'SIS' });
    const [claim] = rowsOf(await tenant.sis.post('/sync/claims', { targetSystem: 'SIS' }));
    expect((await ask(student, { dryRun: true })).body.data['openClaims']).toBe(1);
    await erase(student);
    await service.run('erasures');
    expect(rowsOf(await tenant.sis.get('/sync/queue'))).toEqual([]);
    const report = { claimId: claim?.['claimId'], submissionId: 'sub-9', status: 'sent' };
    expect((await tenant.sis.post('/sync/ack', report)).status).toBeGreaterThanOrEqual(400);
    const { totals } = (await tenant.sis.get('/sync/queue')).body.meta;
    expect(totals).toMatchObject({ processing: 0, queued: 0 });
  });
});

describe('a person who was erased and is sent again', () => {
  it('is one entry of the inbox with the ID, which can only be ignored, and no failed row', async () => {
    const input = person();
    const id = await stored(input);
    await erase(id);
    for (let times = 0; times < 2; times += 1) await tenant.sis.post('/users', input);
    const [line] = await tenant.sis.bulk('/users/bulk?dryRun=true', [input]);
    expect(line).toMatchObject({ error: { code: 'ERASED' } });
    await service.settle(tenant);
    const [entry, ...others] = rowsOf(await admin.api.get('/conflicts?kind=erased'));
    expect(others).toEqual([]);
    const listed = { userId: id, externalId: id, count: 2, offered: ['ignore'], status: 'open' };
    expect(entry).toMatchObject(listed);
    const path = `/conflicts/${String(entry?.['id'])}/decide`;
    expect((await admin.api.post(path, { decision: 'ignore' })).status).toBe(200);
    const requests = rowsOf(await admin.api.get('/requests?route=/api/v1/integration/users&status=409'));
    expect(requests).toHaveLength(2);
    const detail = await admin.api.get(`/requests/${String(requests[0]?.['id'])}`);
    expect(detail.body.data).toMatchObject({ code: 'ERASED', body: null });
  });

  it('does not stop the other people of a file, nor another person who has neither key', async () => {
    const input = person();
    await erase(await stored(input));
    const summary = { inserted: 1, failed: 1 };
    const lines = await tenant.sis.bulk('/users/bulk', [input, person()]);
    expect(lines).toMatchObject([{ success: false }, { success: true }, { summary }]);
  });

  it('keeps the former address of another person from coming back by an undo', async () => {
    const keeper = person();
    const keeperId = await stored(keeper);
    const run = { 'X-Sync-Run': 'night-1' };
    await tenant.sis.post('/users', { ...keeper, email: 'moved@test.example.edu' }, run);
    const successor = person({ email: keeper['email'] });
    await erase(await stored(successor));
    await admin.api.post('/runs/night-1/undo', { confirm: 'night-1' });
    expect((await userOf(tenant, keeperId))['email']).toBe('moved@test.example.edu');
  });
});

describe('a legal hold', () => {
  it('stops an erasure until it is removed, and is audited', async () => {
    const id = await stored();
    const token = await tokenOf(id);
    const set = await admin.api.put(`/users/${id}/legal-hold`, { reason: 'Case 1' });
    expect(set.body.data).toMatchObject({ userId: id, reason: 'Case 1', setBy: admin.actor });
    expect(refusalOf(await ask(id, { token }))).toEqual([409, 'LEGAL_HOLD']);
    expect(refusalOf(await ask(id, { dryRun: true }))).toEqual([409, 'LEGAL_HOLD']);
    expect((await admin.api.get(`/users/${id}/legal-hold`)).body.data).toMatchObject({ isHeld: true });
    await admin.api.send('DELETE', `/users/${id}/legal-hold`);
    expect(refusalOf(await admin.api.send('DELETE', `/users/${id}/legal-hold`))).toEqual([404, 'NOT_FOUND']);
    expect((await erase(id)).status).toBe(202);
    const actions = rowsOf(await admin.api.get(`/audit?target=user:${id}`)).map(({ action }) => action);
    expect(actions).toEqual(['user.erased', 'user.legal-hold-removed', 'user.legal-hold-set']);
  });

  it('of the university stops them all, and others are asked for at once', async () => {
    const [one, other] = [await stored(), await stored()];
    const heldNow = async (): Promise<unknown[]> => {
      const held = await service.app.get(LegalHolds).heldAmong(await service.scope(tenant), [one, other]);
      return [...held];
    };
    await admin.api.put(`/users/${one}/legal-hold`, { reason: 'Case 1' });
    expect(await heldNow()).toEqual([one]);
    await admin.api.patch('/settings', { legalHold: true });
    expect(await heldNow()).toEqual([one, other]);
    expect(refusalOf(await ask(other, { dryRun: true }))).toEqual([409, 'LEGAL_HOLD']);
  });
});

it('the terminal exports, keeps and erases a person', async () => {
  const id = await stored(person({ lastName: 'Terminal' }));
  const values = { tenant: tenant.tenantId };
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  const to = join(folder, 'person.zip');
  await command(service, `person export ${id}`, { ...values, to });
  const files = unzipSync(new Uint8Array(readFileSync(to)));
  rmSync(folder, { recursive: true });
  expect(Buffer.from(files['person.html'] ?? []).toString()).toContain('Terminal');
  await command(service, `person legal-hold ${id}`, { ...values, reason: 'Case 2' });
  await expect(command(service, `person erase ${id}`, values)).rejects.toThrow('legal hold');
  await command(service, `person legal-hold ${id}`, { ...values, remove: 'yes' });
  for (const given of [values, { ...values, yes: 'yes' }])
    expect(await command(service, `person erase ${id}`, given)).toMatchObject({ userId: id });
  expect((await tenant.sis.get(`/users/${id}`)).status).toBe(404);
});
