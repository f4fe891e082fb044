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
  /** Whether read-only nodes of a list are skipped. */
  readonly forWriting: boolean;
  /** A server that answers nothing for so long is silent. */
  readonly silenceMs: number;
  /** Statements that are sent first on each connection. */
  readonly sessionInit: readonly string[];
  /** Whether statements may take long now. */
  readonly isLongWork: () => boolean;
}

/**
 * A pool that never waits for a silent server: its connections are cut, and requests for a connection fail within twice
 * `silenceMs` until the server answers again. A single silent connection is cut by {@link StatementWatch}. A statement
 * that was sent on a connection that was cut may have been executed, as on any lost connection.
 */
export function createServerPool(
  options: PoolOptions,
  targets: ConnectionTargets,
  { forWriting, silenceMs, sessionInit, isLongWork }: ServerPoolSettings,
): Pool {
  const sockets = new ServerSockets();
  const [pool, current] =
    targets.length === 1
      ? [createPlainPool(options, targets[0], sockets), () => targets[0]]
      : createNodePool(options, targets, forWriting, sockets);
  sockets.watchEnds(countEnds(pool));
  const silenceDetector = new SilenceDetector(silenceMs, {
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
    // An unanswered statement would keep its connection open and block this call.
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

/** Statements that callers send on the connection are executed after these. */
function prepare(
  connection: PoolConnection,
  sessionInit: readonly string[],
  sockets: ServerSockets,
  watch: StatementWatch,
): void {
  const opened = sockets.of(connection.config);
  if (opened === undefined) throw new Error('A connection of the pool has no known socket');
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
  // A connection whose session could not be set up, after a KILL QUERY for instance, is not used.
  for (const statement of sessionInit)
    connection.query(statement, (error) => {
      if (error !== null) lose();
    });
}

/** Internal state of mysql2 that its types leave out: the current command, and whether its rows wait to be read. */
function awaitedBy(connection: object): object | undefined {
  if ('_paused' in connection && connection._paused === true) return undefined;
  const command = '_command' in connection ? connection._command : undefined;
  return typeof command === 'object' && command !== null ? command : undefined;
}
