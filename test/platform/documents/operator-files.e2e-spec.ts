import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RouteTable } from '../../../src/http/server/route-table.js';
import { UPLOADS } from '../../../src/metrics/request-meter.js';
import { person } from '../../factories/person.js';
import { panelsOf, selectorsOf } from '../../monitoring/support/expressions.js';
import { scrapeOnce } from '../../support/metrics.js';
import { TestService } from '../../support/service.js';
import { PROJECT_ROOT } from '../../support/service-process.js';

/** Metrics that Prometheus adds for every target and every alert. */
const OF_PROMETHEUS = ['up', 'ALERTS'];
/** Routes of Express itself, which no controller has. */
const PAGES_AND_REFERENCE = [
  'GET /',
  'GET /admin/',
  'GET /docs',
  'GET /docs/admin',
  'GET /docs/integration.json',
  'GET /docs/administration.json',
  'GET /docs/openapi.json',
  'GET /docs/openapi.yaml',
  'GET /docs/postman.json',
  'GET /docs/asyncapi.json',
  'GET /docs/scim.json',
];

const service = await TestService.ofWorker();

const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8');

const panels = panelsOf(read('docker/grafana/dashboard.json'));
/** Every expression of the dashboard. */
const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Every expression of the alert rules, of one line or folded, by the name of its alert. */
function alerts(): Map<string, string> {
  const rules = read('docker/prometheus/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  return new Map(
    rules.map((rule) => {
      const [, name = '', expr = ''] = /^(\w+)\n {8}expr: (?:>-\n)?([^]*?)\n {8}\w/.exec(rule) ?? [];
      return [name, expr];
    }),
  );
}

/** The metrics in an expression. */
const metricsOf = (expression: string): string[] =>
  selectorsOf(expression).map((selector) => selector.replace(/\W.*/s, ''));

/** The metrics once everything that is counted has happened. */
async function offered(): Promise<Set<string>> {
  const { sis } = await service.tenant();
  await sis.bulk('/users/bulk', [person()]);
  const { names } = await scrapeOnce(service, (found) => found.names.has('rows_total'));
  return new Set([...names, ...OF_PROMETHEUS]);
}

describe('the dashboard and the alert rules', () => {
  it('name metrics that the service has', async () => {
    const expressions = [...asked, ...alerts().values()];
    const named = expressions.map(metricsOf);
    const known = await offered();

    expect(expressions.length).toBeGreaterThan(30);
    expect(named.filter((names) => names.length === 0)).toEqual([]);
    expect(named.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  it('show every metric that is our own', async () => {
    const shown = new Set(asked.flatMap(metricsOf));
    const ofHistograms = [...shown].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const ofNode = /^(process|nodejs)_/;
    const missing = [...(await offered())]
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => !ofNode.test(name) && !shown.has(name) && !ofHistograms.includes(name));
    expect(missing).toEqual([]);
  });

  it('leave out by name only routes that exist', () => {
    const paths = service.app
      .get(RouteTable)
      .list()
      .map(({ path }) => path);
    const leftOut = (alert: string): string[] => {
      const [, pattern = ''] = /route!~"([^"]+)"/.exec(alerts().get(alert) ?? '') ?? [];
      return paths.filter((path) => new RegExp(`^(?:${pattern})$`).test(path)).sort();
    };
    const ofOperators = ['/health/alerts', '/health/live', '/health/ready', '/metrics'];
    expect(leftOut('ServerErrors')).toEqual(ofOperators);
    expect(leftOut('SlowRequests')).toEqual([
      '/api/v1/admin/audit/export.csv',
      '/api/v1/admin/audit/export.ndjson',
      '/api/v1/admin/disclosures/export.csv',
      '/api/v1/admin/files/apply',
      '/api/v1/admin/files/plan',
      '/api/v1/admin/files/preview',
      '/api/v1/admin/files/words',
      '/api/v1/admin/requests/export.csv',
      '/api/v1/admin/users/:id/export',
      '/api/v1/integration/events',
      '/api/v1/integration/sync/claims',
      '/api/v1/integration/sync/replay/bulk',
      '/api/v1/integration/users/bulk',
      '/api/v1/workflow/progress/bulk',
      '/scim/v2/Bulk',
    ]);
  });

  it('see the first upload after a start, since its rows are counted from 0', () => {
    const routes = service.app.get(RouteTable).list();
    const posts = routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(UPLOADS.filter((path) => !posts.includes(path))).toEqual([]);
  });

  it('give each panel an ID and a place of its own', () => {
    const ids = panels.map(({ id }) => id);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });
});

describe('every alert', () => {
  it('is explained in docs/alerts.md, which explains no other', () => {
    const explained = [...read('docs/alerts.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(alerts().size).toBeGreaterThan(10);
    expect(explained.sort()).toEqual([...alerts().keys()].sort());
  });
});

describe('docs/calls.md', () => {
  it('lists every call of the service, and no other', () => {
    const listed = [...read('docs/calls.md').matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)].map(
      ([, call]) => call,
    );
    const routes = service.app.get(RouteTable).list();
    const calls = routes.map(({ method, path }) => `${method} ${path}`);

    expect(calls.length).toBeGreaterThan(60);
    expect(listed.filter((call) => call !== undefined && !PAGES_AND_REFERENCE.includes(call)).sort()).toEqual(
      calls.sort(),
    );
  });
});
