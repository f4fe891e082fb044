import { setTimeout as sleep } from 'node:timers/promises';

import { scenario } from '../scenario.js';
import { signIn } from '../support/administrator.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Cost, costOf, type Target, takeTurns } from '../support/cost.js';
import { Connections, send } from '../support/load.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { inRounds } from '../support/rounds.js';
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
  readonly oldRequests: OldRequests;
}

async function furnish(bench: Bench): Promise<Place> {
  const service = await bench.startService();
  const { tenantId, client } = await bench.createTenant(service, 'Background');
  const { session } = await signIn(bench, service, tenantId);
  const administrator = new Connections(service.address, session);
  bench.onStop(() => administrator.close());
  const database = await bench.connect();
  return {
    bench,
    target: { pid: service.pid, databasePid: bench.databasePid },
    tenantId,
    client,
    erasures: new Erasures(administrator, database),
    oldRequests: new OldRequests(database, tenantId),
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
async function besideSweep(
  { bench, tenantId, oldRequests: old }: Place,
  posts: Posts,
  rows: number,
): Promise<Cost> {
  await old.add(rows);
  const sweep = bench.cli('retention', 'sweep', '--tenant', tenantId);
  while ((await old.count()) === rows) await sleep(POLL_MS);
  const cost = await posts.send();
  if ((await old.count()) === 0) throw new Error('The sweep ended before the posts: ask for more --rows');
  await sweep;
  return cost;
}

/** How much longer the posts of each round took than alone, as a whole and the median of them. */
function slowerThanAlone(own: readonly Cost[], alone: readonly Cost[]): Record<string, number> {
  const toAlone = (of: (cost: Cost) => number): number[] =>
    own.flatMap((cost, round) => alone.slice(round, round + 1).map((other) => of(cost) / of(other)));
  const times = toAlone(({ seconds }) => seconds);
  const medians = toAlone(({ ms }) => median(ms));
  const withLimits = (name: string, ratios: readonly number[]): Record<string, number> => {
    const { least, most } = medianLimits(ratios);
    return { [name]: median(ratios), [`${name}, at least`]: least, [`${name}, at most`]: most };
  };
  return { ...withLimits('time to alone', times), ...withLimits('p50 to alone', medians) };
}

export const background = scenario({
  name: 'background',
  summary: `Posts of ${AT_ONCE} callers, alone and beside work that should not slow them: erasures, the retention.`,
  options: { posts: 1000, erasures: 100, rows: 30_000 },
  async run(bench, { rounds, posts: count, erasures, rows }) {
    const place = await furnish(bench);
    const posts = new Posts(place, count);
    await place.client.bulk(`${USERS}/bulk`, peopleOf('posted', count));
    const measured = await inRounds('Background work', rounds, (round) =>
      takeTurns(round, {
        posts: () => posts.send(),
        'posts, beside erasures': () => besideErasures(place, posts, peopleOf(`erased${round}`, erasures)),
        'posts, beside a sweep': () => besideSweep(place, posts, rows),
      }),
    );
    const alone = measured.get('posts') ?? [];
    return [...measured].map(([what, costs]): ReportRow => {
      const services = costs.map((service) => ({ service }));
      return reportRow(what, services, slowerThanAlone(costs, alone));
    });
  },
});
