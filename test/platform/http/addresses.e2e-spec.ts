import { person } from '../../factories/person.js';
import { type Scrape, scrape, scrapeOnce } from '../../support/metrics.js';
import { rawCaller } from '../../support/raw-request.js';
import { keyHeaders, TestService } from '../../support/service.js';

const service = await TestService.ofWorker();
const call = rawCaller(service.baseUrl, keyHeaders(await service.tenant()));

/** The answer without the parts that are new in each one. */
async function seen(path: string, method: string, body?: object): Promise<unknown> {
  const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'the-same' };
  const { status, headers, text } = await (body === undefined
    ? call(path, { method, headers: { 'X-Request-Id': 'the-same' } })
    : call(path, { method, headers: json, body: Buffer.from(JSON.stringify(body)) }));
  return { status, headers: { ...headers, date: '' }, text };
}

/** Some routes are looked up, others are matched by the router. */
const SPELLINGS: readonly [string, (path: string, origin: string) => string][] = [
  ['as it is documented', (path) => path],
  ['with a slash at its end', (path) => `${path}/`],
  ['in capitals', (path) => path.toUpperCase()],
  ['with a query', (path) => `${path}?`],
  ['with the origin in front', (path, origin) => `${origin}${path}`],
];

describe.each(SPELLINGS)('an address %s', (_, spelled) => {
  it('is answered the same by a call that reads', async () => {
    const path = '/api/v1/integration';
    expect(await seen(spelled(path, service.baseUrl), 'GET')).toEqual(await seen(path, 'GET'));
  });

  it('is answered the same by a call that writes, and by its refusals', async () => {
    const path = '/api/v1/integration/users';
    const someone = person();
    await seen(path, 'POST', someone);
    for (const body of [someone, { ...someone, email: 'none' }])
      expect(await seen(spelled(path, service.baseUrl), 'POST', body)).toEqual(
        await seen(path, 'POST', body),
      );
  });

  it('is counted under the same route', async () => {
    const countIn = (found: Scrape): number =>
      found.value('http_requests_total', {
        method: 'GET',
        route: '/api/v1/integration',
        status: '200',
      });
    const before = countIn(await scrape(service));
    await seen(spelled('/api/v1/integration', service.baseUrl), 'GET');
    const after = await scrapeOnce(service, (found) => countIn(found) > before);
    expect(countIn(after)).toBeGreaterThan(before);
  });
});

it.each(['http://[::1/', 'http://[/x', 'http://a:99999/', 'nothing', 'mailto:a@b'])(
  'the address %s is refused, and the service continues',
  async (address) => {
    const { status, text } = await call(address, { headers: { Host: 'localhost' } });
    expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED' } },
    });
    expect(await seen('/health/live', 'GET')).toMatchObject({ status: 200 });
  },
);
