import type { Connection } from 'mysql2/promise';

import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Cost, cpuPerRow, rateOf, settle } from '../support/cost.js';
import { over } from '../support/measure.js';
import { serviceSubject } from '../users/subjects.js';
import { openPool } from '../yardsticks/pool.js';
import { AT_ONCE, bulk, KINDS, type Place, post, removeNewcomers } from './place.js';
import { personAt, Population } from './population.js';
import { Seeder } from './seed.js';
import { memory, type Settings, unmeasured, warmUp, withSettings } from './server-settings.js';

/** Whom the service writes itself, to show how it is done. */
const FIRST_PEOPLE = 10;
const REDO_LOG_MIB = 1024;
/** Deleting takes the database longer than writing. */
const REMOVAL_STEPS = 400;

export interface Plan {
  readonly sizes: readonly number[];
  readonly posts: number;
  readonly lines: number;
  readonly rounds: number;
  /** A larger buffer pool with which the smallest and the largest size are measured too; 0 for none. */
  readonly poolMiB: number;
}

/** One kind of call at one size. */
export interface SizeResult {
  readonly settings: string;
  readonly size: number;
  readonly what: string;
  readonly rounds: Cost[];
}

interface Tenant {
  readonly place: Place;
  readonly client: Client;
  readonly tenantId: string;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function prepare(bench: Bench): Promise<Tenant> {
  await bench.createDatabase('service');
  const service = await bench.startService();
  const client = await bench.createTenant(service, 'Northern');
  const { tenantId } = await client.getJson<{ tenantId: string }>('/api/v1/integration');
  const people = Array.from({ length: FIRST_PEOPLE }, (_, index) => personAt(index, 1));
  await client.bulk('/api/v1/integration/users/bulk', people);
  const database = openPool(bench.databaseUrl('service')).promise();
  bench.onStop(() => database.end());
  const place: Place = {
    ...serviceSubject(bench, service, client),
    ...{ population: new Population(FIRST_PEOPLE), database, tenantIds: [tenantId] },
  };
  return { place, client, tenantId };
}

/** A few rounds of everything; the first is for the compilers, and for the pages that stay in memory. */
async function measureSize(
  { place, client }: Tenant,
  { posts, lines, rounds }: Plan,
  size: number,
): Promise<Map<string, Cost[]>> {
  const results = new Map<string, Cost[]>();
  const add = (what: string, round: number, cost: Cost): void => {
    if (round > 0) results.set(what, [...(results.get(what) ?? []), cost]);
  };
  for (let round = 0; round <= rounds; round += 1) {
    say(`${size.toLocaleString('en-US')} people, round ${round} of ${rounds}.`);
    for (const kind of KINDS)
      add(`post ${kind}, ${AT_ONCE} at once`, round, await post(place, kind, Math.min(posts, size)));
    for (const kind of KINDS)
      add(`bulk ${kind}`, round, await bulk(place, client, kind, Math.min(lines, size)));
    await removeNewcomers(place);
    await settle(place.target.databasePid, REMOVAL_STEPS);
  }
  return results;
}

function settingsFor({ sizes, poolMiB }: Plan, size: number): [name: string, values: Settings][] {
  const own: [string, Settings] = ['private server', {}];
  const isEnd = size === sizes[0] || size === sizes.at(-1);
  if (poolMiB === 0 || !isEnd) return [own];
  return [own, [`buffer pool of ${poolMiB} MiB`, memory(poolMiB, REDO_LOG_MIB)]];
}

/** Grows one tenant from size to size, and measures each. */
export async function measureSizes(bench: Bench, admin: Connection, plan: Plan): Promise<SizeResult[]> {
  const tenant = await prepare(bench);
  const { tenantId, place } = tenant;
  const seeder = await Seeder.open(bench.databaseUrl('service'), [tenantId]);
  bench.onStop(() => seeder.close());
  const results: SizeResult[] = [];
  let seeded = FIRST_PEOPLE;
  for (const size of plan.sizes) {
    const from = seeded;
    const start = performance.now();
    await unmeasured(admin, () => seeder.seed(from, size));
    say(`${size - from} people were seeded in ${Math.round((performance.now() - start) / 1000)} s.`);
    seeded = size;
    place.population.growTo(size);
    for (const [settings, values] of settingsFor(plan, size)) {
      const measured = await withSettings(admin, values, async () => {
        await warmUp(admin, 'service');
        return measureSize(tenant, plan, size);
      });
      for (const [what, rounds] of measured) {
        // A long run that is ended later has told something.
        const rate = Math.round(over(rounds, rateOf));
        const cpu = (1000 * over(rounds, cpuPerRow)).toFixed(3);
        say(`  ${settings}, ${what}: ${rate} rows/s, ${cpu} CPU s/1000`);
        results.push({ settings, size, what, rounds });
      }
    }
  }
  return results;
}
