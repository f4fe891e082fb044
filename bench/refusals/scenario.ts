import { Pool } from 'undici';

import { newApiKey, newApiSecret } from '../../src/tenancy/credentials/secrets.js';
import { atLeast, scenario } from '../scenario.js';
import { type Headers, timed } from '../support/load.js';
import type { ReportRow } from '../support/report.js';
import { median, medianLimits, quantile } from '../support/statistics.js';

const PATH = '/api/v1/integration';
const API_KEY = 'X-Service-API-Key';
const API_SECRET = 'X-Service-API-Secret';
const WARM_UP = 1000;
/** A refusal is delayed, so that a single caller would wait most of the time. */
const CALLERS = 8;
/** The service trusts a proven secret for 4 s. */
const PROVEN_MS = 3000;
/** The limits are those of the medians of so many parts: neighbours in time share the load of the machine. */
const PARTS = 100;

/** Calls that are refused: with a key that there is, and with one that there is not. */
class Refusals {
  readonly unknownMs: number[] = [];
  /** How much longer the refusal of the known key took than that of its neighbour in time, in microseconds. */
  readonly differences: number[] = [];
  private readonly pool: Pool;
  private provenAt = Number.NEGATIVE_INFINITY;

  /** @param isProven whether the right secret of the known key was used a moment ago */
  constructor(
    address: string,
    private readonly known: Headers,
    private readonly isProven: boolean,
  ) {
    this.pool = new Pool(address, { connections: CALLERS, pipelining: 1 });
  }

  async measure(tries: number): Promise<void> {
    const indexes = Array.from({ length: tries + WARM_UP }, (_, index) => index);
    await timed(indexes, CALLERS, (index) => this.pair(index >= WARM_UP));
    await this.pool.close();
  }

  private async pair(isCounted: boolean): Promise<void> {
    if (this.isProven && performance.now() - this.provenAt > PROVEN_MS) {
      this.provenAt = performance.now();
      await this.call(this.known, 200);
    }
    const isUnknownFirst = Math.random() < 0.5;
    const [first, second] = [await this.refuse(isUnknownFirst), await this.refuse(!isUnknownFirst)];
    const [unknown, wrong] = isUnknownFirst ? [first, second] : [second, first];
    if (!isCounted) return;
    this.unknownMs.push(unknown);
    this.differences.push(1000 * (wrong - unknown));
  }

  private refuse(isUnknown: boolean): Promise<number> {
    const key = isUnknown ? newApiKey() : (this.known[API_KEY] ?? '');
    return this.call({ [API_KEY]: key, [API_SECRET]: newApiSecret() }, 401);
  }

  /** @returns the milliseconds until the first byte of the answer */
  private async call(headers: Headers, status: number): Promise<number> {
    const start = performance.now();
    const { statusCode, body } = await this.pool.request({ path: PATH, method: 'GET', headers });
    const ms = performance.now() - start;
    await body.dump();
    if (statusCode !== status) throw new Error(`${PATH} answered ${statusCode}, not ${status}`);
    return ms;
  }
}

function partsOf(values: readonly number[]): number[][] {
  const size = Math.floor(values.length / PARTS);
  return Array.from({ length: PARTS }, (_, index) => values.slice(index * size, (index + 1) * size));
}

export const refusals = scenario({
  name: 'refusals',
  summary:
    'Whether the time of a refusal shows if the key or the secret is wrong; fails when it does beyond the limit.',
  options: { tries: 20_000, 'limit-us': 20 },
  async run(bench, { tries, 'limit-us': limitUs }) {
    atLeast(PARTS, 'tries', tries);
    // Otherwise the later calls would be refused for their number.
    process.env['AUTH_FAILURES_PER_MINUTE'] = '100000000';
    const service = await bench.startService();
    const { headers } = await bench.createTenant(service, 'Refusals');
    const rows: ReportRow[] = [];
    for (const isProven of [false, true]) {
      const measured = new Refusals(service.address, headers, isProven);
      await measured.measure(tries);
      const { unknownMs, differences } = measured;
      const medians = partsOf(differences).map(median);
      const { least, most } = medianLimits(medians);
      const what = isProven ? 'the known key was used a moment ago' : 'the known key was not used lately';
      rows.push({
        what,
        'p50 ms': median(unknownMs),
        'p99 ms': quantile(unknownMs, 0.99),
        more: { 'longer than that of an unknown key, µs': median(medians), least, most },
      });
      if (least > limitUs || most < -limitUs)
        throw new Error(`${what}: its refusal takes ${least.toFixed(1)} to ${most.toFixed(1)} µs longer`);
    }
    return rows;
  },
});
