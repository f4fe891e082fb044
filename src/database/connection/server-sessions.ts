import mysql from 'mysql2/promise';

import type { ConnectionTarget } from './connection-target.js';

const ANSWER_MS = 1000;

/** Reads and ends sessions of the server. Neither function ever rejects. */
export interface Sessions {
  /** The sessions, of those given, for which the server executes nothing; none when the server cannot be asked. */
  idle(target: ConnectionTarget, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Ends a session, whatever it executes, so that its row locks are released. */
  end(target: ConnectionTarget, id: number): Promise<void>;
}

interface Session extends mysql.RowDataPacket {
  readonly Id: number;
  /** `Sleep` between two statements; on MariaDB `Killed` when the last one was ended by KILL QUERY. */
  readonly Command: string;
  /** What the session does now; also set while it reads a statement or writes an answer. */
  readonly State: string | null;
  /** The statement. */
  readonly Info: string | null;
}

function isIdle({ Command, State, Info }: Session): boolean {
  return (Command === 'Sleep' || Command === 'Killed') && (State ?? '') === '' && Info === null;
}

/** Uses a connection outside the pool, because all of the pool's may be in use or dead. */
async function aside<T>(
  target: ConnectionTarget,
  otherwise: T,
  work: (connection: mysql.Connection) => Promise<T>,
): Promise<T> {
  let connection: mysql.Connection | undefined;
  try {
    connection = await mysql.createConnection({ ...target, connectTimeout: ANSWER_MS });
    return await work(connection);
  } catch {
    return otherwise;
  } finally {
    connection?.destroy();
  }
}

/** Every user may see and end its own sessions without a further privilege. */
export const SERVER_SESSIONS: Sessions = {
  idle: (target, ids) =>
    aside(target, new Set(), async (connection) => {
      const [sessions] = await connection.query<Session[]>({ sql: 'SHOW PROCESSLIST', timeout: ANSWER_MS });
      const wanted = new Set(ids);
      return new Set(sessions.filter((one) => wanted.has(one.Id) && isIdle(one)).map(({ Id }) => Id));
    }),
  end: (target, id) =>
    aside(target, undefined, async (connection) => {
      await connection.query({ sql: 'KILL ?', values: [id], timeout: ANSWER_MS });
    }),
};
