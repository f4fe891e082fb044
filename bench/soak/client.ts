import type { Traffic } from './traffic.js';

interface Options {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected statuses; 200 and 201 when omitted. */
  readonly statuses?: readonly number[];
}

interface Answer {
  readonly headers: Headers;
  readonly text: string;
}

/** Calls one service, times every call, and collects the wrong answers. */
export class SoakClient {
  /** A line for each wrong answer. */
  readonly errors: string[] = [];

  constructor(
    private readonly baseUrl: string,
    readonly headers: Readonly<Record<string, string>>,
    private readonly traffic: Traffic,
  ) {}

  call(
    method: string,
    path: string,
    { body, headers = {}, statuses = [200, 201] }: Options = {},
  ): Promise<Answer> {
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    return this.traffic.time(async () => {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: { ...this.headers, ...(body === undefined ? {} : { 'Content-Type': type }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!statuses.includes(response.status))
        this.errors.push(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
      return { headers: response.headers, text };
    });
  }

  /** Sends a bulk request and counts its lines that failed as errors. */
  async bulk(path: string, rows: readonly object[]): Promise<void> {
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const { text } = await this.call('POST', path, { body });
    if (!/\{"summary":\{[^}]*"failed":0\b[^}]*\}\}$/.test(text.trimEnd()))
      this.errors.push(`a row of ${path} failed, or its answer was cut: ${text.slice(-300)}`);
  }
}
