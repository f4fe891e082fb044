import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { CaseExchange, ExpectedRequest, GivenAnswer, HeaderRule, SameText } from './case.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const CREDENTIAL = { 'x-service-api-key': 'the-key', 'x-service-api-secret': 'the-secret' };

/** What the run of a case does when the service has to wait for it. */
export interface Caller {
  /** The time of the attempt is over. */
  expire(): void;
  /** Resolves when the caller has got so many answers to rows. */
  taken(rows: number): Promise<void>;
}

/** Answers the requests of one case, one after the other, and notes what they have of what the case expects. */
export class CaseServer {
  /** Like the expected requests where they are as expected. */
  readonly seen: unknown[] = [];
  private readonly bound = new Map<string, string>();
  private readonly server = createServer((request, response) => void this.take(request, response));
  private readonly exchanges: CaseExchange[];
  private port = 0;
  private answeredRows = 0;

  constructor(
    exchanges: readonly CaseExchange[],
    private readonly caller: Caller,
  ) {
    this.exchanges = [...exchanges];
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    await this.listen();
    if (this.exchanges[0]?.answer.unreachable === true) await this.stop();
  }

  /** Another attempt is about to be made. */
  async meet(): Promise<void> {
    if (this.exchanges[0]?.answer.unreachable === true) this.exchanges.shift();
    if (!this.server.listening) await this.listen();
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await text(request);
    const { request: expected, answer } = this.exchanges.shift() ?? { answer: { lost: true } };
    this.seen.push(expected === undefined ? request.url : this.noted(request, content, expected));
    await this.answer(request, response, answer);
  }

  private noted(
    { method = '', url = '', headers }: IncomingMessage,
    content: string,
    expected: ExpectedRequest,
  ) {
    const [path = '', query] = url.split('?');
    const call = `${method} ${path}`;
    const asExpected = sameCall(call, expected.call) && hasUsualHeaders(headers);
    const { headers: rules = {} } = expected;
    return {
      call: asExpected ? expected.call : `${call} ${JSON.stringify(headers)}`,
      ...(query === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(expected.headers === undefined
        ? {}
        : {
            headers: Object.fromEntries(
              Object.entries(rules).map(([name, rule]) => [name, this.fits(headers[name], rule)]),
            ),
          }),
      ...this.contentOf(content, expected),
    };
  }

  private contentOf(content: string, expected: ExpectedRequest): object {
    if (expected.text !== undefined) return { text: content };
    if (expected.lines !== undefined)
      return {
        lines: content
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      };
    return content === '' ? {} : { json: this.fitted(JSON.parse(content), expected.json) };
  }

  /** A value with the rules of the case in place of the texts that fit them. */
  private fitted(value: unknown, rule: unknown): unknown {
    if (typeof value === 'string' && isSame(rule)) return this.fits(value, rule);
    if (Array.isArray(value) && Array.isArray(rule))
      return value.map((one, place) => this.fitted(one, rule[place]));
    if (!isObject(value) || !isObject(rule)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, this.fitted(one, rule[name])]),
    );
  }

  /** The rule where the header fits it. */
  private fits(value: string | string[] | undefined, rule: HeaderRule): unknown {
    if (rule === null) return value ?? null;
    if (typeof rule === 'string') return value;
    const bound = this.bound.get(rule.same) ?? String(value);
    this.bound.set(rule.same, bound);
    return value === bound ? rule : value;
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    answer: GivenAnswer,
  ): Promise<void> {
    const { status = 200, headers, lines } = answer;
    if (answer.lost === true) request.socket.destroySoon();
    else if (answer.never === true) this.caller.expire();
    else if (lines !== undefined) {
      response.writeHead(status, headers);
      for (const line of lines) response.write(`${JSON.stringify(line)}\n`);
      if (answer.closed !== true) response.end();
      else {
        this.answeredRows += lines.length;
        await this.caller.taken(this.answeredRows);
        request.socket.destroySoon();
      }
    } else {
      const content = Buffer.from(answer.text ?? JSON.stringify(answer.json));
      const length = status === 204 ? {} : { 'content-length': content.length };
      response.writeHead(status, { 'content-type': 'application/json', ...headers, ...length });
      if (answer.half !== true) response.end(content);
      else
        response.write(content.subarray(0, content.length / 2), () => {
          request.socket.destroySoon();
        });
    }
  }
}

/** Clients may encode more characters of a path than they must. */
function sameCall(one: string, other: string): boolean {
  const parts = (call: string): string => JSON.stringify(call.split('/').map(decodeURIComponent));
  return parts(one) === parts(other);
}

function hasUsualHeaders(headers: IncomingMessage['headers']): boolean {
  const { 'x-request-id': id } = headers;
  const hasCredential = Object.entries(CREDENTIAL).every(([name, value]) => headers[name] === value);
  return hasCredential && REQUEST_ID.test(String(id));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(rule: unknown): rule is SameText {
  return isObject(rule) && typeof rule['same'] === 'string';
}
