// Connections of scripts, for which the packages must be there.
import { createConnection } from 'mysql2/promise';

/** Connects as the service does. */
export function open({ host, port, user, password, database, socketPath, ssl }) {
  const place = socketPath === undefined ? { host, port } : { socketPath };
  return createConnection({ ...place, user, password, database, ...(ssl === undefined ? {} : { ssl }) });
}
