import { setTimeout as sleep } from 'node:timers/promises';

import { CallCounts } from '../load/caller.js';
import { settle } from './agreement.js';
import { DATABASE } from './cluster.js';
import { SQL_PORT } from './cluster-node.js';
import { disturb } from './disturbance.js';
import { checkAppends } from './history/appends.js';
import { countsOf } from './history/history.js';
import { listOf, ListLoad, LISTS, type Target } from './lists.js';
import type { Options } from './options.js';
import { lineOf, linesOf } from './report.js';
import type { Site } from './site.js';

const WORKERS = 4;
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
  const load = await startLoad(site, counts, [{ connection, session, lock: LOCKING.lock }]);
  for (let round = 0; round < rounds; round += 1)
    await disturb(site.cluster, () => site.writer(), fault, counts, seconds, say);
  return (await verdictOf(site, options, counts, load)) === 0;
}

/**
 * Transactions on two nodes, as a program writes them that knows of one server: a list is read, and then written.
 * @returns whether the lost updates that this makes were found
 */
export async function runControl(site: Site, options: Options, say: Say): Promise<boolean> {
  const account = await site.createAccounts();
  const targets = site.nodes.slice(0, 2).map(({ address }) => ({
    connection: { ...account, host: address, port: SQL_PORT },
    session: [],
    lock: '',
  }));
  const counts = new CallCounts();
  const load = await startLoad(site, counts, targets);
  say(`two nodes are written to for ${options.seconds} s`);
  await sleep(options.seconds * 1000);
  const found = await verdictOf(site, options, counts, load, 'lost update');
  if (found === 0) say('No lost update was found: the check of histories is not to be trusted.');
  return found > 0;
}

async function startLoad(site: Site, counts: CallCounts, targets: readonly Target[]): Promise<ListLoad> {
  for (const sql of LISTS) await site.nodes[0]?.query(sql, [], DATABASE);
  const load = new ListLoad(counts);
  for (const target of targets) load.start(target, WORKERS);
  return load;
}

/** @returns how many anomalies there are, of this kind or of all */
async function verdictOf(
  site: Site,
  options: Options,
  counts: CallCounts,
  load: ListLoad,
  kind?: string,
): Promise<number> {
  await load.stop();
  await settle(site.nodes);
  const rows = (await site.nodes[0]?.query('SELECT k, v FROM lists', [], DATABASE)) ?? [];
  const final = new Map(rows.map((row) => [String(row['k']), listOf(row['v'])]));
  const anomalies = checkAppends(load.history.operations, final);
  process.stdout.write(lineOf(options, counts, countsOf(anomalies)) + linesOf(anomalies));
  return anomalies.filter((one) => kind === undefined || one.kind === kind).length;
}
