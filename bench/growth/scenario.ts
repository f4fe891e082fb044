import { writeFile } from 'node:fs/promises';

import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { type Scenario, type Values, wholeNumber, wholeNumbers } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { cpuPerRow, rateOf } from '../support/cost.js';
import { over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { drawChart, type Line, type Panel } from './chart.js';
import { measureSizes, type SizeResult } from './sizes.js';
import { measureTenants } from './tenants.js';

/** How far the rate of a larger tenant may be from that of the smallest. */
const NEAR = 0.25;

interface Relative extends SizeResult {
  readonly rate: number;
  readonly cpu: number;
}

/** Sizes are compared within each round. */
function relative(results: readonly SizeResult[]): Relative[] {
  return results.map((result) => {
    const smallest =
      results.find(({ what, settings }) => what === result.what && settings === result.settings) ?? result;
    const pairs = result.rounds.flatMap((own, round) => {
      const small = smallest.rounds[round];
      return small === undefined ? [] : [{ own, small }];
    });
    return {
      ...result,
      rate: over(pairs, ({ own, small }) => rateOf(own) / rateOf(small)),
      cpu: over(pairs, ({ own, small }) => cpuPerRow(own) / cpuPerRow(small)),
    };
  });
}

function rowOf({ settings, size, what, rounds, rate, cpu }: Relative): ReportRow {
  const name = `${size.toLocaleString('en-US')} people, ${settings}: ${what}`;
  return reportRow(
    name,
    rounds.map((service) => ({ service })),
    { 'rate to smallest': rate, 'CPU to smallest': cpu },
  );
}

/** One line for each rate that growth changed too much. */
function verdict(results: readonly Relative[]): string {
  const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
  const lines = results
    .filter(({ rate }) => rate < 1 - NEAR)
    .map(
      ({ settings, size, what, rate, cpu }) =>
        `${size.toLocaleString('en-US')} people, ${settings}: ${what} has ${percent(rate)} of the ` +
        `smallest size's rate, at ${percent(cpu)} of its CPU`,
    );
  if (lines.length === 0) return 'Every rate is within 25 % of that of the smallest size, or above.\n';
  return `More than 25 % below the smallest size:\n${lines.join('\n')}\n`;
}

function linesOf(results: readonly Relative[], value: (result: Relative) => number): Line[] {
  const kinds = [...new Set(results.map(({ what }) => what))];
  return kinds.map((what, index) => ({
    label: what,
    isDashed: what.startsWith('bulk'),
    colour: index % 3,
    points: results
      .filter((result) => result.what === what)
      .map((result) => ({ size: result.size, value: value(result) })),
  }));
}

function panelsOf(results: readonly Relative[]): Panel[] {
  const settings = [...new Set(results.map((result) => result.settings))];
  return settings.flatMap((name) => {
    const some = results.filter((result) => result.settings === name);
    return [
      { title: `Rows per second, ${name}`, lines: linesOf(some, ({ rate }) => rate) },
      { title: `CPU per row, ${name}`, lines: linesOf(some, ({ cpu }) => cpu) },
    ];
  });
}

export const growth: Scenario = {
  name: 'growth',
  summary:
    'One tenant of growing size, posts and bulk against random people, drawn as a chart; and many ' +
    'tenants against one. Long.',
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,3000000' },
    posts: { type: 'string', default: '2000' },
    lines: { type: 'string', default: '20000' },
    pool: { type: 'string', default: '0' },
    tenants: { type: 'string', default: '1000' },
    people: { type: 'string', default: '100000' },
    svg: { type: 'string', default: 'docs/performance/growth.svg' },
  },
  async run(bench: Bench, values: Values) {
    const rounds = wholeNumber(values, 'rounds');
    const posts = wholeNumber(values, 'posts');
    const sizes = wholeNumbers(values, 'sizes', 1000).sort((one, other) => one - other);
    const options = {
      sizes,
      posts,
      rounds,
      lines: wholeNumber(values, 'lines'),
      poolMiB: wholeNumber(values, 'pool', 0),
    };
    const tenants = wholeNumber(values, 'tenants');
    const people = wholeNumber(values, 'people', tenants);
    await bench.createDatabase('admin');
    const admin = await createConnection(parseDatabaseUrl(bench.databaseUrl('admin')));
    bench.onStop(() => admin.end());
    const tenantRows = await measureTenants(bench, admin, { tenants, people, posts, rounds });
    const results = relative(await measureSizes(bench, admin, options));
    process.stdout.write(verdict(results));
    await writeFile(String(values['svg']), drawChart(panelsOf(results)));
    return [...results.map(rowOf), ...tenantRows];
  },
};
