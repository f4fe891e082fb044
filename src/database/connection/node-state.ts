import type mysql from 'mysql2/promise';

const SYNCED = '4';
/** A machine that stopped without a word answers nothing at all. */
const ANSWER_MS = 1000;

async function valuesOf(connection: mysql.Connection, sql: string): Promise<Map<string, string>> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>({ sql, timeout: ANSWER_MS });
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}

/** Whether this server is a node of a Galera cluster; MariaDB has the variable without one, too. */
export async function isGaleraNode(connection: mysql.Connection): Promise<boolean> {
  const variables = await valuesOf(connection, "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'");
  return variables.get('wsrep_on') === 'ON';
}

/**
 * Whether this node may be used now. Asks by SHOW, which a node of Galera answers when it refuses all else.
 * @param forWriting whether a node that only reads will not do
 */
export async function isUsableNode(connection: mysql.Connection, forWriting: boolean): Promise<boolean> {
  const variables = await valuesOf(connection, "SHOW GLOBAL VARIABLES LIKE 'read_only'");
  if (forWriting && variables.get('read_only') !== 'OFF') return false;
  if (!(await isGaleraNode(connection))) return true;
  const status = await valuesOf(
    connection,
    "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
  );
  // Not ready: it has no quorum, or is just joining. Not synced: it is catching up, or lends its data.
  return status.get('wsrep_ready') === 'ON' && status.get('wsrep_local_state') === SYNCED;
}
