import type { Socket } from 'node:net';

import mysql2, { type Pool, type PoolOptions } from 'mysql2';

import type { ConnectionTarget, ConnectionTargets } from './connection-target.js';
import { isDatabaseAway } from '../transaction/database-errors.js';
import { NodeChoice } from './node-choice.js';
import type { ServerSockets } from './server-sockets.js';

/** What mysql2 hands to the function that opens the socket: a copy of its own for each connection. */
export interface Opening {
  readonly config: { host: string; port: number };
}

type GetConnection = Pool['getConnection'];

/**
 * A pool whose connections all go to the node of {@link NodeChoice}. A connection that cannot be made is tried once more after
 * the nodes were looked at again. When a node is lost its connections are cut, since a machine that stopped without a word
 * would let them wait for minutes; when an earlier node of the list is back, those of the later one end as they are asked for
 * or given back.
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
  // The first of the list may be one that only reads; a connection that begins there would be cut at the first look.
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
