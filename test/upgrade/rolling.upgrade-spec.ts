import { SteadyStream } from '../faults/support/steady-stream.js';
import { person } from '../factories/person.js';
import type { Answer, Body } from '../support/api-client.js';
import { ApiClient } from '../support/api-client.js';
import { clientsAt } from '../support/service.js';
import { TwoVersions } from './support/two-versions.js';

/** Requests of the stream that are answered before, between and after the replacements. */
const ENOUGH = 200;
const RATE_LIMIT = 20;

interface Key {
  readonly apiKey: string;
  readonly apiSecret: string;
}

let site: TwoVersions;
let tenantId: string;
let key: Key;
/** What has been started, the latest last. */
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await TwoVersions.start();
  stops.push(() => site.stop());
  const made = await site.cli('tenant', 'create', '--name', 'Rolling', '--domain', 'test.example.edu');
  tenantId = made['tenantId'] ?? '';
  key = await newKey('integration,workflow');
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function newKey(scopes: string, ...more: string[]): Promise<Key> {
  const words = ['key', 'create', '--tenant', tenantId, '--label', 'rolling', '--scopes', scopes, ...more];
  const { apiKey = '', apiSecret = '' } = await site.cli(...words);
  return { apiKey, apiSecret };
}

function headersOf({ apiKey, apiSecret }: Key): Record<string, string> {
  return { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
}

function api(path: string, as: Key, baseUrl = site.baseUrl): ApiClient {
  return new ApiClient(`${baseUrl}/api/v1${path}`, headersOf(as));
}

function good({ status, body }: Answer<Body>): Body {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** What a caller keeps while the processes are replaced: a session, a sandbox, a claim, a walk of an export. */
async function beginWork() {
  const sandboxes = api('/sandbox/tenants', await newKey('sandbox'));
  const clock = { now: '2031-03-01T10:00:00Z', frozen: true };
  const { data: sandbox } = good(await sandboxes.post('', { clock }));
  const { email, password } = sandbox['administrator'] as { email: string; password: string };
  const login = await new ApiClient(site.baseUrl, {}).post('/api/v1/admin/session', { email, password });
  good(login);
  const cookie = login.headers.getSetCookie().map((one) => one.replace(/;.*/, ''));
  const { sis, workflow } = clientsAt(site.baseUrl, key);
  for (const externalId of ['R-1', 'R-2'])
    good(await sis.post('/users', person({ externalId, degree: 'PhD' })));
  good(await workflow.put('/submissions/r-1', { formType: 'leave', studentId: 'R-1', fields: {} }));
  for (const status of ['submitted', 'approved'])
    good(await workflow.post('/submissions/r-1/status', { status }));
  const { data: claimed } = good(await sis.post('/sync/claims', { leaseSeconds: 600 }));
  const { meta } = good(await sis.get('/progress?limit=1'));
  return {
    sandboxes,
    sandbox: String(sandbox['tenantId']),
    session: new ApiClient(`${site.baseUrl}/api/v1/admin`, { Cookie: cookie.join('; ') }),
    claimId: (claimed as unknown as { claimId: string }[])[0]?.claimId,
    cursor: String(meta['nextCursor']),
  };
}

type Work = Awaited<ReturnType<typeof beginWork>>;

/** Statuses of calls that need what the caller keeps. */
async function continued({ sandboxes, sandbox, session, cursor }: Work): Promise<number[]> {
  const answers = [
    await session.get('/session'),
    await session.get('/users'),
    await sandboxes.get(`/${sandbox}`),
    await sandboxes.put(`/${sandbox}/clock`, { advanceSeconds: 60 }),
    await api('/integration', key).get(`/progress?limit=1&cursor=${cursor}`),
  ];
  return answers.map(({ status }) => status);
}

describe('two processes of the previous version behind HAProxy, replaced one after the other by this one', () => {
  it('fail no request, and keep sessions, sandboxes, walks and claims; limits count for both versions', async () => {
    const work = await beginWork();
    const stream = new SteadyStream(site.baseUrl, headersOf(key), 'rolling');
    stops.push(() => stream.end());
    await stream.answers(ENOUGH);
    const endings = [await site.replace(0)];
    await stream.answers(ENOUGH);
    const between = await continued(work);
    const counted = await passedOf(2 * RATE_LIMIT);
    endings.push(await site.replace(1));
    await stream.answers(ENOUGH);
    await stream.end();
    const after = await continued(work);
    const report = { submissionId: 'r-1', claimId: work.claimId, status: 'sent' };
    const acknowledged = await api('/integration', key).post('/sync/ack', report);

    expect(stream.failures).toEqual([]);
    expect(endings).toEqual([
      [0, null],
      [0, null],
    ]);
    expect([...between, ...after]).toEqual(Array.from({ length: 10 }, () => 200));
    expect(acknowledged.status).toBe(200);
    expect(counted).toBe(RATE_LIMIT);
    expect(await stream.missing((sql, values) => site.ask(sql, values), tenantId)).toEqual([]);
  });
});

/** How many of so many calls with a limited key are answered, sent at once to the two versions in turn. */
async function passedOf(calls: number): Promise<number> {
  const limited = await newKey('integration', '--rate-limit', String(RATE_LIMIT));
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, index) => api('/integration', limited, site.direct(index % 2)).get('')),
  );
  return answers.filter(({ status }) => status === 200).length;
}
