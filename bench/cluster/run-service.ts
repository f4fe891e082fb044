import { setTimeout as sleep } from 'node:timers/promises';

import type { RowDataPacket } from 'mysql2/promise';

import { type Access, Caller, CallCounts } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { Load } from '../load/load.js';
import { findEverything, type Finding, tableOf } from '../load/verdict.js';
import { differingTables, settle } from './agreement.js';
import { DATABASE } from './cluster.js';
import { disturb } from './disturbance.js';
import { type Anomaly, countsOf } from './history/history.js';
import { checkItems } from './history/items.js';
import { isNoticed, lossesIn, type Noticed, noticedLine } from './noticed.js';
import type { Options } from './options.js';
import { measureReads } from './reads.js';
import { RecordedLoad } from './recorded-load.js';
import { lineOf, linesOf } from './report.js';
import type { Site } from './site.js';

const LOAD = { writers: 4, bulkRows: 200, pauseMs: 0 };

/** After the last fault, for the calls under way and for readers to reach the end. */
const ENDING_LIMIT_MS = 120_000;
const OUT_OF_PATIENCE = 'not all calls were answered within two minutes after the last fault';

type Ask = (sql: string, values: unknown[]) => Promise<RowDataPacket[]>;

/** Differences of what was acknowledged, as anomalies. */
function anomaliesOf(findings: readonly Finding[]): Anomaly[] {
  return findings.flatMap(({ what, missing, doubled, difference }) => {
    // Not each difference has a line.
    const text = (index: number): string => difference[index] ?? what;
    return [
      ...Array.from({ length: missing }, (_, index) => ({ kind: 'missing' as const, text: text(index) })),
      ...Array.from({ length: doubled }, (_, index) => ({ kind: 'doubled' as const, text: text(index) })),
    ];
  });
}

/** Of what was answered unlike what it should be, of the same text only once. */
function linesOfUnexpected(unexpected: readonly string[]): string {
  return [...new Set(unexpected)]
    .slice(0, 10)
    .map((one) => `  ${one}\n`)
    .join('');
}

/** What could not be done while the result was found; the rest of it is printed nevertheless. */
class Notes {
  readonly lines: string[] = [];

  async attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.lines.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}

type RunningLoad = Awaited<ReturnType<typeof startLoad>>;

/** Everything that calls the service. @param patience ends what is repeated, when it is aborted */
async function startLoad(site: Site, access: Access, patience: AbortSignal) {
  const [counts, readings] = [new CallCounts(), new CallCounts()];
  const reader = () => new DeltaReader(new Caller(access, readings, patience));
  const [readers, whole] = [[reader(), reader()], reader()];
  const recorded = new RecordedLoad(await site.anotherTenant(access, 'Histories'), patience);
  await recorded.start();
  const service = new Load(LOAD);
  service.start(() => new Caller(access, counts, patience), readers);
  return { tenantId: access.tenantId, counts, readings, readers, whole, recorded, service };
}

async function itemsOf(ask: Ask, { tenantId, items }: RecordedLoad): Promise<Anomaly[]> {
  const sql =
    'SELECT `submissionId` AS `name`, `syncStatus` AS `status` FROM `sync_items` WHERE `tenantId` = ?';
  const rows = await ask(sql, [tenantId]);
  return checkItems(
    items,
    rows.map((row) => ({ name: String(row['name']), status: String(row['status']) })),
  );
}

/** @param readers whose places the service may have called lost */
async function noticedBy(
  site: Site,
  ask: Ask,
  readers: readonly { readonly placesLost: number }[],
): Promise<Noticed> {
  return {
    lostPlaces: readers.reduce((sum, { placesLost }) => sum + placesLost, 0),
    logged: lossesIn(await site.logs()),
    recorded: (await ask('SELECT `id` FROM `commit_losses`', [])).length,
  };
}

/**
 * @returns whether everything that was acknowledged is there once, every history can be explained, and the service
 * does not say that commits are lost
 */
export async function runService(
  site: Site,
  options: Options,
  say: (line: string) => void,
): Promise<boolean> {
  const { fault, way, seconds, rounds } = options;
  const access = await site.startService(way);
  say(`two instances listen; they reach the nodes by ${way === 'haproxy' ? 'HAProxy' : 'a host list'}`);
  if (options.reads > 0) {
    process.stdout.write(await measureReads(site, access, options.reads, say));
    return true;
  }
  const patience = new AbortController();
  const load = await startLoad(site, access, patience.signal);
  const notes = new Notes();
  for (let round = 0; round < rounds; round += 1)
    await notes.attempt('the fault', () =>
      disturb(site.cluster, () => site.writer(), fault, load.counts, seconds, say),
    );
  const late = setTimeout(() => {
    patience.abort(new Error(OUT_OF_PATIENCE));
  }, ENDING_LIMIT_MS).unref();
  await notes.attempt('the load', () => load.service.stop());
  // The time since the last answer, where none came until the end.
  load.counts.acknowledge(0);
  await notes.attempt('the recorded calls', () => load.recorded.stop());
  for (const reader of [...load.readers, load.whole]) await notes.attempt('a copy', () => reader.sync());
  say(`the load has ended; ${load.recorded.calls} calls were recorded`);
  // The sweep may deliver events a few seconds later when their process could not deliver them at once.
  await sleep(5000);
  const history = await load.recorded.check();
  clearTimeout(late);
  notes.lines.push(...load.counts.unexpected, ...load.readings.unexpected, ...history.unexpected);
  return report(site, options, load, history.anomalies, notes);
}

/** Compares and prints. @returns whether the run was as it should be */
async function report(
  site: Site,
  options: Options,
  { tenantId, service, recorded, readers, whole, counts }: RunningLoad,
  history: readonly Anomaly[],
  notes: Notes,
): Promise<boolean> {
  const difference = await settle(site.nodes);
  if (difference !== undefined) notes.lines.push(difference);
  const ask: Ask = async (sql, values) =>
    (await site.nodes.find(({ isRunning }) => isRunning)?.query(sql, values, DATABASE)) ?? [];
  const compare = () => findEverything(ask, tenantId, service.acknowledged, readers, whole);
  const findings = (await notes.attempt('the comparison', compare)) ?? [];
  const items = (await notes.attempt('the queue', () => itemsOf(ask, recorded))) ?? [];
  const compared = await notes.attempt('the tables', () => differingTables(site.nodes));
  const noticed = await notes.attempt('the losses', () => noticedBy(site, ask, [...readers, recorded]));
  const anomalies = [...anomaliesOf(findings), ...history, ...items];
  const differ = compared?.differ ?? [];
  const found = countsOf(anomalies);
  const equality = differ.length === 0 ? 'all are equal' : `different: ${differ.join(', ')}`;
  process.stdout.write(
    `${tableOf(findings)}\n${counts.unavailable} writes answered 503 and ${counts.unanswered} not at all, ` +
      `all of them repeated; ${notes.lines.length} answered otherwise or failed; ` +
      `${compared?.tables ?? 0} tables compared on three nodes, ${equality}.\n` +
      `${noticed === undefined ? '' : noticedLine(found.get('missing') ?? 0, noticed)}\n` +
      `${lineOf(options, counts, found, noticed)}${linesOf(anomalies)}${linesOfUnexpected(notes.lines)}`,
  );
  const isLossSaid = noticed !== undefined && isNoticed(noticed);
  return anomalies.length + differ.length + notes.lines.length === 0 && !isLossSaid;
}
