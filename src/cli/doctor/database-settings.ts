import type { FoundServer } from '../../database/connection/probe.js';
import type { ServerFacts } from '../../database/diagnosis/server-facts.js';
import { type Finding, notChecked, ok, problem, sizeOf, warning } from './finding.js';

/** With every value escaped, the statements of a transaction fit into a packet of this size. */
const SMALLEST_PACKET = 16 * 1024 * 1024;
const COLLATION = 'utf8mb4_unicode_ci';

/** What is known when the settings are judged. */
export interface Judged extends ServerFacts {
  readonly found: Pick<FoundServer, 'galera' | 'hasDatabase'>;
  readonly poolSize: number;
}

/** On a node of Galera as well: nodes that crash together lose what they have not flushed (docs/databases.md). */
function flush({ server }: Judged): Finding {
  const name = 'innodb_flush_log_at_trx_commit';
  const value = server.get(name) ?? '';
  if (value === '1') return ok('Flush', `${name} = 1`);
  return warning(
    'Flush',
    `${name} = ${value}: a loss of power takes answered changes with it`,
    `set ${name} = 1 in the configuration of the server`,
  );
}

function binaryLog({ server, found }: Judged): Finding {
  if (server.get('log_bin') !== 'ON')
    return ok('Binary log', 'none: no replica, and no restore to a point in time');
  // READ COMMITTED allows no statement in such a log.
  if (server.get('binlog_format') === 'STATEMENT')
    return problem(
      'Binary log',
      'binlog_format = STATEMENT: the server refuses writes',
      'set binlog_format = ROW',
    );
  const sync = server.get('sync_binlog') ?? '';
  if (sync === '1' || found.galera) return ok('Binary log', `sync_binlog = ${sync}`);
  return warning(
    'Binary log',
    `sync_binlog = ${sync}: after a loss of power replicas may differ`,
    'set sync_binlog = 1 in the configuration of the server',
  );
}

function packet({ server }: Judged): Finding {
  const bytes = Number(server.get('max_allowed_packet'));
  if (bytes >= SMALLEST_PACKET) return ok('Packet size', `max_allowed_packet = ${sizeOf(bytes)}`);
  return warning(
    'Packet size',
    `max_allowed_packet = ${sizeOf(bytes)}: large requests fail`,
    `set it to ${sizeOf(SMALLEST_PACKET)} or more`,
  );
}

function connections({ server, poolSize }: Judged): Finding {
  const most = Number(server.get('max_connections'));
  const needed = poolSize + 1;
  const found = `max_connections = ${most}; a process takes up to ${needed}`;
  return most >= needed
    ? ok('Connections', found)
    : warning('Connections', found, 'raise max_connections, or lower DATABASE_POOL_SIZE');
}

function timeZone({ server, session }: Judged): Finding {
  const value = session.get('time_zone') ?? '';
  if (value === '+00:00')
    return ok('Time zone', `UTC in sessions; ${server.get('time_zone') ?? ''} by default`);
  return problem(
    'Time zone',
    `${value} in sessions, though they ask for UTC`,
    'let the proxy of the database pass SET time_zone on',
  );
}

function collation({ session, found }: Judged): Finding {
  const ofSession = session.get('collation_connection') ?? '';
  const ofDatabase = session.get('collation_database') ?? '';
  if (!found.hasDatabase) return notChecked('Collation', 'the database does not exist yet');
  if (ofDatabase.startsWith('utf8mb4_')) return ok('Collation', `${ofDatabase}; ${ofSession} in sessions`);
  return warning(
    'Collation',
    `${ofDatabase} is the default of the database; the tables of the service have ${COLLATION}`,
    `ALTER DATABASE … CHARACTER SET utf8mb4 COLLATE ${COLLATION}`,
  );
}

function isolationIn(variables: ReadonlyMap<string, string>): string {
  return variables.get('transaction_isolation') ?? variables.get('tx_isolation') ?? '';
}

function isolation({ server, session }: Judged): Finding {
  const value = isolationIn(session);
  if (value === 'READ-COMMITTED')
    return ok('Isolation', `READ-COMMITTED in sessions; ${isolationIn(server)} by default`);
  return problem(
    'Isolation',
    `${value} in sessions, though they ask for READ COMMITTED`,
    'let the proxy of the database pass SET SESSION TRANSACTION on',
  );
}

function sqlMode({ session }: Judged): Finding {
  if (session.get('sql_mode')?.includes('STRICT_TRANS_TABLES') === true)
    return ok('SQL mode', 'strict in sessions');
  return problem(
    'SQL mode',
    'not strict in sessions, though they ask for it',
    'let the proxy of the database pass SET sql_mode on',
  );
}

function writable({ server }: Judged): Finding {
  const value = server.get('read_only') ?? 'OFF';
  return value === 'OFF'
    ? ok('Writable', 'read_only = OFF')
    : warning(
        'Writable',
        `read_only = ${value}: changes are answered 503`,
        'name the primary in DATABASE_URL',
      );
}

/** The settings of the server that matter to the service. */
export function judgeSettings(judged: Judged): readonly Finding[] {
  return [writable, flush, binaryLog, packet, connections, timeZone, collation, isolation, sqlMode].map(
    (judge) => judge(judged),
  );
}
