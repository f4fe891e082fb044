import { ACCESS } from '../../../src/http/access.js';
import { type Route, RouteTable } from '../../../src/http/server/route-table.js';
import { CredentialsGuard } from '../../../src/tenancy/access/credentials.guard.js';
import { claimOne } from '../../factories/claims.js';
import { setLimits, inRun } from '../../factories/deprovisioning-limits.js';
import { person } from '../../factories/person.js';
import { rowsOf } from '../../support/answers.js';
import { Administrators } from '../../support/administrators.js';
import { ApiClient } from '../../support/api-client.js';
import { TestService, type TestTenant } from '../../support/service.js';

const GUARDED = /^\/api\/v1\/(integration|workflow|sandbox)(\/|$)/;
const STUDENT = '/api/v1/workflow/students/S-1';
const SUBMISSION = '/api/v1/workflow/submissions/sub-1';
const ADMINISTRATION = '/api/v1/admin/';
const PUBLIC = [
  'GET /health/live',
  'GET /health/ready',
  'GET /health/alerts',
  'GET /metrics',
  'GET /docs/schemas/sync-envelope.v1.json',
  'POST /oauth/token',
  'POST /api/v1/admin/session',
  'POST /api/v1/admin/session/passkey',
  'POST /api/v1/admin/invitations/show',
  'POST /api/v1/admin/invitations/accept',
  'POST /api/v1/admin/invitations/passkey',
  'POST /api/v1/admin/handovers/show',
  'POST /api/v1/admin/handovers/open',
  'POST /api/v1/admin/sso/find',
  'GET /api/v1/admin/sso/:tenantId/start',
  'GET /api/v1/admin/sso/callback',
];
/** Routes for every user who is logged in, whatever the role. */
const SESSION = [
  'GET /api/v1/admin/session',
  'DELETE /api/v1/admin/session',
  'GET /api/v1/admin/account',
  'PUT /api/v1/admin/account/password',
  'GET /api/v1/admin/account/sessions',
  'DELETE /api/v1/admin/account/sessions',
  'DELETE /api/v1/admin/account/sessions/:sessionId',
  'POST /api/v1/admin/account/second-factor',
  'POST /api/v1/admin/account/second-factor/confirm',
  'POST /api/v1/admin/account/second-factor/remove',
  'POST /api/v1/admin/account/passkeys',
  'POST /api/v1/admin/account/passkeys/begin',
  'POST /api/v1/admin/account/passkeys/challenge',
  'POST /api/v1/admin/account/passkeys/:passkeyId/remove',
];

const EVERY_ROLE = ['administrator', 'operator', 'auditor'];
const READERS = ['administrator', 'auditor'];
const OPERATORS = ['administrator', 'operator'];
const ADMINISTRATORS = ['administrator'];

/** Who may call each route of the administration, below /api/v1/admin. A new route needs a line here. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'GET /overview': EVERY_ROLE,
  'GET /attention': EVERY_ROLE,
  'GET /search': EVERY_ROLE,
  'GET /users': EVERY_ROLE,
  'GET /users/:id': EVERY_ROLE,
  'GET /users/:id/changes': EVERY_ROLE,
  'GET /users/:id/disclosures': READERS,
  'GET /users/:id/failures': EVERY_ROLE,
  'GET /users/:id/requests': EVERY_ROLE,
  'GET /users/:id/seats': EVERY_ROLE,
  'GET /users/:id/status': EVERY_ROLE,
  'GET /users/:id/submissions': EVERY_ROLE,
  'PATCH /users/:id': ADMINISTRATORS,
  'GET /users/:id/export': ADMINISTRATORS,
  'GET /users/:id/erase': READERS,
  'POST /users/:id/erase': ADMINISTRATORS,
  'POST /users/:id/erase/release': ADMINISTRATORS,
  'GET /users/:id/legal-hold': READERS,
  'PUT /users/:id/legal-hold': ADMINISTRATORS,
  'DELETE /users/:id/legal-hold': ADMINISTRATORS,
  'GET /runs': EVERY_ROLE,
  'GET /runs/:name': EVERY_ROLE,
  'GET /runs/:name/changes': EVERY_ROLE,
  'GET /runs/:name/failures': EVERY_ROLE,
  'GET /runs/:name/failures.csv': EVERY_ROLE,
  'GET /runs/:name/undo': EVERY_ROLE,
  'POST /runs/:name/undo': ADMINISTRATORS,
  'POST /files/preview': ADMINISTRATORS,
  'POST /files/plan': ADMINISTRATORS,
  'POST /files/apply': ADMINISTRATORS,
  'GET /files/mappings': ADMINISTRATORS,
  'PUT /files/mappings/:sender': ADMINISTRATORS,
  'DELETE /files/mappings/:sender': ADMINISTRATORS,
  'GET /holds': EVERY_ROLE,
  'GET /holds/runs': EVERY_ROLE,
  'GET /holds/:id': EVERY_ROLE,
  'POST /holds/preview': OPERATORS,
  'POST /holds/decide': OPERATORS,
  'POST /holds/decide-run': OPERATORS,
  'GET /conflicts': EVERY_ROLE,
  'GET /conflicts/:id': EVERY_ROLE,
  'POST /conflicts/:id/decide': OPERATORS,
  'POST /conflicts/:id/undo': OPERATORS,
  'GET /progress': EVERY_ROLE,
  'GET /progress/:studentId': EVERY_ROLE,
  'GET /open-seats': EVERY_ROLE,
  'GET /queue': EVERY_ROLE,
  'GET /queue/:submissionId': EVERY_ROLE,
  'GET /queue/:submissionId/history': EVERY_ROLE,
  'GET /queue/:submissionId/payload': EVERY_ROLE,
  'POST /queue/replay': OPERATORS,
  'POST /queue/replay-matching': OPERATORS,
  'GET /connectors': EVERY_ROLE,
  'GET /connectors/errors': EVERY_ROLE,
  'GET /connectors/leases': EVERY_ROLE,
  'GET /connectors/systems': EVERY_ROLE,
  'POST /connectors/pause': OPERATORS,
  'POST /connectors/resume': OPERATORS,
  'GET /discrepancies': EVERY_ROLE,
  'GET /discrepancies/:id': EVERY_ROLE,
  'POST /discrepancies/resolve': OPERATORS,
  'POST /discrepancies/undo': OPERATORS,
  'GET /discrepancy-groups': EVERY_ROLE,
  'POST /discrepancy-groups/:groupKey/resolve': OPERATORS,
  'GET /discrepancy-rules': EVERY_ROLE,
  'POST /discrepancy-rules': OPERATORS,
  'DELETE /discrepancy-rules/:ruleId': OPERATORS,
  'GET /submissions': EVERY_ROLE,
  'GET /submissions/:submissionId': EVERY_ROLE,
  'POST /submissions/:submissionId/resolve': OPERATORS,
  'GET /mappings': EVERY_ROLE,
  'GET /mappings/:formType': EVERY_ROLE,
  'PUT /mappings/:formType': ADMINISTRATORS,
  'DELETE /mappings/:formType': ADMINISTRATORS,
  'GET /programs': EVERY_ROLE,
  'GET /templates': EVERY_ROLE,
  'GET /templates/:programId': EVERY_ROLE,
  'PUT /templates/:programId': ADMINISTRATORS,
  'DELETE /templates/:programId': ADMINISTRATORS,
  'GET /settings': EVERY_ROLE,
  'PATCH /settings': ADMINISTRATORS,
  'GET /alerts': EVERY_ROLE,
  'GET /alerts/settings': READERS,
  'PUT /alerts/settings': ADMINISTRATORS,
  'POST /alerts/token': ADMINISTRATORS,
  'DELETE /alerts/token': ADMINISTRATORS,
  'GET /requests': EVERY_ROLE,
  'GET /requests/export.csv': EVERY_ROLE,
  'GET /requests/:id': EVERY_ROLE,
  'GET /disclosures': READERS,
  'GET /disclosures/export.csv': READERS,
  'GET /audit': READERS,
  'GET /audit/export.csv': READERS,
  'GET /audit/export.ndjson': READERS,
  'GET /audit/:id/entries': READERS,
  'GET /keys': READERS,
  'POST /keys': ADMINISTRATORS,
  'GET /keys/:apiKey': READERS,
  'GET /keys/:apiKey/activity': READERS,
  'POST /keys/:apiKey/handover': ADMINISTRATORS,
  'POST /keys/:apiKey/rotate': ADMINISTRATORS,
  'POST /keys/:apiKey/revoke': ADMINISTRATORS,
  'GET /connections': READERS,
  'POST /connections': ADMINISTRATORS,
  'GET /connections/:connectionId': READERS,
  'PATCH /connections/:connectionId': ADMINISTRATORS,
  'GET /administrators': READERS,
  'PUT /administrators/:userId/role': ADMINISTRATORS,
  'DELETE /administrators/:userId/role': ADMINISTRATORS,
  'DELETE /administrators/:userId/second-factor': ADMINISTRATORS,
  'GET /invitations': READERS,
  'POST /invitations': ADMINISTRATORS,
  'POST /invitations/:userId/again': ADMINISTRATORS,
  'DELETE /invitations/:userId': ADMINISTRATORS,
  'GET /sign-on': READERS,
  'PUT /sign-on/draft': ADMINISTRATORS,
  'GET /sign-on/test': ADMINISTRATORS,
  'POST /sign-on/switch-on': ADMINISTRATORS,
  'DELETE /sign-on': ADMINISTRATORS,
};

/**
 * A call of every route with an identifier of a tenant; {@link populate} gives these identifiers to the first tenant. A
 * route with a parameter that is missing here fails the test.
 */
const OF_THE_FIRST_TENANT: Readonly<Record<string, { path: string; body?: unknown; code: string }[]>> = {
  'GET /api/v1/integration/users/:id': [
    { path: '/api/v1/integration/users/950000001', code: 'USER_NOT_FOUND' },
    { path: '/api/v1/integration/users/S-1', code: 'USER_NOT_FOUND' },
  ],
  'PATCH /api/v1/integration/users/:id': [
    { path: '/api/v1/integration/users/950000001', code: 'USER_NOT_FOUND' },
    { path: '/api/v1/integration/users/S-1', body: { accountStatus: 'active' }, code: 'USER_NOT_FOUND' },
  ],
  'GET /api/v1/integration/runs/:name': [{ path: '/api/v1/integration/runs/night-1', code: 'NOT_FOUND' }],
  'GET /api/v1/integration/runs/:name/failures': [
    { path: '/api/v1/integration/runs/night-1/failures', code: 'NOT_FOUND' },
  ],
  'GET /api/v1/integration/holds/:id': [{ path: '/api/v1/integration/holds/HOLD', code: 'NOT_FOUND' }],
  'GET /api/v1/integration/conflicts/:id': [
    { path: '/api/v1/integration/conflicts/CONFLICT', code: 'NOT_FOUND' },
  ],
  'PUT /api/v1/workflow/students/:studentId/dissertation': [
    { path: `${STUDENT}/dissertation`, body: { title: 'T', status: 'in_progress' }, code: 'USER_NOT_FOUND' },
  ],
  'PUT /api/v1/workflow/students/:studentId/dissertation/versions/:number': [
    {
      path: `${STUDENT}/dissertation/versions/1`,
      body: { title: 'T', stage: 'proposal', status: 'draft' },
      code: 'USER_NOT_FOUND',
    },
  ],
  'PUT /api/v1/workflow/students/:studentId/milestones/:code': [
    { path: `${STUDENT}/milestones/candidacy`, body: { status: 'in_progress' }, code: 'USER_NOT_FOUND' },
  ],
  'PUT /api/v1/workflow/students/:studentId/committee': [
    { path: `${STUDENT}/committee`, body: { members: [] }, code: 'USER_NOT_FOUND' },
  ],
  'PUT /api/v1/workflow/submissions/:submissionId': [
    {
      path: '/api/v1/workflow/submissions/sub-2',
      body: { formType: 'address_change', studentId: 'S-1', fields: {} },
      code: 'USER_NOT_FOUND',
    },
  ],
  'GET /api/v1/workflow/submissions/:submissionId': [{ path: SUBMISSION, code: 'SUBMISSION_NOT_FOUND' }],
  'POST /api/v1/workflow/submissions/:submissionId/status': [
    {
      path: '/api/v1/workflow/submissions/sub-draft/status',
      body: { status: 'submitted' },
      code: 'SUBMISSION_NOT_FOUND',
    },
  ],
  'POST /api/v1/workflow/submissions/:submissionId/discrepancies/:id/resolve': [
    {
      path: `${SUBMISSION}/discrepancies/DISCREPANCY/resolve`,
      body: { resolution: 'keep_record' },
      code: 'SUBMISSION_NOT_FOUND',
    },
  ],
  'GET /api/v1/integration/sync/queue/:submissionId/history': [
    { path: '/api/v1/integration/sync/queue/sub-1/history', code: 'SUBMISSION_NOT_FOUND' },
  ],
  'GET /api/v1/integration/sync/payload/:submissionId': [
    { path: '/api/v1/integration/sync/payload/sub-1', code: 'SUBMISSION_NOT_FOUND' },
  ],
  'POST /api/v1/integration/sync/replay': [
    {
      path: '/api/v1/integration/sync/replay',
      body: { submissionId: 'sub-1' },
      code: 'SUBMISSION_NOT_FOUND',
    },
  ],
  'POST /api/v1/integration/sync/ack': [
    {
      path: '/api/v1/integration/sync/ack',
      body: { submissionId: 'sub-1', status: 'sent' },
      code: 'SUBMISSION_NOT_FOUND',
    },
  ],
  'POST /api/v1/integration/sync/claims/:claimId/extend': [
    {
      path: '/api/v1/integration/sync/claims/CLAIM/extend',
      body: { leaseSeconds: 60 },
      code: 'NOT_FOUND',
    },
  ],
  'POST /api/v1/integration/sync/claims/:claimId/release': [
    { path: '/api/v1/integration/sync/claims/CLAIM/release', body: {}, code: 'NOT_FOUND' },
  ],
  'GET /api/v1/sandbox/tenants/:id': [{ path: '/api/v1/sandbox/tenants/SANDBOX', code: 'NOT_FOUND' }],
  'POST /api/v1/sandbox/tenants/:id/reset': [
    { path: '/api/v1/sandbox/tenants/SANDBOX/reset', body: {}, code: 'NOT_FOUND' },
  ],
  'PUT /api/v1/sandbox/tenants/:id/clock': [
    { path: '/api/v1/sandbox/tenants/SANDBOX/clock', body: { advanceSeconds: 1 }, code: 'NOT_FOUND' },
  ],
  'PUT /api/v1/sandbox/tenants/:id/faults': [
    { path: '/api/v1/sandbox/tenants/SANDBOX/faults', body: [], code: 'NOT_FOUND' },
  ],
  'GET /api/v1/sandbox/tenants/:id/faults': [
    { path: '/api/v1/sandbox/tenants/SANDBOX/faults', code: 'NOT_FOUND' },
  ],
  'GET /api/v1/sandbox/tenants/:id/requests': [
    { path: '/api/v1/sandbox/tenants/SANDBOX/requests', code: 'NOT_FOUND' },
  ],
  'DELETE /api/v1/sandbox/tenants/:id': [{ path: '/api/v1/sandbox/tenants/SANDBOX', code: 'NOT_FOUND' }],
};

/** Which scope the calls under the integration's base need, by what follows it. */
const OF_INTEGRATION: Readonly<Record<string, string>> = {
  '': 'any-scope',
  users: 'users',
  runs: 'users',
  holds: 'users',
  conflicts: 'users',
  progress: 'progress',
  sync: 'sync',
};

const service = await TestService.ofWorker();
const routes = service.app.get(RouteTable).list();

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

function accessOf({ handler, controller }: Route): string | undefined {
  return (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as
    string | undefined;
}

/** The access that a route must require, by its address. */
function demandOf(route: Route): string | undefined {
  if (PUBLIC.includes(nameOf(route))) return 'public';
  if (SESSION.includes(nameOf(route))) return 'session';
  if (route.path.startsWith(ADMINISTRATION)) return 'administrator';
  if (/^\/scim\/v2(\/|$)/.test(route.path)) return 'scim';
  const [, base, part = ''] =
    /^\/api\/v1\/(integration|workflow|sandbox)(?:\/([a-z]+))?/.exec(route.path) ?? [];
  if (base === 'integration') return OF_INTEGRATION[part];
  return base ?? 'public';
}

/** A client at the root of the service with a tenant's credentials. */
function callerOf({ apiKey, apiSecret }: TestTenant): ApiClient {
  return service.anonymous({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
}

interface Populated {
  readonly discrepancy: string;
  readonly hold: string;
  readonly conflict: string;
  readonly claimId: string;
  readonly sandbox: string;
}

/** @returns the generated ids of the one discrepancy, the one hold, the one conflict and the one claim */
async function populate(tenant: TestTenant): Promise<Populated> {
  const { sis, workflow } = tenant;
  // Calls that name no run are not held.
  await setLimits(service, tenant, { mode: 'hold', perRun: { count: 0 } });
  const ann = person({ externalId: 'S-1', email: 'ann@shared.example.edu', degree: 'PhD' });
  const form = { formType: 'degree_change', studentId: 'S-1', fields: { degree: 'EdD' } };
  const answers = [
    await sis.post('/users', ann, { 'X-Sync-Run': 'night-1' }),
    await sis.post('/users', person({ externalId: 'S-2' })),
    await workflow.put('/submissions/sub-draft', form),
    await workflow.put('/submissions/sub-1', form),
    await workflow.post('/submissions/sub-1/status', { status: 'submitted' }),
    await workflow.post('/submissions/sub-1/status', { status: 'approved' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 200]);
  const { body } = await workflow.get('/submissions/sub-1');
  const [discrepancy] = body.data['discrepancies'] as { id: string }[];
  const held = await inRun(service, tenant, 'nightly').patch('/users/S-2');
  await sis.post('/users', person({ externalId: 'S-2', email: 'ann@shared.example.edu' }));
  const [conflict] = rowsOf(await sis.get('/conflicts'));
  await sis.post('/sync/replay', { submissionId: 'sub-1' });
  const { claimId } = await claimOne(tenant);
  const made = await callerOf(tenant).post('/api/v1/sandbox/tenants', { seed: 'empty' });
  return {
    discrepancy: discrepancy?.id ?? 'none',
    hold: String(held.body.meta['holdId']),
    conflict: String(conflict?.['id']),
    claimId,
    sandbox: String(made.body.data['tenantId']),
  };
}

describe('every route', () => {
  it('is known', () => {
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([
        ...PUBLIC,
        'GET /api/v1/integration',
        'POST /api/v1/integration/users',
        'POST /api/v1/integration/users/bulk',
        'GET /api/v1/integration/users/:id',
        'GET /api/v1/integration/runs',
        'GET /api/v1/integration/runs/:name',
        'PATCH /api/v1/integration/users/:id',
      ]),
    );
  });

  it('declares who may call it: a scope of its own base, or all callers for the few public ones', () => {
    const declared = routes.map((route) => [nameOf(route), accessOf(route)]);
    const expected = routes.map((route) => [nameOf(route), demandOf(route)]);
    expect(declared).toEqual(expected);
    const open = routes.filter((route) => accessOf(route) === 'public').map(nameOf);
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  it('that declared nothing would be refused to all callers', async () => {
    const guard = service.app.get(CredentialsGuard);
    const { apiKey, apiSecret } = await service.tenant();
    const request = {
      path: '/',
      headers: { 'x-service-api-key': apiKey, 'x-service-api-secret': apiSecret },
    };
    const context = {
      getHandler: () => () => undefined,
      getClass: () => class Undeclared {},
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
    };
    await expect(guard.canActivate(context as never)).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  });

  it('of the API refuses a caller without credentials, and one with the wrong scope', async () => {
    const scoped = {
      integration: await service.tenant({ scopes: ['workflow'] }),
      workflow: await service.tenant({ scopes: ['integration'] }),
      sandbox: await service.tenant({ scopes: ['integration'] }),
    };
    for (const route of routes.filter(({ path }) => GUARDED.test(path))) {
      const path = route.path.replace(/:\w+/g, 'x');
      const base = GUARDED.exec(path)?.[1] as keyof typeof scoped;
      const anonymous = await service.anonymous().send(route.method, path);
      const wrong = await callerOf(scoped[base]).send(route.method, path);
      expect({ name: nameOf(route), status: anonymous.status, code: anonymous.body.error.code }).toEqual({
        name: nameOf(route),
        status: 401,
        code: 'MISSING_CREDENTIALS',
      });
      // The root is open to every scope.
      if (demandOf(route) === 'any-scope') expect(wrong.status).toBe(200);
      else
        expect({ name: nameOf(route), status: wrong.status, code: wrong.body.error.code }).toEqual({
          name: nameOf(route),
          status: 403,
          code: 'INSUFFICIENT_SCOPE',
        });
    }
  });
});

describe('the administration', () => {
  const forAdministrators = (): Route[] =>
    routes.filter((route) => route.path.startsWith(ADMINISTRATION) && demandOf(route) === 'administrator');
  const refusalOf = async (route: Route, client: ApiClient): Promise<unknown[]> => {
    const path = route.path.replace(/:\w+/g, 'x').replace(ADMINISTRATION, '/');
    const { status, body } = await client.send(route.method, path);
    return [nameOf(route), status, body.error.code, body.message];
  };

  it('refuses a user who is logged in with another role', async () => {
    const tenant = await service.tenant();
    const { input, api } = await new Administrators(service).open(tenant);
    await tenant.sis.post('/users', { ...input, role: 'registrar' });
    const message = 'The administration area needs the role application_admin; your role is registrar.';
    for (const route of forAdministrators())
      expect(await refusalOf(route, api)).toEqual([nameOf(route), 403, 'INSUFFICIENT_SCOPE', message]);
  });

  const shortName = ({ method, path }: Route): string => `${method} ${path.slice(ADMINISTRATION.length - 1)}`;

  it('says of every route which roles may call it, and nothing that changes is open to auditors', () => {
    expect(forAdministrators().map(shortName).sort()).toEqual(Object.keys(ROLES).sort());
    for (const [name, roles] of Object.entries(ROLES))
      if (!name.startsWith('GET '))
        expect({ name, roles }).not.toEqual({ name, roles: expect.arrayContaining(['auditor']) as unknown });
  });

  it('lets auditors read everything about the audit log, history, requests and people', () => {
    const reads = Object.entries(ROLES)
      .filter(([name]) => /^GET \/(audit|requests|runs|users)\b/.test(name))
      // It hands out a file with everything about a person, which the pages show in parts.
      .filter(([name]) => name !== 'GET /users/:id/export');
    expect(reads.length).toBeGreaterThan(15);
    for (const [name, roles] of reads)
      expect({ name, roles }).toEqual({ name, roles: expect.arrayContaining(['auditor']) as unknown });
  });

  it.each(['operator', 'auditor'])('lets an %s call the routes of that role, and no others', async (role) => {
    const tenant = await service.tenant();
    const { input, api } = await new Administrators(service).open(tenant);
    await tenant.sis.post('/users', { ...input, role: `application_${role}` });
    for (const route of forAdministrators()) {
      const path = route.path.replace(/:\w+/g, 'x').replace(ADMINISTRATION, '/');
      const { status, body } = await api.send(route.method, path);
      const isRefused = status === 403;
      const isAdmitted = ROLES[shortName(route)]?.includes(role) === true;
      expect({ name: shortName(route), isRefused }).toEqual({
        name: shortName(route),
        isRefused: !isAdmitted,
      });
      if (isRefused) expect(body.message).toContain(`yours is ${role}.`);
    }
  });

  it('refuses a change without the token that only its own pages know', async () => {
    const { browser } = await new Administrators(service).open(await service.tenant());
    const message = 'The header X-CSRF-Token is missing or belongs to another session; reload the page.';
    const changes = forAdministrators().filter(({ method }) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(4);
    for (const route of changes) {
      const client = new ApiClient(`${service.baseUrl}/api/v1/admin`, { cookie: browser.cookie });
      expect(await refusalOf(route, client)).toEqual([nameOf(route), 403, 'INSUFFICIENT_SCOPE', message]);
    }
  });

  it('refuses a caller without a session, and one with the credentials of the API', async () => {
    const tenant = await service.tenant();
    const guarded = routes.filter(
      (route) => route.path.startsWith(ADMINISTRATION) && demandOf(route) !== 'public',
    );
    expect(guarded.length).toBeGreaterThanOrEqual(SESSION.length);
    for (const route of guarded) {
      const path = route.path.replace(/:\w+/g, 'x');
      for (const caller of [service.anonymous(), callerOf(tenant)]) {
        const { status, body } = await caller.send(route.method, path);
        expect({ name: nameOf(route), status, code: body.error.code }).toEqual({
          name: nameOf(route),
          status: 401,
          code: 'MISSING_CREDENTIALS',
        });
      }
    }
  });
});

describe("another tenant's identifiers", () => {
  it('are tried on every route that takes one', () => {
    const withIdentifier = routes
      .filter(({ path }) => GUARDED.test(path))
      .map(nameOf)
      .filter((name) => name.includes('/:'));
    expect(Object.keys(OF_THE_FIRST_TENANT)).toEqual(expect.arrayContaining(withIdentifier));
  });

  it.each(
    Object.entries(OF_THE_FIRST_TENANT).flatMap(([name, calls]) =>
      calls.map(({ path, body, code }) => [name.split(' ')[0] ?? '', path, body, code] as const),
    ),
  )('are not found by %s %s', async (method, path, body, code) => {
    const scopes = ['integration', 'workflow', 'sandbox'] as const;
    const first = await service.tenant({ scopes });
    const { discrepancy, hold, conflict, claimId, sandbox } = await populate(first);
    const at = path
      .replace('DISCREPANCY', discrepancy)
      .replace('HOLD', hold)
      .replace('CONFLICT', conflict)
      .replace('CLAIM', claimId)
      .replace('SANDBOX', sandbox);
    const second = await service.tenant({ scopes });
    const json = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' };

    const foreign = await callerOf(second).send(method, at, json, headers);
    const unknown = await callerOf(await service.tenant({ scopes })).send(method, at, json, headers);
    const own = await callerOf(first).send(method, at, json, headers);

    expect({ status: foreign.status, code: foreign.body.error.code }).toEqual({ status: 404, code });
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect([200, 201]).toContain(own.status);
  });
});

describe('two tenants with the same person', () => {
  it('have a user each, with the same e-mail address, externalId and ID', async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
    const ann = person({ externalId: 'S-1', email: 'ann@shared.example.edu' });

    const inNorth = await north.sis.post('/users', { ...ann, lastName: 'North' });
    const inSouth = await south.sis.post('/users', { ...ann, lastName: 'South' });

    expect({ inNorth: inNorth.status, inSouth: inSouth.status }).toEqual({ inNorth: 201, inSouth: 201 });
    expect({ inNorth: inNorth.body.data['id'], inSouth: inSouth.body.data['id'] }).toEqual({
      inNorth: '950000001',
      inSouth: '950000001',
    });
    expect((await north.sis.get('/users/S-1')).body.data['lastName']).toBe('North');
    expect((await south.sis.get('/users/S-1')).body.data['lastName']).toBe('South');
  });

  it('change only their own, by a post, a bulk upload and a status', async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
    const ann = person({ externalId: 'S-1', email: 'ann@shared.example.edu' });
    await north.sis.post('/users', ann);
    await south.sis.post('/users', ann);
    const { body: before } = await north.sis.get('/users/S-1');

    await south.sis.post('/users', { ...ann, lastName: 'South', email: 'other@shared.example.edu' });
    await south.sis.bulk('/users/bulk', [{ ...ann, degree: 'EdD', email: 'third@shared.example.edu' }]);
    await south.sis.patch('/users/S-1');

    expect((await north.sis.get('/users/S-1')).body).toEqual(before);
    expect((await south.sis.get('/users/S-1')).body.data).toMatchObject({
      accountStatus: 'inactive',
      degree: 'EdD',
      email: 'third@shared.example.edu',
    });
  });

  it('are answered like a person whom no tenant has', async () => {
    const [north, south] = [await service.tenant(), await service.tenant()];
    const ann = person({ externalId: 'S-1', email: 'ann@shared.example.edu' });
    await north.sis.post('/users', ann);

    const [shared] = await south.sis.bulk('/users/bulk?dryRun=true', [ann]);
    const taken = await south.sis.post(
      '/users',
      person({ externalId: '950000001', email: 'ann@shared.example.edu' }),
    );

    expect(shared).toEqual({ line: 1, success: true, id: '950000001', message: 'DATA INSERTED' });
    expect({ status: taken.status, id: taken.body.data['id'], warnings: taken.body.warnings }).toEqual({
      status: 201,
      id: '950000001',
      warnings: undefined,
    });
  });
});
