import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the service and its database, and can take the database away. */
export class DatabaseProxy {
  private server: Server | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly target: URL) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await proxy.restore();
    return proxy;
  }

  /** The same database, by way of this proxy. */
  get url(): string {
    const { username, password, pathname } = this.target;
    return `mysql://${username}:${password}@${this.place}${pathname}`;
  }

  /** Where it listens. */
  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Whether nobody is connected. */
  get isUnused(): boolean {
    return this.sockets.size === 0;
  }

  /** Lets the database answer again, at the same address. */
  async restore(): Promise<void> {
    this.server = createServer((client) => {
      this.join(client, this.dial());
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Cuts every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = this.server === undefined ? undefined : once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private dial(): Socket {
    const path = this.target.searchParams.get('socketPath');
    return path === null ? connect(Number(this.target.port || 3306), this.target.hostname) : connect(path);
  }

  private join(one: Socket, other: Socket): void {
    for (const [socket, peer] of [
      [one, other],
      [other, one],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(peer);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        peer.destroy();
      });
    }
  }
}
