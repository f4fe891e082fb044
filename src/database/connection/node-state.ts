import type mysql from 'mysql2/promise';

import { LineLogger } from '../../log-lines/line-logger.js';

const SYNCED = '4';
/** In one statement: each one may take long on a busy server, and its answer is not awaited for long. */
const FACTS =
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on', 'group_replication_group_name')";
/** For a server that is no member of a group the table has one row without an ID. */
const PLACE_IN_GROUP = `SELECT
    SUM(\`MEMBER_STATE\` <> 'UNREACHABLE') * 2 > COUNT(*) AS \`hasMajority\`,
    SUM(\`MEMBER_ID\` = @@server_uuid AND \`MEMBER_STATE\` = 'ONLINE' AND \`MEMBER_ROLE\` = 'PRIMARY') AS \`isPrimary\`
  FROM \`performance_schema\`.\`replication_group_members\``;
const NOT_PERMITTED = 1142;
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

let isWarned = false;

/**
 * Whether a member of MySQL's group replication is the primary of a majority. `read_only` alone is not enough: a member
 * that was started and has not joined yet is not read-only, nor is one that lost the others a moment ago, and what is
 * committed on the first is lost. A user who may not see the members relies on `read_only` and one warning is logged.
 */
async function isPrimaryOfGroup(connection: mysql.Connection): Promise<boolean> {
  try {
    const [[row]] = await connection.query<mysql.RowDataPacket[]>({
      sql: PLACE_IN_GROUP,
      timeout: ANSWER_MS,
    });
    return Number(row?.['hasMajority']) === 1 && Number(row?.['isPrimary']) === 1;
  } catch (error) {
    if (!(error instanceof Object && 'errno' in error && error.errno === NOT_PERMITTED)) throw error;
    if (!isWarned)
      new LineLogger('database').warn({
        msg: 'the members of the group are not seen: grant SELECT on performance_schema.replication_group_members',
      });
    isWarned = true;
    return true;
  }
}

/**
 * Whether this node may be used now. It is asked with SHOW, which a Galera node answers even when it refuses all other
 * statements.
 * @param forWriting whether a read-only node is unusable
 */
export async function isUsableNode(connection: mysql.Connection, forWriting: boolean): Promise<boolean> {
  const variables = await valuesOf(connection, FACTS);
  if (forWriting && variables.get('read_only') !== 'OFF') return false;
  const group = variables.get('group_replication_group_name') ?? '';
  if (forWriting && group !== '' && !(await isPrimaryOfGroup(connection))) return false;
  if (variables.get('wsrep_on') !== 'ON') return true;
  const status = await valuesOf(
    connection,
    "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
  );
  // Not ready: the node has no quorum, or is joining. Not synced: it is catching up, or is a donor to another node.
  return status.get('wsrep_ready') === 'ON' && status.get('wsrep_local_state') === SYNCED;
}
