import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { type Scenario, type Values, wholeNumber, wholeNumbers } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { cpuPerRow, rateOf } from '../support/cost.js';
import { over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { measureSizes, type SizeResult } from './sizes.js';
import { measureTenants } from './tenants.js';

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

export const growth: Scenario = {
  name: 'growth',
  summary:
    'One tenant of growing size, posts and bulk against random people; and many tenants against one. Long.',
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,3000000' },
    posts: { type: 'string', default: '2000' },
    lines: { type: 'string', default: '20000' },
    pool: { type: 'string', default: '0' },
    tenants: { type: 'string', default: '1000' },
    people: { type: 'string', default: '100000' },
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
    return [...results.map(rowOf), ...tenantRows];
  },
};
