import { setTimeout as sleep } from 'node:timers/promises';

import { CallCounts } from '../load/caller.js';
import { settle } from './agreement.js';
import { DATABASE } from './cluster.js';
import { SQL_PORT } from './cluster-node.js';
import { disturb } from './disturbance.js';
import { checkAppends, lostUpdates } from './history/appends.js';
import { countsOf } from './history/history.js';
import { listOf, ListLoad, LISTS, type Target, targetOf } from './lists.js';
import type { Options } from './options.js';
import { lineOf, linesOf } from './report.js';
import type { Site } from './site.js';

const WORKERS = 4;
/** Of a node, where two are written to: two of one node could lose updates to each other without locks. */
const CONTROL_WORKERS = 1;
/** As sessions of the service: locked reads, and on Galera a wait for what others committed. */
const LOCKING = { session: ['SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'], lock: ' FOR UPDATE' };
const GALERA_WAIT = 'SET SESSION wsrep_sync_wait = 7';

type Say = (line: string) => void;

/** Transactions on the node that is written to, while a fault happens. @returns whether they can be explained */
export async function runLists(site: Site, options: Options, say: Say): Promise<boolean> {
  const { kind, fault, seconds, rounds } = options;
  const account = await site.createAccounts();
  await site.startHaproxy();
  const session = [...LOCKING.session, ...(kind === 'galera' ? [GALERA_WAIT] : [])];
  const connection = { ...account, host: '127.0.0.1', port: SQL_PORT };
  const counts = new CallCounts();
  const load = await startLoad(site, counts, [
    { connection, session, lock: LOCKING.lock, name: 'writer', workers: WORKERS },
  ]);
  for (let round = 0; round < rounds; round += 1)
    await disturb(site.cluster, () => site.writer(), fault, counts, seconds, say);
  return verdictOf(site, options, counts, load);
}

/**
 * Transactions on two nodes, as a program writes them that knows of one server: a list is read, and then written.
 * @returns whether updates were found that a transaction on the other node took away
 */
export async function runControl(site: Site, options: Options, say: Say): Promise<boolean> {
  const account = await site.createAccounts();
  const targets = site.nodes.slice(0, 2).map(({ address, name }) => ({
    connection: { ...account, host: address, port: SQL_PORT },
    session: [],
    lock: '',
    name,
    workers: CONTROL_WORKERS,
  }));
  const counts = new CallCounts();
  const load = await startLoad(site, counts, targets);
  say(`two nodes are written to for ${options.seconds} s`);
  await sleep(options.seconds * 1000);
  await verdictOf(site, options, counts, load);
  const updates = lostUpdates(load.history.operations);
  const between = updates.filter(({ first, second }) => targetOf(first) !== targetOf(second)).length;
  process.stdout.write(`${updates.length} lost updates, ${between} of them by transactions of two nodes.\n`);
  if (between === 0)
    say('No update was lost between two nodes: the check of histories is not to be trusted.');
  return between > 0;
}

async function startLoad(
  site: Site,
  counts: CallCounts,
  targets: readonly (Target & { readonly workers: number })[],
): Promise<ListLoad> {
  for (const sql of LISTS) await site.nodes[0]?.query(sql, [], DATABASE);
  const load = new ListLoad(counts);
  for (const target of targets) load.start(target, target.workers);
  return load;
}

/** @returns whether there is no anomaly, and the nodes agree */
async function verdictOf(site: Site, options: Options, counts: CallCounts, load: ListLoad): Promise<boolean> {
  await load.stop();
  const difference = await settle(site.nodes);
  const rows = (await site.nodes[0]?.query('SELECT k, v FROM lists', [], DATABASE)) ?? [];
  const final = new Map(rows.map((row) => [String(row['k']), listOf(row['v'])]));
  const anomalies = checkAppends(load.history.operations, final);
  process.stdout.write(lineOf(options, counts, countsOf(anomalies)) + linesOf(anomalies));
  if (difference !== undefined) process.stdout.write(`  ${difference}\n`);
  return anomalies.length === 0 && difference === undefined;
}
