import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { close, listen, portOf } from '../support/loopback.js';

const KEY = Buffer.from('a key of this test, of 32 bytes.');

/** Takes signed events, and answers as the test says. */
export class Receiver {
  readonly secret = `whsec_${KEY.toString('base64')}`;
  /** The `webhook-id` of each request, in their order. */
  readonly ids: string[] = [];
  /** For the next requests; `killed` ends the sender instead of an answer. After them each is answered with 204. */
  readonly answers: (number | 'killed')[] = [];
  /** Ends the sender. */
  kill: () => void = () => undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void receiver.take(request).then((status) => {
        if (status === 'killed') receiver.kill();
        else response.writeHead(status).end();
      });
    });
    await listen(server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  stop(): Promise<void> {
    return close(this.server);
  }

  private async take(request: IncomingMessage): Promise<number | 'killed'> {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    const signed = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', KEY).update(signed).digest('base64');
    if (request.headers['webhook-signature'] !== `v1,${signature}`) return 401;
    this.ids.push(id);
    return this.answers.shift() ?? 204;
  }
}
