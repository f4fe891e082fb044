import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { keepSecrets } from './evidence.js';
import { close, listen, portOf } from './loopback.js';

/** What was posted to the receiver. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a post; by default with 204. */
type Answerer = (response: ServerResponse) => unknown;

/** A real HTTP server on the loopback interface, to which webhooks of tests lead. */
export class WebhookReceiver {
  /** The host that WEBHOOK_PRIVATE_HOSTS has to name. */
  static readonly HOST = '127.0.0.1';

  readonly posts: ReceivedPost[] = [];
  private readonly answers = new Map<string, Answerer>();
  private addresses = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { url: path = '', headers } = request;
        this.posts.push({ path, headers, body });
        (this.answers.get(path) ?? ((other) => other.writeHead(204).end()))(response);
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await listen(server);
    return new WebhookReceiver(server);
  }

  get port(): number {
    return portOf(this.server);
  }

  /** A new address, whose path is a secret. */
  newPath(): string {
    this.addresses += 1;
    const path = `/hooks/secret-of-${this.addresses}-${this.port}-${Date.now().toString(36)}`;
    keepSecrets('address of a webhook', [path]);
    return path;
  }

  urlOf(path: string): string {
    return `http://${WebhookReceiver.HOST}:${this.port}${path}`;
  }

  /** From now on, posts to the path are answered so. */
  answer(path: string, status: number, headers: Record<string, string> = {}): void {
    this.answers.set(path, (response) => response.writeHead(status, headers).end());
  }

  /** From now on, posts to the path get no answer. @returns lets it answer all of them, and those that follow */
  hold(path: string): () => void {
    const held: ServerResponse[] = [];
    this.answers.set(path, (response) => held.push(response));
    return () => {
      this.answers.delete(path);
      for (const response of held) response.writeHead(204).end();
    };
  }

  to(path: string): ReceivedPost[] {
    return this.posts.filter((one) => one.path === path);
  }

  stop(): Promise<void> {
    return close(this.server);
  }
}
