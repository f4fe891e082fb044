import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { roomiestParent } from '../../src/database/private-server/test-server.js';
import { Scrape } from '../support/metrics.js';
import { PROJECT_ROOT } from '../support/service-process.js';
import { until } from '../support/until.js';
import { filledIn, groupedBy, panelsOf, selectorsOf, shownBy } from './support/expressions.js';
import { MixedLoad } from './support/mixed-load.js';
import { MonitoredService } from './support/monitored-service.js';
import { ensurePrometheus, Prometheus, type Sample } from './support/prometheus.js';
import { checkMetrics } from './support/promtool.js';

const JOB = 'integration-api';
/** Grafana takes four scrapes. */
const RATE_INTERVAL = '4s';
/** Generous, because machines are shared. */
const LIMIT_MS = 60_000;
/** Labels that are no one's but of a histogram or of Prometheus itself. */
const OF_PROMETHEUS = ['le', 'job', 'instance'];
/** Gauges that prom-client itself names like counters; promtool objects to the names alone. */
const OF_PROM_CLIENT = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
/** Times continue between two scrapes. */
const SECONDS_BETWEEN = 10;

const PANELS = panelsOf(readFileSync(join(PROJECT_ROOT, 'docker/grafana/dashboard.json'), 'utf8'));
const QUESTIONS = PANELS.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }): [string, string, string] => [
    title,
    filledIn(expr, JOB, RATE_INTERVAL),
    legendFormat,
  ]),
);

let folder: string;
let service: MonitoredService;
let prometheus: Prometheus;
let load: MixedLoad;
/** Metrics that are missing while the database is away. */
let ofDatabase: ReadonlySet<string>;

beforeAll(async () => {
  await ensurePrometheus();
  folder = await mkdtemp(join(roomiestParent(), 'integration-api-monitoring-'));
  service = await MonitoredService.start(folder);
  prometheus = await Prometheus.start(folder, service.targets);
  load = await MixedLoad.start(service.baseUrls, service.demo);
});

afterAll(async () => {
  await load.stop();
  await prometheus.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Asks until the answer is right. */
async function answerOf(
  expression: string,
  isRight: (samples: readonly Sample[]) => boolean,
): Promise<Sample[]> {
  let samples: Sample[] = [];
  const isSo = async (): Promise<boolean> => {
    samples = await prometheus.query(expression);
    if (isRight(samples)) return true;
    throw new Error(`the answer is ${JSON.stringify(samples)}`);
  };
  await until(`${expression} is answered rightly`, isSo, { within: LIMIT_MS });
  return samples;
}

const hasData = (samples: readonly Sample[]): boolean => samples.some(({ value }) => !Number.isNaN(value));

/** Waits until Prometheus has these values of both processes. */
async function bothAnswer(metric: string, wanted: number): Promise<void> {
  await answerOf(metric, (samples) => samples.length === 2 && samples.every(({ value }) => value === wanted));
}

async function namesNow(): Promise<Set<string>> {
  const [text = ''] = await service.metrics();
  return new Scrape(text).names;
}

describe('a database that answers nothing', () => {
  it('is seen by Prometheus, and is not taken for a process that does not answer', async () => {
    await bothAnswer('database_up', 1);
    const present = await namesNow();
    await service.database.freeze();
    await bothAnswer('database_up', 0);
    await bothAnswer('up', 1);
    const left = await namesNow();
    // For the panel of errors.
    await answerOf('sum(increase(http_requests_total{status="503"}[30s])) > 0', hasData);
    service.database.thaw();
    await bothAnswer('database_up', 1);
    ofDatabase = new Set([...present].filter((name) => !left.has(name)));
    expect(ofDatabase).toContain('sync_queue_items');
  });
});

describe('the dashboard', () => {
  it('finds the job by its variable', async () => {
    expect(await prometheus.valuesOf('job', 'database_up')).toEqual([JOB]);
  });

  it('shows something in each panel', () => {
    const empty = PANELS.filter(({ type, targets }) => type !== 'row' && targets.length === 0);
    expect(empty).toEqual([]);
    expect(QUESTIONS.length).toBeGreaterThan(40);
  });

  it.each(QUESTIONS)('has data for "%s": %s', async (_title, expression, legend) => {
    const samples = await answerOf(expression, hasData);
    const labels = samples.flatMap(({ metric }) => Object.keys(metric));
    expect(shownBy(legend).filter((label) => !labels.includes(label))).toEqual([]);
    // Otherwise several lines have one name.
    expect(samples.length === 1 || shownBy(legend).length > 0).toBe(true);
  });
});

describe('the alert rules', () => {
  it('are about series and labels that the service has', async () => {
    const rules = await prometheus.rules();
    expect(rules.length).toBeGreaterThan(20);
    for (const { name, query } of rules) {
      const found = await Promise.all(
        selectorsOf(query).map((one) => answerOf(one, (samples) => samples.length > 0)),
      );
      const labels = found.flat().flatMap(({ metric }) => Object.keys(metric));
      const missing = groupedBy(query).filter((one) => !OF_PROMETHEUS.includes(one) && !labels.includes(one));
      expect({ name, isFound: found.length > 0, missing }).toEqual({ name, isFound: true, missing: [] });
    }
  });
});

describe('the metrics', () => {
  it('are written as Prometheus inputs', async () => {
    for (const text of await service.metrics()) {
      const { said } = await checkMetrics(text);
      const remarks = said.split('\n').filter((line) => line !== '');
      expect(remarks.filter((line) => !OF_PROM_CLIENT.includes(line.split(' ')[0] ?? ''))).toEqual([]);
    }
  });

  it('that two processes read from one database are counted once', async () => {
    await load.stop();
    const [one = ''] = service.targets;
    const shared = QUESTIONS.map(([, expression]) => expression).filter((expression) =>
      selectorsOf(expression).every((selector) => ofDatabase.has(selector.replace(/\{.*/s, ''))),
    );
    expect(shared.length).toBeGreaterThan(10);
    for (const expression of shared) {
      const ofOne = expression.replaceAll(`job="${JOB}"`, `job="${JOB}", instance="${one}"`);
      await answerOf(
        `(${expression}) - (${ofOne})`,
        (samples) =>
          samples.length > 0 &&
          samples.every(
            ({ value }) => Math.abs(value) < (expression.includes('_seconds') ? SECONDS_BETWEEN : 1),
          ),
      );
    }
  });
});
