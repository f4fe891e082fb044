import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A server that `npm run test:db` keeps. */
export interface KeptDatabase {
  readonly url: string;
  /** Lets another run borrow it; the end of this process does the same. */
  giveBack(): Promise<void>;
}

/**
 * Borrows the server that is kept at this socket.
 * @returns undefined when there is none, when another run has it, or when it is another program than that of `MYSQLD`
 */
export async function borrowDatabase(path: string): Promise<KeptDatabase | undefined> {
  const socket = createConnection(path);
  const offer = await firstLine(socket);
  const { url, program } = JSON.parse(offer ?? '{}') as { url?: string; program?: string };
  if (url === undefined || program !== (process.env.MYSQLD ?? '')) {
    socket.destroy();
    return undefined;
  }
  return { url, giveBack: () => end(socket) };
}

async function end(socket: Socket): Promise<void> {
  socket.end();
  if (!socket.closed) await once(socket.resume(), 'close');
}

async function firstLine(socket: Socket): Promise<string | undefined> {
  try {
    await once(socket, 'connect');
    for await (const line of createInterface({ input: socket })) return line;
    return undefined;
  } catch {
    return undefined;
  }
}
