import { setTimeout as sleep } from 'node:timers/promises';

import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import { signIn } from '../support/administrator.js';
import type { Bench } from '../support/bench.js';
import { Client } from '../support/client.js';
import { type Cost, costOf, type Target, takeTurns } from '../support/cost.js';
import { send } from '../support/load.js';
import { createTenant, runCli } from '../support/new-tenant.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { median, medianLimits } from '../support/statistics.js';
import { peopleOf, type Person } from '../users/people.js';
import { Erasures } from './erasures.js';
import { OldRequests } from './old-requests.js';

const USERS = '/api/v1/integration/users';
const AT_ONCE = 8;
const POLL_MS = 20;

interface Place {
  readonly bench: Bench;
  readonly target: Target;
  readonly tenantId: string;
  readonly client: Client;
  readonly erasures: Erasures;
}

async function furnish(bench: Bench): Promise<Place> {
  await bench.createDatabase('service');
  const { address, pid } = await bench.startService();
  const environment = bench.serviceEnvironment('service');
  const { tenantId, headers } = await createTenant(environment, 'Background');
  const session = await signIn(environment, address, tenantId);
  return {
    bench,
    target: { pid, databasePid: bench.databasePid },
    tenantId,
    client: new Client(address, headers),
    erasures: new Erasures(address, session, bench.databaseUrl('service')),
  };
}

/** Posts of a tenant, each of which changes a person. */
class Posts {
  private edition = 1;

  constructor(
    private readonly place: Place,
    private readonly count: number,
  ) {}

  async send(): Promise<Cost> {
    this.edition += 1;
    const { client, target } = this.place;
    const calls = peopleOf('posted', this.count, this.edition).map((one) => ({ body: JSON.stringify(one) }));
    const endpoint = { baseUrl: client.baseUrl, path: USERS, headers: client.headers };
    return costOf(target, this.count, () => send(endpoint, calls, AT_ONCE, 200));
  }
}

async function addPeople({ client }: Place, people: readonly Person[]): Promise<string[]> {
  await client.bulk(`${USERS}/bulk`, people);
  const ids: string[] = [];
  for (const { externalId } of people) {
    const { data } = await client.getJson<{ data: { id: string } }>(`${USERS}/${externalId}`);
    ids.push(data.id);
  }
  return ids;
}

/** The posts while the first pass of the erasures of these people is under way. */
async function besideErasures(place: Place, posts: Posts, people: readonly Person[]): Promise<Cost> {
  const ids = await addPeople(place, people);
  await place.erasures.begin(ids);
  const cost = await posts.send();
  if ((await place.erasures.stateOf(ids.at(-1) ?? '')) !== 'erasing')
    throw new Error('The erasures ended before the posts: ask for more --erasures');
  await place.erasures.firstPassDone(ids);
  return cost;
}

/** The posts while a sweep of the retention removes so many rows. */
async function besideSweep({ bench, tenantId }: Place, posts: Posts, rows: number): Promise<Cost> {
  const old = new OldRequests(bench.databaseUrl('service'), tenantId);
  await old.add(rows);
  const sweep = runCli(bench.serviceEnvironment('service'), ['retention', 'sweep', '--tenant', tenantId]);
  while ((await old.count()) === rows) await sleep(POLL_MS);
  const cost = await posts.send();
  if ((await old.count()) === 0) throw new Error('The sweep ended before the posts: ask for more --rows');
  await sweep;
  return cost;
}

/** How much longer the posts of each round took than alone, as a whole and the median of them. */
function slowerThanAlone<K extends string>(
  rounds: readonly Readonly<Record<K | 'alone', Cost>>[],
  contender: K,
): Record<string, number> {
  const times = rounds.map((costs) => costs[contender].seconds / costs.alone.seconds);
  const medians = rounds.map((costs) => median(costs[contender].ms) / median(costs.alone.ms));
  const withLimits = (name: string, ratios: readonly number[]): Record<string, number> => {
    const { least, most } = medianLimits(ratios);
    return { [name]: median(ratios), [`${name}, at least`]: least, [`${name}, at most`]: most };
  };
  return { ...withLimits('time to alone', times), ...withLimits('p50 to alone', medians) };
}

export const background: Scenario = {
  name: 'background',
  summary: `Posts of ${AT_ONCE} callers, alone and beside work that should not slow them: erasures, the retention.`,
  options: {
    posts: { type: 'string', default: '1000' },
    erasures: { type: 'string', default: '100' },
    rows: { type: 'string', default: '30000' },
  },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const rounds = wholeNumber(values, 'rounds');
    const [count, erasures, rows] = ['posts', 'erasures', 'rows'].map((name) => wholeNumber(values, name));
    const place = await furnish(bench);
    const posts = new Posts(place, count ?? 1);
    await place.client.bulk(`${USERS}/bulk`, peopleOf('posted', count ?? 1));
    const measured: Record<'alone' | 'erasures' | 'sweep', Cost>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      process.stderr.write(`Background work, round ${round} of ${rounds}.\n`);
      const costs = await takeTurns(round, {
        alone: () => posts.send(),
        erasures: () => besideErasures(place, posts, peopleOf(`erased${round}`, erasures ?? 1)),
        sweep: () => besideSweep(place, posts, rows ?? 1),
      });
      // The first round only warms up.
      if (round > 0) measured.push(costs);
    }
    const row = (what: string, contender: 'alone' | 'erasures' | 'sweep'): ReportRow => {
      const services = measured.map((costs) => ({ service: costs[contender] }));
      return reportRow(what, services, slowerThanAlone(measured, contender));
    };
    return [
      row('posts', 'alone'),
      row('posts, beside erasures', 'erasures'),
      row('posts, beside a sweep', 'sweep'),
    ];
  },
};
