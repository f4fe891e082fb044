import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';

import { jest } from '@jest/globals';

import { BulkProgressService } from '../../../src/progress/bulk-progress.service.js';
import { BulkUsersService } from '../../../src/users/provisioning/bulk-users.service.js';
import { person } from '../../factories/person.js';
import { jsonLines } from '../../support/answers.js';
import { rawRequest } from '../../support/raw-request.js';
import { keyHeaders, TestService, type TestTenant } from '../../support/service.js';

const MIB = 1024 * 1024;
const USERS = '/api/v1/integration/users/bulk';
const PROGRESS = '/api/v1/workflow/progress/bulk';

const service = await TestService.ofWorker();

interface Answered {
  readonly line?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly error?: { readonly code: string };
  readonly requestId?: string;
  readonly summary?: { readonly received: number };
}

function headersOf(key: TestTenant): Record<string, string> {
  return { ...keyHeaders(key), 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' };
}

/** So many mebibytes of these bytes in gzip, without having them in memory. */
async function zipped(mebibytes: number, unit: string, before = ''): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  gzip.write(before);
  const piece = unit.repeat(Math.floor(MIB / unit.length));
  for (let index = 0; index < mebibytes; index += 1) if (!gzip.write(piece)) await once(gzip, 'drain');
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(chunks);
}

async function send(tenant: TestTenant, path: string, body: Buffer): Promise<Answered[]> {
  const headers = headersOf(tenant);
  const { status, text } = await rawRequest(service.baseUrl, path, { method: 'POST', headers, body });
  expect(status).toBe(200);
  return jsonLines<Answered>(text);
}

describe.each([
  ['POST /users/bulk', USERS, (): unknown => person()],
  ['POST /workflow/progress/bulk', PROGRESS, (): unknown => ({ studentId: '950000009' })],
])('%s', (_, path, row) => {
  it.each([
    ['blank lines', '\n'],
    ['blank lines of white space', ' \t\r\n'],
    ['one line', 'x'],
    ['lines far beyond 256 KiB', `${'x'.repeat(MIB - 1)}\n`],
  ])('answers what stands before 40 MiB of %s, says why there is no more, and ends', async (__, unit) => {
    const tenant = await service.tenant();
    const body = await zipped(40, unit, `${JSON.stringify(row())}\n`);
    expect(body.length).toBeLessThan(MIB);

    const [first, ...others] = await send(tenant, path, body);

    expect(first).toMatchObject({ line: 1 });
    const last = others.pop();
    expect(others.filter(({ error }) => error?.code !== 'PAYLOAD_TOO_LARGE')).toEqual([]);
    expect(others.length).toBeLessThan(40);
    expect(last).toEqual({
      success: false,
      message: expect.stringMatching(/^Nothing after line \d+ was read: .+ blank lines/) as unknown,
      error: { code: 'PAYLOAD_TOO_LARGE' },
      requestId: expect.any(String) as unknown,
    });
  });

  it('answers each of many equal lines, which compress well, with a blank line after each', async () => {
    const tenant = await service.tenant();
    const body = gzipSync('{"email":"x","firstName":"Ann","lastName":"Lee"}\r\n\r\n'.repeat(20_000));
    expect(body.length).toBeLessThan(10_000);

    const answers = await send(tenant, path, body);

    expect(answers.at(-1)).toMatchObject({ summary: { received: 20_000 } });
  });
});

it('a file of blank lines of a few mebibytes is an empty file', async () => {
  const [only, ...others] = await send(await service.tenant(), USERS, await zipped(8, '\r\n'));
  expect({ only, others }).toMatchObject({ only: { summary: { received: 0 } }, others: [] });
});

it('a body that is no gzip is answered with what is wrong with it as the last line', async () => {
  const headers = headersOf(await service.tenant());
  const whole = gzipSync(`${JSON.stringify(person())}\n`);
  for (const body of [Buffer.from('{}'), whole.subarray(0, -8)]) {
    const { text } = await rawRequest(service.baseUrl, USERS, { method: 'POST', headers, body });
    expect(jsonLines(text).at(-1)).toMatchObject({
      success: false,
      error: { code: 'MALFORMED_JSON' },
    });
  }
});

describe('a caller who hangs up when the whole body has arrived', () => {
  const ROWS = 10_000;

  /** Sends the body on a new connection and closes it when the first answers have arrived. */
  async function hangUp(tenant: TestTenant, path: string, body: Buffer): Promise<void> {
    const { hostname, port } = new URL(service.baseUrl);
    const socket: Socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = Object.entries({ ...headersOf(tenant), 'Content-Length': body.length })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n`);
    socket.write(body);
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('"line":1,')) break;
    }
  }

  it('has no more people stored than are at work by then', async () => {
    const tenant = await service.tenant();
    const provision = jest.spyOn(service.app.get(BulkUsersService), 'provision');
    const rows = Array.from({ length: ROWS }, () => JSON.stringify(person()));

    await hangUp(tenant, USERS, gzipSync(rows.join('\n')));
    await provision.mock.results[0]?.value;

    const request = provision.mock.calls[0]?.[1];
    expect(request?.rowCounts?.inserted).toBeGreaterThan(0);
    expect(request?.rowCounts?.inserted).toBeLessThan(ROWS / 2);
  });

  it('has no more lines of progress looked at than are at work by then', async () => {
    const tenant = await service.tenant();
    const record = jest.spyOn(service.app.get(BulkProgressService), 'record');
    const rows = Array.from({ length: ROWS }, (_, index) => `{"studentId":"unknown-${index}"}`);

    await hangUp(tenant, PROGRESS, gzipSync(rows.join('\n')));
    await record.mock.results[0]?.value;

    expect(record.mock.calls[0]?.[2].rowCounts?.failed).toBeLessThan(ROWS / 2);
  });
});
