import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

import { close, listen, portOf } from './loopback.js';

/** Passes calls on to a service, and remembers them. */
export class RecordingProxy {
  private readonly server: Server;
  private calls: string[] = [];
  private refusals = 0;

  private constructor(private readonly service: string) {
    this.server = createServer((request, response) => {
      this.pass(request, response);
    });
  }

  static async start(service: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(service);
    await listen(proxy.server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  /** The calls since the last time, each as method, path and status of the answer. */
  taken(): string[] {
    const taken = this.calls;
    this.calls = [];
    return taken;
  }

  /** Answers the next call by 503, as a service that restarts. */
  refuseOnce(): void {
    this.refusals = 1;
  }

  stop(): Promise<void> {
    return close(this.server);
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const note = (status: number): void => {
      this.calls.push(`${method} ${url.replace(/\?.*/, '')} ${status}`);
    };
    if (this.refusals > 0) {
      this.refusals -= 1;
      note(503);
      request.resume();
      response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const onward = ask(this.service + url, { method, headers }, (answer) => {
      note(answer.statusCode ?? 0);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}
