import { clockDifference } from '../connection/clock-difference.js';
import { SESSION_INIT } from '../connection/data-source-options.js';
import { type Ask, isMissingTable, withConnection } from '../connection/one-connection.js';
import type { FoundServer } from '../connection/probe.js';
import { NOW_MS } from '../transaction/leases.js';

/** What a database server says of itself. Nothing is written. */
export interface ServerFacts {
  /** Variables of the server. */
  readonly server: ReadonlyMap<string, string>;
  /** Variables of a session that was set up like those of the service: a proxy in between may change them. */
  readonly session: ReadonlyMap<string, string>;
  /** Milliseconds by which the clock of this process is ahead. */
  readonly clockAheadMs: number;
  /** The names of the migrations that ran; none in an empty database. */
  readonly migrations: readonly string[];
}

const OF_SERVER = [
  'binlog_format',
  'innodb_flush_log_at_trx_commit',
  'log_bin',
  'max_allowed_packet',
  'max_connections',
  'read_only',
  'sync_binlog',
  'time_zone',
  'transaction_isolation',
  'tx_isolation',
];
/** MariaDB before 11.1 has tx_isolation alone. */
const OF_SESSION = [
  'collation_connection',
  'collation_database',
  'sql_mode',
  'time_zone',
  'transaction_isolation',
  'tx_isolation',
];

async function variables(
  ask: Ask,
  kind: 'GLOBAL' | 'SESSION',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const list = names.map((name) => `'${name}'`).join(', ');
  const rows = await ask(`SHOW ${kind} VARIABLES WHERE Variable_name IN (${list})`);
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}

async function clockAheadMs(ask: Ask): Promise<number> {
  const [askedAt, began] = [Date.now(), performance.now()];
  const [row] = await ask(`SELECT ${NOW_MS} AS \`now\``);
  return clockDifference({ askedAt, tookMs: performance.now() - began, databaseNow: Number(row?.['now']) });
}

async function migrations(ask: Ask): Promise<readonly string[]> {
  try {
    return (await ask('SELECT `name` FROM `migrations`')).map((row) => String(row['name']));
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

export function readServerFacts({ target, hasDatabase }: FoundServer): Promise<ServerFacts> {
  return withConnection(
    target,
    async (ask) => {
      for (const statement of SESSION_INIT) await ask(statement);
      return {
        server: await variables(ask, 'GLOBAL', OF_SERVER),
        session: await variables(ask, 'SESSION', OF_SESSION),
        clockAheadMs: await clockAheadMs(ask),
        migrations: hasDatabase ? await migrations(ask) : [],
      };
    },
    hasDatabase,
  );
}
