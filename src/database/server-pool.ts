import mysql2, { type Pool, type PoolOptions } from 'mysql2';

import { boundWaiting } from './bound-waiting.js';
import type { ConnectionTarget, ConnectionTargets } from './connection-target.js';
import { countEnds } from './lost-connections.js';
import { createNodePool } from './node-pool.js';
import { Pulse } from './pulse.js';
import { ServerSockets } from './server-sockets.js';

/**
 * A pool that never waits for a server that says nothing: its connections are cut and whoever wants one is turned away, within
 * two seconds, until it answers again. What was sent on a connection that was cut may have been done, as with any that is lost.
 */
export function createServerPool(
  options: PoolOptions,
  targets: ConnectionTargets,
  forWriting: boolean,
): Pool {
  const sockets = new ServerSockets();
  const [pool, current] =
    targets.length === 1
      ? [createPlainPool(options, targets[0], sockets), () => targets[0]]
      : createNodePool(options, targets, forWriting, sockets);
  sockets.watchEnds(countEnds(pool));
  const pulse = new Pulse({
    target: current,
    received: () => sockets.received,
    onSilence() {
      waiting.turnAway();
      sockets.cut(current());
    },
  });
  const waiting = boundWaiting(pool, () => pulse.isSilent);
  const end: Pool['end'] = pool.end.bind(pool);
  pool.end = (callback) => {
    pulse.end();
    waiting.end();
    end(callback);
  };
  pulse.watch();
  return pool;
}

function createPlainPool(options: PoolOptions, target: ConnectionTarget, sockets: ServerSockets): Pool {
  return mysql2.createPool({ ...options, stream: () => sockets.connect(target) });
}
