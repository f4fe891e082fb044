import type { Pool, PoolConnection } from 'mysql2';

/** After which nobody waits for a connection any more when meanwhile none was handed out to anybody. */
const STUCK_MS = 2000;
const TICK_MS = 100;

/** As mysql2 calls it, which its types do not say: without a connection when there is an error. */
type Taker = (error: NodeJS.ErrnoException | null, connection?: PoolConnection) => void;

/** Whoever waits for a connection can be sent away. */
export interface BoundPool {
  /** Fails everybody who waits. */
  turnAway(): void;
  end(): void;
}

function unavailable(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'POOL_UNAVAILABLE' });
}

/**
 * Lets nobody wait for ever for a connection: not while the server is silent, and not while slow statements hold all of
 * them. A long queue that moves is no reason to fail.
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
  // In small steps: a process that was busy itself for seconds has given nobody the chance to hand a connection back.
  const timer = setInterval(() => {
    stuckMs = waiting.size === 0 ? 0 : stuckMs + TICK_MS;
    if (stuckMs >= STUCK_MS) turnAway('Statements that take long hold all connections');
  }, TICK_MS).unref();

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
      clearInterval(timer);
    },
  };
}
