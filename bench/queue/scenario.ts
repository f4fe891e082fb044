import { SYNC_STATUSES } from '../../src/sync/entities/sync-statuses.js';
import { scenario } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Comparison, takeTurns, type Target } from '../support/cost.js';
import { measure } from '../support/measure.js';
import { compareInRounds } from '../support/rounds.js';
import { CopiedBytes } from '../yardsticks/copied-bytes.js';
import { seedQueue } from './seed.js';

const QUEUE = '/api/v1/integration/sync/queue';
const WARM_UPS = 50;
const CALLS = 100;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly nextCursor: string | null; readonly totals: Readonly<Record<string, number>> };
}

interface Stage {
  readonly client: Client;
  readonly service: Target;
  readonly copies: CopiedBytes;
}

/** A page that is requested repeatedly. */
interface Question {
  readonly what: string;
  readonly path: string;
  /** The name of the copy with which it is compared. */
  readonly name: string;
  readonly rows: number;
}

function page(client: Client, query: string): Promise<Page> {
  return client.getJson<Page>(`${QUEUE}?${query}`);
}

/**
 * Reads every page of a filter.
 * @returns the query of the last page
 * @throws {Error} unless all items were returned
 */
async function walk(client: Client, filter: string, expected: number): Promise<string> {
  let items = 0;
  let query = `${filter}limit=500`;
  for (;;) {
    const { data, meta } = await page(client, query);
    items += data.length;
    if (meta.nextCursor === null) break;
    query = `${filter}limit=500&cursor=${meta.nextCursor}`;
  }
  if (items !== expected) throw new Error(`${items} items of ${expected} came by walking ${filter}`);
  return query;
}

async function questionsOf(
  { client, copies }: Stage,
  status: string | undefined,
  expected: number,
): Promise<Question[]> {
  const filter = status === undefined ? '' : `status=${status}&`;
  const last = await walk(client, filter, expected);
  const of = `queue, ${status ?? 'no filter'} (${expected.toLocaleString('en-US')})`;
  const asked = [
    ['first page of 100', `${filter}limit=100`],
    ...(status === undefined ? [['first page of 500', `${filter}limit=500`] as const] : []),
    ['last page of 500', last],
  ] as const;
  const questions: Question[] = [];
  for (const [what, query] of asked) {
    const path = `${QUEUE}?${query}`;
    const { body } = await client.get(path, true);
    const name = `${status ?? 'all'}_${what.replaceAll(' ', '_')}`;
    await copies.put(name, body);
    const rows = (JSON.parse(body.toString()) as Page).data.length;
    questions.push({ what: `${of}: ${what}`, path, name, rows });
  }
  return questions;
}

async function prepare(bench: Bench, items: number): Promise<Stage> {
  const service = await bench.startService();
  const { client, tenantId } = await bench.createTenant(service, 'Northern');
  process.stderr.write(`Seeding ${items} queue items.\n`);
  await seedQueue(await bench.connect(), tenantId, items);
  for (let call = 0; call < WARM_UPS; call += 1) await page(client, 'limit=500');
  const { databasePid } = bench;
  return { client, service: { pid: service.pid, databasePid }, copies: await CopiedBytes.start(bench) };
}

export const queue = scenario({
  name: 'queue',
  summary:
    'The sync queue against copying its bytes: first and last pages of each filter, totals included, of one tenant.',
  options: { items: 500_000 },
  async run(bench, { rounds, items }) {
    const stage = await prepare(bench, items);
    const { client, service, copies } = stage;
    const { totals } = (await page(client, 'limit=1')).meta;
    const questions = await questionsOf(stage, undefined, items);
    for (const status of SYNC_STATUSES)
      questions.push(...(await questionsOf(stage, status, totals[status] ?? 0)));
    const measureAll = async (round: number): Promise<Record<string, Comparison>> => {
      const compared: Record<string, Comparison> = {};
      for (const { what, path, name, rows } of questions)
        compared[what] = await takeTurns(round, {
          service: () => measure(service, CALLS, rows, () => client.get(path)),
          limit: () => copies.measure(name, CALLS, rows),
        });
      return compared;
    };
    return compareInRounds('Queue', rounds, measureAll, 1);
  },
});
