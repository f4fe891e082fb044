import { person } from '../../factories/person.js';
import type { Body } from '../../support/api-client.js';
import { LogLines } from '../../support/log-lines.js';
import { exchange, sendAndReset, type SocketAnswer } from '../../support/raw-socket.js';
import { TestService, type TestTenant } from '../../support/service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ROOT = '/api/v1/integration';
const CLOSE = 'Connection: close\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const LAST_CHUNK = '0\r\n\r\n';

let service: TestService;
let tenant: TestTenant;
let log: LogLines;

beforeAll(async () => {
  service = await TestService.ofWorker();
  log = new LogLines(service);
  tenant = await service.tenant();
});

afterAll(() => {
  log.close();
});

const send = (...pieces: (string | Buffer)[]): Promise<SocketAnswer[]> =>
  exchange(service.baseUrl, ...pieces);

function credentials({ apiKey, apiSecret }: TestTenant = tenant): string {
  return `Host: x\r\nX-Service-API-Key: ${apiKey}\r\nX-Service-API-Secret: ${apiSecret}\r\n`;
}

const bodyOf = ({ text }: SocketAnswer): Body => JSON.parse(text) as Body;

/** Checks the only answer, which must have the contract's failure shape and end the connection. */
function onlyFailure(answers: readonly SocketAnswer[]): [number, string, string] {
  expect(answers).toHaveLength(1);
  const [answer] = answers as [SocketAnswer];
  const body = bodyOf(answer);
  expect(body).toEqual({
    success: false,
    message: expect.stringMatching(/^\S.+[.?]$/) as unknown,
    error: expect.objectContaining({ code: expect.any(String) as unknown }) as unknown,
    requestId: answer.headers['x-request-id'],
  });
  expect(body.requestId).toMatch(UUID);
  expect(answer.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return [answer.status, body.error.code, body.message];
}

const post = (headers: string, body: string): string =>
  `POST ${ROOT}/users HTTP/1.1\r\n${credentials()}Content-Type: application/json\r\n${headers}\r\n${body}`;

describe('a request that is no HTTP', () => {
  const BROKEN = 'The request is not valid HTTP/1.1.';

  it.each<[string, () => string]>([
    ['noise', () => 'zmark noise\r\n\r\n'],
    ['TLS on a plain port', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03zmark'],
    ['an unknown method', () => `ZMARK ${ROOT} HTTP/1.1\r\n${credentials()}\r\n`],
    ['another version', () => `GET /zmark HTTP/9.9\r\n${credentials()}\r\n`],
    ['a raw NUL in the path', () => `GET ${ROOT}/users/zmark\0 HTTP/1.1\r\n${credentials()}\r\n`],
    ['a raw NUL in a header', () => `GET ${ROOT} HTTP/1.1\r\n${credentials()}X-A: zmark\0\r\n\r\n`],
    ['a header without a colon', () => `GET ${ROOT} HTTP/1.1\r\n${credentials()}zmark\r\n\r\n`],
    ['a blank before the colon', () => post('Content-Length : 5\r\n', '{"z":1}')],
    ['a folded length', () => post('Content-Length:\r\n 5\r\nContent-Length: 7\r\n', '{"z":1}')],
    ['two different lengths', () => post('Content-Length: 5\r\nContent-Length: 7\r\n', '{"z":1}')],
    ['the same length twice', () => post('Content-Length: 7\r\nContent-Length: 7\r\n', '{"z":1}')],
    ['two lengths in one header', () => post('Content-Length: 5, 7\r\n', '{"z":1}')],
    ['a negative length', () => post('Content-Length: -7\r\n', '{"z":1}')],
    ['a length and chunks', () => post(`Content-Length: 5\r\n${CHUNKED}`, LAST_CHUNK)],
    ['chunks and then a length', () => post(`${CHUNKED}Content-Length: 5\r\n`, LAST_CHUNK)],
    ['another coding behind chunks', () => post('Transfer-Encoding: chunked, identity\r\n', LAST_CHUNK)],
    ['a chunk without a size', () => post(CHUNKED, `zmark\r\n{}\r\n${LAST_CHUNK}`)],
    ['a chunk that is longer than it says', () => post(CHUNKED, `1\r\n{"z":1}\r\n${LAST_CHUNK}`)],
  ])('is refused in the shape of every failure: %s', async (_, request) => {
    expect(onlyFailure(await send(request()))).toEqual([400, 'VALIDATION_FAILED', BROKEN]);
  });

  it('is refused without a Host, and as HTTP/1.0 it needs none', async () => {
    const { apiKey, apiSecret } = tenant;
    const headers = `X-Service-API-Key: ${apiKey}\r\nX-Service-API-Secret: ${apiSecret}\r\n\r\n`;
    const answers = await send(`GET ${ROOT} HTTP/1.1\r\n${headers}`);
    expect(onlyFailure(answers)).toEqual([400, 'VALIDATION_FAILED', 'The header Host is missing.']);
    expect((await send(`GET ${ROOT} HTTP/1.0\r\n${headers}`)).map(({ status }) => status)).toEqual([200]);
  });

  it.each<[string, string]>([
    ['one header', `X-A: ${'zmark'.repeat(8000)}\r\n`],
    ['many headers', 'X-A: zmark\r\n'.repeat(4000)],
  ])('is refused when its headers are too large: %s', async (_, headers) => {
    const answers = await send(`GET ${ROOT} HTTP/1.1\r\n${credentials()}${headers}\r\n`);
    expect(onlyFailure(answers)).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'The request line and headers are larger than 16 KiB together; send less of them.',
    ]);
  });

  it('is refused when it takes the service for a proxy', async () => {
    const answers = await send('CONNECT zmark.example.edu:443 HTTP/1.1\r\nHost: zmark.example.edu\r\n\r\n');
    expect(onlyFailure(answers)).toEqual([400, 'VALIDATION_FAILED', 'CONNECT is for proxies.']);
  });

  it('is refused without harm to others when its sender has reset the connection', async () => {
    for (let round = 0; round < 20; round += 1)
      await sendAndReset(service.baseUrl, 'CONNECT zmark:443 HTTP/1.1\r\nHost: zmark\r\n\r\n');
    expect((await tenant.sis.get('')).status).toBe(200);
  });

  it('leaves nothing of itself in the log, and one line with its request id', async () => {
    const answers = await send(`ZMARK ${ROOT} HTTP/1.1\r\n${credentials()}X-A: zmark\r\n\r\n`);
    const lines = await log.read();
    const { requestId } = bodyOf((answers as [SocketAnswer])[0]);
    expect(lines).toMatch(new RegExp(`"msg":"no request","requestId":"${requestId}","status":400`));
    expect(lines).not.toMatch(/zmark/i);
    expect(lines).not.toContain(tenant.apiSecret);
  });
});

describe('a second request that hides in a first one', () => {
  const hidden = (): string => `DELETE ${ROOT}/users HTTP/1.1\r\n${credentials()}${CLOSE}\r\n`;

  it('behind a length and chunks is never handled', async () => {
    const framing = `Content-Length: 4\r\n${CHUNKED}`;
    expect(await send(post(framing, LAST_CHUNK + hidden()))).toHaveLength(1);
  });

  it('as the body of a GET is a body', async () => {
    const request = hidden();
    const answers = await send(
      `GET ${ROOT} HTTP/1.1\r\n${credentials()}${CLOSE}Content-Length: ${request.length}\r\n\r\n${request}`,
    );
    expect(answers).toHaveLength(1);
  });

  it('in a header value is a header value', async () => {
    const [first, ...others] = await send(
      `GET ${ROOT} HTTP/1.1\r\n${credentials()}${CLOSE}X-Request-Id: a%0d%0aX-B: ` +
        `b%0d%0a%0d%0a${encodeURIComponent(hidden())}\r\n\r\n`,
    );
    expect({ status: first?.status, others }).toEqual({ status: 200, others: [] });
    expect(first?.headers['x-request-id']).toMatch(UUID);
    expect(first?.headers).not.toHaveProperty('x-b');
  });

  it('after a first one is answered second, and a broken one after it gets no answer of the first', async () => {
    const whole = `GET ${ROOT} HTTP/1.1\r\n${credentials()}\r\n`;
    const both = await send(whole, hidden());
    expect(both.map(({ status }) => status)).toEqual([200, 405]);
    for (const broken of [
      'zmark noise',
      `GET ${ROOT} HTTP/1.1`,
      'CONNECT zmark:443 HTTP/1.1\r\nHost: zmark',
    ]) {
      const answers = await send(`${whole}${broken}\r\n\r\n`);
      // The connection may be cut before the first answer, but no other answer may be sent instead.
      expect(answers.slice(0, 1).filter(({ status }) => status !== 200)).toEqual([]);
    }
  });
});

describe('chunks with trailers', () => {
  it('bring no header in: not a credential, not another tenant, not a request id', async () => {
    const body = JSON.stringify(person());
    const other = await service.tenant();
    const trailers = `${credentials(other)}X-Request-Id: from-the-trailer\r\n`;
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailers}\r\n`;
    const answers = await send(post(`${CLOSE}Transfer-Encoding: chunked\r\n`, chunked));
    expect(answers.map(({ status }) => status)).toEqual([201]);
    expect(answers[0]?.headers['x-request-id']).toMatch(UUID);
    expect((await other.sis.get('/users/950000001')).status).toBe(404);

    const anonymous = `POST ${ROOT}/users HTTP/1.1\r\nHost: x\r\n${CLOSE}Transfer-Encoding: chunked\r\n`;
    const [refused] = await send(`${anonymous}Content-Type: application/json\r\n\r\n${chunked}`);
    expect({ status: refused?.status, code: refused && bodyOf(refused).error.code }).toEqual({
      status: 401,
      code: 'MISSING_CREDENTIALS',
    });
  });
});

describe('headers', () => {
  it('that come twice make no credential of two halves, and no request id', async () => {
    const { apiKey, apiSecret } = tenant;
    const twice = `Host: x\r\n${CLOSE}X-Service-API-Key: ${apiKey}\r\nX-Service-API-Key: ${apiKey}\r\n`;
    const ids = 'X-Request-Id: a\r\nX-Request-Id: b\r\n';
    const [answer] = await send(
      `GET ${ROOT} HTTP/1.1\r\n${twice}X-Service-API-Secret: ${apiSecret}\r\n${ids}\r\n`,
    );
    expect({ status: answer?.status, code: answer && bodyOf(answer).error.code }).toEqual({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    expect(answer?.headers['x-request-id']).toMatch(UUID);
  });

  it('that ask for another method or address are not obeyed', async () => {
    const { body } = await service
      .callerWith(tenant, {
        'X-HTTP-Method-Override': 'DELETE',
        'X-Original-URL': '/metrics',
        'X-Rewrite-URL': '/metrics',
      })
      .get(ROOT);
    expect(body.message).toBe('Integration API is operational');
  });

  it('with an unknown expectation are ignored', async () => {
    const request = `GET ${ROOT} HTTP/1.1\r\n${credentials()}${CLOSE}Expect: the-impossible\r\n\r\n`;
    expect((await send(request)).map(({ status }) => status)).toEqual([200]);
  });

  it('that ask for another protocol get the answer in this one', async () => {
    const request = `GET ${ROOT} HTTP/1.1\r\n${credentials()}Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect((await send(request)).map(({ status }) => status)).toEqual([200]);
  });

  it('cannot write a line of their own into the log', async () => {
    const injected = '\x1b[31m{"level":"error"} %0a%0d \\n';
    await send(
      `GET ${ROOT} HTTP/1.1\r\n${credentials()}${CLOSE}X-Request-Id: x\x1b[31m\r\nUser-Agent: ` +
        `${injected}\r\nReferer: ${injected}\r\n\r\n`,
    );
    const lines = (await log.read()).trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('\x1b') || line.includes('[31m'))).toEqual([]);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) as unknown });
  });
});
