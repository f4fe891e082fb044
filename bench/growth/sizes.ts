import type { Connection } from 'mysql2/promise';

import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Cost, cpuPerRow, rateOf, settle } from '../support/cost.js';
import { serviceSubject } from '../users/subjects.js';
import { AT_ONCE, bulk, BULK_PATH, KINDS, type Place, post, removeNewcomers } from './place.js';
import { everyPerson, Population } from './population.js';
import { memory, type Settings, unmeasured, warmUp, withSettings } from './server-settings.js';

const REDO_LOG_MIB = 1024;
/** Deleting takes the database longer than writing. */
const REMOVAL_STEPS = 400;

export interface GrowthOptions {
  readonly sizes: readonly number[];
  readonly posts: number;
  readonly lines: number;
  readonly rounds: number;
  /** The MiB of a larger buffer pool with which everything is measured too; 0 for none. */
  readonly pool: number;
}

/** One kind of call at one size; one cost for each round, in which the sizes took turns. */
export interface SizeResult {
  readonly settings: string;
  readonly size: number;
  readonly what: string;
  readonly rounds: Cost[];
}

/** A tenant of so many people, in a database and with a service of its own. */
interface Tenant {
  readonly size: number;
  readonly place: Place;
  readonly client: Client;
  readonly databaseName: string;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const counted = (size: number): string => size.toLocaleString('en-US');

async function prepare(bench: Bench, admin: Connection, size: number): Promise<Tenant> {
  const databaseName = `people_${size}`;
  const service = await bench.startService(databaseName);
  const { client, tenantId } = await bench.createTenant(service, 'Northern', databaseName);
  const start = performance.now();
  await unmeasured(admin, () => client.bulk(BULK_PATH, everyPerson(size)));
  say(`${counted(size)} people were sent in ${Math.round((performance.now() - start) / 1000)} s.`);
  const place: Place = {
    ...serviceSubject(bench, service, client),
    population: new Population(size),
    database: await bench.connect(databaseName),
    tenantIds: [tenantId],
  };
  return { size, place, client, databaseName };
}

/** Measures everything once, at one size. */
async function measureSize(
  { place, client, size }: Tenant,
  options: GrowthOptions,
): Promise<Map<string, Cost>> {
  const [posts, lines] = [Math.min(options.posts, size), Math.min(options.lines, size)];
  const costs = new Map<string, Cost>();
  for (const kind of KINDS) costs.set(`post ${kind}, ${AT_ONCE} at once`, await post(place, kind, posts));
  for (const kind of KINDS) costs.set(`bulk ${kind}`, await bulk(place, client, kind, lines));
  await removeNewcomers(place);
  await settle(place.target.databasePid, REMOVAL_STEPS);
  return costs;
}

/** Rounds in which the sizes take turns; the first one only warms up. */
async function measureTurns(
  tenants: readonly Tenant[],
  options: GrowthOptions,
  settings: string,
): Promise<SizeResult[]> {
  const results = new Map<string, SizeResult>();
  for (let round = 0; round <= options.rounds; round += 1)
    for (let turn = 0; turn < tenants.length; turn += 1) {
      const tenant = tenants[(turn + round) % tenants.length];
      if (tenant === undefined) continue;
      const { size } = tenant;
      say(`${counted(size)} people, ${settings}, round ${round} of ${options.rounds}:`);
      for (const [what, cost] of await measureSize(tenant, options)) {
        // Printed at once, for a run that is ended early.
        const cpu = (1000 * cpuPerRow(cost)).toFixed(3);
        say(`  ${what}: ${Math.round(rateOf(cost))} rows/s, ${cpu} CPU s/1000`);
        if (round === 0) continue;
        const key = `${size} ${what}`;
        const rounds = [...(results.get(key)?.rounds ?? []), cost];
        results.set(key, { settings, size, what, rounds });
      }
    }
  return [...results.values()].sort((one, other) => one.size - other.size);
}

function settingsFor({ pool }: GrowthOptions): [name: string, values: Settings][] {
  const own: [string, Settings] = ['private server', {}];
  return pool === 0 ? [own] : [own, [`buffer pool of ${pool} MiB`, memory(pool, REDO_LOG_MIB)]];
}

/**
 * Tenants of all sizes on one database server, which take turns, so that other load on the machine affects all alike.
 */
export async function measureSizes(
  bench: Bench,
  admin: Connection,
  options: GrowthOptions,
): Promise<SizeResult[]> {
  const tenants: Tenant[] = [];
  for (const size of options.sizes) tenants.push(await prepare(bench, admin, size));
  const results: SizeResult[] = [];
  for (const [settings, values] of settingsFor(options))
    await withSettings(admin, values, async () => {
      for (const { databaseName } of tenants) await warmUp(admin, databaseName);
      results.push(...(await measureTurns(tenants, options, settings)));
    });
  return results;
}
