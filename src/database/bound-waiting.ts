import type { Pool, PoolConnection } from 'mysql2';

/** After which nobody waits for a connection any more when meanwhile none was handed out to anybody. */
const STUCK_MS = 2000;

/** As mysql2 calls it, which its types do not say: without a connection when there is an error. */
type Taker = (error: NodeJS.ErrnoException | null, connection?: PoolConnection) => void;

/** Whoever waits for a connection can be sent away. */
export interface BoundPool {
  /** Fails everybody who waits. */
  turnAway(): void;
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
  const waiting = new Set<(message: string) => void>();
  let lastHandedOut = performance.now();

  function wait(taker: Taker): void {
    let timer = setTimeout(giveUpWhenStuck, STUCK_MS);
    const giveUp = (message: string): void => {
      clearTimeout(timer);
      waiting.delete(giveUp);
      taker(unavailable(message));
    };
    const since = performance.now();
    function giveUpWhenStuck(): void {
      const left = Math.max(lastHandedOut, since) + STUCK_MS - performance.now();
      if (left > 0) timer = setTimeout(giveUpWhenStuck, left);
      else giveUp('Statements that take long hold all connections');
    }
    waiting.add(giveUp);
    getConnection((error, connection) => {
      if (error === null) lastHandedOut = performance.now();
      if (waiting.delete(giveUp)) {
        clearTimeout(timer);
        taker(error, connection);
      } else if (error === null) connection.release();
    });
  }

  const getOrFail = (taker: Taker): void => {
    if (isSilent()) taker(unavailable('The server does not answer'));
    else wait(taker);
  };
  Object.assign(pool, { getConnection: getOrFail });
  return {
    turnAway() {
      for (const giveUp of [...waiting]) giveUp('The server does not answer');
    },
  };
}
