import { SYNC_STATUSES } from '../../src/sync/sync-statuses.js';
import type { Scenario, Values } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { measure, type Target } from '../support/measure.js';
import type { ReportRow } from '../support/report.js';
import { median, quantile } from '../support/statistics.js';
import { seedQueue } from './seed.js';

const QUEUE = '/api/v1/integration/sync/queue';
const WARM_UPS = 50;
const CALLS = 200;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly nextCursor: string | null; readonly totals: Readonly<Record<string, number>> };
}

interface Caller {
  readonly client: Client;
  readonly target: Target;
}

interface Walk {
  readonly ms: readonly number[];
  readonly items: number;
  /** What the last page was asked with. */
  readonly last: string;
}

async function page(client: Client, query: string): Promise<{ ms: number; page: Page }> {
  const { ms, body } = await client.get(`${QUEUE}?${query}`, true);
  return { ms, page: JSON.parse(body.toString()) as Page };
}

/** Every page of a filter, timed one by one. */
async function walk(client: Client, filter: string): Promise<Walk> {
  const ms: number[] = [];
  let items = 0;
  let query = `${filter}limit=500`;
  for (;;) {
    const answer = await page(client, query);
    ms.push(answer.ms);
    items += answer.page.data.length;
    const { nextCursor } = answer.page.meta;
    if (nextCursor === null) return { ms, items, last: query };
    query = `${filter}limit=500&cursor=${nextCursor}`;
  }
}

const row = (what: string, ms: readonly number[]): ReportRow => ({
  what,
  calls: ms.length,
  'p50 ms': median(ms),
  'p99 ms': quantile(ms, 0.99),
  'longest ms': Math.max(...ms),
});

/** One page again and again, with what it costs either process: on a busy machine that tells more than the time. */
async function repeated({ client, target }: Caller, what: string, query: string): Promise<ReportRow> {
  const { ms, cpuMs, databaseCpuMs } = await measure(target, CALLS, () => client.get(`${QUEUE}?${query}`));
  return { ...row(what, ms), 'service CPU ms': cpuMs, 'database CPU ms': databaseCpuMs };
}

async function rowsOf(caller: Caller, status: string | undefined, expected: number): Promise<ReportRow[]> {
  const filter = status === undefined ? '' : `status=${status}&`;
  const { ms, items, last } = await walk(caller.client, filter);
  if (items !== expected) throw new Error(`${items} items of ${expected} came by walking ${filter}`);
  const name = `${status ?? 'no filter'} (${items.toLocaleString('en-US')})`;
  return [
    await repeated(caller, `${name}: first page of 100`, `${filter}limit=100`),
    await repeated(caller, `${name}: first page of 500`, `${filter}limit=500`),
    await repeated(caller, `${name}: last page of 500`, last),
    row(`${name}: every page of 500`, ms),
  ];
}

export const queue: Scenario = {
  name: 'queue',
  summary: 'The sync queue: first, last and every page of each filter, totals included, of one tenant.',
  options: { items: { type: 'string', default: '500000' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const items = Number(values['items']);
    await bench.createDatabase('service');
    const service = await bench.startService();
    const client = await bench.createTenant(service, 'Northern');
    const { tenantId } = await client.getJson<{ tenantId: string }>('/api/v1/integration');
    await seedQueue(bench.databaseUrl('service'), tenantId, items);
    for (let call = 0; call < WARM_UPS; call += 1) await page(client, 'limit=500');
    const { totals } = (await page(client, 'limit=1')).page.meta;
    const caller = { client, target: { pid: service.pid, databasePid: bench.databasePid } };
    const rows = await rowsOf(caller, undefined, items);
    for (const status of SYNC_STATUSES) rows.push(...(await rowsOf(caller, status, totals[status] ?? 0)));
    return rows;
  },
};
