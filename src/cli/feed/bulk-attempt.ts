import type { IncomingMessage } from 'node:http';
import { parseAnswer, type Answer } from './answer.js';
import type { BulkEndpoint } from './bulk-request.js';
import { codeOf, FeedError, reasonOf } from '../../feed/feed-error.js';
import { splitLines } from '../../feed/sources/lines.js';
import { parseRetryAfter } from './retry.js';
import type { PendingRow, RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';
import { RowWriter } from './row-writer.js';

const LONGEST_ANSWER_BYTES = 1024 * 1024;

/** How one request ended. `wait`: milliseconds until the next attempt, when the service names them. */
export interface AttemptEnd {
  complete: boolean;
  reason: string;
  /** Answers that were counted. */
  settled: number;
  resent: number;
  wait?: number;
}

export interface AttemptOptions {
  endpoint: BulkEndpoint;
  queue: RowQueue;
  source: RowSource;
  /** Called for each row that has its final answer, in order. */
  settle: (row: PendingRow, answer: Answer) => Promise<void>;
  /** Milliseconds without an answer after which the request body ends, and after as many again the request. */
  timeout: number;
}

/** One request of the feed: writes rows and reads their answers at the same time. */
export class BulkAttempt {
  private readonly writer: RowWriter;
  private readonly opened: ReturnType<BulkEndpoint['open']>;
  private readonly watch: NodeJS.Timeout;
  private answered = 0;
  private settled = 0;
  private postponed = 0;

  constructor(private readonly options: AttemptOptions) {
    options.queue.rewind();
    this.opened = options.endpoint.open();
    this.writer = new RowWriter(this.opened.request, options.queue, options.source);
    this.watch = setTimeout(() => {
      this.stalled();
    }, options.timeout);
  }

  /**
   * A lost connection is an end, not an error.
   * @throws {FeedError} when the service refuses the feed as a whole
   */
  async run(): Promise<AttemptEnd> {
    const writing = this.writer.run();
    try {
      const response = await this.opened.response;
      if (response.statusCode !== 200) return await this.refused(response);
      this.writer.welcome();
      return await this.read(response);
    } catch (error) {
      if (error instanceof FeedError) throw error;
      return this.ended(codeOf(error) === 'ECONNRESET' ? 'the connection was lost' : reasonOf(error));
    } finally {
      clearTimeout(this.watch);
      this.writer.abandon();
      await writing;
      this.opened.request.destroy();
    }
  }

  private async read(response: IncomingMessage): Promise<AttemptEnd> {
    for await (const { bytes } of splitLines(response, LONGEST_ANSWER_BYTES)) {
      this.watch.refresh();
      if (bytes.length === 0) continue;
      const answer = parseAnswer(bytes.toString('utf8'));
      if (answer.kind === 'summary') return this.summarised();
      await this.take(answer);
    }
    return this.ended('the answer ended without its summary line');
  }

  private summarised(): AttemptEnd {
    const { queue } = this.options;
    if (this.postponed > 0) return this.ended('the service was unavailable for some rows');
    if (queue.inFlight > 0) return this.ended('the summary came before every row was answered');
    return { ...this.ended(''), complete: true };
  }

  /**
   * Settles the oldest row in flight. From the first row for which the service was unavailable, rows are postponed:
   * this row and all later ones are sent again in their order, so that of two rows about one person the later still
   * comes last. What a postponed row did is kept, because its second answer will say `unchanged`.
   */
  private async take(answer: Exclude<Answer, { kind: 'summary' }>): Promise<void> {
    this.answered += 1;
    const row = this.options.queue.at(this.postponed);
    if (row === undefined || answer.line !== this.answered)
      throw new Error('the answers do not fit the rows sent');
    const unavailable = answer.kind === 'failure' && answer.error.code === 'SERVICE_UNAVAILABLE';
    if (unavailable || this.postponed > 0) {
      this.postponed += 1;
      if (answer.kind === 'row' && answer.effect !== 'unchanged') row.applied ??= answer;
      this.writer.end();
      return;
    }
    this.options.queue.settle();
    this.settled += 1;
    this.writer.wake();
    await this.options.settle(row, answer);
  }

  private async refused(response: IncomingMessage): Promise<AttemptEnd> {
    this.writer.abandon();
    const status = response.statusCode ?? 0;
    const text = `${status} ${await messageOf(response)} (request ${this.opened.id})`;
    if (![408, 425, 429].includes(status) && status < 500)
      throw new FeedError(`the service refuses: ${text}`);
    const wait = parseRetryAfter(response.headers['retry-after']);
    return wait === undefined ? this.ended(text) : { ...this.ended(text), wait };
  }

  /** A proxy may keep the answers back until the request body ends, so the body ends first, then the request. */
  private stalled(): void {
    const { request } = this.opened;
    if (request.writableEnded) {
      request.destroy(new Error(`no answer for ${this.options.timeout / 1000} s`));
      return;
    }
    // Without a row in flight the source is slow, not the service.
    if (this.options.queue.inFlight > 0) this.writer.end();
    this.watch.refresh();
  }

  private ended(reason: string): AttemptEnd {
    return { complete: false, reason, settled: this.settled, resent: this.writer.resent };
  }
}

/** The message of the service's error body, else the name of the status. */
async function messageOf(response: IncomingMessage): Promise<string> {
  const name = response.statusMessage ?? '';
  const chunks: Buffer[] = [];
  for await (const { bytes } of splitLines(response, 64 * 1024)) chunks.push(bytes);
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { message?: unknown } | null;
    return typeof body?.message === 'string' ? body.message.replace(/\s+/g, ' ') : name;
  } catch {
    return name;
  }
}
