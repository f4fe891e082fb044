import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { RowDataPacket } from 'mysql2/promise';

import { Caller, CallCounts } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { Load } from '../load/load.js';
import { findEverything, type Finding, isWhole, tableOf } from '../load/verdict.js';
import { differingTables, settle } from './agreement.js';
import { DATABASE, Site, type Way } from './site.js';

const USAGE = `Usage: npm run cluster -- [--seconds 60 | --minutes 1] [--host-list] [--writers 4] [--keep]
  Two instances of the service on three nodes of Galera, all on loopback: a load runs while the node that is
  written to is killed with -9 and comes back. Exits with 1 when anything acknowledged is missing or there twice.
  --host-list   DATABASE_URL lists the nodes; without it HAProxy stands before them
  --keep        keep logs and data
`;

const BULK_ROWS = 200;

interface Options {
  readonly seconds: number;
  readonly way: Way;
  readonly writers: number;
  readonly keep: boolean;
}

function read(argv: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        seconds: { type: 'string' },
        minutes: { type: 'string' },
        'host-list': { type: 'boolean', default: false },
        writers: { type: 'string', default: '4' },
        keep: { type: 'boolean', default: false },
      },
    });
    const seconds = Number(values.seconds ?? Number(values.minutes ?? 1) * 60);
    const writers = Number(values.writers);
    if (!(seconds >= 10) || !(writers >= 1)) return undefined;
    return { seconds, writers, way: values['host-list'] ? 'host list' : 'haproxy', keep: values.keep };
  } catch {
    return undefined;
  }
}

const begun = performance.now();

function say(line: string): void {
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

/** Nothing fails for a third of the time, then the written node is killed for a quarter, then it is back. */
async function disturb(site: Site, counts: CallCounts, seconds: number): Promise<void> {
  await sleep((seconds / 3) * 1000);
  const victim = await site.writer();
  say(`${counts.acknowledged} writes are acknowledged; kill -9 of ${victim.name}, which is written to`);
  await victim.kill();
  await sleep((seconds / 4) * 1000);
  say(`${counts.acknowledged} are acknowledged; ${victim.name} starts again`);
  const [start, away] = [performance.now(), seconds * (1 - 1 / 3 - 1 / 4) * 1000];
  await victim.start();
  const how = await victim.howItCameBack();
  say(
    `${victim.name} is back after ${((performance.now() - start) / 1000).toFixed(1)} s; it was sent ${how}`,
  );
  await sleep(Math.max(0, away - (performance.now() - start)));
  const writer = await site.writer();
  say(`${counts.acknowledged} are acknowledged; ${writer.name} is written to`);
}

function verdictOf(
  findings: readonly Finding[],
  counts: CallCounts,
  differ: readonly string[],
  tables: number,
): boolean {
  process.stdout.write(tableOf(findings));
  const { acknowledged, unavailable, unanswered, unexpected, longestGapMs } = counts;
  const gap = (longestGapMs / 1000).toFixed(1);
  process.stdout.write(
    `\n${acknowledged} writes acknowledged; ${unavailable} answered 503 and ${unanswered} not at ` +
      'all, all of them repeated; ' +
      `${unexpected.length} answered otherwise; no write was acknowledged for ${gap} s at most.\n` +
      `${tables} tables compared on three nodes: ` +
      `${differ.length === 0 ? 'all are equal' : `different: ${differ.join(', ')}`}.\n`,
  );
  for (const one of [...new Set(unexpected)].slice(0, 10)) process.stdout.write(`  ${one}\n`);
  for (const one of findings.flatMap(({ difference }) => difference)) process.stdout.write(`  ${one}\n`);
  return isWhole(findings) && differ.length === 0 && unexpected.length === 0;
}

async function run(site: Site, { way, writers, seconds }: Options): Promise<boolean> {
  await site.startNodes();
  say('three nodes are synced');
  const access = await site.startService(way);
  say(`two instances listen; they reach the nodes by ${way === 'haproxy' ? 'HAProxy' : 'a host list'}`);
  const counts = new CallCounts();
  const readings = new CallCounts();
  const readers = [0, 1].map(() => new DeltaReader(new Caller(access, readings)));
  const load = new Load({ writers, bulkRows: BULK_ROWS, pauseMs: 0 });
  load.start(() => new Caller(access, counts), readers);
  await disturb(site, counts, seconds);
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
  const site = await Site.make(say);
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

process.exitCode = await main(process.argv.slice(2));
