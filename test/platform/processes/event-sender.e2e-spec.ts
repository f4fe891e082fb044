import { readArguments } from '../../../src/cli/consume/arguments.js';
import { EventSender } from '../../../src/cli/consume/event-sender.js';
import { type Exchange, lose, refusing, ScriptedService, type Step } from '../../support/scripted-service.js';
import { until } from '../../support/until.js';

// A scripted service fails on demand; the tests with the real service and the real broker are in test/faults.

const EVENT = { contentType: 'application/cloudevents+json', body: Buffer.from('{}') };

let service: ScriptedService;
/** What is answered, one after the other, and the last one from then on. */
let steps: Step[];
let stopping: AbortController;
let notices: string[];

beforeEach(async () => {
  steps = [];
  notices = [];
  stopping = new AbortController();
  service = await ScriptedService.start((exchange) =>
    (steps.length > 1 ? steps.shift() : steps[0])?.(exchange),
  );
});

afterEach(() => service.stop());

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  (exchange) => {
    exchange.answer(status, body, headers);
  };
const applied = answer(200, { success: true, data: { applied: true } });
const idOf = (exchange: Exchange | undefined): string | undefined => exchange?.header('x-request-id');

function sender(...words: string[]): EventSender {
  const given = ['--amqp', 'amqp://b', '--url', service.url, '--key', 'ik_1', '--secret', 'is_1', ...words];
  const args = readArguments(given, { INTEGRATION_API_BACKOFF_MS: '5' });
  if (args === undefined) throw new Error('There are arguments');
  const signals = { stopping: stopping.signal, cut: new AbortController().signal };
  return new EventSender(args, signals, (text) => notices.push(text));
}

describe('the bridge sends an event', () => {
  it('again when the connection is lost, or the service is away, until it is applied', async () => {
    steps = [lose, refusing(503, 'SERVICE_UNAVAILABLE'), answer(502, {}), lose, applied];
    expect(await sender('--retries', '1').send(EVENT)).toEqual({ kind: 'applied' });
    expect(service.exchanges).toHaveLength(5);
    expect(new Set(service.exchanges.map(idOf)).size).toBe(5);
  });

  it('as late as Retry-After says, and every other event as well', async () => {
    steps = [refusing(429, 'RATE_LIMITED', { 'Retry-After': '1' }), applied];
    const begun = performance.now();
    expect(await sender().send(EVENT)).toEqual({ kind: 'applied' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
    expect(notices).toEqual([expect.stringMatching(/^429 It is refused\. .+; trying again in 1\.0 s$/)]);
  });

  it('as often as its options say when it fails, or its submission is not known, and then it is refused', async () => {
    steps = [refusing(500, 'INTERNAL_ERROR')];
    const failed = await sender('--retries', '3').send(EVENT);
    expect(failed).toMatchObject({ kind: 'refused', refusal: { status: 500, code: 'INTERNAL_ERROR' } });
    steps = [refusing(404, 'SUBMISSION_NOT_FOUND'), refusing(404, 'SUBMISSION_NOT_FOUND'), applied];
    expect(await sender('--retries', '3').send(EVENT)).toEqual({ kind: 'applied' });
    expect(service.exchanges).toHaveLength(6);
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
        requestId: idOf(service.exchanges[0]),
      },
    });
  });

  it.each([
    ['its credential', refusing(401, 'INVALID_CREDENTIALS')],
    ['its scope', refusing(403, 'INSUFFICIENT_SCOPE')],
    ['its address', refusing(404, 'NOT_FOUND')],
    ['it by another program', answer(404, {})],
    ['it by leading it elsewhere', answer(302, {}, { Location: 'http://127.0.0.1:1/' })],
  ])('and gives up when the service refuses %s, which is no fault of the event', async (_, step) => {
    steps = [step];
    await expect(sender().send(EVENT)).rejects.toThrow(/^the service refuses: /);
  });

  it('no more when it is asked to stop', async () => {
    steps = [refusing(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '3600' })];
    const sending = sender().send(EVENT);
    await until('the refusal is noticed', () => notices.length > 0);
    stopping.abort();
    expect(await sending).toEqual({ kind: 'postponed' });
  });
});
