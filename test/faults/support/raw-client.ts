import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultSite } from './fault-site.js';

const SECOND_MS = 1000;

/** A client that may misuse its connection. */
export class RawClient {
  private text = '';

  private constructor(private readonly socket: Socket) {
    // Most of these clients are expected to be cut off.
    socket.on('error', () => undefined);
  }

  static async connect({ baseUrl }: FaultSite): Promise<RawClient> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** The head of a request with the tenant's credentials. */
  static head(headers: Readonly<Record<string, string>>, line: string, more: readonly string[] = []): string {
    const all = [
      'Host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...more,
    ];
    return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
  }

  /** Starts reading; a client that never calls this never reads. */
  listen(): this {
    this.socket.on('data', (bytes: Buffer) => (this.text += bytes.toString('latin1')));
    return this;
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  chunk(bytes: string | Buffer): this {
    const length = Buffer.byteLength(bytes).toString(16);
    return this.send(`${length}\r\n`).send(bytes).send('\r\n');
  }

  /** Sends one byte per second, until the service has closed the connection. */
  async sendSlowly(text: string): Promise<void> {
    for (let at = 0; !this.isClosed; at += 1) {
      this.send(text[at % text.length] ?? '');
      await sleep(SECOND_MS);
    }
  }

  get isClosed(): boolean {
    return this.socket.closed || this.socket.readableEnded;
  }

  /** The answer so far. */
  get answer(): string {
    return this.text;
  }

  /** The status of the only answer; undefined without one. */
  get status(): number | undefined {
    const found = /^HTTP\/1\.1 (\d{3}) /.exec(this.text)?.[1];
    return found === undefined ? undefined : Number(found);
  }

  /** Waits until the answer matches the pattern, or the connection is closed. */
  async received(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text) && !this.isClosed) {
      const more = new Promise((resolve) => this.socket.once('data', resolve));
      await Promise.race([more, this.closed()]);
    }
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** Closes the connection without notice. */
  hangUp(): void {
    this.socket.resetAndDestroy();
  }
}
