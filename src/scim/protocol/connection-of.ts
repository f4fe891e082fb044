import type { Connection } from '../../tenancy/connection.js';
import type { Scope } from '../../tenancy/scope.js';

/** The connection of a caller of SCIM; the guard has put it on the scope. */
export function connectionOf({ connection }: Scope): Connection {
  if (connection === undefined) throw new Error('A route of SCIM was called without a connection');
  return connection;
}
