import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readArguments } from '../../../src/cli/consume/arguments.js';
import { EventSender } from '../../../src/cli/consume/event-sender.js';
import { until } from '../../support/until.js';

// A scripted service fails on demand; the tests with the real service and the real broker are in test/faults.

type Step = (request: IncomingMessage, response: ServerResponse) => void;

const EVENT = { contentType: 'application/cloudevents+json', body: Buffer.from('{}') };

let server: Server;
let steps: Step[];
let seen: { at: number; headers: IncomingMessage['headers'] }[];
let stopping: AbortController;
let notices: string[];

beforeEach(async () => {
  steps = [];
  seen = [];
  notices = [];
  stopping = new AbortController();
  server = createServer((request, response) => {
    seen.push({ at: Date.now(), headers: request.headers });
    request.resume().on('end', () => {
      (steps.length > 1 ? steps.shift() : steps[0])?.(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function answer(status: number, body: object, headers: Record<string, string> = {}): Step {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Step {
  return answer(status, { success: false, message: `It is ${code}.`, error: { code } }, headers);
}

const applied = answer(200, { success: true, data: { applied: true } });
const hangUp: Step = (request) => {
  request.socket.destroy();
};

function sender(...words: string[]): EventSender {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const given = ['--amqp', 'amqp://b', '--url', url, '--key', 'ik_1', '--secret', 'is_1', ...words];
  const args = readArguments(given, { INTEGRATION_API_BACKOFF_MS: '5' });
  if (args === undefined) throw new Error('There are arguments');
  const signals = { stopping: stopping.signal, cut: new AbortController().signal };
  return new EventSender(args, signals, (text) => notices.push(text));
}

describe('the bridge sends an event', () => {
  it('again when the connection is lost, or the service is away, until it is applied', async () => {
    steps = [hangUp, refusal(503, 'SERVICE_UNAVAILABLE'), answer(502, {}), hangUp, applied];
    expect(await sender('--retries', '1').send(EVENT)).toEqual({ kind: 'applied' });
    expect(seen).toHaveLength(5);
    const ids = seen.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(5);
  });

  it('as late as Retry-After says, and every other event as well', async () => {
    steps = [refusal(429, 'RATE_LIMITED', { 'Retry-After': '1' }), applied];
    const one = sender();
    expect(await one.send(EVENT)).toEqual({ kind: 'applied' });
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(notices).toEqual([expect.stringMatching(/^429 It is RATE_LIMITED\. .+; trying again in 1\.0 s$/)]);
  });

  it('as often as its options say when it fails, or its submission is not known, and then it is refused', async () => {
    steps = [refusal(500, 'INTERNAL_ERROR')];
    const failed = await sender('--retries', '3').send(EVENT);
    expect(failed).toMatchObject({ kind: 'refused', refusal: { status: 500, code: 'INTERNAL_ERROR' } });
    steps = [refusal(404, 'SUBMISSION_NOT_FOUND'), refusal(404, 'SUBMISSION_NOT_FOUND'), applied];
    expect(await sender('--retries', '3').send(EVENT)).toEqual({ kind: 'applied' });
    expect(seen).toHaveLength(6);
  });

  it('once when it is refused, and reports what the service said of each field', async () => {
    const details = [{ message: 'id is required' }, { message: 'type is required' }];
    const message = '2 fields are not valid; the first: id is required.';
    steps = [answer(400, { success: false, message, error: { code: 'VALIDATION_FAILED', details } })];
    expect(await sender().send(EVENT)).toEqual({
      kind: 'refused',
      refusal: {
        status: 400,
        code: 'VALIDATION_FAILED',
        message: 'id is required; type is required',
        requestId: seen[0]?.headers['x-request-id'],
      },
    });
  });

  it.each([
    ['its credential', refusal(401, 'INVALID_CREDENTIALS')],
    ['its scope', refusal(403, 'INSUFFICIENT_SCOPE')],
    ['its address', refusal(404, 'NOT_FOUND')],
    ['it by another program', answer(404, {})],
    ['it by leading it elsewhere', answer(302, {}, { Location: 'http://127.0.0.1:1/' })],
  ])('and gives up when the service refuses %s, which is no fault of the event', async (_, step) => {
    steps = [step];
    await expect(sender().send(EVENT)).rejects.toThrow(/^the service refuses: /);
  });

  it('no more when it is asked to stop', async () => {
    steps = [refusal(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '3600' })];
    const sending = sender().send(EVENT);
    await until('the refusal is noticed', () => notices.length > 0);
    stopping.abort();
    expect(await sending).toEqual({ kind: 'postponed' });
  });
});
