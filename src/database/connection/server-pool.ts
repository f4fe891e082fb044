import type { Socket } from 'node:net';

import mysql2, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2';

import { boundWaiting } from './bound-waiting.js';
import type { ConnectionTarget, ConnectionTargets } from './connection-target.js';
import { countEnds } from './lost-connections.js';
import { createNodePool, type Opening } from './node-pool.js';
import { SilenceDetector } from './silence-detector.js';
import { SERVER_SESSIONS } from './server-sessions.js';
import { ServerSockets } from './server-sockets.js';
import { StatementWatch } from './statement-watch.js';

export interface ServerPoolSettings {
  /** Whether a node of a list that only reads is passed over. */
  readonly forWriting: boolean;
  /** What each connection is told first. */
  readonly sessionInit: readonly string[];
  /** Whether statements may take long at the moment. */
  readonly isLongWork: () => boolean;
}

/**
 * A pool that never waits for a silent server: its connections are cut, and requests for a connection fail within
 * two seconds, until it answers again. Nor for a single connection that says nothing: see {@link StatementWatch}.
 * What was sent on a connection that was cut may have been done, as with any that is lost.
 */
export function createServerPool(
  options: PoolOptions,
  targets: ConnectionTargets,
  { forWriting, sessionInit, isLongWork }: ServerPoolSettings,
): Pool {
  const sockets = new ServerSockets();
  const [pool, current] =
    targets.length === 1
      ? [createPlainPool(options, targets[0], sockets), () => targets[0]]
      : createNodePool(options, targets, forWriting, sockets);
  sockets.watchEnds(countEnds(pool));
  const silenceDetector = new SilenceDetector({
    target: current,
    received: () => sockets.received,
    onSilence() {
      waiting.turnAway();
      sockets.cut(current());
    },
  });
  const waiting = boundWaiting(pool, () => silenceDetector.isSilent);
  const watch = new StatementWatch(SERVER_SESSIONS, isLongWork);
  pool.on('connection', (connection) => {
    prepare(connection, sessionInit, sockets, watch);
  });
  const end: Pool['end'] = pool.end.bind(pool);
  pool.end = (callback) => {
    silenceDetector.end();
    waiting.end();
    // A statement that is not answered would keep its connection, and so this, from ending.
    end((error) => {
      watch.end();
      callback?.(error);
    });
  };
  silenceDetector.watch();
  return pool;
}

function createPlainPool(options: PoolOptions, target: ConnectionTarget, sockets: ServerSockets): Pool {
  const open = ({ config }: Opening): Socket => sockets.connect(target, config);
  return mysql2.createPool({ ...options, stream: open });
}

/** What is sent on it waits behind this. */
function prepare(
  connection: PoolConnection,
  sessionInit: readonly string[],
  sockets: ServerSockets,
  watch: StatementWatch,
): void {
  const opened = sockets.of(connection.config);
  if (opened === undefined) throw new Error('A connection of the pool has no socket of ours');
  const { socket, target } = opened;
  const lose = (): void => {
    sockets.lose(socket);
  };
  const watched = {
    target,
    session: connection.threadId,
    awaited: () => awaitedBy(connection),
    moved: () => socket.bytesRead + socket.bytesWritten - socket.writableLength,
    cut: lose,
  };
  watch.add(watched);
  socket.once('close', () => {
    watch.remove(watched);
  });
  // One that does not work as all others do, after a KILL QUERY for instance, is used by none.
  for (const statement of sessionInit)
    connection.query(statement, (error) => {
      if (error !== null) lose();
    });
}

/** What mysql2 keeps of a connection and its types do not say: the command at hand, and whether its rows wait. */
function awaitedBy(connection: object): object | undefined {
  if ('_paused' in connection && connection._paused === true) return undefined;
  const command = '_command' in connection ? connection._command : undefined;
  return typeof command === 'object' && command !== null ? command : undefined;
}
