import { scenario } from '../scenario.js';
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

export const growth = scenario({
  name: 'growth',
  summary:
    'One tenant of growing size, posts and bulk against random people; and many tenants against one. Long.',
  options: {
    sizes: [10_000, 100_000, 1_000_000, 3_000_000],
    posts: 2000,
    lines: 20_000,
    pool: 0,
    tenants: 1000,
    people: 100_000,
  },
  async run(bench, { tenants, people, ...options }) {
    const { posts, rounds } = options;
    const sizes = options.sizes.toSorted((one, other) => one - other);
    const admin = await bench.connect('admin');
    const tenantRows = await measureTenants(bench, admin, { tenants, people, posts, rounds });
    const results = relative(await measureSizes(bench, admin, { ...options, sizes }));
    return [...results.map(rowOf), ...tenantRows];
  },
});
