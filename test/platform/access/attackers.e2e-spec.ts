import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';

import { jest } from '@jest/globals';

import { ERROR_STATUS } from '../../../src/errors/refusal.js';
import { person } from '../../factories/person.js';
import { Administrators, PASSWORD, someAddress } from '../../support/administrators.js';
import { fc } from '../../support/fast-check.js';
import { contentMark, furnish, type FurnishedTenant, USUAL } from '../../support/furnished-tenant.js';
import { HOSTILE_BODIES, hostileJson, hostilePart } from '../../support/hostile-values.js';
import { LogLines } from '../../support/log-lines.js';
import { type Operation, operationsOf, type Place, placesIn, withValue } from '../../support/operations.js';
import { jsonLines } from '../../support/answers.js';
import { seedOf } from '../../support/random.js';
import { type RawAnswer, rawRequest, type RawRequest } from '../../support/raw-request.js';
import { keyHeaders, TestService } from '../../support/service.js';

/** `ATTACK_RUNS=200 ATTACK_SEED=1 npm test -- test/platform/access/attackers.e2e-spec.ts` tries more, or again. */
const numRuns = Number(process.env['ATTACK_RUNS'] ?? 1);
const seed = seedOf('ATTACK');

// With one run a test makes some thousand calls: 10 s and more on two cores that other work kept busy.
jest.setTimeout(60_000 + numRuns * 30_000);
/** Calls that would end the session of the others. */
const LOG_OUT = 'DELETE /api/v1/admin/session';
const HANGS_MS = 30_000;
const HERE = '@@here@@';
const INSIDE =
  /node_modules|\bat \S+ \(|\.[jt]s:\d+|\bER_[A-Z]{3}|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) `|ECONN|QueryFailed/;

const agent = new Agent({ keepAlive: true });
let service: TestService;
let log: LogLines;
let operations: Operation[];
/** Two tenants, so that a setting for all keys of one tenant stops no call of the other. */
let caller: FurnishedTenant;
let university: FurnishedTenant;

beforeAll(async () => {
  service = await TestService.ofWorker();
  log = new LogLines(service);
  operations = await operationsOf(service.anonymous());
  const admins = new Administrators(service);
  caller = await furnish(service, admins, 'fuzza', '630');
  university = await furnish(service, admins, 'fuzzb', '640');
});

afterAll(() => {
  agent.destroy();
  log.close();
});

function credentialsFor({ security }: Operation): Record<string, string> {
  const { cookie, csrfToken } = university.browser;
  if (security.includes('X-Service-API-Key')) return keyHeaders(caller.tenant);
  return security.includes('Session')
    ? { cookie, 'X-CSRF-Token': csrfToken }
    : // Another client each time, because repeated failures to log in are delayed.
      { 'X-Forwarded-For': someAddress() };
}

function send(operation: Operation, path: string, request: RawRequest = {}): Promise<RawAnswer> {
  const { method, mediaType } = operation;
  const type: Record<string, string> =
    request.body === undefined ? {} : { 'Content-Type': mediaType ?? 'application/json' };
  const headers = { ...credentialsFor(operation), ...type, ...request.headers };
  return rawRequest(service.baseUrl, path, { method, agent, timeoutMs: HANGS_MS, ...request, headers });
}

function pathOf({ path, security }: Operation, hostile: Readonly<Record<string, string>> = {}): string {
  const { identifiers } = security.includes('X-Service-API-Key') ? caller : university;
  return path.replace(/:(\w+)/g, (_, name: string) => hostile[name] ?? identifiers[USUAL[name] ?? ''] ?? '1');
}

interface Failure {
  readonly success: false;
  readonly message: string;
  readonly error: { code: keyof typeof ERROR_STATUS; details?: Record<string, unknown>[] };
  readonly requestId: string;
}

function wrongFailure({ status, headers }: RawAnswer, body: Failure): string | undefined {
  if (ERROR_STATUS[body.error.code] !== status) return `${body.error.code} with ${status}`;
  if (!/^\S[^]*[.?]$/.test(body.message)) return 'no sentence';
  if (body.requestId !== headers['x-request-id']) return 'another request id';
  const known = new Set(['success', 'message', 'error', 'requestId']);
  if (Object.keys(body).some((name) => !known.has(name))) return 'unknown members';
  const isDetailed = ({ field, code, message }: Record<string, unknown>): boolean =>
    [field, code, message].every((part) => typeof part === 'string' && part !== '');
  return (body.error.details ?? []).every(isDetailed) ? undefined : 'details of another shape';
}

function wrongLines(text: string): string | undefined {
  // Of an export of the audit log, where no entry fits the query.
  if (text === '') return undefined;
  return 'summary' in (jsonLines(text).at(-1) as object) ? undefined : 'no summary';
}

/** The problems of an answer, for any request. */
function wrong(answer: RawAnswer): string | undefined {
  const { status, headers, text } = answer;
  if (status >= 500) return `status ${status}`;
  if (INSIDE.test(text)) return 'it shows our inside';
  if (typeof headers['x-request-id'] !== 'string') return 'no request id';
  if (status === 303) return undefined;
  const type = headers['content-type'] ?? '';
  if (type === 'application/x-ndjson; charset=utf-8' || type === 'application/x-ndjson')
    return wrongLines(text);
  // Failed rows of a run, as a file for spreadsheets.
  if (type === 'text/csv; charset=utf-8') return undefined;
  // What an identity provider reads of this service.
  if (type === 'application/samlmetadata+xml; charset=utf-8') return undefined;
  if (!type.startsWith('application/json')) return `a body of type ${type}`;
  const body = JSON.parse(text) as Failure | { success: true; data?: unknown };
  if (status >= 400) return body.success ? 'a success' : wrongFailure(answer, body);
  return body.success && ('data' in body || 'message' in body) ? undefined : 'no success';
}

/**
 * @throws {Error} when the answer has a problem; the message has the request and the answer
 */
async function mustHold(name: string, sent: string, answer: Promise<RawAnswer>): Promise<void> {
  const { status, headers, text, problem } = await answer.then(
    (got) => ({ ...got, problem: wrong(got) }),
    (error: unknown) => ({ status: 0, headers: {}, text: '', problem: `no answer: ${String(error)}` }),
  );
  if (problem === undefined) return;
  const came = `${status} ${JSON.stringify(headers)} ${text.slice(0, 500)}`;
  throw new Error(`${name}: ${problem}\nsent: ${sent.slice(0, 500)}\ncame: ${came}`);
}

/** Comparing them with a column of IDs is a collation error. */
const NOT_ASCII = [encodeURIComponent('ä'), encodeURIComponent('小')];

/** Runs the property for this place alone, so that every place has its own attempts and a failure is shrunk. */
async function attack(
  values: fc.Arbitrary<string>,
  attempt: (value: string) => Promise<void>,
  always: readonly string[] = [],
): Promise<void> {
  const examples = always.map((value): [string] => [value]);
  await fc.assert(fc.asyncProperty(values, attempt), { numRuns: numRuns + always.length, seed, examples });
}

/** The text of the example body with this JSON at one place. */
function bodyWith({ schema, example }: Operation, place: Place, json: string): Buffer {
  const body = JSON.stringify(withValue(schema ?? {}, example, place, HERE));
  return Buffer.from(body.replace(`"${HERE}"`, () => json));
}

/** A body with one unknown member. */
function bodyWithUnknown({ example }: Operation, name: string, json: string): Buffer {
  const known = JSON.stringify(example).slice(1, -1);
  return Buffer.from(`{${known}${known === '' ? '' : ','}${JSON.stringify(name)}:${json}}`);
}

function expectUnpolluted(): void {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

describe('every call that the service documents', () => {
  it('answers in the contract’s shape whatever stands at any place of its body', async () => {
    let places = 0;
    for (const operation of operations) {
      if (operation.schema === undefined) continue;
      for (const { place } of placesIn(operation.schema)) {
        places += 1;
        const name = `${operation.name} ${place.join('.')}`;
        await attack(hostileJson, (json) =>
          mustHold(
            name,
            json,
            send(operation, pathOf(operation), { body: bodyWith(operation, place, json) }),
          ),
        );
      }
    }
    expect(places).toBeGreaterThan(150);
    expectUnpolluted();
  });

  it('answers in the contract’s shape whatever its body is as a whole', async () => {
    for (const operation of operations.filter(({ schema }) => schema !== undefined)) {
      for (const [kind, body] of Object.entries(HOSTILE_BODIES))
        await mustHold(`${operation.name}: ${kind}`, kind, send(operation, pathOf(operation), { body }));
      for (const name of ['__proto__', 'constructor', 'toString', '', 'a.b', '\u0000', 'k'.repeat(5000)])
        await attack(hostileJson, (json) =>
          mustHold(
            `${operation.name}: unknown ${name.slice(0, 20)}`,
            json,
            send(operation, pathOf(operation), { body: bodyWithUnknown(operation, name, json) }),
          ),
        );
    }
    expectUnpolluted();
  });

  it('answers in the contract’s shape whatever stands in its query', async () => {
    let places = 0;
    for (const operation of operations.filter(
      ({ name, path }) => path.startsWith('/api/') && name !== LOG_OUT,
    )) {
      const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      places += names.length;
      for (const name of [
        ...names,
        '__proto__',
        'constructor',
        '%00',
        ...names.slice(0, 1).map((one) => `${one}[a]`),
      ])
        await attack(hostilePart, async (part) => {
          const path = `${pathOf(operation)}?${name}=${part}`;
          await mustHold(`${operation.name} ?${name}`, path, send(operation, path));
          await mustHold(`${operation.name} twice`, path, send(operation, `${path}&${name}=${part}`));
        });
    }
    expect(places).toBeGreaterThan(60);
    expectUnpolluted();
  });

  it('answers in the contract’s shape whatever stands in its path', async () => {
    for (const operation of operations)
      for (const { name } of operation.parameters.filter((one) => one.in === 'path'))
        await attack(
          hostilePart,
          (part) => {
            const path = pathOf(operation, { [name]: part });
            const body =
              operation.schema === undefined ? {} : { body: Buffer.from(JSON.stringify(operation.example)) };
            return mustHold(`${operation.name} :${name}`, path, send(operation, path, body));
          },
          NOT_ASCII,
        );
  });

  it('answers in the contract’s shape whatever stands in a header', async () => {
    const printable = fc.oneof(
      fc.string({
        unit: fc
          .integer({ min: 0x20, max: 0xff })
          .map((code) => String.fromCharCode(code).replace('\x7f', '')),
      }),
      fc.constantFrom('', 'a'.repeat(8000), 'gzip', 'application/json; charset=x', '*/*;q=9', 'bytes=0-'),
    );
    const names = [
      'Content-Type',
      'Content-Encoding',
      'Accept',
      'Accept-Encoding',
      'X-Request-Id',
      'Cookie',
      'Range',
    ];
    const more = [
      'X-CSRF-Token',
      'X-Service-API-Key',
      'X-Service-API-Secret',
      'X-Forwarded-For',
      'If-None-Match',
      'Host',
    ];
    const some = [
      'POST /api/v1/integration/users',
      'GET /api/v1/integration/progress',
      'PATCH /api/v1/admin/settings',
    ];
    for (const operation of operations.filter(({ name }) => some.includes(name)))
      for (const header of [...names, ...more])
        await attack(printable, async (value) => {
          const body = operation.schema === undefined ? {} : { body: Buffer.from('{}') };
          const answer = send(operation, pathOf(operation), { ...body, headers: { [header]: value } });
          // A 304 has no body.
          if ((await answer.catch(() => ({ status: 0 }))).status !== 304)
            await mustHold(`${operation.name} ${header}`, value, answer);
        });
  });
});

describe('what a proxy hands on as the address of a client', () => {
  it.each(['é', 'a'.repeat(65), '10.0.0.1, <script>', "'"])(
    'is the proxy when it is no address: %s',
    async (forwarded) => {
      const operation = operations.find(({ name }) => name === 'PATCH /api/v1/admin/settings');
      const body = Buffer.from('{"nightlyRunHours":30}');
      const headers = { 'X-Forwarded-For': forwarded, 'X-Request-Id': randomUUID() };
      const { status } = await send(operation as Operation, '/api/v1/admin/settings', { body, headers });
      expect(status).toBe(200);
      await service.settle(university.tenant);
      const { body: kept } = await university.admin.get(`/requests?requestId=${headers['X-Request-Id']}`);
      expect(kept.data).toMatchObject([{ address: '127.0.0.1' }]);
      const { email } = await new Administrators(service).make(university.tenant);
      const login = { email, password: PASSWORD };
      const path = '/api/v1/admin/session';
      expect(
        (await service.anonymous().post(path, login, { 'X-Forwarded-For': encodeURI(forwarded) })).status,
      ).toBe(200);
    },
  );
});

describe('an address', () => {
  it.each([
    '/api/v1/integration/%2e%2e/%2e%2e/metrics',
    '/api/v1/integration/../../metrics',
    '/api/v1/integration/..;/users',
    '//api/v1/integration',
    '/api//v1/integration',
    '/API/V1/ADMIN/keys',
    '/api/v1/admin/%6beys',
    '/api/v1/%61dmin/keys',
    '/api/v1/admin/keys/',
    '/api/v1/admin/keys//',
    '/api/v1/admin/keys%2f',
    '/api/v1/admin/keys%00',
    '/api/v1/admin;x/keys',
    '/api/v1/integration/%2e%2e/admin/keys',
    '/api/v1/integration%2f..%2fadmin%2fkeys',
    '/docs/../api/v1/admin/keys',
    '/health/live/../../api/v1/admin/keys',
    '/admin/../api/v1/admin/keys',
    '/admin/%2e%2e/%2e%2e/package.json',
    '/admin/..%2f..%2fpackage.json',
    '/admin/....//....//package.json',
    '/admin/%2e%2e%5cpackage.json',
    '/docs/..%2f..%2fpackage.json',
  ])('in an unusual spelling shows nothing to a caller without credentials: %s', async (path) => {
    const { status, text } = await rawRequest(service.baseUrl, path);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/"success":true|"dependencies"|nodejs_/);
  });
});

describe('credentials, cookies and what people are called', () => {
  const secrets = (): string[] =>
    [caller, university].flatMap(({ tenant, browser }) => [
      tenant.apiSecret,
      browser.cookie.split('=')[1] ?? '',
      browser.csrfToken,
    ]);

  it('stand in no refusal of the call that brought them', async () => {
    const mark = 'zqpersonal';
    const input = person({
      firstName: mark,
      lastName: mark,
      email: `${mark}@test.example.edu`,
      customFields: { a: mark },
      genderPronoun: mark,
      name: mark,
      accountStatus: 'no such status',
      monthOfEntry: 13,
    });
    const refused = await caller.tenant.sis.post('/users', input);
    const conflicting = await caller.tenant.sis.post('/users', {
      ...person({ externalId: 'fuzza-S-2', email: 'fuzza.one@shared.example.edu' }),
    });
    const wrongSecret = await service
      .callerWith({ apiKey: 'zqkey', apiSecret: mark })
      .get('/api/v1/integration');
    const login = await service
      .anonymous()
      .post(
        '/api/v1/admin/session',
        { email: `${mark}@x.example.edu`, password: mark },
        { 'X-Forwarded-For': someAddress() },
      );
    expect({
      refused: refused.status,
      conflicting: conflicting.status,
      wrongSecret: wrongSecret.status,
      login: login.status,
    }).toEqual({ refused: 400, conflicting: 409, wrongSecret: 401, login: 401 });
    for (const { body, headers } of [refused, conflicting, wrongSecret, login])
      expect(JSON.stringify([body, [...headers]])).not.toMatch(/zq|shared\.example|fuzzacontent/);
  });

  it('stand in no log line and no metric, nor in the address of one, after everything above', async () => {
    const { sis } = caller.tenant;
    const mark = 'zqpersonal';
    await sis.post(
      '/users',
      person({ firstName: mark, lastName: mark, email: `${mark}.two@test.example.edu` }),
    );
    await sis.get(`/users/${mark}`);
    await sis.get(`/progress?studentId=${mark}`, { 'User-Agent': mark, Referer: `http://${mark}/` });
    await sis.send('POST', '/users', `{"email": "${mark}`, { 'Content-Type': 'application/json' });
    await university.admin.get(`/users?q=${mark}`);
    const lines = await log.read();
    const metrics = await rawRequest(service.baseUrl, '/metrics');
    for (const text of [lines, metrics.text]) {
      expect(secrets().filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
      expect(text).not.toMatch(new RegExp(`${mark}|@|${contentMark('fuzza')}|${contentMark('fuzzb')}`, 'i'));
    }
    expect(lines.split('\n').length).toBeGreaterThan(5);
    for (const line of lines.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(lines).not.toMatch(/"level":"(error|fatal)"/);
  });
});
