import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type AlertCases, type Fires, JOB, type Silent } from './cases/case.js';
import { PROCESS_CASES } from './cases/process-cases.js';
import { QUEUE_CASES } from './cases/queue-cases.js';
import { UNIVERSITY_CASES } from './cases/university-cases.js';
import { ensurePrometheus, FOLDER, Prometheus, type Rule } from './support/prometheus.js';
import { type ExpectedAlert, promtool, testRule } from './support/promtool.js';

const RULES = join(FOLDER, 'alerts.yml');
const CASES: Readonly<Record<string, AlertCases>> = { ...PROCESS_CASES, ...QUEUE_CASES, ...UNIVERSITY_CASES };
const FIRING = Object.entries(CASES).flatMap(([alert, { fires }]) =>
  fires.map((one): [string, string, Fires] => [alert, one.when, one]),
);
const SILENT = Object.entries(CASES).flatMap(([alert, { silent }]) =>
  silent.map((one): [string, string, Silent] => [alert, one.when, one]),
);
/** How often promtool looks whether an alert is silent; each look costs it milliseconds. */
const MOMENTS = 120;
const RIGHT = { isRight: true, said: expect.any(String) as string };

let folder: string;
let rules: ReadonlyMap<string, Rule>;

beforeAll(async () => {
  await ensurePrometheus();
  folder = await mkdtemp(join(tmpdir(), 'integration-api-rules-'));
  const prometheus = await Prometheus.start(folder, []);
  rules = new Map((await prometheus.rules()).map((rule) => [rule.name, rule]));
  await prometheus.stop();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

function ruleOf(alert: string): Rule {
  const rule = rules.get(alert);
  if (rule === undefined) throw new Error(`There is no rule ${alert}`);
  return rule;
}

function expectedOf(
  { labels, annotations }: Rule,
  { labels: own = { job: JOB }, summary }: Fires,
): ExpectedAlert {
  const exp_annotations = summary === undefined ? annotations : { ...annotations, summary };
  return { exp_labels: { ...labels, ...own }, exp_annotations };
}

describe('the files of docker/prometheus', () => {
  it('are what Prometheus reads', async () => {
    expect(await promtool('check', 'rules', RULES)).toEqual(RIGHT);
    expect(await promtool('check', 'config', join(FOLDER, 'prometheus.yml'))).toEqual(RIGHT);
  });
});

describe('the alert rules', () => {
  it('have cases of firing and of silence each, and there are no others', () => {
    expect(Object.keys(CASES).sort()).toEqual([...rules.keys()].sort());
  });

  it('say how urgent they are, and what happens in one sentence', () => {
    for (const { name, labels, annotations } of rules.values())
      expect({ name, severity: labels['severity'], summary: annotations['summary'] }).toEqual({
        name,
        severity: expect.stringMatching(/^(page|ticket)$/) as unknown,
        summary: expect.stringMatching(/^.{20,}[^.]$/) as unknown,
      });
  });
});

describe('an alert fires, and not before its time has passed:', () => {
  it.each(FIRING)('%s when %s', async (alert, when, fires) => {
    const { series, at } = fires;
    const rule = ruleOf(alert);
    const begins = at - rule.duration / 60;
    const waits = rule.duration > 0 ? 1 : 0;
    const verdict = await testRule(folder, RULES, alert, series, [
      { minute: begins - 1, alerts: [], pending: 0 },
      ...(waits > 0 ? [{ minute: begins, alerts: [], pending: waits }] : []),
      { minute: at - 1, alerts: [], pending: waits },
      { minute: at, alerts: [expectedOf(rule, fires)], pending: 0 },
    ]);
    expect({ when, verdict }).toEqual({ when, verdict: RIGHT });
  });
});

describe('an alert stays silent:', () => {
  it.each(SILENT)('%s when %s', async (alert, when, { series, until }) => {
    const step = Math.ceil(until / MOMENTS);
    const minutes = Array.from({ length: Math.floor(until / step) + 1 }, (_, n) => ({
      minute: n * step,
      alerts: [],
    }));
    const verdict = await testRule(folder, RULES, alert, series, minutes);
    expect({ when, verdict }).toEqual({ when, verdict: RIGHT });
  });
});
