import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Demo } from '../../../src/demo/demo.service.js';
import { person } from '../../factories/person.js';
import { scimPerson } from '../../factories/scim-person.js';
import type { Row } from '../../support/answers.js';
import { ApiClient } from '../../support/api-client.js';
import { ScimClient } from '../../support/scim.js';
import { clientsAt } from '../../support/service.js';

const PAUSE_MS = 50;
const POST = 'POST /api/v1/integration/users';
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

/** Callers of each kind at one process. */
interface Callers {
  readonly sis: ApiClient;
  readonly workflow: ApiClient;
  readonly anyone: ApiClient;
  readonly scim: ScimClient;
  readonly sandboxes: ApiClient;
}

function headersOf({ apiKey, apiSecret }: Row): Record<string, string> {
  return { 'X-Service-API-Key': String(apiKey), 'X-Service-API-Secret': String(apiSecret) };
}

/** The bearer token of a new connection, which the demo's administrator makes. */
async function connection(baseUrl: string, { invitation }: Demo): Promise<string> {
  const token = invitation.split('token=')[1];
  const anyone = new ApiClient(`${baseUrl}/api/v1/admin`, {});
  const accepted = await anyone.post('/invitations/accept', { token, password: randomUUID() });
  const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const session = { cookie, 'X-CSRF-Token': String(accepted.body.data['csrfToken']) };
  const { body } = await new ApiClient(`${baseUrl}/api/v1/admin`, session).post('/keys', {
    label: 'provider',
    scopes: ['scim'],
  });
  return `${String(body.data['apiKey'])}.${String(body.data['apiSecret'])}`;
}

/** All kinds of calls in turn, at each process, well and badly made; what they are answered does not matter. */
export class MixedLoad {
  private isOver = false;
  private readonly loops: readonly Promise<void>[];

  private constructor(
    private readonly callers: readonly Callers[],
    private readonly sandbox: ApiClient,
  ) {
    this.loops = callers.map((one) => this.loop(one));
  }

  static async start(baseUrls: readonly string[], demo: Demo): Promise<MixedLoad> {
    const [first = ''] = baseUrls;
    const token = await connection(first, demo);
    const keyed = headersOf({ ...demo });
    const callers = baseUrls.map((url) => ({
      ...clientsAt(url, demo),
      anyone: new ApiClient(url, {}),
      scim: new ScimClient(url, { Authorization: `Bearer ${token}` }),
      sandboxes: new ApiClient(`${url}/api/v1/sandbox/tenants`, keyed),
    }));
    const sandboxes = new ApiClient(`${first}/api/v1/sandbox/tenants`, keyed);
    const { data } = (await sandboxes.post('', { seed: 'empty' })).body;
    await sandboxes.put(`/${String(data['tenantId'])}/faults`, { faults: [{ route: POST, status: 503 }] });
    const [key = {}] = data['credentials'] as Row[];
    return new MixedLoad(callers, new ApiClient(`${first}/api/v1/integration`, headersOf(key)));
  }

  /** Resolves when no call is under way. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  private async loop(callers: Callers): Promise<void> {
    while (!this.isOver) {
      const steps = [
        people(callers),
        queue(callers),
        provider(callers),
        unknownCallers(callers),
        this.tester(),
      ];
      // While the database is away there are answers of another form.
      await Promise.allSettled(steps);
      await sleep(PAUSE_MS);
    }
  }

  private async tester(): Promise<void> {
    await this.sandbox.get('/users/none');
    await this.sandbox.post('/users', person());
  }
}

async function people({ sis }: Callers): Promise<void> {
  const someone = person();
  await sis.post('/users', someone);
  await sis.post('/users/match', someone);
  await sis.get(`/users/${String(someone['externalId'])}`);
  await sis.post('/users', { email: 'no one' });
  await sis.bulk('/users/bulk', [person(), { email: 'no one' }, { email: 'nor this' }]);
  await sis.bulk('/users/bulk?dryRun=true', [person()]);
  await sis.get('/progress?limit=100');
}

async function queue({ sis, workflow }: Callers): Promise<void> {
  const studentId = `S-${randomUUID().slice(0, 8)}`;
  const id = `sub-${studentId}`;
  await sis.post('/users', person({ externalId: studentId }));
  await workflow.put(`/submissions/${id}`, { formType: 'leave', studentId, fields: {} });
  await workflow.post(`/submissions/${id}/status`, { status: 'submitted' });
  await workflow.post(`/submissions/${id}/status`, { status: 'approved' });
  await workflow.post('/events', {});
  const { body } = await sis.post('/sync/claims', { limit: 2, leaseSeconds: 5 });
  const [{ claimId, submissionId } = {}] = body.data as unknown as Record<string, string>[];
  await sis.post('/sync/ack', { claimId, submissionId, status: 'sent' });
  await sis.post(`/sync/claims/${String(claimId)}/extend`, { leaseSeconds: 60 });
}

async function provider({ scim }: Callers): Promise<void> {
  const input = (): Record<string, unknown> => scimPerson({ userType: 'Student' });
  await scim.post('/Users', input());
  await scim.get('/Users?count=1');
  await scim.get('/Users/none');
  const operation = (data: object): object => ({
    method: 'POST',
    path: '/Users',
    bulkId: randomUUID(),
    data,
  });
  const operations = [operation(input()), operation({})];
  await scim.post('/Bulk', { schemas: [BULK_REQUEST], Operations: operations });
}

async function unknownCallers({ anyone }: Callers): Promise<void> {
  await anyone.get('/no-such-page');
  await anyone.get('/api/v1/integration/users/none', headersOf({ apiKey: 'ik_none', apiSecret: 'is_none' }));
  await anyone.post('/api/v1/admin/session', {
    email: 'no.one@demo.example.edu',
    password: 'wrong password',
  });
  await anyone.get('/health/ready');
}
