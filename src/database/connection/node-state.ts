import type mysql from 'mysql2/promise';

const SYNCED = '4';
/** A machine that stopped abruptly does not answer at all, not even with an error. */
const ANSWER_MS = 1000;

async function valuesOf(
  connection: mysql.Connection,
  sql: string,
  answerMs = ANSWER_MS,
): Promise<Map<string, string>> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>({ sql, timeout: answerMs });
  return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]));
}

/**
 * Whether this server is a node of a Galera cluster. MariaDB has the variable outside a cluster, too.
 * @param answerMs how long its answer is awaited
 */
export async function isGaleraNode(connection: mysql.Connection, answerMs?: number): Promise<boolean> {
  const variables = await valuesOf(connection, "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'", answerMs);
  return variables.get('wsrep_on') === 'ON';
}

/**
 * Whether this node may be used now. It is asked with SHOW, which a Galera node answers even when it refuses all other
 * statements.
 * @param forWriting whether a read-only node is unusable
 */
export async function isUsableNode(connection: mysql.Connection, forWriting: boolean): Promise<boolean> {
  const variables = await valuesOf(connection, "SHOW GLOBAL VARIABLES LIKE 'read_only'");
  if (forWriting && variables.get('read_only') !== 'OFF') return false;
  if (!(await isGaleraNode(connection))) return true;
  const status = await valuesOf(
    connection,
    "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
  );
  // Not ready: the node has no quorum, or is joining. Not synced: it is catching up, or is a donor to another node.
  return status.get('wsrep_ready') === 'ON' && status.get('wsrep_local_state') === SYNCED;
}
