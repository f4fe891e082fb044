import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

import mysql from 'mysql2';

/** The server side of mysql2, which its types leave out. */
interface Client {
  on(event: 'error' | 'query', listener: () => void): void;
  serverHandshake(options: object): void;
  writeTextResult(rows: object[], columns: object[]): void;
}

interface FakeServer {
  listen(port: number): void;
  close(): void;
  readonly _server: Server;
}

const TEXT_COLUMN = {
  catalog: 'def',
  schema: '',
  table: '',
  orgTable: '',
  name: 'version',
  orgName: 'version',
  characterSet: 33,
  columnLength: 60,
  columnType: 253,
  flags: 0,
  decimals: 0,
};

const UNKNOWN_DATABASE = 1049;

/**
 * Speaks as much of MySQL's protocol as is needed to answer the version (or nothing, when there is none) and to refuse
 * callers. A refusal because of an unknown database is only for callers that name one.
 */
export class FakeDatabase {
  private constructor(private readonly server: FakeServer) {}

  static async start(
    version: string | undefined,
    refusal?: { code: number; message: string },
  ): Promise<FakeDatabase> {
    const server = mysql.createServer((connection: unknown) => {
      const client = connection as Client;
      client.on('error', () => undefined);
      client.on('query', () => {
        if (version !== undefined) client.writeTextResult([{ version }], [TEXT_COLUMN]);
      });
      client.serverHandshake({
        protocolVersion: 10,
        serverVersion: version ?? '',
        connectionId: 1,
        statusFlags: 2,
        characterSet: 33,
        capabilityFlags: 0xffffff ^ 0x800,
        authCallback: (
          { database = '' }: { database?: string },
          done: (nothing: null, error?: object) => void,
        ) => {
          const isMeant = refusal?.code !== UNKNOWN_DATABASE || database !== '';
          done(null, isMeant ? refusal : undefined);
        },
      });
    }) as unknown as FakeServer;
    server.listen(0);
    if (!server._server.listening) await once(server._server, 'listening');
    return new FakeDatabase(server);
  }

  get port(): number {
    return (this.server._server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
  }
}
