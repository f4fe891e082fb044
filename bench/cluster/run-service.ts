import { setTimeout as sleep } from 'node:timers/promises';

import type { RowDataPacket } from 'mysql2/promise';

import { Caller, CallCounts } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { Load } from '../load/load.js';
import { findEverything, type Finding, tableOf } from '../load/verdict.js';
import { differingTables, settle } from './agreement.js';
import { DATABASE } from './cluster.js';
import { disturb } from './disturbance.js';
import { type Anomaly, countsOf } from './history/history.js';
import type { Options } from './options.js';
import { measureReads } from './reads.js';
import { type Items, RecordedLoad } from './recorded-load.js';
import { lineOf, linesOf } from './report.js';
import type { Site } from './site.js';

const LOAD = { writers: 4, bulkRows: 200, pauseMs: 0 };

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

/** What was approved is in the queue once, and what was sent stays sent. */
async function checkItems(ask: Ask, tenantId: string, { approved, sent }: Items): Promise<Anomaly[]> {
  const sql =
    'SELECT `submissionId` AS `name`, `syncStatus` AS `status` FROM `sync_items` WHERE `tenantId` = ?';
  const there = new Map(
    (await ask(sql, [tenantId])).map((row) => [String(row['name']), String(row['status'])]),
  );
  return [
    ...approved
      .filter((name) => !there.has(name))
      .map((name) => ({ kind: 'missing' as const, text: `${name} was approved and is not in the queue` })),
    ...sent
      .filter((name) => there.get(name) !== 'sent')
      .map((name) => ({
        kind: 'missing' as const,
        text: `${name} was sent and is ${there.get(name) ?? 'gone'}`,
      })),
  ];
}

/** Of what was answered unlike what it should be, of the same text only once. */
function linesOfUnexpected(unexpected: readonly string[]): string {
  return [...new Set(unexpected)]
    .slice(0, 10)
    .map((one) => `  ${one}\n`)
    .join('');
}

/** @returns whether everything that was acknowledged is there once, and every history can be explained */
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
  const counts = new CallCounts();
  const readings = new CallCounts();
  const readers = [0, 1].map(() => new DeltaReader(new Caller(access, readings)));
  const load = new Load(LOAD);
  const recorded = new RecordedLoad(await site.anotherTenant(access, 'Histories'));
  await recorded.start();
  load.start(() => new Caller(access, counts), readers);
  for (let round = 0; round < rounds; round += 1)
    await disturb(site.cluster, () => site.writer(), fault, counts, seconds, say);
  await Promise.all([load.stop(), recorded.stop()]);
  const whole = new DeltaReader(new Caller(access, readings));
  for (const reader of [...readers, whole]) await reader.sync();
  say(`the load has ended; ${recorded.calls} calls were recorded`);
  // The sweep may deliver events a few seconds later when their process could not deliver them at once.
  await sleep(5000);
  const history = await recorded.check();
  await settle(site.nodes);
  const ask: Ask = async (sql, values) => (await site.nodes[0]?.query(sql, values, DATABASE)) ?? [];
  const findings = await findEverything(ask, access.tenantId, load.acknowledged, readers, whole);
  const { tables, differ } = await differingTables(site.nodes);
  const anomalies = [
    ...anomaliesOf(findings),
    ...history.anomalies,
    ...(await checkItems(ask, recorded.tenantId, recorded.items)),
  ];
  const unexpected = [...counts.unexpected, ...readings.unexpected, ...history.unexpected];
  const equality = differ.length === 0 ? 'all are equal' : `different: ${differ.join(', ')}`;
  process.stdout.write(
    `${tableOf(findings)}\n${counts.unavailable} writes answered 503 and ${counts.unanswered} not at all, ` +
      `all of them repeated; ${unexpected.length} answered otherwise; ` +
      `${tables} tables compared on three nodes, ${equality}.\n\n` +
      `${lineOf(options, counts, countsOf(anomalies))}${linesOf(anomalies)}${linesOfUnexpected(unexpected)}`,
  );
  return anomalies.length + differ.length + unexpected.length === 0;
}
