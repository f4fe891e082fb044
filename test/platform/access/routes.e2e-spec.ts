import { ACCESS } from '../../../src/http/access.js';
import { type Route, RouteTable } from '../../../src/http/server/route-table.js';
import { CredentialsGuard } from '../../../src/tenancy/access/credentials.guard.js';
import { person } from '../../factories/person.js';
import { Administrators } from '../../support/administrators.js';
import { ApiClient } from '../../support/api-client.js';
import { TestService } from '../../support/service.js';

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
  'POST /api/v1/admin/sso/saml/acs',
  'GET /api/v1/admin/sso/saml/metadata',
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
  'GET /first-steps': ADMINISTRATORS,
  'PUT /first-steps': ADMINISTRATORS,
  'PUT /first-steps/university': ADMINISTRATORS,
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
  'GET /runs/:name/people': EVERY_ROLE,
  'GET /runs/:name/people/counts': EVERY_ROLE,
  'GET /runs/:name/failures': EVERY_ROLE,
  'GET /runs/:name/failures.csv': EVERY_ROLE,
  'GET /runs/:name/undo': EVERY_ROLE,
  'POST /runs/:name/undo': ADMINISTRATORS,
  'POST /files/preview': ADMINISTRATORS,
  'POST /files/words': ADMINISTRATORS,
  'POST /files/plan': ADMINISTRATORS,
  'POST /files/apply': ADMINISTRATORS,
  'GET /files/mappings': ADMINISTRATORS,
  'PUT /files/mappings/:sender': ADMINISTRATORS,
  'DELETE /files/mappings/:sender': ADMINISTRATORS,
  'GET /decisions': EVERY_ROLE,
  'GET /holds': EVERY_ROLE,
  'GET /holds/runs': EVERY_ROLE,
  'GET /holds/:id': EVERY_ROLE,
  'POST /holds/preview': OPERATORS,
  'POST /holds/decide': OPERATORS,
  'POST /holds/decide-run': OPERATORS,
  'POST /holds/reopen': OPERATORS,
  'GET /conflicts': EVERY_ROLE,
  'GET /conflicts/:id': EVERY_ROLE,
  'POST /conflicts/:id/decide': OPERATORS,
  'POST /conflicts/:id/undo': OPERATORS,
  'GET /progress': EVERY_ROLE,
  'GET /progress/:studentId': EVERY_ROLE,
  'GET /progress-timeline': EVERY_ROLE,
  'GET /open-seats': EVERY_ROLE,
  'GET /trends/pacing': EVERY_ROLE,
  'GET /trends/queue': EVERY_ROLE,
  'GET /trends/runs': EVERY_ROLE,
  'GET /trends/keys': READERS,
  'GET /queue': EVERY_ROLE,
  'GET /queue/:submissionId': EVERY_ROLE,
  'GET /queue/:submissionId/history': EVERY_ROLE,
  'GET /queue/:submissionId/payload': EVERY_ROLE,
  'POST /queue/replay': OPERATORS,
  'POST /queue/replay-matching': OPERATORS,
  'GET /events': EVERY_ROLE,
  'GET /drops': EVERY_ROLE,
  'GET /readers': EVERY_ROLE,
  'GET /connectors': EVERY_ROLE,
  'GET /connectors/errors': EVERY_ROLE,
  'GET /connectors/leases': EVERY_ROLE,
  'GET /connectors/systems': EVERY_ROLE,
  'POST /connectors/pause': OPERATORS,
  'POST /connectors/resume': OPERATORS,
  'PUT /connectors/silence': OPERATORS,
  'GET /discrepancies': EVERY_ROLE,
  'GET /discrepancies/:id': EVERY_ROLE,
  'POST /discrepancies/resolve': OPERATORS,
  'POST /discrepancies/undo': OPERATORS,
  'GET /discrepancy-groups': EVERY_ROLE,
  'POST /discrepancy-groups/preview': OPERATORS,
  'POST /discrepancy-groups/resolve': OPERATORS,
  'GET /discrepancy-rules': EVERY_ROLE,
  'POST /discrepancy-rules': OPERATORS,
  'POST /discrepancy-rules/:ruleId/keep': OPERATORS,
  'DELETE /discrepancy-rules/:ruleId': OPERATORS,
  'GET /submissions': EVERY_ROLE,
  'GET /submissions/:submissionId': EVERY_ROLE,
  'POST /submissions/:submissionId/resolve': OPERATORS,
  'GET /views': EVERY_ROLE,
  'GET /views/:viewId': EVERY_ROLE,
  'POST /views': OPERATORS,
  'PUT /views/:viewId': OPERATORS,
  'DELETE /views/:viewId': OPERATORS,
  'GET /mappings': EVERY_ROLE,
  'GET /mappings/:formType': EVERY_ROLE,
  'PUT /mappings/:formType': ADMINISTRATORS,
  'DELETE /mappings/:formType': ADMINISTRATORS,
  'GET /programs': EVERY_ROLE,
  'GET /templates': EVERY_ROLE,
  'GET /templates/:programId': EVERY_ROLE,
  'GET /templates/:programId/students': EVERY_ROLE,
  'GET /templates/:programId/renames': EVERY_ROLE,
  'POST /templates/:programId/rename': ADMINISTRATORS,
  'PUT /templates/:programId': ADMINISTRATORS,
  'DELETE /templates/:programId': ADMINISTRATORS,
  'GET /settings': EVERY_ROLE,
  'GET /settings/changes': READERS,
  'POST /settings/preview': ADMINISTRATORS,
  'PATCH /settings': ADMINISTRATORS,
  'GET /alerts': EVERY_ROLE,
  'GET /alerts/settings': READERS,
  'PUT /alerts/settings': ADMINISTRATORS,
  'POST /alerts/test': ADMINISTRATORS,
  'POST /alerts/:id/snooze': OPERATORS,
  'POST /alerts/:id/wake': OPERATORS,
  'GET /alerts/webhooks': READERS,
  'POST /alerts/webhooks': ADMINISTRATORS,
  'POST /alerts/webhooks/:webhookId/test': ADMINISTRATORS,
  'DELETE /alerts/webhooks/:webhookId': ADMINISTRATORS,
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
  'POST /sign-on/switch-off': ADMINISTRATORS,
};

/** Which scope the calls under the integration's base need, by what follows it. */
const OF_INTEGRATION: Readonly<Record<string, string>> = {
  '': 'any-scope',
  users: 'users',
  runs: 'users',
  drops: 'users',
  holds: 'users',
  conflicts: 'users',
  events: 'any-part',
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

describe('every route', () => {
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

  // Which scope each call of the API needs, and how others are refused: scopes.e2e-spec.ts.
  it('that is not public refuses a caller without credentials, and of the administration one with a key', async () => {
    const withKey = service.callerWith(await service.tenant());
    for (const route of routes.filter((one) => !['public', 'scim'].includes(demandOf(one) ?? ''))) {
      const callers = [service.anonymous()];
      if (route.path.startsWith(ADMINISTRATION)) callers.push(withKey);
      for (const caller of callers) {
        const { status, body } = await caller.send(route.method, route.path.replace(/:\w+/g, 'x'));
        expect({ name: nameOf(route), status, code: body.error.code }).toEqual({
          name: nameOf(route),
          status: 401,
          code: 'MISSING_CREDENTIALS',
        });
      }
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
