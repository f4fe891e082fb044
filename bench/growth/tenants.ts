import type { Connection } from 'mysql2/promise';

import { serverKeyOf, ServerKeys } from '../../src/secrets/server-keys.js';
import { newApiKey, newApiSecret, newTenantId } from '../../src/tenancy/credentials/secrets.js';
import { type Bench, SERVER_KEY } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { Client } from '../support/client.js';
import { type Cost, cpuPerRow, rateOf, takeTurns } from '../support/cost.js';
import type { Headers } from '../support/load.js';
import { over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { inRounds } from '../support/rounds.js';
import { serviceSubject } from '../users/subjects.js';
import { AT_ONCE, BULK_PATH, type Kind, KINDS, type Place, post } from './place.js';
import { everyPerson, Population } from './population.js';
import { unmeasured } from './server-settings.js';

const DATABASE = 'tenants';

export interface TenantsOptions {
  readonly tenants: number;
  readonly people: number;
  readonly posts: number;
  readonly rounds: number;
}

/** Keys as `key create` makes them, one for each of these tenants. */
async function makeKeys(database: Connection, tenantIds: readonly string[]): Promise<Headers[]> {
  const keys = tenantIds.map((tenantId) => ({ tenantId, apiKey: newApiKey(), secret: newApiSecret() }));
  const now = new Date();
  const serverKeys = new ServerKeys(serverKeyOf(SERVER_KEY));
  const rows = keys.map(({ tenantId, apiKey, secret }) => {
    const { hash } = serverKeys.hashSecret(secret);
    return [apiKey, tenantId, hash, 'bench', 'integration', now, 'bench'];
  });
  const columns = '`apiKey`, `tenantId`, `secretHash`, `label`, `scopes`, `createdAt`, `createdBy`';
  await database.query(`INSERT INTO \`credentials\` (${columns}) VALUES ?`, [rows]);
  return keys.map(({ apiKey, secret }) => ({ 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': secret }));
}

async function makeTenants(database: Connection, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newTenantId);
  const rows = ids.map((id, index) => [id, `Tenant ${index}`, `t${index}.example.edu`, 'active', new Date()]);
  await database.query(
    'INSERT INTO `tenants` (`id`, `name`, `emailDomain`, `status`, `createdAt`) VALUES ?',
    [rows],
  );
  return ids;
}

type Name = 'many' | 'keys' | 'one';

interface Stage {
  readonly service: Child;
  readonly places: Readonly<Record<Name, Place>>;
}

/** The same people in many tenants, and in one tenant that has as many keys, or one. */
async function prepare(bench: Bench, admin: Connection, options: TenantsOptions): Promise<Stage> {
  const service = await bench.startService(DATABASE);
  const { client, tenantId } = await bench.createTenant(service, 'Northern', DATABASE);
  const database = await bench.connect(DATABASE);
  const ids = await makeTenants(database, options.tenants);
  const keys = await makeKeys(database, ids);
  const ownKeys = await makeKeys(
    database,
    ids.map(() => tenantId),
  );
  await unmeasured(admin, async () => {
    await client.bulk(BULK_PATH, everyPerson(options.people));
    for (const [index, headers] of keys.entries()) {
      const people = everyPerson(options.people, index, ids.length);
      await new Client(service.address, headers).bulk(BULK_PATH, people);
    }
  });
  const common = { ...serviceSubject(bench, service, client), database };
  const one = { ...common, population: new Population(options.people), tenantIds: [tenantId] };
  const many = { ...common, population: new Population(options.people), tenantIds: ids };
  const places = {
    many: { ...many, headersOf: inTurn(keys) },
    keys: { ...one, headersOf: inTurn(ownKeys) },
    one,
  };
  return { service, places };
}

const inTurn =
  (keys: readonly Headers[]) =>
  (index: number): Headers =>
    keys[index % keys.length] ?? {};

function rowsOf(what: string, count: string, rounds: readonly Record<Name, Cost>[]): ReportRow[] {
  const of = (name: Name): { service: Cost }[] => rounds.map((round) => ({ service: round[name] }));
  const to = (other: Name, name: string): Record<string, number> => ({
    [`rate to ${name}`]: over(rounds, (round) => rateOf(round.many) / rateOf(round[other])),
    [`CPU to ${name}`]: over(rounds, (round) => cpuPerRow(round.many) / cpuPerRow(round[other])),
  });
  return [
    reportRow(`${count} tenants, ${what}`, of('many'), {
      ...to('keys', 'as many keys'),
      ...to('one', 'one key'),
    }),
    reportRow(`one tenant with ${count} keys, ${what}`, of('keys')),
    reportRow(`one tenant with one key, ${what}`, of('one')),
  ];
}

/** Posts that are spread over many tenants, each with its own key, against posts about one tenant. */
export async function measureTenants(
  bench: Bench,
  admin: Connection,
  options: TenantsOptions,
): Promise<ReportRow[]> {
  const { service, places } = await prepare(bench, admin, options);
  const { many, keys, one } = places;
  const count = options.tenants.toLocaleString('en-US');
  const postAll = (round: number, kind: Kind): Promise<Record<Name, Cost>> =>
    takeTurns(round, {
      many: () => post(many, kind, options.posts),
      keys: () => post(keys, kind, options.posts),
      one: () => post(one, kind, options.posts),
    });
  const measured = await inRounds(`${count} tenants`, options.rounds, async (round) => {
    const costs: Partial<Record<Kind, Record<Name, Cost>>> = {};
    for (const kind of KINDS) costs[kind] = await postAll(round, kind);
    return costs;
  });
  await service.stop();
  await admin.query(`DROP DATABASE \`${DATABASE}\``);
  return [...measured].flatMap(([kind, rounds]) => rowsOf(`post ${kind}, ${AT_ONCE} at once`, count, rounds));
}
