import { createHash } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { person } from '../../../factories/person.js';
import { scimPerson } from '../../../factories/scim-person.js';
import type { OpenApiDocument, Parameter } from '../../../support/operations.js';
import { PATCH_OP } from '../../../support/scim.js';

/** A request to one route. */
export interface Call {
  /** The name in the route table: `GET /api/v1/…/:id`. */
  readonly route: string;
  /** The path with its query. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?:
    | 'application/json'
    | 'application/x-ndjson'
    | 'application/octet-stream'
    | 'application/cloudevents-batch+json'
    | 'application/scim+json'
    | 'application/x-www-form-urlencoded';
}

/** Of the crowd. */
export const ERASED_USER = '950200007';

/** The identifiers in the crowd's tenant with which routes are called. */
export interface Sample {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly anotherKey: string;
  readonly providerKey: string;
  readonly providerSecret: string;
  readonly email: string;
  readonly password: string;
  readonly invitation: string;
  /** The token of a link for a key. */
  readonly handover: string;
  /** A key that no call has used. */
  readonly unusedKey: string;
  /** A session of the administrator. */
  readonly session: string;
  /** An unresolved discrepancy of `crowd-00003`, and three more, the last of `crowd-00018`. */
  readonly discrepancies: readonly string[];
  /** A rule about discrepancies. */
  readonly rule: string;
  /** A saved view of a list. */
  readonly view: string;
  readonly requestId: string;
  readonly auditId: string;
  /** A sandbox of the demo university. */
  readonly sandbox: string;
  /** An address of {@link ERASED_USER}. */
  readonly erasedEmail: string;
}

type Query = Readonly<Record<string, string>>;

/** A group of open discrepancies of the crowd. */
const GROUP = createHash('sha256').update('group-0').digest('hex').slice(0, 32);

/** A token for monitoring, which the test gives to the tenant. */
export const MONITORING_TOKEN = `al_${'0'.repeat(43)}`;

/** Values of parameters for which the OpenAPI document names none. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  after: ['earliest'],
  types: ['user.*'],
  waitSeconds: ['0'],
  externalId: ['950100017'],
  email: ['c17@test.example.edu'],
  search: ['950100017', 'Müller 7'],
  accountType: ['Student'],
  action: ['login'],
  actor: ['terminal'],
  byAct: ['true'],
  timeZone: ['Europe/Berlin'],
  cursor: [],
  days: ['30'],
  include: ['provenance'],
  formType: ['degree_change'],
  groupKey: [GROUP],
  id: [`dr_${'0'.repeat(26)}`],
  includeRemoved: ['true'],
  from: ['2020-01-01T00:00:00Z', new Date(Date.now() - 86_400_000).toISOString()],
  limit: ['5'],
  name: ['night', 'copied'],
  userIds: ['950100012,950100013'],
  page: ['3'],
  perPage: ['10'],
  program: ['P-7'],
  programId: ['P-7'],
  q: ['lee', 'ann cruz', '9501', 'crowd-000', '950100017', 'night-', 'r-', '小明'],
  requestId: ['r-77'],
  run: ['nightly-7', 'nightly-x'],
  role: ['student', 'application_admin'],
  route: ['/api/v1/integration/users'],
  sender: ['terminal'],
  series: ['nightly-#'],
  since: ['2020-01-01', new Date().toISOString()],
  status: ['4xx', '404'],
  studentId: ['950100012', '950100012,C-40,950100099'],
  submissionId: ['crowd-00005'],
  userId: ['950100012', 'C-40'],
  withFailures: ['true'],
  cause: ['x'],
  chair: ['951100017', 'F-17'],
  chairing: ['true'],
  entry: ['2024', '2024-09'],
  milestone: ['candidacy'],
  target: ['user:950100012'],
  targetSystem: ['SIS', '(none)'],
  errorGroup: ['group-7'],
  to: [new Date().toISOString()],
  token: [MONITORING_TOKEN],
};

/** Values of parameters that are a calendar day. */
const DAYS = ['2020-01-01', new Date().toISOString().slice(0, 10)];

/** Parameters that only choose the page, and those of the order, which are combined with each filter. */
const PLACES = ['page', 'perPage', 'limit', 'cursor'];
const ORDERS = ['sort', 'order'];

/** The first and the last name of a filter: the statement is the same for all. */
function valuesOf({ name, schema }: Parameter): readonly string[] {
  const names = schema.enum?.map(String);
  if (names !== undefined && !ORDERS.includes(name))
    return [...names.slice(0, 1), ...names.slice(1).slice(-1)];
  if (schema.format === 'date') return DAYS;
  const values = names ?? ASKED[name];
  if (values === undefined) throw new Error(`Say in ASKED what the parameter ${name} is asked with.`);
  return values;
}

/** Every order; each filter with every value and in every order; and every parameter of the page. */
function queriesOf(parameters: readonly Parameter[]): Query[] {
  const named = (names: readonly string[]): Parameter[] =>
    parameters.filter(({ name }) => names.includes(name));
  const single = (some: readonly Parameter[]): Query[] =>
    some.flatMap((one) => valuesOf(one).map((value) => ({ [one.name]: value })));
  const orders = named(ORDERS).reduce<Query[]>(
    (all, one) => all.flatMap((query) => valuesOf(one).map((value) => ({ ...query, [one.name]: value }))),
    [{}],
  );
  const filters = parameters.filter(({ name }) => !PLACES.includes(name) && !ORDERS.includes(name));
  const ordered = [{}, ...filters.flatMap((filter) => single([filter]).slice(0, 1))].flatMap((filter) =>
    orders.map((order) => ({ ...filter, ...order })),
  );
  return [...ordered, ...single(filters), ...single(named(PLACES))];
}

/** Calls of every documented GET route, with all parameters. */
export function readsOf({ paths }: OpenApiDocument, sample: Sample): Call[] {
  return Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined) return [];
    const parameters = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(template, name, sample));
    const route = `GET ${template.replace(/\{(\w+)\}/g, ':$1')}`;
    return queriesOf(parameters).map((query) => {
      const search = new URLSearchParams(query).toString();
      return { route, path: search === '' ? path : `${path}?${search}` };
    });
  });
}

function valueOf(template: string, name: string, sample: Sample): string {
  if (name === 'id' && template.includes('/discrepancies/')) return sample.discrepancies[0] ?? '';
  if (name === 'id' && template.includes('/requests/')) return sample.requestId;
  if (name === 'id' && template.includes('/audit/')) return sample.auditId;
  if (name === 'id' && template.endsWith('/erase')) return ERASED_USER;
  if (name === 'id' && template.includes('/sandbox/')) return sample.sandbox;
  if (name === 'id' && template.endsWith('/seats')) return '951100017';
  if (name === 'id' && template.includes('/holds/')) return aHold(10);
  if (name === 'id' && template.includes('/conflicts/')) return aConflict(10);
  const { tenantId, apiKey, providerKey, view } = sample;
  const values: Query = {
    connectionId: providerKey,
    viewId: view,
    tenantId,
    apiKey,
    id: '950100017',
    studentId: '950100017',
    submissionId: 'crowd-00003',
    number: '1',
    code: 'candidacy',
    formType: 'degree_change',
    programId: 'P-5',
    // A run that changed a third of the people; `night-7` changed no one.
    name: template.includes('/people') ? 'night-1' : 'night-7',
  };
  const value = values[name];
  if (value === undefined) throw new Error(`Say what :${name} is in ${template}.`);
  return value;
}

/** Every tenth conflict of the crowd is open. */
function aConflict(n: number): string {
  return `cf_${String(n).padStart(26, '0')}`;
}

/** Every fiftieth alert of the crowd is open. */
function anAlert(n: number): string {
  return `al_${String(n).padStart(26, '0')}`;
}

function aWebhook(n: number): string {
  return `aw_${String(n).padStart(26, '0')}`;
}

/** Every tenth item of the crowd is queued. */
function aHold(n: number): string {
  return `hd_${String(n).padStart(26, '0')}`;
}

function json(route: string, path: string, body: unknown): Call {
  return { route, path, body: JSON.stringify(body), type: 'application/json' };
}

/** To an address that names nothing. */
function post(path: string, body: unknown): Call {
  return json(`POST ${path}`, path, body);
}

/** Without and with effect. */
function lines(path: string, bodies: readonly unknown[]): Call[] {
  const body = bodies.map((one) => JSON.stringify(one)).join('\n');
  const type = 'application/x-ndjson';
  return ['?dryRun=true', ''].map((query) => ({ route: `POST ${path}`, path: path + query, body, type }));
}

const USERS = '/api/v1/integration/users';
const RUNS = '/api/v1/integration/runs';
const STUDENTS = '/api/v1/workflow/students';
const SUBMISSIONS = '/api/v1/workflow/submissions';
const SYNC = '/api/v1/integration/sync';
const DROPS = '/api/v1/integration/drops';
const ADMIN = '/api/v1/admin';

/** A user of the crowd as the SIS would send them. */
function known(n: number, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const email = `c.${n}@test.example.edu`;
  return { ...person({ externalId: `C-${n}`, email }), ...overrides };
}

function peopleCalls(): Call[] {
  const patch = (id: string, body: unknown): Call => json(`PATCH ${USERS}/:id`, `${USERS}/${id}`, body);
  const newcomer = person({ accountType: 'Faculty', schoolProgram: 'Law', programId: 'law' });
  const some = Array.from({ length: 60 }, (_, n) =>
    n % 2 === 0 ? person() : known(2000 + n, { degree: 'EdD' }),
  );
  return [
    post(USERS, newcomer),
    post(USERS, newcomer),
    post(USERS, known(11, { degree: 'PhD' })),
    post(USERS, known(12, { externalId: 'K-12' })),
    post(USERS, { ...known(13), externalId: '950100013', email: 'another@test.example.edu' }),
    // A former Student has no record; a member of many committees is in many records.
    post(USERS, known(14, { accountType: 'Staff' })),
    post(`${USERS}/match`, known(17, { monthOfEntry: 9, yearOfEntry: 2024 })),
    post(`${USERS}/match`, person({ firstName: 'Lee', lastName: 'Ann' })),
    post(`${USERS}/match`, { ...known(18), externalId: '950100018' }),
    patch('950100015', {}),
    patch('C-16', { accountStatus: 'inactive' }),
    patch('951100007', {}),
    patch('951100009?ifImpact=hold', {}),
    ...lines(`${USERS}/bulk`, some),
    ...finishCalls(),
    json(`PUT ${DROPS}/:folder`, `${DROPS}/sftp1:files`, { waiting: 1, refused: 0 }),
  ];
}

/** A run, and a later one that does not name most of its people. */
function finishCalls(): Call[] {
  const some = Array.from({ length: 60 }, (_, n) => known(3000 + n));
  const complete = { accountTypes: ['Student'], absentRuns: 1 };
  return [
    { run: 'crowd-1', people: some, dryRun: false },
    { run: 'crowd-2', people: some.slice(0, 35), dryRun: true },
    { run: 'crowd-2', people: some.slice(35, 40), dryRun: false },
  ].flatMap(({ run, people, dryRun }) => [
    ...lines(`${USERS}/bulk`, people).map((call) => ({ ...call, headers: { 'X-Sync-Run': run } })),
    json(`POST ${RUNS}/:name/finish`, `${RUNS}/${run}/finish`, { complete, dryRun }),
  ]);
}

/** A file of people of the crowd and of new ones, as an administrator sends it. */
function fileCalls(): Call[] {
  const cells = (n: number): string => `C-${n},Ann,Lee,c.${n}@test.example.edu,Student`;
  const some = Array.from({ length: 60 }, (_, n) => cells(n % 2 === 0 ? 4000 + n : 900_000 + n));
  const content = ['externalId,firstName,lastName,email,accountType', ...some].join('\n');
  const people = { name: 'people.csv' };
  const run = { ...people, run: 'by-hand' };
  return ['preview', 'words', 'plan', 'apply'].map((step) => ({
    route: `POST ${ADMIN}/files/${step}`,
    path: `${ADMIN}/files/${step}`,
    body: `${JSON.stringify(['plan', 'apply'].includes(step) ? run : people)}\n${content}`,
    type: 'application/octet-stream',
  }));
}

function progressCalls(): Call[] {
  const put = (part: string, pattern: string, body: unknown): Call =>
    json(`PUT ${STUDENTS}/:studentId/${pattern}`, `${STUDENTS}/950100021/${part}`, body);
  const dissertation = { title: 'Another', status: 'in_progress' };
  const seat = { facultyId: '951100008', role: 'chair', status: 'accepted' };
  const some = Array.from({ length: 60 }, (_, n) => ({
    studentId: `C-${3000 + n}`,
    dissertation,
    committee: { members: [seat] },
    milestones: [{ code: 'candidacy', status: 'completed' }],
  }));
  return [
    put('dissertation', 'dissertation', dissertation),
    put('dissertation/versions/2', 'dissertation/versions/:number', {
      stage: 'proposal',
      status: 'submitted',
    }),
    put('milestones/candidacy', 'milestones/:code', { status: 'completed' }),
    put('committee', 'committee', { members: [seat] }),
    ...lines('/api/v1/workflow/progress/bulk', some),
  ];
}

function sandboxCalls({ sandbox }: Sample): Call[] {
  const base = '/api/v1/sandbox/tenants';
  const put = (part: string, body: unknown): Call =>
    json(`PUT ${base}/:id/${part}`, `${base}/${sandbox}/${part}`, body);
  return [
    post(base, { seed: 'demo' }),
    put('faults', [{ route: 'GET /api/v1/integration/users/:id', status: 503 }]),
    put('clock', { advanceSeconds: 100_000 }),
    json(`POST ${base}/:id/reset`, `${base}/${sandbox}/reset`, {}),
    { route: `DELETE ${base}/:id`, path: `${base}/${sandbox}` },
  ];
}

/** Two events of the crowd's submissions, one of a new one, and the last one again. */
function eventCalls(): Call[] {
  const event = (id: string, data: object): object => ({
    specversion: '1.0',
    id,
    source: '/crowd',
    type: 'submission.status-changed.v1',
    data,
  });
  const form = { formType: 'degree_change', studentId: 'C-30', fields: { degree: 'PhD' } };
  const events = [
    event('1', { submissionId: 'crowd-00012', status: 'approved' }),
    event('2', { submissionId: 'crowd-00015', status: 'returned' }),
    event('3', { submissionId: 'sub-10', status: 'submitted', ...form }),
  ];
  return [events, events.slice(-1)].map((some) => ({
    route: 'POST /api/v1/workflow/events',
    path: '/api/v1/workflow/events',
    body: JSON.stringify(some),
    type: 'application/cloudevents-batch+json',
  }));
}

function reviewCalls({ discrepancies: [first, second, third, last], rule }: Sample): Call[] {
  const put = (id: string): Call =>
    json(`PUT ${SUBMISSIONS}/:submissionId`, `${SUBMISSIONS}/${id}`, {
      formType: 'degree_change',
      studentId: 'C-30',
      fields: { degree: 'PhD' },
    });
  const move = (id: string, status: string): Call =>
    json(`POST ${SUBMISSIONS}/:submissionId/status`, `${SUBMISSIONS}/${id}/status`, { status });
  const resolution = { resolution: 'accept_submitted' };
  const groups = { groupKeys: [GROUP], alsoGroupKeys: [GROUP] };
  const resolve = `${SUBMISSIONS}/:submissionId/discrepancies/:id/resolve`;
  return [
    put('sub-9'),
    put('sub-9'),
    move('sub-9', 'submitted'),
    move('sub-9', 'approved'),
    move('sub-9', 'closed'),
    json(`POST ${resolve}`, `${SUBMISSIONS}/crowd-00003/discrepancies/${first ?? ''}/resolve`, resolution),
    post(`${ADMIN}/discrepancies/resolve`, { ...resolution, ids: [second, third] }),
    post(`${ADMIN}/discrepancy-rules`, {
      formType: 'degree_change',
      field: 'lastName',
      submitted: 'Kay',
      resolution: 'dismiss',
    }),
    json(`POST ${ADMIN}/discrepancy-rules/:ruleId/keep`, `${ADMIN}/discrepancy-rules/${rule}/keep`, {}),
    { route: `DELETE ${ADMIN}/discrepancy-rules/:ruleId`, path: `${ADMIN}/discrepancy-rules/${rule}` },
    post(`${ADMIN}/discrepancies/undo`, { ids: [second] }),
    json(`POST ${ADMIN}/submissions/:submissionId/resolve`, `${ADMIN}/submissions/crowd-00018/resolve`, {
      decisions: [{ ...resolution, id: last }],
    }),
    post(`${ADMIN}/discrepancy-groups/preview`, { ...resolution, ...groups }),
    post(`${ADMIN}/discrepancy-groups/resolve`, {
      ...groups,
      resolution: 'dismiss',
      newest: '999999999-999999999999999-0',
      rules: [{ groupKey: GROUP, anyRecorded: true }],
    }),
    post(`${SYNC}/ack`, { submissionId: 'crowd-00004', status: 'processing' }),
    post(`${SYNC}/replay`, { submissionId: 'crowd-00005' }),
    post(`${ADMIN}/queue/replay`, { submissionIds: ['crowd-00006', 'crowd-00007'] }),
    post(`${ADMIN}/queue/replay`, { items: [{ submissionId: 'crowd-00008', targetSystem: 'SIS' }] }),
  ];
}

/** Every fortieth item of the crowd is with a connector. */
function claimCalls(): Call[] {
  const claims = `${SYNC}/claims`;
  const claim = (body: object): Call => post(claims, body);
  const withKey = { ...claim({ limit: 2 }), headers: { 'Idempotency-Key': 'first' } };
  const replayAll = (body: object): Call => post(`${SYNC}/replay/bulk`, body);
  const formTypes = ['degree_change', 'leave'];
  return [
    claim({}),
    claim({ targetSystem: 'SIS', limit: 100 }),
    claim({ targetSystem: 'SIS', formTypes }),
    claim({ formTypes }),
    withKey,
    withKey,
    json(`POST ${claims}/:claimId/extend`, `${claims}/claim-crowd-00002/extend`, { leaseSeconds: 60 }),
    json(`POST ${claims}/:claimId/release`, `${claims}/claim-crowd-00042/release`, { delaySeconds: 0 }),
    post(`${SYNC}/ack`, { claimId: 'claim-crowd-00082', submissionId: 'crowd-00082', status: 'sent' }),
    replayAll({ status: 'failed', dryRun: true }),
    replayAll({
      status: 'failed',
      targetSystem: 'SIS',
      formType: 'degree_change',
      from: '2020-01-01T00:00:00Z',
    }),
    replayAll({ status: 'not_queued' }),
    ...[
      { dryRun: true },
      { dryRun: true, targetSystem: 'SIS', failure: 'delivery', from: '2020-01-01T00:00:00Z' },
      { dryRun: true, errorGroup: 'group-7' },
      { failure: 'delivery' },
    ].map((body) => post(`${ADMIN}/queue/replay-matching`, body)),
    post(`${ADMIN}/connectors/pause`, { targetSystem: 'SIS' }),
    claim({ targetSystem: 'SIS' }),
    claim({}),
    post(`${ADMIN}/connectors/resume`, { targetSystem: 'SIS' }),
    json(`PUT ${ADMIN}/connectors/silence`, `${ADMIN}/connectors/silence`, {
      targetSystem: 'SIS',
      minutes: 60,
    }),
  ];
}

function administrationCalls(sample: Sample): Call[] {
  const { tenantId, anotherKey, providerKey, email, password, invitation, handover, session } = sample;
  const released = { kind: 'email', value: sample.erasedEmail };
  const to = (method: string, pattern: string, body: unknown, path = pattern): Call =>
    json(`${method} ${ADMIN}/${pattern}`, `${ADMIN}/${path}`, body);
  const drop = (pattern: string, path: string): Call => ({
    route: `DELETE ${ADMIN}/${pattern}`,
    path: `${ADMIN}/${path}`,
  });
  const candidacy = { code: 'candidacy', name: 'Candidacy' };
  const milestones = [{ ...candidacy, sequence: 50, required: true }];
  const signOn = { issuer: 'https://login.example.edu', clientId: 'x', clientSecret: 'x' };
  const own = { currentPassword: password };
  const fileMapping = { columnsHash: 'ab'.repeat(32), mapping: {} };
  return [
    to('POST', 'session', { email, password }),
    to('POST', 'session', { email, password, tenantId }),
    to('POST', 'invitations', { email: 'f.17@test.example.edu' }),
    to('POST', 'invitations/show', { token: invitation }),
    to('POST', 'invitations/accept', { token: invitation, password }),
    to('POST', 'invitations/:userId/again', {}, 'invitations/951100017/again'),
    drop('invitations/:userId', 'invitations/951100017'),
    to('PUT', 'administrators/:userId/role', { role: 'auditor' }, 'administrators/951100018/role'),
    drop('administrators/:userId/second-factor', 'administrators/951100018/second-factor'),
    drop('administrators/:userId/role', 'administrators/951100018/role'),
    to('POST', 'account/second-factor', own),
    to('POST', 'account/second-factor/confirm', { code: '000000' }),
    to('POST', 'account/second-factor/remove', { currentPassword: password, code: '000000' }),
    to('POST', 'session/passkey', { email, password }),
    to('POST', 'invitations/passkey', { token: invitation }),
    to('POST', 'account/passkeys/begin', own),
    to('POST', 'account/passkeys', { name: 'Phone', credential: 'x', clientData: 'x', attestation: 'x' }),
    to('POST', 'account/passkeys/challenge', {}),
    to('POST', 'account/passkeys/:passkeyId/remove', own, 'account/passkeys/x/remove'),
    drop('account/sessions/:sessionId', `account/sessions/${session}`),
    to('PUT', 'account/password', { currentPassword: password, password: `another ${password}` }),
    drop('account/sessions', 'account/sessions'),
    to('POST', 'sso/find', { email }),
    to('PUT', 'sign-on/draft', { provider: 'openid', ...signOn }),
    to('POST', 'sign-on/switch-on', own),
    to('POST', 'sign-on/switch-off', own),
    to('POST', 'sso/saml/acs', {}),
    to('POST', 'handovers/show', { token: handover }),
    to('POST', 'handovers/open', { token: handover }),
    to('POST', 'keys/:apiKey/handover', {}, `keys/${sample.unusedKey}/handover`),
    to('POST', 'connections', { label: 'Okta' }),
    to('PATCH', 'users/:id', { accountStatus: 'inactive' }, 'users/950100031'),
    to('PUT', 'users/:id/legal-hold', { reason: 'Case 1' }, 'users/950100051/legal-hold'),
    drop('users/:id/legal-hold', 'users/950100051/legal-hold'),
    to('POST', 'users/:id/erase', { dryRun: true }, 'users/950100051/erase'),
    to('POST', 'users/:id/erase/release', released, `users/${ERASED_USER}/erase/release`),
    to('POST', 'keys', { label: 'Another', scopes: ['integration'] }),
    to('POST', 'keys/:apiKey/rotate', {}, `keys/${anotherKey}/rotate`),
    to('POST', 'keys/:apiKey/revoke', {}, `keys/${anotherKey}/revoke`),
    to('PATCH', 'connections/:connectionId', { visible: 'linked' }, `connections/${providerKey}`),
    to('PATCH', 'settings', { nightlyRunHours: 30 }),
    to('POST', 'settings/preview', {
      pacing: { dueSoonDays: 20 },
      deprovisioningGuard: { perRun: { count: 1 } },
      retention: {
        requestLogDays: 1,
        inactivePeopleDays: 100,
        historyDays: 100,
        eventDays: 1,
        auditDays: 100,
      },
    }),
    to('PUT', 'first-steps/university', {}),
    to('PUT', 'first-steps', { isHidden: true }),
    to('PUT', 'first-steps', { isHidden: false }),
    to('PATCH', 'settings', { pacing: { aheadDays: 31 } }),
    to('PUT', 'alerts/settings', { recipients: ['it@test.example.edu'] }),
    // There is no mail server: nothing is sent.
    to('POST', 'alerts/test', { recipients: ['it@test.example.edu'] }),
    to('POST', 'alerts/:id/snooze', { length: 'week' }, `alerts/${anAlert(50)}/snooze`),
    to('POST', 'alerts/:id/wake', {}, `alerts/${anAlert(50)}/wake`),
    to('POST', 'alerts/token', {}),
    drop('alerts/token', 'alerts/token'),
    // No key opens the addresses of the crowd's webhooks: nothing is sent.
    to('POST', 'alerts/webhooks', { kind: 'slack', name: 'Channel', url: 'https://192.0.2.44/hooks' }),
    to('POST', 'alerts/webhooks/:webhookId/test', {}, `alerts/webhooks/${aWebhook(2)}/test`),
    drop('alerts/webhooks/:webhookId', `alerts/webhooks/${aWebhook(3)}`),
    to('POST', 'holds/preview', { ids: [aHold(20), aHold(30), aHold(41)] }),
    to('POST', 'holds/preview', { run: 'nightly-10' }),
    to('POST', 'holds/preview', { run: null }),
    to('POST', 'holds/decide', { decision: 'release', ids: [aHold(20), aHold(30), aHold(41)] }),
    to('POST', 'holds/decide', { decision: 'reject', ids: [aHold(40)] }),
    to('POST', 'holds/reopen', { ids: [aHold(20), aHold(40), aHold(41)] }),
    to('POST', 'holds/decide-run', { decision: 'release', run: 'nightly-10' }),
    to('POST', 'holds/decide-run', { decision: 'reject' }),
    to('POST', 'conflicts/:id/decide', { decision: 'ignore' }, `conflicts/${aConflict(20)}/decide`),
    to('POST', 'conflicts/:id/undo', {}, `conflicts/${aConflict(20)}/undo`),
    to('POST', 'runs/:name/undo', { confirm: 'night-7' }, 'runs/night-7/undo'),
    to('POST', 'runs/:name/undo', { confirm: 'night-2', field: 'degree' }, 'runs/night-2/undo'),
    to('PUT', 'mappings/:formType', { links: [{ formField: 'Degree', target: 'degree' }] }, 'mappings/leave'),
    drop('mappings/:formType', 'mappings/leave'),
    to('PUT', 'files/mappings/:sender', fileMapping, 'files/mappings/Registrar'),
    drop('files/mappings/:sender', 'files/mappings/Registrar'),
    to('POST', 'views', { list: 'users', name: 'Staff', isShared: true, filters: { accountType: 'Staff' } }),
    to('PUT', 'views/:viewId', { name: 'All', filters: {} }, `views/${sample.view}`),
    drop('views/:viewId', `views/${sample.view}`),
    to('PUT', 'templates/:programId', { milestones }, 'templates/P-5'),
    to('POST', 'templates/:programId/rename', candidacy, 'templates/P-5/rename'),
    drop('templates/:programId', 'templates/P-5'),
    drop('session', 'session'),
  ];
}

/** Every attribute that an index finds, in `and` and `or`, and both ways to page. */
const SEARCHES = [
  '',
  'cursor=',
  'startIndex=40',
  ...[
    'userName eq "c.40"',
    'userName eq "f.40@test.example.edu"',
    'externalId eq "x-40"',
    'id eq "950100040"',
    'emails.value eq "c.40@test.example.edu"',
    'emails[type eq "work"].value eq "c.40@test.example.edu"',
    'displayName eq "Ann Cruz 41"',
    'displayName eq "nothing"',
    'active eq false',
    'active eq true',
    'userName eq "c.40" and title co "x"',
    'userName eq "c.40" or externalId eq "x-41"',
    'userName eq "c.40" or active eq false',
    'not (userName eq "c.40") and active eq true',
    `meta.lastModified gt "${new Date(Date.now() + 3_600_000).toISOString()}"`,
    `meta.lastModified gt "${new Date(Date.now() + 3_600_000).toISOString()}" and active eq true`,
  ].map((filter) => `filter=${encodeURIComponent(filter)}`),
];

const GROUP_SEARCHES = [
  'displayName eq "group 40"',
  'externalId eq "g-40"',
  'members.value eq "950100040"',
  `id eq "${aGroup(40)}"`,
  'displayName eq "group 40" or displayName eq "group 41"',
  `members.value eq "950100040" or id eq "${aGroup(41)}"`,
].map((filter) => `filter=${encodeURIComponent(filter)}`);

function aGroup(n: number): string {
  return `gr_${String(n).padStart(26, '0')}`;
}

/** Calls of identity providers, which the OpenAPI document does not name. */
export function scimCalls({ providerKey, providerSecret }: Sample): Call[] {
  const base = '/scim/v2';
  const read = (pattern: string, path = pattern): Call => ({
    route: `GET ${base}/${pattern}`,
    path: `${base}/${path}`,
  });
  const write = (method: string, pattern: string, body: unknown, path = pattern): Call => ({
    route: `${method} ${base}/${pattern}`,
    path: `${base}/${path}`,
    body: JSON.stringify(body),
    type: 'application/scim+json',
  });
  const patch = (id: string, op: object): Call =>
    write('PATCH', 'Users/:id', { schemas: [PATCH_OP], Operations: [op] }, `Users/${id}`);
  return [
    write('POST', 'Users', scimPerson()),
    write('POST', 'Users', scimPerson({ userName: 'new', emails: [{ value: 'f.31@test.example.edu' }] })),
    ...SEARCHES.map((query) => read('Users', `Users?count=5&${query}`)),
    write('POST', 'Users/.search', { filter: 'externalId eq "x-7"' }),
    read('Users/:id', 'Users/950100031'),
    write('PUT', 'Users/:id', scimPerson({ userName: 'c.32' }), 'Users/950100032'),
    patch('950100033', { op: 'replace', path: 'name.givenName', value: 'Bo' }),
    patch('950100034', { op: 'replace', path: 'active', value: false }),
    { route: `DELETE ${base}/Users/:id`, path: `${base}/Users/950100035` },
    ...['cursor=', 'startIndex=2', ...GROUP_SEARCHES].map((query) =>
      read('Groups', `Groups?count=5&${query}`),
    ),
    write('POST', 'Groups/.search', { filter: 'displayName eq "group 7"' }),
    write('POST', 'Groups', { displayName: 'New', members: [{ value: '950100041' }] }),
    read('Groups/:id', `Groups/${aGroup(7)}`),
    write('PUT', 'Groups/:id', { displayName: 'group 8' }, `Groups/${aGroup(8)}`),
    write(
      'PATCH',
      'Groups/:id',
      { Operations: [{ op: 'add', path: 'members', value: [{ value: '950100042' }] }] },
      `Groups/${aGroup(9)}`,
    ),
    { route: `DELETE ${base}/Groups/:id`, path: `${base}/Groups/${aGroup(10)}` },
    read('Users', 'Users?count=5&attributes=groups'),
    write('POST', '.search', { filter: 'displayName eq "group 7"' }),
    write('POST', '.search', { cursor: '', count: 5 }),
    write('POST', 'Bulk', {
      Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: scimPerson() }],
    }),
    {
      route: 'POST /oauth/token',
      path: '/oauth/token',
      body: `grant_type=client_credentials&client_id=${providerKey}&client_secret=${providerSecret}`,
      type: 'application/x-www-form-urlencoded',
    },
    { route: `GET ${base}`, path: base },
    read('ServiceProviderConfig'),
    read('ResourceTypes'),
    read('ResourceTypes/:id', 'ResourceTypes/User'),
    read('Schemas'),
    read('Schemas/:id', 'Schemas/urn:ietf:params:scim:schemas:core:2.0:User'),
  ];
}

/** Calls of every route that writes. */
export function writesOf(sample: Sample): Call[] {
  return [
    ...peopleCalls(),
    ...fileCalls(),
    ...progressCalls(),
    ...reviewCalls(sample),
    ...eventCalls(),
    ...claimCalls(),
    ...administrationCalls(sample),
    ...sandboxCalls(sample),
  ];
}

/** The IDs of unresolved discrepancies of the crowd, that of `crowd-00003` first. */
export async function someDiscrepancies(dataSource: DataSource, tenantId: string): Promise<string[]> {
  const sql =
    "SELECT `id` FROM `discrepancies` WHERE `tenantId` = ? AND `submissionId` IN ('crowd-00003', " +
    "'crowd-00006', 'crowd-00009', 'crowd-00018') ORDER BY " +
    '`submissionId`';
  const rows = await dataSource.query<{ id: number | string }[]>(sql, [tenantId]);
  return rows.map(({ id }) => String(id));
}
