import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** The port of a server that listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Lets a server listen on the loopback interface. @returns its port, which was free */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return portOf(server);
}

/** Ends a server and its connections. */
export async function close(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  await once(server.close(), 'close');
}
