import mysql from 'mysql2/promise';

import type { ConnectionTarget } from './connection-target.js';

const ANSWER_MS = 1000;

/** What a server says of its sessions, and what it may be told about them. Neither ever rejects. */
export interface Sessions {
  /** Those of these sessions for which the server is at work on nothing; none when it cannot be asked. */
  idle(target: ConnectionTarget, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Ends a session, whatever it is at, so that it holds no row any longer. */
  end(target: ConnectionTarget, id: number): Promise<void>;
}

interface Session extends mysql.RowDataPacket {
  readonly Id: number;
  /** `Sleep` between two statements; on MariaDB `Killed` when the last one was ended by KILL QUERY. */
  readonly Command: string;
  /** What it does just now, also while it reads a statement or writes an answer. */
  readonly State: string | null;
  /** The statement. */
  readonly Info: string | null;
}

function isIdle({ Command, State, Info }: Session): boolean {
  return (Command === 'Sleep' || Command === 'Killed') && (State ?? '') === '' && Info === null;
}

/** On a connection of its own, as all others may be in use or dead. */
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

/** Every user may see and end the sessions of its own, without a further right. */
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
