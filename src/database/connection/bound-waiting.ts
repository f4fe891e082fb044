import type { Pool, PoolConnection } from 'mysql2';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../transaction/database-errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** When no waiting caller was given a connection for this long, all of them fail. */
const STUCK_MS = 2000;
const TICK_MS = 100;

const logger = new LineLogger('BoundWaiting');

/** The callback of mysql2, which its types leave out: there is no connection when there is an error. */
type Taker = (error: NodeJS.ErrnoException | null, connection?: PoolConnection) => void;

/** A pool whose waiting callers can be made to fail. */
export interface BoundPool {
  /** Fails every caller that waits. */
  turnAway(): void;
  end(): void;
}

function unavailable(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'POOL_UNAVAILABLE' });
}

/**
 * Bounds how long a caller waits for a connection: callers fail when the server is silent, or when slow statements keep
 * all connections. A long queue that moves does not fail.
 */
export function boundWaiting(pool: Pool, isSilent: () => boolean): BoundPool {
  const getConnection: Pool['getConnection'] = pool.getConnection.bind(pool);
  const waiting = new Set<Taker>();
  let stuckMs = 0;

  function turnAway(message: string): void {
    const takers = [...waiting];
    waiting.clear();
    for (const taker of takers) taker(unavailable(message));
  }
  // Counted in small steps: while the process itself was busy for seconds, no connection could be handed back.
  const counting = new PeriodicTask(
    () => {
      stuckMs = waiting.size === 0 ? 0 : stuckMs + TICK_MS;
      if (stuckMs >= STUCK_MS) turnAway('Statements that take long keep all connections');
    },
    (error) => {
      logger.error({ msg: 'the callers that wait for a connection were not checked', ...explain(error) });
    },
  );
  counting.start(TICK_MS);

  const getOrFail = (taker: Taker): void => {
    if (isSilent()) {
      taker(unavailable('The server does not answer'));
      return;
    }
    // A function of its own for each call, because a set holds the same function only once.
    const own: Taker = (error, connection) => {
      taker(error, connection);
    };
    waiting.add(own);
    getConnection((error, connection) => {
      if (error === null) stuckMs = 0;
      if (waiting.delete(own)) own(error, connection);
      else if (error === null) connection.release();
    });
  };
  Object.assign(pool, { getConnection: getOrFail });
  return {
    turnAway() {
      turnAway('The server does not answer');
    },
    end() {
      void counting.stop();
    },
  };
}
