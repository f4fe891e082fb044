import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';

import { IntegrationApi, IntegrationApiError, isApiError, type Retry } from '../../client/src/index.js';
import { away, lose, refusing, ScriptedService } from '../support/scripted-service.js';
import { student } from './people.js';

let service: ScriptedService;
let retries: Retry[];

beforeEach(async () => {
  retries = [];
  service = await ScriptedService.start((exchange) => {
    exchange.succeed({ id: '950000001' }, { attempt: service.exchanges.length });
  });
});

afterEach(() => service.stop());

function client(options: Partial<ConstructorParameters<typeof IntegrationApi>[0]> = {}): IntegrationApi {
  const onRetry = (retry: Retry): void => void retries.push(retry);
  const credential = { apiKey: 'the-key', apiSecret: 'the-secret' };
  return new IntegrationApi({ url: service.url, backoffMs: 1, onRetry, ...credential, ...options });
}

async function refusal(call: Promise<unknown>): Promise<IntegrationApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof IntegrationApiError)) throw new Error(`no refusal: ${inspect(error)}`);
  return error;
}

describe('a call', () => {
  it('has the credential, a request id, and the run of the client or its own', async () => {
    await client({ run: 'night' }).users.createOrUpdate(student(1));
    await client({ run: 'night' }).users.get('S/1', { run: 'noon', requestId: 'mine' });
    const [first, second] = service.exchanges.map(({ request }) => request.headers);
    expect(first).toMatchObject({
      'x-service-api-key': 'the-key',
      'x-service-api-secret': 'the-secret',
      'content-type': 'application/json',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/) as string,
      'x-sync-run': 'night',
    });
    expect(second).toMatchObject({ 'x-request-id': 'mine', 'x-sync-run': 'noon' });
    expect(service.exchanges[1]?.call).toBe('GET /api/v1/integration/users/S%2F1');
  });

  it.each([
    ['', ''],
    ['/', ''],
    ['/api/v1/integration', ''],
    ['/api/v1/integration/', ''],
    ['/api/v1/workflow?q=1#f', ''],
    ['/sis/api/v1/integration/', '/sis'],
  ])('goes to the service whose address ends with "%s"', async (end, below) => {
    await client({ url: service.url + end }).users.get('S-1');
    expect(service.exchanges[0]?.call).toBe(`GET ${below}/api/v1/integration/users/S-1`);
  });

  it('forwards an event in the bytes and with the type of its sender, whatever they are', async () => {
    let body = Buffer.of();
    service.next(async (exchange) => {
      body = await buffer(exchange.request);
      exchange.succeed({ applied: false });
    });
    const bytes = Buffer.from([0x7b, 0xff, 0x0a]);
    const { data } = await client().events.forward(bytes, 'text/plain; charset=x');
    expect(data).toEqual({ applied: false });
    expect({ body, type: service.exchanges[0]?.header('content-type') }).toEqual({
      body: bytes,
      type: 'text/plain; charset=x',
    });
  });

  it('shows no secret when its client is printed', () => {
    expect(inspect(client(), { depth: 9, showHidden: true })).not.toContain('the-secret');
  });

  it('does not follow an answer elsewhere, which would take the credential there', async () => {
    service.next(({ response }) => {
      response.writeHead(307, { Location: `${service.url}/x` }).end();
    });
    expect(await refusal(client().users.get('S-1'))).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 307,
    });
    expect(service.exchanges).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('is an error with code, status, details and the request id of the service', async () => {
    const details = [{ field: 'email', code: 'isEmail', message: 'email must be an address' }];
    service.next((exchange) => {
      exchange.refuse(400, 'VALIDATION_FAILED', {}, details);
    });
    const error = await refusal(client().users.createOrUpdate(student(1)));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', status: 400, details, requestId: 'r-1' });
    expect(error.message).toBe('It is refused.');
    expect(isApiError(error, 'VALIDATION_FAILED')).toBe(true);
    expect(isApiError(error, 'USER_NOT_FOUND')).toBe(false);
    expect(service.exchanges).toHaveLength(1);
  });

  it('of something that is not the service says so', async () => {
    service.next(({ response }) => {
      response.writeHead(404).end('<html>');
    });
    const error = await refusal(client().users.get('S-1'));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 404 });
  });
});

describe('a service that is away for a moment', () => {
  it.each([429, 503])('is asked again after %d, with the same request id', async (status) => {
    service.next(refusing(status, 'X', { 'Retry-After': '0' }));
    const { attempts } = await client().users.createOrUpdate(student(1));
    const ids = service.exchanges.map((exchange) => exchange.header('x-request-id'));
    expect(attempts).toBe(2);
    expect(new Set(ids).size).toBe(1);
    expect(retries).toMatchObject([{ attempt: 1, error: { status } }]);
  });

  it('is asked again when a connection is lost', async () => {
    service.next(lose, lose);
    expect((await client().users.createOrUpdate(student(1))).meta).toEqual({ attempt: 3 });
  });

  it('is given up after so many attempts, with the last reason', async () => {
    service.next(away, away, away);
    const error = await refusal(client({ retries: 2 }).users.get('S-1'));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(service.exchanges).toHaveLength(3);
  });

  it('is not asked again when a replay may have taken effect', async () => {
    service.next(lose);
    const error = await refusal(client().sync.replay({ submissionId: 'sub-1' }));
    expect(error.code).toBe('CONNECTION_LOST');
    expect(service.exchanges).toHaveLength(1);
  });

  it('is asked for claims again under the same key', async () => {
    service.next(lose);
    service.next((exchange) => {
      exchange.succeed([], { count: 0, waiting: 0 });
    });
    await client().sync.claim({ targetSystem: 'SIS' });
    await client().sync.claim({ targetSystem: 'SIS' });
    const keys = service.exchanges.map((exchange) => exchange.header('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('a call that takes too long', () => {
  const never = (): void => undefined;

  it('is asked again, and ends with TIMEOUT, in real time', async () => {
    service.next(never, never);
    const error = await refusal(client({ timeoutMs: 1000, retries: 1 }).users.get('S-1'));
    expect(error).toMatchObject({ code: 'TIMEOUT', status: undefined });
    expect(service.exchanges).toHaveLength(2);
  });

  it('ends with the reason of its signal, also while it waits for the next attempt', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    service.next(away);
    const call = client({
      backoffMs: 60_000,
      onRetry: () => {
        caller.abort(reason);
      },
    }).users.get('S-1', {
      signal: caller.signal,
    });
    await expect(call).rejects.toBe(reason);
    await expect(client().users.get('S-1', { signal: caller.signal })).rejects.toBe(reason);
    expect(service.exchanges).toHaveLength(1);
  });
});
