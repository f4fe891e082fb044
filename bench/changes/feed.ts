import { Client } from '../support/client.js';
import { type Comparison, type Cost, costOf, type Target } from '../support/cost.js';
import { over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';

const FEED = '/api/v1/integration/events';
const LIMIT = 1000;
const WAIT_SECONDS = 20;

interface FeedPage {
  readonly meta: { readonly count: number; readonly nextAfter: string; readonly hasMore: boolean };
}

function pagePath(after: string, query = `limit=${LIMIT}`): string {
  return `${FEED}?${query}&after=${encodeURIComponent(after)}`;
}

/**
 * One reader from the earliest event to the last.
 * @throws {Error} when fewer events come than people were made
 */
export async function readAll(client: Client, service: Target, people: number): Promise<Comparison> {
  let events = 0;
  const cost = await costOf(service, 1, async () => {
    const ms: number[] = [];
    for (let after = 'earliest', hasMore = true; hasMore;) {
      const timed = await client.get(pagePath(after), true);
      const { meta } = JSON.parse(timed.body.toString()) as FeedPage;
      ms.push(timed.ms);
      events += meta.count;
      ({ nextAfter: after, hasMore } = meta);
    }
    return { ms, seconds: ms.reduce((sum, one) => sum + one, 0) / 1000 };
  });
  if (events < people) throw new Error(`${events} events came of ${people} people`);
  return { service: { ...cost, rows: events } };
}

/** Readers at the end of the feed, who wait while nothing happens; `rows` are the seconds that they waited. */
export async function waitForNothing(client: Client, service: Target, readers: number): Promise<Cost> {
  const { meta } = await client.getJson<FeedPage>(FEED);
  const all = Array.from({ length: readers }, () => new Client(client.baseUrl, client.headers));
  // Readers keep their connection: opening it is no part of waiting.
  for (const reader of all) await reader.get(pagePath(meta.nextAfter));
  const path = pagePath(meta.nextAfter, `waitSeconds=${WAIT_SECONDS}`);
  return costOf(service, WAIT_SECONDS, async () => {
    const began = performance.now();
    const timed = await Promise.all(all.map((reader) => reader.get(path)));
    return { ms: timed.map(({ ms }) => ms), seconds: (performance.now() - began) / 1000 };
  });
}

export function rowOfWaiting(readers: number, costs: readonly Cost[]): ReportRow {
  const row = reportRow(
    `feed, ${readers} readers who wait`,
    costs.map((service) => ({ service })),
  );
  const percent = (part: (cost: Cost) => number): number =>
    over(costs, (cost) => (100 * part(cost)) / cost.seconds);
  return {
    ...row,
    more: {
      'percent of a core, service': percent(({ cpu }) => cpu),
      'percent of a core, database': percent(({ databaseCpu }) => databaseCpu),
    },
  };
}
