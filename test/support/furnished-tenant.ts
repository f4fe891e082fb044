import { randomBytes } from 'node:crypto';

import { DataSource } from 'typeorm';

import { Passkey } from '../../src/auth/entities/passkey.entity.js';
import { DisclosureLog } from '../../src/tenancy/disclosure-log.js';
import { setLimits, inRun } from '../factories/deprovisioning-limits.js';
import type { Administrators, Browser } from './administrators.js';
import type { Answer, ApiClient, Body } from './api-client.js';
import { finishErasures } from './erasures.js';
import type { TestService, TestTenant } from './service.js';

/** A mark in every value of a furnished tenant that is no identifier. */
export function contentMark(name: string): string {
  return `${name}content`;
}

/** The kind of identifier of each path parameter. */
export const USUAL: Readonly<Record<string, string>> = {
  studentId: 'student',
  submissionId: 'submission',
  apiKey: 'apiKey',
  connectionId: 'connection',
  claimId: 'claim',
  formType: 'formType',
  programId: 'program',
  code: 'milestone',
  name: 'run',
  sessionId: 'session',
  passkeyId: 'passkey',
  userId: 'otherAdministrator',
  id: 'discrepancy',
  groupKey: 'discrepancyGroup',
  groupKeys: 'discrepancyGroup',
  alsoGroupKeys: 'discrepancyGroup',
  ruleId: 'discrepancyRule',
  viewId: 'view',
  webhookId: 'webhook',
  sender: 'fileSender',
};

/** A tenant with at least one of everything, and the identifiers. */
export interface FurnishedTenant {
  readonly tenant: TestTenant;
  readonly admin: ApiClient;
  readonly browser: Browser;
  readonly adminEmail: string;
  /** By kind; the same kinds for every furnished tenant. */
  readonly identifiers: Readonly<Record<string, string>>;
}

/** Two, since an owner may delete one. */
async function sandboxes(
  service: TestService,
  tenant: TestTenant,
): Promise<Record<'sandbox' | 'otherSandbox', string>> {
  const api = service.callerWith(tenant);
  const make = (): Promise<Answer<Body>> => api.post('/api/v1/sandbox/tenants', { seed: 'empty' });
  const [one, other] = (await done([make, make])).map(({ body }) => String(body.data['tenantId']));
  return { sandbox: one ?? '', otherSandbox: other ?? '' };
}

async function done(calls: readonly (() => Promise<Answer<Body>>)[]): Promise<Answer<Body>[]> {
  const answers: Answer<Body>[] = [];
  for (const call of calls) {
    const answer = await call();
    if (answer.status > 202) throw new Error(JSON.stringify(answer.body));
    answers.push(answer);
  }
  return answers;
}

const rowsOf = ({ data }: Body): Record<string, string>[] => data as unknown as Record<string, string>[];

/** @param block three digits in which its people's IDs begin */
async function provision({ sis }: TestTenant, name: string, block: string): Promise<void> {
  const mark = contentMark(name);
  const common = { firstName: mark, lastName: mark, name: mark, genderPronoun: mark, userTags: [mark] };
  const student = { ...common, accountType: 'Student', degree: mark, customFields: { [mark]: mark } };
  const faculty = { ...common, accountType: 'Faculty' };
  const chair = `951${block}001`;
  const program = { programId: `${name}-program`, schoolProgram: mark };
  const facultyProfile = { expertiseNotes: mark, degreeField: mark, tools: [mark] };
  const email = (who: string): string => `${name}.${who}@shared.example.edu`;
  const inFirstRun = { 'X-Sync-Run': `${name}-run-1` };
  const inSecondRun = { 'Content-Type': 'application/json', 'X-Sync-Run': `${name}-run-2` };
  await done([
    () => sis.post('/users', { ...student, ...program, email: email('one'), externalId: `950${block}001` }),
    () => sis.post('/users', { ...student, email: email('two'), externalId: `${name}-S-2` }),
    // Gets the first ID of the tenant, which the examples of the OpenAPI document name.
    () => sis.post('/users', { ...student, email: email('three') }, inFirstRun),
    () =>
      sis.post(
        '/users',
        { ...faculty, facultyProfile, email: email('chair'), externalId: chair },
        inFirstRun,
      ),
    () => sis.send('PATCH', `/users/${chair}`, '{"accountStatus":"active"}', inSecondRun),
    // Leaves two committees below.
    () => sis.post('/users', { ...faculty, email: email('gone'), externalId: `951${block}002` }),
  ]);
}

async function writeProgress({ sis, workflow }: TestTenant, name: string, block: string): Promise<void> {
  const [mark, student] = [contentMark(name), `/students/950${block}001`];
  const member = { facultyId: `951${block}001`, role: 'chair', status: 'accepted' };
  const leaving = { facultyId: `951${block}002`, role: 'member', status: 'accepted' };
  await done([
    () => workflow.put(`${student}/dissertation`, { title: mark, status: 'in_progress' }),
    () =>
      workflow.put(`${student}/dissertation/versions/1`, { title: mark, stage: 'proposal', status: 'draft' }),
    () => workflow.put(`${student}/milestones/${name}_step`, { name: mark, status: 'in_progress' }),
    () => workflow.put(`${student}/committee`, { members: [member, leaving] }),
    () => workflow.put(`/students/${name}-S-2/committee`, { members: [leaving] }),
    () => workflow.put(`/students/${name}-S-2/dissertation`, { title: mark, status: 'in_progress' }),
    () => sis.patch(`/users/951${block}002`),
  ]);
}

async function submit({ sis, workflow }: TestTenant, name: string, block: string): Promise<void> {
  const mark = contentMark(name);
  const form = { formType: `${name}-form`, studentId: `950${block}001`, fields: { degree: `new ${mark}` } };
  const at = (id: string): string => `/submissions/${name}-${id}`;
  await done([
    // Its fields can still be replaced, and it has a discrepancy nevertheless.
    () => workflow.put(at('again'), form),
    () => workflow.post(`${at('again')}/status`, { status: 'submitted', reason: mark }),
    () => workflow.post(`${at('again')}/status`, { status: 'approved', reason: mark }),
    () => workflow.post(`${at('again')}/status`, { status: 'returned', reason: mark }),
    () => workflow.post(`${at('again')}/status`, { status: 'submitted', reason: mark }),
    () => workflow.put(at('blocked'), form),
    () => workflow.post(`${at('blocked')}/status`, { status: 'submitted', reason: mark }),
    () => workflow.post(`${at('blocked')}/status`, { status: 'approved', reason: mark }),
    () =>
      sis.post('/sync/ack', {
        submissionId: `${name}-blocked`,
        status: 'failed',
        lastError: mark,
        targetSystem: mark,
      }),
    // The submission and the target system that the examples of the OpenAPI document name.
    () => workflow.put('/submissions/sub-77', { ...form, fields: { note: mark } }),
    () => sis.post('/sync/replay', { submissionId: 'sub-77', targetSystem: 'SIS' }),
  ]);
}

/** @returns the ID of one of two conflicts about addresses of other people, and where a page between them ends */
async function conflicts(
  { sis }: TestTenant,
  name: string,
  block: string,
): Promise<{ conflict: string; conflictCursor: string }> {
  const mark = contentMark(name);
  const common = { firstName: mark, lastName: mark, accountType: 'Student' };
  const email = (who: string): string => `${name}.${who}@shared.example.edu`;
  await sis.post('/users', { ...common, email: email('one'), externalId: `${name}-S-2` });
  await sis.post('/users', { ...common, email: email('two'), externalId: `950${block}001` });
  const { body } = await sis.get('/conflicts?limit=1');
  return { conflict: rowsOf(body)[0]?.['id'] ?? '', conflictCursor: String(body.meta['nextCursor']) };
}

/** @returns where a page between two refused rows of the run ends */
async function failures({ sis }: TestTenant, run: string): Promise<{ failureCursor: string }> {
  const mark = contentMark(run.slice(0, 5));
  for (const externalId of [`${run}-1`, `${run}-2`])
    await sis.post('/users', { externalId, firstName: mark }, { 'X-Sync-Run': run });
  const { body } = await sis.get(`/runs/${run}/failures?limit=1`);
  return { failureCursor: String(body.meta['nextCursor']) };
}

/** @returns the ID of the claim of `sub-77`, whose lease stays out */
async function claimOne({ sis }: TestTenant): Promise<string> {
  const [answer] = await done([() => sis.post('/sync/claims', { targetSystem: 'SIS', leaseSeconds: 3600 })]);
  return String(rowsOf(answer?.body as Body)[0]?.['claimId']);
}

/** Two colleagues of the administrator, one who is invited, and another session of their own. */
async function staff(
  { sis }: TestTenant,
  admins: Administrators,
  { admin, adminEmail }: Pick<FurnishedTenant, 'admin' | 'adminEmail'>,
  name: string,
  block: string,
): Promise<Record<string, string>> {
  const mark = contentMark(name);
  const colleague = (last: number): Record<string, string> => ({
    firstName: mark,
    lastName: mark,
    accountType: 'Staff',
    email: `${name}.staff-${last}@shared.example.edu`,
    externalId: `951${block}00${last}`,
  });
  await done([
    () => sis.post('/users', { ...colleague(7), role: 'application_auditor' }),
    () => sis.post('/users', { ...colleague(8), role: 'application_operator' }),
    () => sis.post('/users', colleague(9)),
    () => admin.post('/invitations', { email: colleague(9)['email'] }),
  ]);
  await admins.browser(adminEmail);
  const sessions = rowsOf((await admin.get('/account/sessions')).body);
  const other = sessions.find(({ isCurrent }) => String(isCurrent) === 'false');
  return {
    auditor: `951${block}007`,
    otherAdministrator: `951${block}008`,
    invitedUser: `951${block}009`,
    session: String(other?.['sessionId']),
  };
}

/** @returns the ID of a passkey of the administrator, who cannot log in by password alone from now on */
async function passkeyOf(
  service: TestService,
  { tenantId }: TestTenant,
  userId: string,
  name: string,
): Promise<string> {
  const passkeyId = name.padEnd(16, '-');
  await service.app
    .get(DataSource)
    .getRepository(Passkey)
    .insert({
      tenantId,
      userId,
      passkeyId,
      name: contentMark(name),
      credentialId: `${name}-credential`,
      publicKey: Buffer.alloc(77),
      transports: 'internal',
      signatures: 0,
      createdAt: new Date(),
      lastUsedAt: null,
    });
  return passkeyId;
}

/**
 * Erases a person, to the end, who had the address that the document releases.
 * @returns the ID, which is all that is left
 */
async function erased(
  service: TestService,
  { sis }: TestTenant,
  admin: ApiClient,
  name: string,
  block: string,
): Promise<string> {
  const [mark, id] = [contentMark(name), `950${block}006`];
  const common = { firstName: mark, lastName: mark, accountType: 'Student' };
  await sis.post('/users', { ...common, email: 'former.student@example.edu', externalId: id });
  const { body } = await admin.post(`/users/${id}/erase`, { dryRun: true });
  await done([() => admin.post(`/users/${id}/erase`, { token: body.data['token'] })]);
  await finishErasures(service);
  return id;
}

/** @returns the identifiers of what was made */
async function administer(
  admin: ApiClient,
  name: string,
): Promise<Record<'apiKey' | 'connection' | 'discrepancyRule' | 'view', string>> {
  const mark = contentMark(name);
  const milestone = { code: `${name}_step`, name: mark, sequence: 10, required: true };
  const fileMapping = { values: { accountType: { [mark]: 'Student' } } };
  const [key, provider, rule, view] = await done([
    () => admin.post('/keys', { label: mark, scopes: ['integration'] }),
    () => admin.post('/keys', { label: mark, scopes: ['scim'] }),
    () =>
      admin.post('/discrepancy-rules', {
        formType: `${name}-form`,
        field: 'lastName',
        submitted: mark,
        resolution: 'dismiss',
        note: mark,
      }),
    () => admin.post('/views', { list: 'progress', name: mark, isShared: true, filters: { q: mark } }),
    () => admin.put(`/mappings/${name}-form`, { links: [{ formField: 'degree', target: 'degree' }] }),
    () => admin.put(`/files/mappings/${name}-sender`, { columnsHash: 'ab'.repeat(32), mapping: fileMapping }),
    () => admin.put(`/templates/${name}-program`, { milestones: [milestone] }),
  ]);
  return {
    apiKey: String(key?.body.data['apiKey']),
    connection: String(provider?.body.data['apiKey']),
    discrepancyRule: String(rule?.body.data['id']),
    view: String(view?.body.data['id']),
  };
}

/** A student who was given to two callers. @returns the place behind the first of them */
async function disclosures(
  service: TestService,
  tenant: TestTenant,
  admin: ApiClient,
  student: string,
): Promise<{ disclosureCursor: string }> {
  const [log, scope] = [service.app.get(DisclosureLog), await service.scope(tenant, `key:${tenant.apiKey}`)];
  for (const kind of ['read', 'scim'] as const) await log.record(scope, kind, [student]);
  const { body } = await admin.get(`/users/${student}/disclosures?limit=1`);
  return { disclosureCursor: String(body.meta['nextCursor']) };
}

async function foundIdentifiers(
  { sis, workflow }: TestTenant,
  admin: ApiClient,
  name: string,
): Promise<object> {
  const [submission, queue, progress, users, requests, runs, changed, seats, audit, groups] = await done([
    () => workflow.get(`/submissions/${name}-again`),
    () => sis.get('/sync/queue?limit=1'),
    () => sis.get('/progress?limit=1'),
    () => sis.get('/users?limit=1'),
    () => admin.get(`/requests?requestId=${name}-request`),
    () => sis.get('/runs?limit=1'),
    () => admin.get(`/runs/${name}-run-1/people?limit=1`),
    () => sis.get('/progress/open-seats?limit=1'),
    () => admin.get('/audit?perPage=1'),
    () => admin.get('/discrepancy-groups'),
  ]);
  const [discrepancy] = submission?.body.data['discrepancies'] as { id: string }[];
  return {
    discrepancy: discrepancy?.id,
    discrepancyGroup: rowsOf(groups?.body as Body)[0]?.['groupKey'],
    queueCursor: queue?.body.meta['nextCursor'],
    runCursor: runs?.body.meta['nextCursor'],
    changedCursor: changed?.body.meta['nextCursor'],
    seatCursor: seats?.body.meta['nextCursor'],
    progressCursor: progress?.body.meta['nextCursor'],
    userCursor: users?.body.meta['nextCursor'],
    request: rowsOf(requests?.body as Body)[0]?.['id'],
    auditEntry: rowsOf(audit?.body as Body)[0]?.['id'],
  };
}

/**
 * Creates a tenant in which every identifier contains its name or its block of IDs, and every other text contains
 * {@link contentMark}.
 * @param name five letters, so that two tenants' identifiers are equally long
 * @param block three digits in the IDs of this tenant and of no other
 */
export async function furnish(
  service: TestService,
  admins: Administrators,
  name: string,
  block: string,
): Promise<FurnishedTenant> {
  const tenant = await service.tenant({ scopes: ['integration', 'workflow', 'sandbox'] });
  // Calls that name no run are not held.
  await setLimits(service, tenant, { mode: 'hold', perRun: { count: 0 } });
  const names = { firstName: contentMark(name), lastName: contentMark(name) };
  const { id, api: admin, browser, input } = await admins.open(tenant, names);
  await provision(tenant, name, block);
  const { apiKey, connection, discrepancyRule, view } = await administer(admin, name);
  await writeProgress(tenant, name, block);
  await submit(tenant, name, block);
  const claim = await claimOne(tenant);
  const [held] = await done([() => inRun(service, tenant, `${name}-run`).patch(`/users/950${block}001`)]);
  const adminEmail = String(input['email']);
  const people = await staff(tenant, admins, { admin, adminEmail }, name, block);
  await tenant.sis.get('/users/950000009', { 'X-Request-Id': `${name}-request` });
  const passkey = await passkeyOf(service, tenant, id, name);
  await service.settle(tenant);
  const found = await foundIdentifiers(tenant, admin, name);
  const identifiers = {
    student: `950${block}001`,
    legacyNumber: `${name}-S-2`,
    faculty: `951${block}001`,
    email: `${name}.one@shared.example.edu`,
    invited: `${name}.staff-9@shared.example.edu`,
    ...people,
    passkey,
    erased: await erased(service, tenant, admin, name, block),
    submission: `${name}-again`,
    claim,
    formType: `${name}-form`,
    fileSender: `${name}-sender`,
    run: `${name}-run-1`,
    program: `${name}-program`,
    milestone: `${name}_step`,
    requestId: `${name}-request`,
    apiKey,
    connection,
    discrepancyRule,
    view,
    actor: `key:${apiKey}`,
    tenantId: tenant.tenantId,
    hold: String(held?.body.meta['holdId']),
    ...(await conflicts(tenant, name, block)),
    ...(await failures(tenant, `${name}-run-1`)),
    // Its de-provisioning is held.
    alert: String(rowsOf((await admin.get('/alerts?state=open&kind=people_held')).body)[0]?.['id']),
    webhook: await aWebhook(service, tenant),
    ...(await disclosures(service, tenant, admin, `950${block}001`)),
    ...(await sandboxes(service, tenant)),
    ...(found as Record<string, string>),
  };
  const missing = Object.entries(identifiers).filter(([, value]) => typeof value !== 'string');
  if (missing.length > 0) throw new Error(`Without a value: ${String(missing)}`);
  return { tenant, admin, browser, adminEmail, identifiers };
}

/** A webhook whose address no key opens, so that a test of it connects to nothing. */
async function aWebhook(service: TestService, { tenantId }: TestTenant): Promise<string> {
  const id = `aw_${randomBytes(13).toString('hex')}`;
  await service.query(
    'INSERT INTO `alert_webhooks` (`tenantId`, `id`, `kind`, `name`, `masked`, `sealedUrl`, `createdAt`) ' +
      "VALUES (?, ?, 'slack', 'Channel', 'chat.example.edu/…', 'x', NOW(3))",
    [tenantId, id],
  );
  return id;
}
