import { Administrators } from '../../support/administrators.js';
import type { Answer, Body } from '../../support/api-client.js';
import { furnish } from '../../support/furnished-tenant.js';
import { type Operation, operationsOf, placesIn, type Schema } from '../../support/operations.js';
import { keyHeaders, TestService } from '../../support/service.js';

/** A filter by time, in a query or in a body (contract, section 1). */
interface TimeFilter {
  readonly operation: Operation;
  readonly isQuery: boolean;
  readonly name: string;
}

/** What the reference says of each of them, and of nothing else. */
const MARK = ': a date (00:00 UTC) or a date and time';
/** How a filter by time would be called, or what its form would be, if it were forgotten. */
const NAMES =
  /^(from|to|since|until|before|after|at|date|day|time)$|(From|Since|Until|Before|After|At|On|Date)$/;
/** Days of the university's calendar, both included: no moments. */
const DAYS = ['disclosures', 'disclosures/export.csv', 'progress', 'progress-timeline'].map(
  (path) => `/api/v1/admin/${path}`,
);
/** What only sounds so: hours of a day, days that are kept, and a place in a list or in the feed. */
const NO_FILTERS = [
  'GET /api/v1/admin/events after',
  'GET /api/v1/integration/events after',
  'PATCH /api/v1/admin/settings deprovisioningPauses.0.from',
  'PATCH /api/v1/admin/settings deprovisioningPauses.0.until',
  'POST /api/v1/admin/settings/preview deprovisioningPauses.0.from',
  'POST /api/v1/admin/settings/preview deprovisioningPauses.0.until',
  'PUT /api/v1/admin/alerts/settings quietHours.from',
  'PUT /api/v1/admin/alerts/settings quietHours.until',
];

const service = await TestService.ofWorker();
const university = await furnish(service, new Administrators(service), 'timef', '650');
const operations = await operationsOf(service.anonymous());
const filters = operations.flatMap((operation) => [
  ...operation.parameters
    .filter(({ description = '' }) => description.endsWith(MARK))
    .map(({ name }) => ({ operation, isQuery: true, name })),
  ...placesIn(operation.schema ?? {})
    .filter(({ place, schema }) => place.length === 1 && schema.description?.endsWith(MARK) === true)
    .map(({ place: [name = ''] }) => ({ operation, isQuery: false, name })),
]);

const named = ({ operation, name }: Pick<TimeFilter, 'operation' | 'name'>): string =>
  `${operation.name} ${name}`;

const isOfTime = (name: string, { format = '' }: Schema): boolean =>
  NAMES.test(name) || format.startsWith('date');

/** Asks as the administrator does, or as the SIS. */
function ask(
  { operation: { method, path, security, example }, isQuery, name }: TimeFilter,
  value: string,
): Promise<Answer<Body>> {
  const { tenant, browser } = university;
  const credentials: Record<string, string> = security.includes('Session')
    ? { cookie: browser.cookie, 'X-CSRF-Token': browser.csrfToken }
    : keyHeaders(tenant);
  if (isQuery)
    return service
      .anonymous()
      .send(method, `${path}?${name}=${encodeURIComponent(value)}`, undefined, credentials);
  const body = { ...(example as object), dryRun: true, from: undefined, to: undefined, [name]: value };
  const headers = { ...credentials, 'Content-Type': 'application/json' };
  return service.anonymous().send(method, path, JSON.stringify(body), headers);
}

/** What each filter says to a value. */
async function saidBy(value: string): Promise<unknown[]> {
  const said: unknown[] = [];
  for (const filter of filters) {
    const { status, body } = await ask(filter, value);
    const error = status === 200 ? undefined : body.error;
    said.push([named(filter), status, error?.details?.map(({ field }) => field)]);
  }
  return said;
}

describe('a filter by time', () => {
  it('is every parameter and field whose name or form is that of a time, but days of the calendar', () => {
    const parameters = operations.flatMap((operation) =>
      operation.parameters
        .filter((one) => one.in === 'query' && isOfTime(one.name, one.schema))
        .filter(() => !DAYS.includes(operation.path))
        .map(({ name }) => `${operation.name} ${name}`),
    );
    const fields = operations.flatMap((operation) =>
      placesIn(operation.schema ?? {})
        .filter(({ place }) => /^(from|to|since|until|before|after)$/.test(place.at(-1) ?? ''))
        .map(({ place }) => `${operation.name} ${place.join('.')}`),
    );
    expect(filters.map(named).sort()).toEqual(
      [...parameters, ...fields].filter((one) => !NO_FILTERS.includes(one)).sort(),
    );
    expect(filters.length).toBeGreaterThan(15);
  });

  it.each(['2024-02-29', '2026-02-20T09:30:00Z', '2026-02-20T09:30+02:00', '2026-02-20T09:30:00.123456Z'])(
    'takes %s everywhere',
    async (value) => {
      expect(await saidBy(value)).toEqual(filters.map((filter) => [named(filter), 200, undefined]));
    },
  );

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-20T09:30:00',
    '2026-2-3',
    'yesterday',
    '1700000000',
  ])('refuses %s everywhere, by its name', async (value) => {
    expect(await saidBy(value)).toEqual(filters.map((filter) => [named(filter), 400, [filter.name]]));
  });

  it('takes a + that a caller forgot to encode', async () => {
    const { admin } = university;
    expect((await admin.get('/audit?from=2026-02-20T09:30:00+02:00')).status).toBe(200);
  });
});

describe('the moment of a row', () => {
  const LISTS: readonly [list: string, column: string, from: string][] = [
    ['audit', 'at', 'from'],
    ['requests', 'at', 'from'],
    ['queue', 'lastTransitionAt', 'from'],
    ['queue?status=failed', 'lastTransitionAt', 'from'],
    ['queue?q=timef-blocked', 'lastTransitionAt', 'from'],
    ['holds', 'requestedAt', 'since'],
    ['progress', 'changedAt', 'since'],
  ];

  it.each(LISTS)('in %s, its %s, is not before %s and not before to', async (list, column, from) => {
    const { admin, tenant } = university;
    const api = list === 'progress' ? tenant.sis : admin;
    const moments = async (query: string): Promise<string[]> => {
      const answer = await api.get(`/${list}${list.includes('?') ? '&' : '?'}${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      return (answer.body.data as unknown as Record<string, string>[]).map((row) => row[column] ?? '');
    };
    const at = (await moments(list === 'progress' ? 'limit=100' : 'perPage=100'))[0] ?? '';
    const justAfter = at.replace('Z', '001Z');

    expect(await moments(`${from}=${at}`)).toContain(at);
    expect(await moments(`${from}=${justAfter}`)).not.toContain(at);
    if (from === 'since') return;
    expect(await moments(`to=${at}`)).not.toContain(at);
    expect(await moments(`to=${justAfter}`)).toContain(at);
  });
});
