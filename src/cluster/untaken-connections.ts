import type { ChildProcess } from 'node:child_process';

interface Connection {
  close(): void;
}

function isConnection(value: unknown): value is Connection {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

/** Node's own messages between a primary and its workers. */
function fieldOf(message: unknown, name: 'seq' | 'ack'): number | undefined {
  const value: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

/**
 * Closes the connections that a worker was handed and died before it took. node:cluster keeps them open and forgets
 * them, so whoever waits at the other end would wait for ever (seen with Node 20).
 */
export function closeUntakenConnections(child: ChildProcess): void {
  const untaken = new Map<number, Connection>();
  child.send = new Proxy(child.send.bind(child), {
    apply: (send, _self, words: unknown[]): unknown => {
      const [message, handle] = words;
      const number = fieldOf(message, 'seq');
      if (number !== undefined && isConnection(handle)) untaken.set(number, handle);
      return Reflect.apply(send, undefined, words);
    },
  });
  child.on('internalMessage', (message: unknown) => {
    untaken.delete(fieldOf(message, 'ack') ?? -1);
  });
  child.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
  });
}
