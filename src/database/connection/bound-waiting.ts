import { Logger } from '@nestjs/common';
import type { Pool, PoolConnection } from 'mysql2';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../transaction/database-errors.js';

/** A caller that waits for a connection is turned away when for so long no caller was given one. */
const STUCK_MS = 2000;
const TICK_MS = 100;

const logger = new Logger('BoundWaiting');

/** As mysql2 calls it, which its types do not say: without a connection when there is an error. */
type Taker = (error: NodeJS.ErrnoException | null, connection?: PoolConnection) => void;

/** A pool whose waiting callers can be turned away. */
export interface BoundPool {
  /** Fails every caller that waits. */
  turnAway(): void;
  end(): void;
}

function unavailable(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'POOL_UNAVAILABLE' });
}

/**
 * Lets no caller wait for ever for a connection: not while the server is silent, and not while slow statements keep all
 * of them. A long queue that moves is no reason to fail.
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
  // In small steps: while the process itself was busy for seconds, no connection could be handed back.
  const counting = new PeriodicTask(
    () => {
      stuckMs = waiting.size === 0 ? 0 : stuckMs + TICK_MS;
      if (stuckMs >= STUCK_MS) turnAway('Statements that take long keep all connections');
    },
    (error) => {
      logger.error({ msg: 'callers that wait for a connection were not turned away', ...explain(error) });
    },
  );
  counting.start(TICK_MS);

  const getOrFail = (taker: Taker): void => {
    if (isSilent()) {
      taker(unavailable('The server does not answer'));
      return;
    }
    // Of its own for each call: a set holds the same one only once.
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
