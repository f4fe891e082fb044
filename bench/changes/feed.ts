import { setTimeout as delay } from 'node:timers/promises';

import { Client } from '../support/client.js';
import { type Comparison, type Cost, costOf, type Target } from '../support/cost.js';
import { over } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';

const FEED = '/api/v1/integration/events';
const LIMIT = 1000;
/** As long as the service allows, and as the client does. */
const WAIT_SECONDS = 25;

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

/** The same seconds without readers and with readers at the end of the feed, while nothing happens. */
export interface Waiting {
  readonly idle: Cost;
  readonly readers: Cost;
}

/** Readers have their connections and have waited once before: neither is a part of waiting. */
export async function waitForNothing(client: Client, service: Target, readers: number): Promise<Waiting> {
  const { meta } = await client.getJson<FeedPage>(FEED);
  const all = Array.from({ length: readers }, () => new Client(client.baseUrl, client.headers));
  const wait = (seconds: number): Promise<{ ms: number[]; seconds: number }> =>
    overSeconds(() =>
      Promise.all(all.map((reader) => reader.get(pagePath(meta.nextAfter, `waitSeconds=${seconds}`)))),
    );
  await wait(1);
  return {
    idle: await costOf(service, WAIT_SECONDS, () => overSeconds(() => delay(WAIT_SECONDS * 1000, []))),
    readers: await costOf(service, WAIT_SECONDS, () => wait(WAIT_SECONDS)),
  };
}

async function overSeconds(
  work: () => Promise<readonly { ms: number }[]>,
): Promise<{ ms: number[]; seconds: number }> {
  const began = performance.now();
  const timed = await work();
  return { ms: timed.map(({ ms }) => ms), seconds: (performance.now() - began) / 1000 };
}

export function rowOfWaiting(readers: number, rounds: readonly Waiting[]): ReportRow {
  const row = reportRow(
    `feed, ${readers} readers who wait`,
    rounds.map(({ readers: service }) => ({ service })),
  );
  const percent = (cost: (round: Waiting) => number): number => over(rounds, (round) => 100 * cost(round));
  return {
    ...row,
    more: {
      'percent of a core, service': percent((round) => shareOf(round, ({ cpu }) => cpu)),
      'percent of a core, database': percent((round) => shareOf(round, ({ databaseCpu }) => databaseCpu)),
      'percent of a core, service without readers': percent(({ idle }) => idle.cpu / idle.seconds),
    },
  };
}

/** What the readers cost beyond the service without them. */
function shareOf({ idle, readers }: Waiting, part: (cost: Cost) => number): number {
  return part(readers) / readers.seconds - part(idle) / idle.seconds;
}
