import { setTimeout as delay } from 'node:timers/promises';

import { Client } from '../support/client.js';
import { type Comparison, type Cost, costOf, type Load, type Target } from '../support/cost.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { mean, standardError, sum } from '../support/statistics.js';

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

/** Readers at the end of the feed while nothing happens, and as long without them: one half before, one half after. */
export interface Waiting {
  readonly without: readonly Cost[];
  readonly readers: Cost;
}

/**
 * An idle service uses more of a core in one minute than in the next, by as much as the readers cost: so it is measured
 * on both sides of them, in each round. Readers have their connections and have waited once before: neither is a part
 * of waiting.
 */
export async function waitForNothing(client: Client, service: Target, readers: number): Promise<Waiting> {
  const { meta } = await client.getJson<FeedPage>(FEED);
  const all = Array.from({ length: readers }, () => new Client(client.baseUrl, client.headers));
  const wait = (seconds: number): Promise<Load> =>
    overSeconds(() =>
      Promise.all(all.map((reader) => reader.get(pagePath(meta.nextAfter, `waitSeconds=${seconds}`)))),
    );
  const half = (): Promise<Cost> =>
    costOf(service, WAIT_SECONDS, () => overSeconds(() => delay((WAIT_SECONDS * 1000) / 2, [])));
  await wait(1);
  const before = await half();
  const waited = await costOf(service, WAIT_SECONDS, () => wait(WAIT_SECONDS));
  return { without: [before, await half()], readers: waited };
}

async function overSeconds(work: () => Promise<readonly { ms: number }[]>): Promise<Load> {
  const began = performance.now();
  const timed = await work();
  return { ms: timed.map(({ ms }) => ms), seconds: (performance.now() - began) / 1000 };
}

export function rowOfWaiting(readers: number, rounds: readonly Waiting[]): ReportRow {
  const row = reportRow(
    `feed, ${readers} readers who wait`,
    rounds.map(({ readers: service }) => ({ service })),
  );
  const service = rounds.map((round) => percentOf(round, ({ cpu }) => cpu));
  return {
    ...row,
    more: {
      'percent of a core, service': mean(service),
      'its standard error': standardError(service),
      'percent of a core, database': mean(
        rounds.map((round) => percentOf(round, ({ databaseCpu }) => databaseCpu)),
      ),
      'percent of a core, service without readers': mean(
        rounds.map(({ without }) => 100 * partOf(without, ({ cpu }) => cpu)),
      ),
    },
  };
}

/** What the readers cost beyond the service without them, in percent of a core. */
function percentOf({ without, readers }: Waiting, cpuOf: (cost: Cost) => number): number {
  return 100 * (partOf([readers], cpuOf) - partOf(without, cpuOf));
}

/** The part of a core that was used over all of these seconds. */
function partOf(costs: readonly Cost[], cpuOf: (cost: Cost) => number): number {
  return sum(costs.map(cpuOf)) / sum(costs.map(({ seconds }) => seconds));
}
