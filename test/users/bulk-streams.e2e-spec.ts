import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { person } from '../factories/person.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await TestService.ofWorker();

const CHUNK_END = '0\r\n\r\n';

async function open(
  { apiKey, apiSecret }: TestTenant,
  path: string,
  headers: string[] = [],
  { baseUrl } = service,
): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `POST /api/v1/integration/users/bulk${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Service-API-Key: ${apiKey}`,
    `X-Service-API-Secret: ${apiSecret}`,
    'Content-Type: application/x-ndjson',
    'Transfer-Encoding: chunked',
    'Connection: close',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Writes one chunk and waits until the system has taken it. */
function send(socket: Socket, bytes: string | Buffer): Promise<void> {
  const size = Buffer.byteLength(bytes).toString(16);
  return new Promise((resolve, reject) => {
    socket.write(`${size}\r\n`);
    socket.write(bytes);
    socket.write('\r\n', (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** The JSON lines of an answer, without its chunk sizes. */
function linesOf(text: string): Record<string, unknown>[] {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  let rest = body;
  let joined = '';
  for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (!(size > 0)) break;
    joined += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
  return joined
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function readUntil(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket) {
    text += chunk as string;
    if (isEnough(text)) break;
  }
  return text;
}

const never = (): boolean => false;

describe('a client of POST /users/bulk', () => {
  it('may send everything before it reads anything, however long the answer', async () => {
    const tenant = await service.tenant();
    const socket = await open(tenant, '');
    socket.pause();
    // The answer repeats the names of unknown fields, so it is longer than any buffer between the two.
    const wrong = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`unknown field ${index}`, 1]),
    );
    const line = `${JSON.stringify(wrong)}\n`;
    const rows = 200;

    await send(socket, `${JSON.stringify(person())}\n`);
    for (let row = 0; row < rows; row += 1) await send(socket, line);
    await send(socket, JSON.stringify(person()));
    await new Promise((resolve) => socket.write(CHUNK_END, resolve));
    const text = await readUntil(socket, never);

    expect(text.length).toBeGreaterThan(6 * 1024 * 1024);
    const lines = linesOf(text);
    expect(lines.map(({ line: number }) => number)).toEqual([
      ...Array.from({ length: rows + 2 }, (_, index) => index + 1),
      undefined,
    ]);
    expect(lines.at(-1)).toEqual({
      summary: { received: rows + 2, inserted: 2, updated: 0, unchanged: 0, failed: rows },
    });
  });

  it('is answered line by line while it waits, before it has sent the rest', async () => {
    const tenant = await service.tenant();
    const socket = await open(tenant, '');

    await send(socket, `${JSON.stringify(person())}\n`);
    const text = await new Promise<string>((resolve) => {
      let seen = '';
      socket.on('data', (chunk) => {
        seen += chunk.toString();
        if (seen.includes('950000001')) resolve(seen);
      });
    });
    socket.destroy();

    expect(text).toContain('{"line":1,"success":true,"id":"950000001","message":"DATA INSERTED"}\n');
  });

  it('that waits for answers is cut off when there will be none', async () => {
    const proxy = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
    const apart = await TestService.start({ DATABASE_URL: proxy.url });
    const socket = await open(await apart.tenant(), '?dryRun=true', [], apart);
    const closed = once(socket, 'close');
    await send(socket, `${JSON.stringify(person())}\n`);
    let text = '';
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('"line":1')) resolve();
      });
    });
    await proxy.cut();
    await send(socket, `${JSON.stringify(person())}\n`);
    await closed;
    await apart.stop();

    expect(text).not.toContain('summary');
  });

  it('that hangs up in the middle of a line has stored what was answered, and nothing of that line', async () => {
    const tenant = await service.tenant();
    const socket = await open(tenant, '');
    const [ann, bob, cleo] = [person(), person(), person()];

    await send(socket, `${JSON.stringify(ann)}\n${JSON.stringify(bob)}\n${JSON.stringify(cleo)}`);
    const text = await readUntil(socket, (seen) => seen.includes('"line":2'));
    socket.destroy();

    expect(text).not.toContain('summary');
    for (const { externalId } of [ann, bob])
      expect((await tenant.sis.get(`/users/${String(externalId)}`)).status).toBe(200);
    expect((await tenant.sis.get(`/users/${String(cleo['externalId'])}`)).status).toBe(404);
  });

  it('that hangs up in the middle of a gzip body holds no connection to the database any longer', async () => {
    const tenant = await service.tenant();
    const body = gzipSync(Array.from({ length: 50 }, () => JSON.stringify(person())).join('\n'));

    // More than there are connections, because each dry run uses one.
    for (let round = 0; round < 12; round += 1) {
      const socket = await open(tenant, '?dryRun=true', ['Content-Encoding: gzip']);
      await send(socket, body.subarray(0, body.length - 20));
      expect(await readUntil(socket, (seen) => seen.includes('\r\n\r\n'))).toContain('200 OK');
      socket.destroy();
    }

    const after = await tenant.sis.bulk('/users/bulk?dryRun=true', [person()]);
    expect(after.at(-1)).toMatchObject({ summary: { received: 1, inserted: 1, failed: 0 } });
  });

  it('whose gzip body ends too early gets no summary', async () => {
    const tenant = await service.tenant();
    const socket = await open(tenant, '', ['Content-Encoding: gzip']);

    await send(socket, gzipSync(`${JSON.stringify(person())}\n`).subarray(0, -10));
    socket.write(CHUNK_END);
    const text = await readUntil(socket, never);

    expect(text).toContain('200 OK');
    expect(text).not.toContain('summary');
  });
});

describe('dry runs whose lines come slowly', () => {
  interface Slow {
    readonly socket: Socket;
    answer: string;
  }

  const slow: Slow[] = [];

  afterEach(() => {
    for (const { socket } of slow.splice(0)) socket.destroy();
  });

  /** Sends one line, and keeps the rest back until {@link continued}. */
  async function begin(tenant: TestTenant): Promise<void> {
    const one: Slow = { socket: await open(tenant, '?dryRun=true'), answer: '' };
    slow.push(one);
    one.socket.on('data', (bytes: Buffer) => (one.answer += bytes.toString('latin1')));
    one.socket.on('error', () => undefined);
    await send(one.socket, `${JSON.stringify(person())}\n`);
  }

  const having = (text: string): number => slow.filter(({ answer }) => answer.includes(text)).length;

  const answered = (count: number): Promise<void> =>
    until(`${count} of the slow ones are answered`, () => having('"line":1') >= count);

  const continued = (): void => {
    for (const { socket } of slow) socket.write(CHUNK_END);
  };

  const dryRunOf = async ({ sis }: TestTenant): Promise<unknown> =>
    (await sis.bulk('/users/bulk?dryRun=true', [person()])).at(-1);

  const DONE = { summary: { received: 1, inserted: 1, updated: 0, unchanged: 0, failed: 0 } };

  it('of one key leave those of other tenants and callers alone, and end all the same', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    for (let count = 0; count < 6; count += 1) await begin(tenant);
    await answered(2);
    expect(await dryRunOf(other)).toEqual(DONE);
    // Another caller of the tenant gets one of the two places that the tenant has.
    expect(await dryRunOf(await service.anotherCaller(tenant))).toEqual(DONE);
    expect(having('SERVICE_UNAVAILABLE')).toBe(1);
    continued();
    await until('the others have ended', () => having('"summary"') === 5);
  });

  it('of many tenants give a connection to who waits, and get the reason', async () => {
    for (let count = 0; count < 3; count += 1) {
      const tenant = await service.tenant();
      await begin(tenant);
      await begin(tenant);
    }
    await answered(5);
    expect(await dryRunOf(await service.tenant())).toEqual(DONE);
    expect(having('came too slowly while other callers waited')).toBeGreaterThan(0);
    continued();
    await until('all have ended', () => having('"summary"') + having('SERVICE_UNAVAILABLE') === 6);
  });
});
