import { keyHeaders, TestService } from '../../support/service.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const AT = '/api/v1/integration';
const PERSON = `${AT}/users/:id`;
const NO_PERSON = `${AT}/users/950999999`;

type Line = Readonly<Record<string, unknown>>;

const service = await TestService.start({ LOG_REQUESTS: 'failed-and-slow' });
const tenant = await service.tenant();
let received: (line: Line) => void;

beforeAll(() => {
  const log = (line: unknown): void => {
    if (typeof line === 'object' && line !== null && 'msg' in line) received({ ...line });
  };
  service.app.useLogger({ log, error: log, warn: log });
});

afterAll(() => service.stop());

function ask(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return fetch(service.baseUrl + path, { headers: { ...keyHeaders(tenant), ...headers } });
}

/** The log line of a refused request. */
async function lineOf(requestId: string, headers: Record<string, string>): Promise<Line> {
  const line = new Promise<Line>((resolve) => {
    received = (found) => {
      if (found['requestId'] === requestId) resolve(found);
    };
  });
  await ask(NO_PERSON, { 'X-Request-Id': requestId, ...headers });
  return line;
}

/** What is logged when the counts of a minute are. */
async function counted(): Promise<Line[]> {
  const lines: Line[] = [];
  received = (line) => {
    lines.push(line);
  };
  await service.run('request-counts');
  return lines;
}

describe('the line of a request', () => {
  it('says who asked what, how it ended and how long it took', async () => {
    const line = await lineOf('mine', {});
    expect(line).toMatchObject({ msg: 'request', method: 'GET', route: PERSON, status: 404, complete: true });
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
    expect({ status: line['status'], traceId: line['traceId'] }).toEqual({ status: 404, traceId: undefined });
  });
});

describe('requests that succeed', () => {
  it('are counted by route, in one line, and only once', async () => {
    await counted();
    received = (line) => {
      expect(line).toMatchObject({ msg: 'request', status: 404 });
    };
    for (let asked = 0; asked < 3; asked += 1) await ask(AT);
    await lineOf('refused', {});
    expect(await counted()).toMatchObject([{ msg: 'requests', count: 3, routes: { [`GET ${AT}`]: 3 } }]);
    expect(await counted()).toEqual([]);
  });
});
