import type { Socket } from 'node:net';

import mysql2, { type Pool, type PoolOptions } from 'mysql2';

import type { ConnectionTarget, ConnectionTargets } from './connection-target.js';
import { isDatabaseAway } from '../transaction/database-errors.js';
import { NodeChoice } from './node-choice.js';
import type { ServerSockets } from './server-sockets.js';

/** The argument that mysql2 passes to the function that opens the socket: a separate copy for each connection. */
export interface Opening {
  readonly config: { host: string; port: number };
}

type GetConnection = Pool['getConnection'];

/**
 * A pool whose connections all go to the node of {@link NodeChoice}. When a connection cannot be made, the nodes are
 * checked and it is tried once more. When a node is lost its connections are cut, because a machine that stopped
 * abruptly would keep them waiting for minutes. When an earlier node of the list is available again, the connections of
 * the later one end when they are next taken from the pool or given back to it.
 * @returns the pool, and which node it uses now
 */
export function createNodePool(
  options: PoolOptions,
  targets: ConnectionTargets,
  forWriting: boolean,
  sockets: ServerSockets,
): [Pool, () => ConnectionTarget] {
  const choice = new NodeChoice(targets, forWriting, (lost) => {
    if (lost !== undefined) sockets.cut(lost);
  });
  const open = ({ config }: Opening): Socket => {
    const node = choice.current;
    // mysql2 checks the certificate against this name.
    config.host = node.host;
    config.port = node.port;
    return sockets.connect(node, config);
  };
  const pool = mysql2.createPool({ ...options, stream: open });
  const getConnection: GetConnection = pool.getConnection.bind(pool);
  // mysql2 hands out what was given back last, so one that is given back after the move may never be asked for again.
  pool.on('release', (connection) => {
    if (!choice.isCurrent(connection.config)) connection.destroy();
  });
  // The first node of the list may be read-only; a connection that starts there would be cut at the first check.
  const chosen = choice.choose();
  pool.getConnection = (callback) => {
    void chosen.then(() => {
      getFrom(choice, getConnection, callback);
    });
  };
  const end: Pool['end'] = pool.end.bind(pool);
  pool.end = (callback) => {
    choice.end();
    end(callback);
  };
  choice.watch();
  return [pool, () => choice.current];
}

function getFrom(
  choice: NodeChoice,
  getConnection: GetConnection,
  callback: Parameters<GetConnection>[0],
  isSecond = false,
): void {
  getConnection((error, connection) => {
    if (error === null && choice.isCurrent(connection.config)) callback(null, connection);
    else if (error === null) {
      connection.destroy();
      getFrom(choice, getConnection, callback, isSecond);
    } else if (isSecond || !isDatabaseAway(error)) callback(error, connection);
    else
      void choice.choose().then(() => {
        getFrom(choice, getConnection, callback, true);
      });
  });
}
