import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { close, listen, portOf } from './loopback.js';

/** One request, and what may be done with it. */
export class Exchange {
  /** The lines of the body that were read, without blank ones. */
  readonly lines: string[] = [];
  /** The number of each of them in the body, which counts blank ones. */
  readonly numbers: number[] = [];
  private count = 0;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {}

  get call(): string {
    return `${this.request.method ?? ''} ${this.request.url ?? ''}`;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join() : value;
  }

  async json(): Promise<Record<string, unknown>> {
    return JSON.parse(await text(this.request)) as Record<string, unknown>;
  }

  /** Reads so many lines of the body, or all, and does not end the request. */
  async read(limit = Infinity): Promise<readonly string[]> {
    let rest = '';
    for await (const bytes of this.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const parts = (rest + bytes.toString()).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        this.count += 1;
        if (line === '') continue;
        this.lines.push(line);
        this.numbers.push(this.count);
      }
      if (this.lines.length >= limit) break;
    }
    return this.lines;
  }

  /** Writes lines of an answer, which goes on. Their `line` is the place of a row; its number in the body is sent. */
  write(...lines: readonly object[]): void {
    if (!this.response.headersSent) this.response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    for (const line of lines) this.response.write(`${JSON.stringify(this.numbered(line))}\n`);
  }

  private numbered(answer: object): object {
    if (!('line' in answer) || typeof answer.line !== 'number') return answer;
    return { ...answer, line: this.numbers[answer.line - 1] ?? answer.line };
  }

  succeed(data: unknown, meta: object = {}): void {
    this.answer(200, { success: true, data, meta });
  }

  refuse(status: number, code: string, headers: Record<string, string> = {}, details?: object[]): void {
    const body = { success: false, message: 'It is refused.', error: { code, details }, requestId: 'r-1' };
    this.answer(status, body, headers);
  }

  answer(status: number, body: object, headers: Record<string, string> = {}): void {
    this.response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    this.response.end(JSON.stringify(body));
  }

  /** The effect has happened, and its answer never arrives. */
  lose(): void {
    this.request.socket.resetAndDestroy();
  }
}

export type Step = (exchange: Exchange) => Promise<void> | void;

export const lose: Step = (exchange) => {
  exchange.lose();
};

export function refusing(status: number, code: string, headers: Record<string, string> = {}): Step {
  return (exchange) => {
    exchange.refuse(status, code, headers);
  };
}

export const away = refusing(503, 'SERVICE_UNAVAILABLE');

/** A service that fails on demand, for faults that the real one cannot be brought to. */
export class ScriptedService {
  readonly exchanges: Exchange[] = [];
  private readonly steps: Step[] = [];
  private readonly server: Server;

  private constructor(private readonly always: Step) {
    this.server = createServer((request, response) => {
      const exchange = new Exchange(request, response);
      this.exchanges.push(exchange);
      void (this.steps.shift() ?? this.always)(exchange);
    });
  }

  /** @param always what is done with each request that has no step of its own */
  static async start(always: Step): Promise<ScriptedService> {
    const service = new ScriptedService(always);
    await listen(service.server);
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  /** What is done with the next requests, one after the other. */
  next(...steps: readonly Step[]): void {
    this.steps.push(...steps);
  }

  async stop(): Promise<void> {
    if (this.server.listening) await close(this.server);
  }
}
