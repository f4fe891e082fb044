import { connect, type Socket } from 'node:net';

import mysql2, { type Pool, type PoolOptions } from 'mysql2';

import type { ConnectionTargets, Place } from './connection-target.js';
import { isDatabaseAway } from './database-errors.js';
import { NodeChoice } from './node-choice.js';

/** What mysql2 hands to whoever opens the socket: a copy of its own for each connection. */
interface Opening {
  readonly config: { host: string; port: number };
}

type GetConnection = Pool['getConnection'];

/**
 * A pool whose connections all go to the node of {@link NodeChoice}. A connection that cannot be made is tried once more after
 * the nodes were looked at again. When a node is lost its connections are cut, since a machine that stopped without a word
 * would let them wait for minutes; when an earlier node of the list is back, those of the later one end as they are asked for.
 */
export function createNodePool(options: PoolOptions, targets: ConnectionTargets, forWriting: boolean): Pool {
  const sockets = new Map<Socket, Place>();
  const choice = new NodeChoice(targets, forWriting, (lost) => {
    for (const [socket, place] of sockets) if (place === lost) socket.destroy(connectionLost());
  });
  const open = ({ config }: Opening): Socket => {
    const node = choice.current;
    // mysql2 checks the certificate against this name.
    config.host = node.host;
    config.port = node.port;
    const socket = connect(node.port, node.host).setNoDelay(true).setKeepAlive(true);
    sockets.set(socket, node);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const pool = mysql2.createPool({ ...options, stream: open });
  const getConnection: GetConnection = pool.getConnection.bind(pool);
  pool.getConnection = (callback) => {
    getFrom(choice, getConnection, callback);
  };
  const end: Pool['end'] = pool.end.bind(pool);
  pool.end = (callback) => {
    choice.end();
    end(callback);
  };
  choice.watch();
  return pool;
}

function connectionLost(): Error {
  return Object.assign(new Error('The node was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
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
