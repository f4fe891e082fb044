import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What is done with the first bytes for the database that contain `text`, on a connection that has sent `after`. */
interface Rule {
  readonly text: string;
  readonly after: string;
  readonly hasSentAfter: WeakSet<Joined>;
  readonly act: (joined: Joined, piece: Buffer) => void;
}

/** The two ends of one connection of the service. */
interface Joined {
  readonly client: Socket;
  readonly server: Socket;
}

/** A proxy between the service and its database that can cut off the database, or one of its connections. */
export class DatabaseProxy {
  private server: Server | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();
  private readonly joined = new Set<Joined & { readonly isBusy: boolean }>();
  private rule: Rule | undefined;

  private constructor(private target: URL) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await proxy.restore();
    return proxy;
  }

  /** The address of the database through this proxy. */
  get url(): string {
    const { username, password, pathname } = this.target;
    return `mysql://${username}:${password}@${this.place}${pathname}`;
  }

  /** Where it listens. */
  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** From now on new connections lead to another server, as after a fail-over. */
  leadTo(databaseUrl: string): void {
    this.target = new URL(databaseUrl);
  }

  /** Whether there is no connection. */
  get isUnused(): boolean {
    return this.sockets.size === 0;
  }

  /** Lets the database answer again, at the same address. */
  async restore(): Promise<void> {
    this.server = createServer((client) => {
      this.join({ client, server: this.dial() });
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

  /**
   * Silences one connection when the service sends this text on it: its bytes are dropped, and it stays open at both
   * ends, also when one of them is closed. Other connections work as usual.
   * @param direction what is dropped from then on: the text and all that follows, or only the answers
   * @param after a text that the connection has sent before, or with it: other calls may send the first one, too
   * @returns a promise that resolves when it has happened
   */
  silenceAt(text: string, direction: 'sent' | 'answered', after = ''): Promise<void> {
    return new Promise((resolve) => {
      this.rule = {
        text,
        after,
        hasSentAfter: new WeakSet(),
        act: ({ client, server }, piece) => {
          if (direction === 'answered') server.write(piece);
          blackHole(client, server);
          resolve();
        },
      };
    });
  }

  /**
   * Silences up to so many connections that are in use now.
   * @returns how many it found
   */
  silence(most: number): number {
    const busy = [...this.joined].filter(({ isBusy }) => isBusy).slice(0, most);
    for (const one of busy) {
      this.joined.delete(one);
      blackHole(one.client, one.server);
    }
    return busy.length;
  }

  /** Replaces the first such text that the service sends by another one of the same length. */
  replaceOnce(text: string, other: string): void {
    this.rule = {
      text,
      after: '',
      hasSentAfter: new WeakSet(),
      act: ({ server }, piece) => {
        server.write(Buffer.from(piece.toString('latin1').replace(text, other), 'latin1'));
      },
    };
  }

  private dial(): Socket {
    const path = this.target.searchParams.get('socketPath');
    return path === null ? connect(Number(this.target.port || 3306), this.target.hostname) : connect(path);
  }

  private join(joined: Joined): void {
    const { client, server } = joined;
    const known = { client, server, isBusy: false };
    this.joined.add(known);
    client.on('data', (piece: Buffer) => {
      const { rule } = this;
      known.isBusy = true;
      if (rule !== undefined && piece.includes(rule.after)) rule.hasSentAfter.add(joined);
      if (rule?.hasSentAfter.has(joined) !== true || !piece.includes(rule.text)) server.write(piece);
      else {
        this.rule = undefined;
        rule.act(joined, piece);
      }
    });
    server.on('data', (piece: Buffer) => {
      known.isBusy = false;
      client.write(piece);
    });
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.joined.delete(known);
        if (!lost.has(socket)) peer.destroy();
      });
    }
  }
}

/** The sockets whose bytes are dropped. */
const lost = new WeakSet<Socket>();

/** Keeps reading, so that neither end notices. */
function blackHole(client: Socket, server: Socket): void {
  for (const socket of [client, server]) {
    lost.add(socket);
    socket.removeAllListeners('data').resume();
  }
}
