import { createServer, type RequestListener, type Server } from 'node:http';

import { jest } from '@jest/globals';

import { close, listen } from '../../test/support/loopback.js';
import { guardedFetch } from './guarded-fetch.js';

const GET = { method: 'GET', headers: {}, body: undefined } as const;
const MOST_BYTES = 1024 * 1024;

let server: Server;
let port: number;
let connections: number;
let answer: RequestListener;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => {
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  port = await listen(server);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await close(server);
});

const call = (mayBePrivate: boolean, host = '127.0.0.1'): Promise<Response> =>
  guardedFetch({ mayBePrivate, mostBytes: MOST_BYTES })(`http://${host}:${port}/path?a=b`, GET);

/** The reason of the failure of a call. */
async function failureOf(calling: Promise<Response>): Promise<unknown> {
  const error: unknown = await calling.catch((thrown: unknown) => thrown);
  const { name, cause } = error as Error;
  expect(name).toBe('TypeError');
  return (cause as Error).message;
}

it('sends method, headers and form, and gives status, headers and body', async () => {
  let received = '';
  answer = (request, response) => {
    const { method, url, headers } = request;
    received = `${method} ${url} ${headers.authorization} ${headers['content-type']} `;
    request.setEncoding('utf8').on('data', (text: string) => (received += text));
    request.on('end', () => response.writeHead(201, { 'X-Kind': 'token' }).end('{"a":1}'));
  };
  const given = await guardedFetch({ mayBePrivate: true, mostBytes: MOST_BYTES })(
    `http://127.0.0.1:${port}/token`,
    {
      ...GET,
      method: 'POST',
      headers: { authorization: 'Basic x', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code: 'a b' }),
    },
  );
  expect(received).toBe('POST /token Basic x application/x-www-form-urlencoded code=a+b');
  expect({ status: given.status, kind: given.headers.get('x-kind'), body: await given.json() }).toEqual({
    status: 201,
    kind: 'token',
    body: { a: 1 },
  });
});

it('takes as many bytes as its caller allows', async () => {
  answer = (_, response) => response.end('x'.repeat(MOST_BYTES));
  expect(await (await call(true)).text()).toHaveLength(MOST_BYTES);
});

it('reads no more than that, and hangs up', async () => {
  const piece = 'x'.repeat(64 * 1024);
  const isClosed = new Promise((resolve) => {
    answer = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more).on('close', resolve);
      more();
    };
  });
  expect(await failureOf(call(true))).toMatch(/more than 1048576 bytes/);
  await isClosed;
});

it('waits for 10 seconds at most, also in the middle of an answer', async () => {
  const limit = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  answer = (_, response) => {
    response.write('{');
    limit.abort(new Error('the time is over'));
  };
  expect(await failureOf(call(true))).toMatch(/abort/);
  expect(timeout).toHaveBeenCalledWith(10_000);
});

it('fails at an answer that begins another protocol', async () => {
  answer = (_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
  };
  expect(await failureOf(call(true))).toMatch(/closed without an answer/);
});

it('follows no redirect', async () => {
  answer = (_, response) => response.writeHead(302, { Location: `http://127.0.0.1:${port}/other` }).end();
  const { status } = await call(true);
  expect({ status, connections }).toEqual({ status: 302, connections: 1 });
});

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::1]', '0x7f.1', '2130706433'])(
  'makes no connection to %s where the address must be public',
  async (host) => {
    answer = (_, response) => response.end('{}');
    expect(await failureOf(call(false, host))).toMatch(/of a private network/);
    expect(connections).toBe(0);
  },
);

it.each(['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '10.0.0.7', '[64:ff9b::a00:7]'])(
  'refuses %s before it connects',
  async (host) => {
    expect(await failureOf(call(false, host))).toMatch(/of a private network/);
  },
);

it('fails at a name that has no address, and harms nothing else', async () => {
  expect(await failureOf(call(false, 'no-such-name.invalid'))).toMatch(/ENOTFOUND|EAI_AGAIN/);
});
