import { readFileSync } from 'node:fs';

import { SpanKind, SpanStatusCode } from '@opentelemetry/api';

import { person } from '../../factories/person.js';
import { Administrators } from '../../support/administrators.js';
import { printedFile } from '../../support/evidence.js';
import { TestService, type TestTenant } from '../../support/service.js';
import { KeptSpans } from '../../support/spans.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const POST = 'POST /api/v1/integration/users';

const spans = new KeptSpans();
let receiver: WebhookReceiver;
let service: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  spans.start();
  receiver = await WebhookReceiver.start();
  service = await TestService.start({ WEBHOOK_PRIVATE_HOSTS: WebhookReceiver.HOST });
});

beforeEach(async () => {
  tenant = await service.tenant();
  spans.forget();
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
  spans.stop();
});

/** A span ends when its answer was sent, which the caller may have by then. */
async function spanOf(name: string): Promise<ReturnType<KeptSpans['named']>[number] | undefined> {
  await until(`the span ${name} ends`, () => Promise.resolve(spans.named(name).length > 0));
  return spans.named(name)[0];
}

describe('a request', () => {
  it("is a span in the caller's trace, with its request id, and its transaction is a child", async () => {
    const headers = { traceparent: TRACEPARENT, 'X-Request-Id': 'import-7' };
    expect((await tenant.sis.post('/users', person(), headers)).status).toBe(201);
    const request = await spanOf(POST);
    expect(request?.kind).toBe(SpanKind.SERVER);
    expect(request?.spanContext().traceId).toBe(TRACE);
    expect(request?.parentSpanContext).toMatchObject({ spanId: CALLER, isRemote: true });
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/integration/users',
      'http.response.status_code': 201,
      'network.protocol.version': '1.1',
      'integration_api.request_id': 'import-7',
      'integration_api.tenant_id': tenant.tenantId,
    });
    const [transaction] = spans.childrenOf(request).filter(({ name }) => name === 'transaction');
    expect(transaction?.kind).toBe(SpanKind.CLIENT);
    expect(transaction?.attributes).toEqual({
      'db.system.name': 'mysql',
      'db.operation.name': 'transaction',
    });
  });

  it('begins a trace of its own where the caller sends none, or one that is not valid', async () => {
    await tenant.sis.post('/users', person(), { traceparent: `${TRACEPARENT}x` });
    const request = await spanOf(POST);
    expect(request?.parentSpanContext).toBeUndefined();
    const traceId = request?.spanContext().traceId;
    expect(traceId).not.toBe(TRACE);
    await until('its line is written', () =>
      Promise.resolve(readFileSync(printedFile('log'), 'utf8').includes(`"traceId":"${traceId}"`)),
    );
  });

  it("begins a trace of its own, linked to the caller's, where TRACE_CALLERS says so", async () => {
    const careful = await TestService.start({ TRACE_CALLERS: 'link' });
    try {
      const { sis } = await careful.tenant();
      expect((await sis.post('/users', person(), { traceparent: TRACEPARENT })).status).toBe(201);
      const request = await spanOf(POST);
      expect(request?.parentSpanContext).toBeUndefined();
      expect(request?.spanContext().traceId).not.toBe(TRACE);
      expect(request?.links.map(({ context }) => context)).toMatchObject([
        { traceId: TRACE, spanId: CALLER },
      ]);
      expect(spans.childrenOf(request).map(({ name }) => name)).toContain('transaction');
    } finally {
      await careful.stop();
    }
  });

  it('has no data about people in the names and attributes of its spans', async () => {
    const known = { ...person(), firstName: 'Zuleyma', email: 'zuleyma@example.edu' };
    await tenant.sis.post('/users', known);
    const found = await tenant.sis.get('/users?email=zuleyma@example.edu');
    const id = String((found.body.data as unknown as { id: string }[])[0]?.id);
    await tenant.sis.get(`/users/${id}`);
    await tenant.sis.get('/unknown/zuleyma@example.edu');
    await until(
      'all four have ended',
      () => spans.all.filter(({ kind }) => kind === SpanKind.SERVER).length > 3,
    );
    const said = JSON.stringify(
      spans.all.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    for (const word of ['Zuleyma', 'zuleyma', id, 'SELECT', 'INSERT']) expect(said).not.toContain(word);
  });

  it('that fails by a fault of the service says so, with the kind of the error alone', async () => {
    await tenant.sis.get('/users/951000000');
    const request = await spanOf('GET /api/v1/integration/users/:id');
    expect(request?.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 404 });
    expect(spans.all.flatMap(({ events }) => events)).toEqual([]);
  });
});

describe('a call of the service', () => {
  it('to a webhook is a child of what makes it, hands the trace on, and has no path', async () => {
    const { api } = await new Administrators(service).open(tenant);
    const path = receiver.newPath();
    const added = await api.post('/alerts/webhooks', { kind: 'plain', name: 'x', url: receiver.urlOf(path) });
    spans.forget();
    await api.post(
      `/alerts/webhooks/${String(added.body.data['id'])}/test`,
      {},
      { traceparent: TRACEPARENT },
    );
    const request = await spanOf('POST /api/v1/admin/alerts/webhooks/:webhookId/test');
    const [call] = spans.childrenOf(request).filter(({ name }) => name === 'POST');
    expect(call?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'server.address': WebhookReceiver.HOST,
      'server.port': receiver.port,
    });
    const spanId = call?.spanContext().spanId;
    expect(receiver.to(path)[0]?.headers['traceparent']).toBe(`00-${TRACE}-${spanId}-01`);
  });
});

describe('a pass of background work', () => {
  it('is a trace of its own', async () => {
    await service.run('review-events');
    const pass = await spanOf('background review-events');
    expect(pass?.parentSpanContext).toBeUndefined();
    expect(pass?.attributes).toEqual({ 'integration_api.work': 'review-events' });
  });
});
