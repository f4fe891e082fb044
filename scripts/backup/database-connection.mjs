// Connections of scripts, for which the packages must be there.
import { createConnection } from 'mysql2/promise';

/** Connects as the service does. */
export function open({ host, port, user, password, database, socketPath, ssl }) {
  const place = socketPath === undefined ? { host, port } : { socketPath };
  return createConnection({ ...place, user, password, database, ...(ssl === undefined ? {} : { ssl }) });
}

/**
 * @param {import('mysql2/promise').Connection} connection
 * @returns {Promise<any[]>} the rows of a statement
 */
export async function ask(connection, sql, values = []) {
  const [rows] = /** @type {[any[], unknown]} */ (await connection.query(sql, values));
  return rows;
}
