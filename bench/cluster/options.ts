import { parseArgs } from 'node:util';

import { CLUSTER_KINDS } from './cluster.js';
import { FAULTS, isFault } from './disturbance.js';
import type { Way } from './site.js';

export const USAGE = `Usage: npm run cluster -- [--kind galera | group-replication] [--fault <fault>]
         [--flush 1 | 0 | 2] [--seconds 60] [--rounds 1] [--host-list] [--keep] [--bare] [--control] [--reads 1000]
  Two instances of the service on three nodes, each on a machine of its own (a network namespace and a disk in a file):
  a load runs while the fault happens and ends. Exits with 1 when anything acknowledged is missing or there twice, or
  when the history of the calls cannot be explained. Must be root.
${Object.entries(FAULTS)
  .map(([name, { what }]) => `  ${name.padEnd(9)} ${what}`)
  .join('\n')}
  --kind        MariaDB Galera Cluster, or MySQL's group replication with a single primary
  --flush       innodb_flush_log_at_trx_commit of the nodes
  --rounds      how often the fault happens; each round takes the time given
  --host-list   DATABASE_URL lists the nodes; without it HAProxy stands before them
  --keep        keep logs and data
  --bare        without the service: transactions on the node that is written to
  --control     without the service and a fault: two nodes are written to; 1 when no update is lost
  --reads       no fault: measure so many pages of each kind, read on one, two and three nodes
`;

/** For the start, and for the end, which compares everything. */
const AROUND_SECONDS = 600;
/** Until three nodes that have ended are back. */
const RETURN_SECONDS = 400;
const SECONDS_A_READ = 1;

/** How long a run takes at most: one that takes longer has hung. */
export function limitSeconds({
  seconds,
  rounds,
  reads,
}: Pick<Options, 'seconds' | 'rounds' | 'reads'>): number {
  return AROUND_SECONDS + rounds * (seconds + RETURN_SECONDS) + reads * SECONDS_A_READ;
}

export type Options = NonNullable<ReturnType<typeof readOptions>>;

/** @returns undefined for words that it does not know */
export function readOptions(argv: string[]) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        kind: { type: 'string', default: 'galera' },
        fault: { type: 'string', default: 'kill' },
        flush: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '60' },
        rounds: { type: 'string', default: '1' },
        'host-list': { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        bare: { type: 'boolean', default: false },
        control: { type: 'boolean', default: false },
        reads: { type: 'string', default: '0' },
      },
    });
    const kind = CLUSTER_KINDS.find((one) => one === values.kind);
    const [seconds, rounds, reads] = [Number(values.seconds), Number(values.rounds), Number(values.reads)];
    const { fault, flush, keep, bare, control } = values;
    if (kind === undefined || !isFault(fault) || !/^[012]$/.test(flush)) return undefined;
    if (!(seconds >= 10) || !(rounds >= 1) || !(reads >= 0)) return undefined;
    const way: Way = values['host-list'] ? 'host list' : 'haproxy';
    return { kind, fault, flush, seconds, rounds, way, keep, bare, control, reads };
  } catch {
    return undefined;
  }
}
