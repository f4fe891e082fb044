import { once } from 'node:events';
import { createServer, request as open, type Server } from 'node:http';

import { close, listen, portOf } from '../../../test/support/loopback.js';
import { FilesBusy, FileTooLarge, MalformedJson, UnsupportedEncoding } from '../../errors/request.errors.js';
import { type SpoolShare, SpoolShares } from '../../http/server/spool-shares.js';
import { ReceivedFile } from './received-file.js';

const MOST = 2 * 1024 * 1024;

let server: Server;
let shares: SpoolShares;
let others: SpoolShare;
let received: Promise<ReceivedFile>;

beforeEach(async () => {
  shares = new SpoolShares(MOST);
  others = shares.of('tenant');
  server = createServer((request, response) => {
    received = ReceivedFile.receive(request, 1, shares.of('tenant'));
    received.then(
      () => response.end('whole'),
      () => response.end('refused'),
    );
  });
  await listen(server);
});

afterEach(() => close(server));

interface Sending {
  readonly headers?: Record<string, string>;
  /** Closes the connection in place of the end of the body. */
  readonly isCut?: boolean;
}

/** Sends these pieces without declaring their length. */
async function send(pieces: readonly Buffer[], { headers = {}, isCut = false }: Sending = {}): Promise<void> {
  const request = open({ port: portOf(server), host: '127.0.0.1', method: 'POST', headers });
  request.on('error', () => undefined);
  const arrived = once(server, 'request');
  request.flushHeaders();
  for (const piece of pieces) request.write(piece);
  await arrived;
  if (isCut) request.destroy();
  else request.end();
}

async function textOf(file: ReceivedFile): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a received file', () => {
  it.each([
    ['options and a file', '{"name":"x"}\na,b\n1,2\n', '{"name":"x"}', 'a,b\n1,2\n'],
    ['options alone', '{"name":"x"}', '{"name":"x"}', ''],
    ['nothing', '', '', ''],
    ['an empty first line', '\na,b', '', 'a,b'],
  ])('has its first line and the rest: %s', async (_, body, head, rest) => {
    await send([Buffer.from(body)].filter(({ length }) => length > 0));
    const file = await received;
    expect({ head: file.head.toString(), rest: await textOf(file) }).toEqual({ head, rest });
    // It may be read once more.
    expect(await textOf(file)).toBe(rest);
    expect(others.hasRoomFor(MOST - body.length)).toBe(true);
    expect(others.hasRoomFor(MOST + 1 - body.length)).toBe(false);
    await file.close();
    expect(others.hasRoomFor(MOST)).toBe(true);
  });

  it.each([
    ['whose length is declared', { 'Content-Length': '60000' }],
    ['whose length is not declared', {}],
  ])(
    '%s is refused while other files of the tenant take up its room, and takes up none',
    async (_, headers) => {
      others.take(MOST - 50_000);
      await send([Buffer.alloc(60_000, 'x')], { headers });
      await expect(received).rejects.toThrow(FilesBusy);
      others.release();
      expect(others.hasRoomFor(MOST)).toBe(true);
    },
  );

  it('is refused once it is larger than the limit, although its length was not declared', async () => {
    await send(Array.from({ length: 20 }, () => Buffer.alloc(64 * 1024, 'x')));
    await expect(received).rejects.toThrow(FileTooLarge);
  });

  it('is refused when the connection ends before it', async () => {
    await send([Buffer.from('{"name":"x"}\na,b')], { isCut: true });
    await expect(received).rejects.toThrow(MalformedJson);
  });

  it('is refused when it is compressed', async () => {
    await send([Buffer.from('x')], { headers: { 'Content-Encoding': 'gzip' } });
    await expect(received).rejects.toThrow(UnsupportedEncoding);
  });
});
