import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** The answer of a call, and the time from the request to the last byte. */
export interface Timed {
  readonly ms: number;
  readonly bytes: number;
  readonly body: Buffer;
}

export interface BulkSummary {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** Calls one service over one kept-alive connection, like an integrator's job. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    readonly baseUrl: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** @param keepBody whether the bytes are wanted; without it they are only counted */
  async get(path: string, keepBody = false, headers: Readonly<Record<string, string>> = {}): Promise<Timed> {
    const start = performance.now();
    const response = await this.open('GET', path, headers);
    const pieces: Buffer[] = [];
    let bytes = 0;
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (keepBody) pieces.push(piece);
    });
    await finished(response);
    const ms = performance.now() - start;
    return { ms, bytes, body: Buffer.concat(pieces) };
  }

  async getJson<T>(path: string): Promise<T> {
    const { body } = await this.get(path, true);
    return JSON.parse(body.toString()) as T;
  }

  /**
   * Sends these rows as NDJSON.
   * @throws {Error} when one of them failed
   */
  async bulk(path: string, rows: Iterable<object>): Promise<BulkSummary> {
    const response = await this.open('POST', path, { 'Content-Type': 'application/x-ndjson' }, linesOf(rows));
    let tail = '';
    for await (const piece of response.setEncoding('utf8')) tail = (tail + String(piece)).slice(-4096);
    const { summary } = JSON.parse(tail.trimEnd().split('\n').at(-1) ?? '') as { summary: BulkSummary };
    if (summary.failed > 0)
      throw new Error(`${path}: ${summary.failed} rows failed; the last lines are ${tail}`);
    return summary;
  }

  private open(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Readable,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request(this.baseUrl + path, {
        method,
        agent: this.agent,
        headers: { ...this.headers, ...headers },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        if (response.statusCode === 200) resolve(response);
        else reject(new Error(`${method} ${path} answered ${response.statusCode ?? 0}`));
      });
      if (body === undefined) outgoing.end();
      else body.pipe(outgoing);
    });
  }
}

function linesOf(rows: Iterable<object>): Readable {
  return Readable.from(
    (function* () {
      for (const row of rows) yield `${JSON.stringify(row)}\n`;
    })(),
  );
}
