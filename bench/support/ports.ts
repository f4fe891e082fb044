import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns ports of the loopback interface that are free now */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  for (const server of servers) if (!server.listening) await once(server, 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
