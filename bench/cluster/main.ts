import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { RowDataPacket } from 'mysql2/promise';

import { Caller, CallCounts } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { Load } from '../load/load.js';
import { findEverything, type Finding, isWhole, tableOf } from '../load/verdict.js';
import { differingTables, settle } from './agreement.js';
import { CLUSTER_KINDS, DATABASE } from './cluster.js';
import { disturb, FAULTS } from './disturbance.js';
import { measureReads } from './reads.js';
import { Site, type Way } from './site.js';

const USAGE = `Usage: npm run cluster -- [--kind galera | group-replication] [--fault kill | freeze | majority]
         [--seconds 60] [--rounds 1] [--host-list] [--keep] [--reads 1000]
  Two instances of the service on three nodes, all on loopback: a load runs while the node that is written to is
  killed with -9 and comes back. Exits with 1 when anything acknowledged is missing or there twice.
  --kind        MariaDB Galera Cluster, or MySQL's group replication with a single primary
  --fault       freeze: the node is stopped and continues later; majority: the two others are stopped
  --rounds      how often it happens; each round takes the time given
  --host-list   DATABASE_URL lists the nodes; without it HAProxy stands before them
  --keep        keep logs and data
  --reads       no fault: measure so many pages of each kind, read on one, two and three nodes
`;

const LOAD = { writers: 4, bulkRows: 200, pauseMs: 0 };

type Options = NonNullable<ReturnType<typeof read>>;

/** @returns undefined for words that it does not know */
function read(argv: string[]) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        kind: { type: 'string', default: 'galera' },
        fault: { type: 'string', default: 'kill' },
        seconds: { type: 'string', default: '60' },
        rounds: { type: 'string', default: '1' },
        'host-list': { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        reads: { type: 'string', default: '0' },
      },
    });
    const kind = CLUSTER_KINDS.find((one) => one === values.kind);
    const fault = FAULTS.find((one) => one === values.fault);
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
    if (kind === undefined || fault === undefined) return undefined;
    if (!(seconds >= 10) || !(rounds >= 1)) return undefined;
    const way: Way = values['host-list'] ? 'host list' : 'haproxy';
    return { kind, fault, seconds, rounds, way, keep: values.keep, reads: Number(values.reads) };
  } catch {
    return undefined;
  }
}

const begun = performance.now();

function say(line: string): void {
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function verdictOf(
  findings: readonly Finding[],
  counts: CallCounts,
  differ: readonly string[],
  tables: number,
): boolean {
  process.stdout.write(tableOf(findings));
  const { acknowledged, unavailable, unanswered, unexpected } = counts;
  const [gap, wait] = [seconds(counts.longestGapMs), seconds(counts.longestWaitMs)];
  process.stdout.write(
    `\n${acknowledged} writes acknowledged; ${unavailable} answered 503 and ${unanswered} not at ` +
      'all, all of them repeated; ' +
      `${unexpected.length} answered otherwise; no write was acknowledged for ${gap} s at most, and a ` +
      `caller waited for ${wait} s at most.\n` +
      `${tables} tables compared on three nodes: ` +
      `${differ.length === 0 ? 'all are equal' : `different: ${differ.join(', ')}`}.\n`,
  );
  for (const one of [...new Set(unexpected)].slice(0, 10)) process.stdout.write(`  ${one}\n`);
  for (const one of findings.flatMap(({ difference }) => difference)) process.stdout.write(`  ${one}\n`);
  return isWhole(findings) && differ.length === 0 && unexpected.length === 0;
}

async function run(site: Site, options: Options): Promise<boolean> {
  const { kind, fault, way, seconds, rounds } = options;
  await site.startNodes();
  say(`three nodes of ${kind} are synced`);
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
  load.start(() => new Caller(access, counts), readers);
  for (let round = 0; round < rounds; round += 1) await disturb(site, fault, counts, seconds, say);
  await load.stop();
  const whole = new DeltaReader(new Caller(access, readings));
  for (const reader of [...readers, whole]) await reader.sync();
  counts.unexpected.push(...readings.unexpected);
  say(
    `the load has ended; the readers asked for ${readers.reduce((sum, { deltas }) => sum + deltas, 0)} deltas`,
  );
  // The sweep may deliver events a few seconds later when their process could not deliver them at once.
  await sleep(5000);
  await settle(site.nodes);
  const [first] = site.nodes;
  if (first === undefined) return false;
  const ask = (sql: string, values: unknown[]): Promise<RowDataPacket[]> =>
    first.query(sql, values, DATABASE);
  const findings = await findEverything(ask, access.tenantId, load.acknowledged, readers, whole);
  const { tables, differ } = await differingTables(site.nodes);
  return verdictOf(findings, counts, differ, tables);
}

async function main(argv: string[]): Promise<number> {
  const options = read(argv);
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const site = await Site.make(options.kind, say);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void site.stop(options.keep).finally(() => process.exit(130)));
  try {
    return (await run(site, options)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await site.stop(options.keep);
  }
}

// The load of a run that failed continues.
process.exit(await main(process.argv.slice(2)));
