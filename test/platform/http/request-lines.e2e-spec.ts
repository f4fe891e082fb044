import { keyHeaders, TestService } from '../../support/service.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const AT = '/api/v1/integration';

type Line = Readonly<Record<string, unknown>>;

const service = await TestService.ofWorker();
const tenant = await service.tenant();
let received: (line: Line) => void;

beforeAll(() => {
  const log = (line: unknown): void => {
    if (typeof line === 'object' && line !== null && 'requestId' in line) received({ ...line });
  };
  service.app.useLogger({ log, error: log, warn: log });
});

/** The log line of a request. */
async function lineOf(requestId: string, headers: Record<string, string>): Promise<Line> {
  const credentials = keyHeaders(tenant);
  const line = new Promise<Line>((resolve) => {
    received = (found) => {
      if (found['requestId'] === requestId) resolve(found);
    };
  });
  await fetch(service.baseUrl + AT, { headers: { ...credentials, 'X-Request-Id': requestId, ...headers } });
  return line;
}

describe('the line of a request', () => {
  it('says who asked what, how it ended and how long it took', async () => {
    const line = await lineOf('mine', {});
    expect(line).toMatchObject({ msg: 'request', method: 'GET', route: AT, status: 200, complete: true });
    expect(line).toMatchObject({ tenantId: tenant.tenantId, credential: 'test' });
    expect(line['ms']).toBeGreaterThan(0);
    expect(line['traceId']).toBeUndefined();
  });

  it('has the id of the trace that the caller sent', async () => {
    const line = await lineOf('traced', { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    expect(line['traceId']).toBe(TRACE);
  });

  it('has none of a traceparent that is not valid, which is answered as ever', async () => {
    const line = await lineOf('invalid', { traceparent: `ff-${TRACE}-00f067aa0ba902b7-01` });
    expect({ status: line['status'], traceId: line['traceId'] }).toEqual({ status: 200, traceId: undefined });
  });
});
