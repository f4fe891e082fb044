import type { PoolConnection } from 'mysql2';

type Callback = (error: unknown, ...rest: unknown[]) => void;

/** How many statements of the query were answered. The driver counts them, but its types do not show the counter. */
function answeredBy(command: object): number | undefined {
  const index: unknown = Reflect.get(command, '_resultIndex');
  return typeof index === 'number' ? index : undefined;
}

/**
 * Adds `failedStatement` to an error of the server: the number of the statement of a packet that was refused. The
 * server stops at that statement, and the driver's error names only the whole packet.
 */
export function reportFailedStatement(connection: PoolConnection): void {
  const query: (...given: unknown[]) => object = connection.query.bind(connection) as never;
  const reporting = (...given: unknown[]): object => {
    const last = given.at(-1);
    if (typeof last !== 'function') return query(...given);
    const callback = last as Callback;
    const command = query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      if (error instanceof Object && 'sqlState' in error)
        Object.assign(error, { failedStatement: answeredBy(command) });
      callback(error, ...rest);
    });
    return command;
  };
  Object.assign(connection, { query: reporting });
}
