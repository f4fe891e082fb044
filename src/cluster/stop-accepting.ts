import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Accepts no more connections and ends those that are open, each after its next answer or when it has been idle for
 * the usual time. The server's own `close` cuts idle connections at once, also when a request is on its way there.
 */
export function stopAccepting(server: Server): Promise<void> {
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
}
